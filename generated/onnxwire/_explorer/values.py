# Copied by wiregen from templates/runtime/_explorer/values.py; do not edit.
"""Formats the values of records."""

from __future__ import annotations

import struct
from itertools import islice
from typing import Any

from .._rules.schema_index import enum_of, short_name
from .._runtime.descriptor import FieldDescriptor
from .._runtime.wire import read_nan, read_uint64
from .._text.scalars import float_text
from .._text.terminal import in_hex, quoted, size_text
from .layout import Kind, wire_type_of
from .records import Record
from .value_notes import number_of, varints

_F = FieldDescriptor
# How many values of a list are shown, and letters of a text.
SHOWN = 8
LONGEST_TEXT = 120
_FIXED_FORMAT = {
    **{_F.TYPE_DOUBLE: "<d", _F.TYPE_FLOAT: "<f", _F.TYPE_FIXED64: "<Q"},
    **{_F.TYPE_FIXED32: "<I", _F.TYPE_SFIXED32: "<i", _F.TYPE_SFIXED64: "<q"},
}
# A packed record that is longer is not counted.
_LONGEST_COUNTED = 1 << 24
_CONTINUED = bytes(range(128, 256))


def value_text(record: Record, data: Any) -> str:
    """What a record of a known field holds."""
    place = record.place
    assert place is not None
    described, body, stop = place.field, record.body, record.stop
    match place.kind:
        case Kind.VARINT:
            return number_text(described, number_of(described, read_uint64(data, body)[0]))
        case Kind.FIXED32 | Kind.FIXED64:
            return number_text(described, fixed(described, data, body))
        case Kind.TEXT:
            return text_value(data, body, stop)
        case Kind.PACKED:
            values = packed_values(described, data, body, stop)
            return list_text(
                [number_text(described, value) for value in values], _count(record, data)
            )
        case _:
            return size_text(stop - body)


def number_text(described: FieldDescriptor, value: Any) -> str:
    """A number as people read it, with its name if it has one."""
    enum = enum_of(described)
    if enum is not None:
        name = enum.names.get(value)
        return f"{value} {name}" if name else f"{value} (no such {short_name(enum)})"
    if described.type == _F.TYPE_BOOL:
        return "true" if value else "false"
    return float_text(value) if described.type == _F.TYPE_FLOAT else str(value)


def fixed(described: FieldDescriptor, data: Any, position: int) -> Any:
    """A number of fixed width."""
    value = struct.unpack_from(_FIXED_FORMAT[described.type], data, position)[0]
    if described.type == _F.TYPE_FLOAT and value != value:
        return read_nan(data, position)
    return value


def text_value(data: Any, body: int, stop: int) -> str:
    """A text in quotes, shortened; bytes that are not UTF-8 as `\\x..`."""
    size = stop - body
    # A letter takes up to four bytes; the last one may be cut here.
    start = bytes(data[body : min(stop, body + 4 * LONGEST_TEXT + 4)])
    text = start.decode("utf-8", "backslashreplace")
    shown = quoted(text, LONGEST_TEXT)
    if len(start) < size:
        kept = shown.partition("…' (")[0]
        return f"{kept}…' ({size_text(size)})"
    return shown


def list_text(values: list[str], count: int | None) -> str:
    """How many values there are, if they were counted, and the first of them."""
    rest = "" if count == len(values) else ", …"
    number = "many" if count is None else f"{count:,}"
    return f"{number}: {', '.join(values)}{rest}" if values else number


def packed_values(described: FieldDescriptor, data: Any, body: int, stop: int) -> list[Any]:
    """The first values of a packed record."""
    wire_type = wire_type_of(described)
    if wire_type == 0:
        # No varint is longer than ten bytes.
        some = bytes(data[body : min(stop, body + 10 * SHOWN)])
        first = islice(varints(some, 0, len(some)), SHOWN)
        return [number_of(described, value) for value in first]
    size = 8 if wire_type == 1 else 4
    places = range(body, min(stop - size + 1, body + SHOWN * size), size)
    return [fixed(described, data, position) for position in places]


def _count(record: Record, data: Any) -> int | None:
    """The values of a packed record; None if it is too large to count varints in it."""
    assert record.place is not None
    size = record.stop - record.body
    wire_type = wire_type_of(record.place.field)
    if wire_type:
        return size // (8 if wire_type == 1 else 4)
    return None if size > _LONGEST_COUNTED else varint_count(data, record.body, record.stop)


def varint_count(data: Any, body: int, stop: int) -> int:
    """The varints in a packed record: each ends with a byte below 128."""
    return len(bytes(data[body:stop]).translate(None, _CONTINUED))


def bytes_text(data: Any, body: int, stop: int, longest: int = 16) -> str:
    """Bytes in hexadecimal, the first of them only if there are many."""
    shown = in_hex(bytes(data[body : min(stop, body + longest)]))
    return f"{shown} …" if stop - body > longest else shown
