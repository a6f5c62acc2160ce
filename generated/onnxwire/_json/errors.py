# Copied by wiregen from templates/runtime/_json/errors.py; do not edit.
"""JSON errors, which name the field's path."""

from __future__ import annotations


class Error(ValueError):
    """The base of the errors of JSON.

    `path` names the field that is at fault, outermost message first; `reason` says what was
    expected there and what was found.
    """

    def __init__(self, reason: str = "", path: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        # Written from the inside to the outside, while the error is on its way.
        self.path = path

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}" if self.path else self.reason


class SerializeToJsonError(Error):
    """A message that JSON has no words for."""


class ParseError(Error):
    """Text that is no JSON, or JSON that is no message of the wanted type."""


class EnumStringValueParseError(ParseError):
    """A text that is not the name of any value of an enum; ignored where unknown fields are."""
