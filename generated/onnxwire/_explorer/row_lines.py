# Copied by wiregen from templates/runtime/_explorer/row_lines.py; do not edit.
"""Formats rows in fixed columns, with their notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._text.terminal import clipped, fitted, in_hex, printable, width_of, wrapped
from .rows import Row
from .styles import Styles

_DEEPEST_INDENT = 10
_WIDE, _MIDDLE, _NARROW = 120, 100, 76


class RowLines:
    """The columns for a width: narrow terminals get fewer bytes and columns."""

    def __init__(
        self, data: Any, width: int, is_decimal: bool, value_bytes: int, styles: Styles
    ) -> None:
        self._data = data
        self._width = width
        self._is_decimal = is_decimal
        self._most_bytes = value_bytes
        self._styles = styles
        digits = len(str(len(data))) if is_decimal else len(f"{len(data):x}")
        self._offset = max(8, digits)
        self._tag = 5
        self._number = 3
        if width >= _WIDE:
            self._bytes, self._name, self._wire, self._type = 26, 26, 6, 16
        elif width >= _MIDDLE:
            self._bytes, self._name, self._wire, self._type = 17, 20, 6, 14
        else:
            self._bytes, self._name, self._wire = 11, 17, 0
            self._type = 11 if width >= _NARROW else 0
        self._room = max(12, width - len(self._columns("", "", "", "", "", "", "")))

    @property
    def head(self) -> str:
        """The line over the columns."""
        values = "length and value bytes" if self._width >= _WIDE else "bytes"
        start = self._columns("offset", "tag", values, "#", "name", "wire", "type")
        return f"{start}value"

    def _columns(
        self, offset: str, tag: str, values: str, number: str, name: str, wire: str, word: str
    ) -> str:
        cells = [fitted(offset, self._offset + 1), fitted(tag, self._tag)]
        cells += [fitted(values, self._bytes), clipped(number, self._number).rjust(self._number)]
        cells += [fitted(name, self._name)]
        cells += [fitted(wire, self._wire)] if self._wire else []
        cells += [fitted(word, self._type)] if self._type else []
        return " ".join((*cells, ""))

    def of(self, row: Row) -> Iterator[str]:
        """The line of a row, then one for each of its notes."""
        style = self._styles.dim if row.kind == "could-be" else self._styles.of_mark(row.marks)
        number = "" if row.number is None else str(row.number)
        is_place = row.kind != "could-be"
        start = self._columns(
            (self._offset_text(row.offset) if is_place else "").ljust(self._offset) + row.marks,
            self._hex(row.tag, 2),
            self._value_bytes(row),
            number,
            "  " * min(row.depth, _DEEPEST_INDENT) + printable(row.name),
            row.wire.replace(" × ", "×"),
            row.type,
        )
        text = printable(row.text)
        yield style((start + clipped(text, self._room)).rstrip())
        # What is wrong is told in full.
        is_cut_short = row.marks == "!" and width_of(text) > self._room
        for note in (text, *row.notes) if is_cut_short else row.notes:
            indent = " " * (self._offset + 2)
            for index, line in enumerate(wrapped(printable(note), self._width - len(indent) - 2)):
                mark = row.marks if index == 0 else " "
                yield style(f"{indent}{mark or '~'} {line}" if index == 0 else f"{indent}  {line}")

    def _offset_text(self, offset: int) -> str:
        return str(offset) if self._is_decimal else f"{offset:0{self._offset}x}"

    def _hex(self, place: tuple[int, int] | None, most: int) -> str:
        if place is None:
            return ""
        start, size = place
        shown = in_hex(bytes(self._data[start : start + min(size, most)]))
        return f"{shown}…" if size > most else shown

    def _value_bytes(self, row: Row) -> str:
        """The bytes of the length, a bar, and as many of the value as there is room for."""
        if row.value is None or row.kind in ("more", "group"):
            return ""
        length = self._hex(row.length, 10)
        start, size = row.value
        before = f"{length} │ " if length else ""
        room = (self._bytes - len(before) + 1) // 3
        most = min(max(room, 0), self._most_bytes)
        if size <= most:
            return f"{before}{in_hex(bytes(self._data[start : start + size]))}".rstrip()
        most = min(max((self._bytes - len(before) - 1) // 3, 0), self._most_bytes)
        return f"{before}{in_hex(bytes(self._data[start : start + most]))} …"
