"""Schema text with spans and line numbers."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property


def printable(text: str, kept: str = "") -> str:
    """Return a text as one line for a terminal: characters that could drive it are escaped."""
    return "".join(
        letter if letter.isprintable() or letter in kept or _is_space(letter) else _escape(letter)
        for letter in text
    )


def _is_space(letter: str) -> bool:
    """True for the wide and the fixed spaces, which Python does not count as printable."""
    return unicodedata.category(letter) == "Zs"


def _escape(letter: str) -> str:
    code = ord(letter)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def fit_to_show(text: str) -> str:
    """A text without what no output takes: bytes that are no UTF-8 become question marks."""
    return text.encode("utf-8", "replace").decode()


@dataclass(frozen=True)
class Source:
    """One schema file: the name it is imported by, the path to show, and its text.

    A byte order mark before the text is no part of it, but counts in protoc's columns.
    """

    name: str
    path: str
    text: str
    has_byte_order_mark: bool = False

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        starts += (at + 1 for at, letter in enumerate(self.text) if letter == "\n")
        return starts

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both counted from 1; a tab is one column."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (counted from 1), without its line end, fit to be shown."""
        start = self._line_starts[line - 1]
        end = self.text.find("\n", start)
        return fit_to_show(self.text[start : len(self.text) if end < 0 else end].rstrip("\r"))


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source: the characters from start up to, not including, end."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line that the span starts on, counted from 1."""
        return self.source.line_and_column(self.start)[0]

    @property
    def text(self) -> str:
        """The characters of the span."""
        return self.source.text[self.start : self.end]

    def __repr__(self) -> str:
        line, column = self.source.line_and_column(self.start)
        return f"{self.source.path}:{line}:{column}"
