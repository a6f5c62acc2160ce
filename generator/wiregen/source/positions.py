"""Lines and columns as protoc counts them.

Both are counted from 0; a column is a byte of UTF-8, and a tab goes on to the next column
that eight divides.
"""

from __future__ import annotations

from bisect import bisect_right
from codecs import BOM_UTF8


class Positions:
    """Lines and columns of one text."""

    def __init__(self, text: str, *, has_byte_order_mark: bool = False) -> None:
        self._text = text
        self._first_column = len(BOM_UTF8) if has_byte_order_mark else 0
        self._starts = [0] + [at + 1 for at, letter in enumerate(text) if letter == "\n"]

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of a character."""
        line = bisect_right(self._starts, offset) - 1
        before = self._text[self._starts[line] : offset]
        column = self._first_column if line == 0 else 0
        if before.isascii() and "\t" not in before:
            return line, column + len(before)
        for byte in before.encode("utf-8", "surrogateescape"):
            column += 8 - column % 8 if byte == 0x09 else 1
        return line, column
