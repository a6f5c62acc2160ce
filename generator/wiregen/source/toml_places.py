"""Spans of the tables and keys of a TOML file.

The parsers at hand say what a file holds and not where. This one says where and not what,
and only for tables and for the keys that start a line; it is given texts that a parser took.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from wiregen.source.text import Source, Span

# The keys that lead to a value, and the numbers of tables in lists of tables.
Path = tuple["str | int", ...]

_TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\n]*)
  | (?P<text>\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|\"(?:\\.|[^"\\])*\"|'[^']*')
  | (?P<mark>[\[\]{}=.,\n])
  | (?P<word>[^\s\[\]{}=.,\#"']+)
    """,
    re.VERBOSE | re.DOTALL,
)
_DEPTH = {"[": 1, "{": 1, "]": -1, "}": -1}


def places(source: Source) -> Mapping[Path, tuple[Span, Span]]:
    """By its path, the span of each key or table's name, and that of the whole statement."""
    found: dict[Path, tuple[Span, Span]] = {}
    table: Path = ()
    counts: Counter[Path] = Counter()
    for statement in _statements(source.text):
        names, name_span, span = _parts(source, statement)
        if statement[0].group() != "[":
            found[table + names] = (name_span, span)
            continue
        is_in_list = len(statement) > 1 and statement[1].group() == "["
        table = _numbered(names, counts, is_new=is_in_list)
        found[table] = (name_span, span)
    return found


def _statements(text: str) -> Iterator[list[re.Match[str]]]:
    """The tokens of each line that starts a table or a key, as far as its value goes on."""
    statement: list[re.Match[str]] = []
    depth = 0
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "comment":
            continue
        depth += _DEPTH.get(token.group(), 0)
        if token.group() != "\n":
            statement.append(token)
        elif depth == 0 and statement:
            yield statement
            statement = []
    if statement:
        yield statement


def _parts(source: Source, statement: list[re.Match[str]]) -> tuple[tuple[str, ...], Span, Span]:
    """The names before the equals sign or between the brackets, their span, and that of all."""
    named = []
    for token in statement:
        if token.group() == "=":
            break
        if token.lastgroup in ("word", "text"):
            named.append(token)
    names = tuple(_plain(token.group()) for token in named)
    start, end = statement[0].start(), statement[-1].end()
    name_span = Span(source, named[0].start(), named[-1].end())
    return names, name_span, Span(source, start, end)


def _plain(name: str) -> str:
    return name[1:-1] if name[0] in "\"'" else name


def _numbered(names: tuple[str, ...], counts: Counter[Path], *, is_new: bool) -> Path:
    """The path of a table: what leads to it may be the newest table of a list."""
    path: Path = ()
    for index, name in enumerate(names):
        path += (name,)
        if is_new and index == len(names) - 1:
            counts[path] += 1
        if counts[path]:
            path += (counts[path] - 1,)
    return path
