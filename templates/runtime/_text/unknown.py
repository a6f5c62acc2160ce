# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
"""Prints unknown fields in the text format.

Bytes do not tell whether they are a message. They are shown as one if they could be one:
what is a message for google's printer is one here.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._runtime.errors import Malformed
from .._runtime.wire import read_uint64, unpack_fixed32, unpack_fixed64, varint
from .escapes import escaped_bytes

if TYPE_CHECKING:
    Pieces = Iterator["str | Pieces"]

# A value is a number, a place of bytes, or the records of a group.
Record = tuple[int, Any]

_DEEPEST = 100


def unknown_pieces(data: bytes, indent: int, end: str) -> Pieces:
    """The text of the unknown fields of a message; `end` ends a line, or is a space."""
    records, _ = _records(data, 0, len(data), is_guess=False)
    yield _Unknown(data, end).pieces(records, indent, 0)


class _Unknown:
    def __init__(self, data: bytes, end: str) -> None:
        self._data = data
        self._end = end

    def pieces(self, records: list[Record], indent: int, depth: int) -> Pieces:
        for number, value in records:
            start = f"{' ' * indent}{number}"
            if isinstance(value, int):
                yield f"{start}: {value}{self._end}"
                continue
            inner = value if isinstance(value, list) else self._guessed(value, depth)
            if inner is None:
                yield f'{start}: "{escaped_bytes(self._data[slice(*value)])}"{self._end}'
                continue
            yield f"{start} {{{self._end}"
            is_one_line = self._end == " "
            yield self.pieces(inner, indent if is_one_line else indent + 2, depth + 1)
            yield f"{'' if is_one_line else ' ' * indent}}}{self._end}"

    def _guessed(self, place: tuple[int, int], depth: int) -> list[Record] | None:
        """The records of some bytes, or None if they are no message."""
        if depth == _DEEPEST:
            return None
        try:
            records, position = _records(self._data, *place, is_guess=True)
        except (Malformed, IndexError, struct.error):
            return None
        return records if position == place[1] else None


def _records(
    data: bytes, position: int, stop: int, *, is_guess: bool, depth: int = 0
) -> tuple[list[Record], int]:
    """The records up to the end of a group, or to the end, and the position after them."""
    records: list[Record] = []
    while position < stop:
        tag, position = read_uint64(data, position)
        number, wire_type = tag >> 3, tag & 7
        value: Any
        if wire_type == 4:
            break
        if wire_type == 0:
            value, position = read_uint64(data, position)
        elif wire_type == 1:
            value, position = unpack_fixed64(data, position)[0], position + 8
        elif wire_type == 5:
            value, position = unpack_fixed32(data, position)[0], position + 4
        elif wire_type == 2:
            size, position = read_uint64(data, position)
            value = (position, position + size)
            position += size
        elif wire_type == 3 and depth < _DEEPEST:
            value, position = _records(data, position, stop, is_guess=is_guess, depth=depth + 1)
            # What is only taken for a group ends with the shortest form of the end's tag.
            if is_guess and not data.endswith(varint(tag + 1), 0, position):
                raise Malformed
        else:
            raise Malformed
        if position > stop:
            raise Malformed
        records.append((number, value))
    return records, position
