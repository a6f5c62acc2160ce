"""Checks names against the naming style of edition 2024.

The rules are those of protobuf's style guide that a compiler enforces where the feature
`enforce_naming_style` says STYLE2024.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wiregen.lowering.features import Features
from wiregen.source.diagnostics import Faults
from wiregen.syntax.nodes import Word


@dataclass(frozen=True, slots=True)
class _Style:
    description: str
    pattern: re.Pattern[str]


# An underscore stands between two words, and the one behind it starts with a letter.
_TITLE_CASE = _Style("TitleCase", re.compile(r"[A-Z][A-Za-z0-9]*"))
_LOWER_SNAKE_CASE = _Style("lower_snake_case", re.compile(r"[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*"))
_UPPER_SNAKE_CASE = _Style("UPPER_SNAKE_CASE", re.compile(r"[A-Z][A-Z0-9]*(_[A-Z][A-Z0-9]*)*"))
# Dots are letters here as well: the rule for underscores is asked of the whole name.
_PACKAGE = _Style("lower_snake_case", re.compile(r"[a-z][a-z0-9.]*(_[a-z][a-z0-9.]*)*"))

_STYLE_BY_KIND = {
    "package": _PACKAGE,
    "message": _TITLE_CASE,
    "enum": _TITLE_CASE,
    "service": _TITLE_CASE,
    "method": _TITLE_CASE,
    "field": _LOWER_SNAKE_CASE,
    "oneof": _LOWER_SNAKE_CASE,
    "enum value": _UPPER_SNAKE_CASE,
}


def check_name(name: Word, kind: str, features: Features, faults: Faults) -> None:
    """Report a name that is not in the style of its kind, where features ask for style."""
    style = _STYLE_BY_KIND[kind]
    if features.enforce_naming_style == "STYLE2024" and not style.pattern.fullmatch(name.text):
        faults.report(
            name.span,
            f"the name of a {kind} is {style.description} here, found '{name.text}';"
            " features.enforce_naming_style = STYLE_LEGACY lets it be",
        )
