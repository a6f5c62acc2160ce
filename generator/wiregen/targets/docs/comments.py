"""Recovers the layout of a comment: paragraphs, lists and examples.

Only what people write in comments counts: blank lines part paragraphs; `-`, `*`, `1.` or
`(a)` starts an item of a list; lines that stand further in than the text are kept as they
are. A line that ends early, though the next word had room on it, was ended on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Union

from wiregen.schema.prose import plain_text


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text that flows; the lines are those of the comment."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preformatted:
    """Lines whose layout is kept."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a list; `marker` is what it starts with in the comment."""

    marker: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A list, numbered or not."""

    items: tuple[Item, ...]


Block = Union[Paragraph, Preformatted, ListBlock]

_MARKER = re.compile(r"(?P<indent> *)(?P<marker>[-*\u2022]|\d{1,3}[.)]|\([a-z0-9]{1,2}\)) +(?=\S)")
_FIRST_MARKERS = re.compile(r"[-*\u2022]|1[.)]|\([a1]\)")
_ASSIGNMENT = re.compile(r"[\w.\[\]]+ = [^.:]*[^.:,]$")
_SENTENCE_ENDS = (".", "!", "?", ":", ";")
# A field that was taken out of the schema by making a comment of it.
_DECLARATION = re.compile(
    r"\s*((optional|required|repeated)\s+)?[A-Za-z_][\w.]*(\s*<[^>]*>)?\s+[A-Za-z_]\w*\s*=\s*"
    r"(?P<number>\d+)\s*(\[[^]]*\]\s*)?;"
)


def blocks_of(comment: str) -> tuple[Block, ...]:
    """The blocks of a comment, without its marks."""
    lines = [line.expandtabs(4) for line in plain_text(_without_third_mark(comment)).split("\n")]
    return _blocks(lines, max(map(len, lines)))


def _without_third_mark(comment: str) -> str:
    """A comment without what `///` and `/**` leave of their marks."""
    lines = comment.split("\n")
    if all(line[:1] == "/" for line in lines if line.strip()):
        return "\n".join(line[1:] for line in lines)
    return comment[1:] if lines[0] == "*" else comment


def heading_and_rest(blocks: Sequence[Block]) -> tuple[str, tuple[Block, ...]]:
    """The words above a comment that are no sentence, such as `Attributes`, and what follows."""
    match blocks:
        case [Paragraph((line,)), Paragraph(), *_] if _is_heading(line):
            return line, tuple(blocks[1:])
        case _:
            return "", tuple(blocks)


@dataclass(frozen=True, slots=True)
class Removed:
    """A declaration that was made a comment, and the lines of its paragraph before it."""

    text: str
    declaration: str
    number: int


def without_declarations(comment: str) -> tuple[str, tuple[Removed, ...]]:
    """A comment without what it says of fields that are only comments any more, and that."""
    rest: list[str] = []
    removed: list[Removed] = []
    start_of_paragraph = 0
    for line in plain_text(comment).split("\n"):
        declaration = _DECLARATION.match(line)
        if declaration is not None:
            text = "\n".join(rest[start_of_paragraph:])
            removed.append(Removed(text, line.strip(), int(declaration["number"])))
            del rest[start_of_paragraph:]
            continue
        rest.append(line)
        if not line.strip():
            start_of_paragraph = len(rest)
    return "\n".join(rest).strip("\n"), tuple(removed)


def _is_heading(line: str) -> bool:
    return len(line.split()) <= 6 and line[-1:].isalnum() and " " not in line[:1]


def _blocks(lines: Sequence[str], width: int) -> tuple[Block, ...]:
    blocks: list[Block] = []
    at = 0
    margin = min((_indent(line) for line in lines if line.strip()), default=0)
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        starts_list = _starts_list(lines[at])
        if starts_list:
            block, at = _list(lines, at, width)
        elif _is_set_in(lines[at], margin):
            block, at = _preformatted(lines, at, margin)
        else:
            block, at = _paragraph(lines, at, width)
        blocks.append(block)
    return tuple(blocks)


def _paragraph(lines: Sequence[str], at: int, width: int) -> tuple[Block, int]:
    margin = _indent(lines[at])
    taken = [lines[at].strip()]
    end = at + 1
    while end < len(lines) and lines[end].strip():
        was_ended = _was_ended(lines[end - 1], lines[end], width)
        if _starts_list(lines[end]) and (was_ended or taken[-1].endswith(_SENTENCE_ENDS)):
            break
        if was_ended and (
            _is_set_in(lines[end], margin) or _starts_anew(taken[-1], lines[end].strip())
        ):
            break
        taken.append(lines[end].strip())
        end += 1
    if all(map(_ASSIGNMENT.match, taken)):
        return Preformatted(tuple(taken)), end
    return Paragraph(tuple(taken)), end


def _preformatted(lines: Sequence[str], at: int, margin: int) -> tuple[Block, int]:
    end = at
    while end < len(lines) and (not lines[end].strip() or _is_set_in(lines[end], margin)):
        end += 1
    taken = "\n".join(lines[at:end]).rstrip().split("\n")
    first = min(_indent(line) for line in taken if line.strip())
    return Preformatted(tuple(line[first:] for line in taken)), end


def _list(lines: Sequence[str], at: int, width: int) -> tuple[Block, int]:
    indent = _indent(lines[at])
    items: list[Item] = []
    while at < len(lines):
        found = _MARKER.match(lines[at])
        if found is None or len(found["indent"]) != indent:
            break
        end = _end_of_item(lines, at, indent, width)
        content = [lines[at][found.end() :], *lines[at + 1 : end]]
        items.append(Item(found["marker"], _item_blocks(content, width)))
        at = end
        while at < len(lines) and not lines[at].strip():
            at += 1
    return ListBlock(tuple(items)), at


def _end_of_item(lines: Sequence[str], at: int, indent: int, width: int) -> int:
    """Where an item ends: its lines stand further in, or go on where the last one was full."""
    end = at + 1
    while end < len(lines):
        line = lines[end]
        if not line.strip():
            following = next((other for other in lines[end:] if other.strip()), "")
            if _indent(following) <= indent:
                break
        elif _indent(line) <= indent and (
            _MARKER.match(line)
            or not lines[end - 1].strip()
            or (
                _was_ended(lines[end - 1], line, width)
                and _starts_anew(lines[end - 1].strip(), line.strip())
            )
        ):
            break
        end += 1
    return end


def _item_blocks(content: Sequence[str], width: int) -> tuple[Block, ...]:
    """The blocks of an item: lines that follow its first one directly are text, however far in."""
    first = [content[0].strip()]
    at = 1
    while at < len(content) and content[at].strip() and not _starts_list(content[at]):
        first.append(content[at].strip())
        at += 1
    return (Paragraph(tuple(first)), *_blocks(content[at:], width))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _is_set_in(line: str, margin: int) -> bool:
    # The first line of a block comment stands one space further in than the others.
    return _indent(line) > margin + 1


def _starts_list(line: str) -> bool:
    found = _MARKER.match(line)
    return found is not None and _FIRST_MARKERS.match(found["marker"]) is not None


def _was_ended(line: str, following: str, width: int) -> bool:
    """True if the first word of the following line had room on a line."""
    return len(line.rstrip()) + 1 + len(following.split()[0]) <= width if line.strip() else True


def _starts_anew(line: str, following: str) -> bool:
    return following[:1].isupper() or line.endswith(_SENTENCE_ENDS)
