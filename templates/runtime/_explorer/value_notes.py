"""Notes on unusual values.

A value is unusual where a parser that reads it and writes it again gives other bytes.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Iterator
from typing import Any

from .._runtime.descriptor import FieldDescriptor
from .._runtime.errors import Malformed
from .._runtime.wire import read_uint64
from . import notes
from .layout import Kind, Layout, Place, wire_type_of
from .notes import Note
from .records import Frame

WIRE_WORDS = ("VARINT", "I64", "LEN", "SGROUP", "EGROUP", "I32", "6", "7")

# Text that drives a terminal or changes the order of letters: C0, C1, and bidirectional marks.
_find_control = re.compile(
    rb"[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]"
).search
_find_high = re.compile(rb"[\x80-\xff]").search
_find_eleventh = re.compile(rb"[\x80-\xff]{10}").search
_find_five_bytes = re.compile(rb"[\x80-\xff]{4}").search
_find_padded = re.compile(rb"[\x80-\xff]\0").search
_new_decoder = getincrementaldecoder("utf-8")
_find_tenth = re.compile(rb"[\x80-\xff]{9}[\x02-\x7f]").search
# Of longer values, no more is looked into.
_LONGEST_CHECKED = 1 << 22

_F = FieldDescriptor
_NARROW = frozenset((_F.TYPE_INT32, _F.TYPE_UINT32, _F.TYPE_SINT32, _F.TYPE_BOOL, _F.TYPE_ENUM))


def size_notes(kind: notes.NoteKind, value: int, size: int) -> tuple[Note, ...]:
    """A note if a tag or length takes more bytes than it needs."""
    needed = varint_size(value)
    return () if size == needed else (Note(kind, (size, needed)),)


def varint_size(value: int) -> int:
    """The bytes that a number takes as a varint."""
    return max(1, (value.bit_length() + 6) // 7)


def again(place: Place, first: int) -> Note:
    """A second value of a field that has one."""
    kind = notes.AGAIN_SCALAR if place.layout is None else notes.AGAIN_MESSAGE
    return Note(kind, (place.field.name, first))


def place_notes(place: Place, frame: Frame) -> tuple[Note, ...]:
    """Notes on a packable field in the other form, and on second members of a oneof."""
    found: tuple[Note, ...] = ()
    if place.is_other_form:
        words = ("packed", "one record for each value")
        found += (Note(notes.OTHER_FORM, words if place.kind is Kind.PACKED else words[::-1]),)
    for number in place.rivals & frame.seen.keys():
        rival, oneof = frame.layout.fields[number], place.field.containing_oneof
        assert oneof is not None
        found += (Note(notes.ONEOF, (oneof.name, rival.name, frame.seen[number])),)
    return found


def unknown(layout: Layout, tag: int) -> Note:
    """The note on a record whose field is not known, or not with this wire type."""
    described = layout.fields.get(tag >> 3)
    if described is None:
        return Note(notes.UNKNOWN_FIELD, (layout.name, tag >> 3))
    expected = WIRE_WORDS[wire_type_of(described)]
    if described.is_repeated and expected not in ("LEN", "SGROUP"):
        expected += " or LEN"
    return Note(notes.WIRE_TYPE, (expected, WIRE_WORDS[tag & 7]))


def default_notes(place: Place, data: Any, body: int, stop: int) -> tuple[Note, ...]:
    """A note on the default value of a field that is not written with it; not for varints."""
    if place.kind in (Kind.BYTES, Kind.TEXT):
        is_default = body == stop
    else:
        is_default = place.kind in (Kind.FIXED32, Kind.FIXED64) and not any(data[body:stop])
    return (Note(notes.DEFAULT),) if is_default else ()


def varint_notes(place: Place, data: Any, body: int) -> tuple[tuple[Note, ...], int]:
    """The notes on a varint, and where it ends."""
    value, stop = read_uint64(data, body)
    found: tuple[Note, ...] = ()
    if stop - body == 10 and data[stop - 1] > 1:
        found += (Note(notes.TENTH_BYTE),)
    if stop - body > varint_size(value):
        found += (Note(notes.LONG_VARINT, (stop - body, varint_size(value))),)
    found += _number_notes(place.field, value)
    if place.is_implicit and value == 0:
        found += (Note(notes.DEFAULT),)
    return found, stop


def number_of(described: FieldDescriptor, value: int) -> int:
    """What a parser makes of a varint's 64 bits for a field."""
    if described.type == _F.TYPE_BOOL:
        return int(value != 0)
    if described.type in _NARROW:
        value &= 0xFFFFFFFF
    if described.type in (_F.TYPE_SINT32, _F.TYPE_SINT64):
        return (value >> 1) ^ -(value & 1)
    if described.type in (_F.TYPE_INT32, _F.TYPE_ENUM):
        return value - (1 << 32) if value >> 31 else value
    if described.type == _F.TYPE_INT64:
        return value - (1 << 64) if value >> 63 else value
    return value


def _number_notes(described: FieldDescriptor, value: int) -> tuple[Note, ...]:
    number = number_of(described, value)
    enum = described.enum_type
    if enum is not None and enum.is_closed and number not in enum.names:
        return (Note(notes.CLOSED_ENUM, (number, enum.name)),)
    if described.type == _F.TYPE_BOOL and value > 1:
        return (Note(notes.ODD_BOOL, (value,)),)
    if described.type in (_F.TYPE_UINT32, _F.TYPE_SINT32) and value >> 32:
        return (Note(notes.TRUNCATED, (value, number)),)
    if described.type in (_F.TYPE_INT32, _F.TYPE_ENUM) and number & ((1 << 64) - 1) != value:
        return (Note(notes.TRUNCATED if value >> 32 else notes.OTHER_NUMBER, (value, number)),)
    return ()


def packed_notes(place: Place, data: Any, body: int, stop: int) -> tuple[Note, ...]:
    """The notes on a packed record."""
    if body == stop:
        return (Note(notes.EMPTY_PACKED),)
    size = {1: 8, 5: 4}.get(wire_type_of(place.field))
    if size is not None:
        return (Note(notes.BAD_PACKED, (stop - body,)),) if (stop - body) % size else ()
    if data[stop - 1] > 127:
        return (Note(notes.BAD_PACKED, (stop - body,)),)
    stop = min(stop, body + _LONGEST_CHECKED)
    is_high = _find_high(data, body, stop)
    if is_high and _find_eleventh(data, body, stop):
        return (Note(notes.BAD_VARINT),)
    found: tuple[Note, ...] = ()
    if is_high and _find_padded(data, body, stop):
        found += (Note(notes.LONG_VARINT, ("some values in more", "fewer")),)
    if is_high and _find_tenth(data, body, stop):
        found += (Note(notes.TENTH_BYTE),)
    is_limited = place.field.type == _F.TYPE_BOOL or place.field.enum_type is not None
    is_narrow = place.field.type in _NARROW and _find_five_bytes(data, body, stop)
    if is_limited or is_narrow:
        found += _first_number_notes(place.field, data, body, stop)
    return found


def varints(data: Any, body: int, stop: int) -> Iterator[int]:
    """The 64 bits of each varint of a packed record, as far as they are whole."""
    try:
        while body < stop:
            value, body = read_uint64(data, body)
            if body > stop:
                return
            yield value
    except (Malformed, IndexError):
        return


def _first_number_notes(
    described: FieldDescriptor, data: Any, body: int, stop: int
) -> tuple[Note, ...]:
    worst: tuple[Note, ...] = ()
    for value in varints(data, body, stop):
        found = _number_notes(described, value)
        if found and (not worst or found[0].kind.effect > worst[0].kind.effect):
            worst = found
    return worst


def text_notes(place: Place, data: Any, body: int, stop: int) -> tuple[Note, ...]:
    """The notes on a text that is more than printable ASCII."""
    found: tuple[Note, ...] = ()
    if _find_control(data, body, stop):
        found += (Note(notes.CONTROL_CHARACTERS),)
    # Of a text that large, a part tells enough; a letter may be cut in two there.
    is_whole = stop - body <= _LONGEST_CHECKED
    some = bytes(data[body : min(stop, body + _LONGEST_CHECKED)])
    try:
        _new_decoder().decode(some, is_whole)
    except UnicodeDecodeError as error:
        if place.field.is_utf8_checked:
            return (*found, Note(notes.REFUSED_TEXT))
        found += (Note(notes.INVALID_TEXT, (body + error.start,)),)
    return found
