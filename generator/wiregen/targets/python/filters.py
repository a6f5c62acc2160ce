"""Jinja filters of the Python templates: docstrings and import statements."""

from __future__ import annotations

import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterable

from wiregen.output.rendering import Filters
from wiregen.targets.python.view import Import


def docstring(text: str, otherwise: str = "", indent: int = 0) -> str:
    """A text, or a substitute where there is none, as a docstring that is indented."""
    escaped = "".join(map(_escaped, text or otherwise))
    escaped = _QUOTES.sub(lambda quotes: '\\"' * len(quotes[0]), escaped)
    if escaped.endswith('"'):
        # black would put a space between this quote and the closing ones.
        escaped = escaped[:-2] + "\\x22"
    first, *others = escaped.split("\n")
    margin = " " * indent
    lines = [margin + line if line else "" for line in others]
    if others and all(line[:1] in ("", " ") for line in others):
        # Readers of docstrings take the indent of these lines for that of the code.
        lines[:0] = ["", margin + first]
    else:
        lines[:0] = [first]
    body = "\n".join(lines)
    return f'"""{body}\n{margin}"""' if others else f'"""{body}"""'


# Quotes that would end a docstring, or run into the ones around it.
_QUOTES = re.compile(r'"{3,}|\A"+|"+\Z')


def _escaped(letter: str) -> str:
    if letter == "\\":
        return "\\\\"
    is_odd = letter != "\n" and (ord(letter) < 0x20 or letter in "\x7f\x85\u2028\u2029\ufeff")
    return f"\\u{ord(letter):04x}" if is_odd else letter


def imports(body: str, candidates: Iterable[Import]) -> str:
    """The import statements for those names, of all that may be imported, that a body uses."""
    used = _names_in(body)
    names_by_module: dict[str, set[str]] = defaultdict(set)
    for item in candidates:
        if item.local in used or (not item.module and f"{item.local}." in body):
            written = item.name if item.name == item.local else f"{item.name} as {item.local}"
            names_by_module[item.module].add(written)
    groups = (
        [name for name in names_by_module if not name.startswith(".")],
        [name for name in names_by_module if name.startswith(".")],
    )
    blocks = [
        "\n".join(_import_line(module, names_by_module[module]) for module in sorted(group))
        for group in groups
        if group
    ]
    return "\n\n".join(blocks)


def _import_line(module: str, names: set[str]) -> str:
    listed = ", ".join(sorted(names))
    return f"from {module} import {listed}" if module else f"import {listed}"


def _names_in(body: str) -> set[str]:
    """The identifiers of a piece of Python code, without those in comments and strings."""
    tokens = tokenize.generate_tokens(io.StringIO(body).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


FILTERS: Filters = {"docstring": docstring, "imports": imports}
