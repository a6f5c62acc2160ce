# Copied by wiregen from templates/runtime/_runtime/diagnosis.py; do not edit.
"""Re-parses rejected bytes to report path, offset and cause.

Decoders are straight-line code that only notices that something is wrong. This module reads the
same bytes again, slowly, and finds the first fault. It does not recurse, however deep the
messages are, and paths are put together for the error only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from .decoding import NESTING_LIMIT
from .descriptor import FieldDescriptor
from .errors import DecodeError
from .places import Fields, Place, fields_in, find_place, root_place

if TYPE_CHECKING:
    from .mapped_file import Map
    from .message import Message

_FIXED_SIZE = {1: 8, 5: 4}
# The wire type that a field has when it is not packed.
WIRE_TYPE_BY_TYPE = {
    **dict.fromkeys((3, 4, 5, 8, 13, 14, 17, 18), 0),
    **dict.fromkeys((1, 6, 16), 1),
    **dict.fromkeys((9, 11, 12), 2),
    10: 3,
    **dict.fromkeys((2, 7, 15), 5),
}
# Hundreds of nested names make an error hard to read.
_LONGEST_PATH = 200


def decode_error(
    message_class: type[Message], data: bytes, nesting_limit: int
) -> DecodeError | None:
    """Return the error about the first fault in bytes of a message, or None if there is none."""
    return _error_in(data, root_place(message_class, data), nesting_limit)


def part_error(data: Map, start: int, end: int) -> DecodeError | None:
    """Return the error about the first fault in a message that is a part of a mapped file."""
    place = find_place(data, start, end)
    return None if place is None else _error_in(data, place, NESTING_LIMIT)


def _error_in(data: Any, place: Place, nesting_limit: int) -> DecodeError | None:
    try:
        _Reader(data, place, nesting_limit).read()
    except DecodeError as error:
        return error
    return None


class _Open(NamedTuple):
    """A message, a group or an entry of a map that is being read."""

    fields: Fields
    end: int
    # Of a group, the tag that ends it and where it starts.
    end_tag: int | None
    start: int
    # How many values of each repeated field were met.
    count_by_number: dict[int, int]


class _Reader:
    """Walks over the records of a message and raises at the first that is wrong."""

    def __init__(self, data: Any, place: Place, nesting_limit: int) -> None:
        self._data = data
        self._start = place.start
        self._names = list(place.names)
        self._nesting_limit = nesting_limit
        self._open = [_Open(place.fields, place.end, None, place.start, {})]
        self._outer_depth = len(place.names) - 1

    def read(self) -> None:
        """Read everything; DecodeError if something is wrong."""
        position = self._start
        self._check_depth(0, position)
        while self._open:
            message = self._open[-1]
            if position < message.end:
                position = self._record(message, position)
            elif message.end_tag is not None:
                self._fail("a group that does not end", message.start)
            else:
                self._close()

    def _record(self, message: _Open, start: int) -> int:
        """Read a record; return the position after it, or of the first record inside it."""
        tag, position = self._tag(start, message.end)
        if tag == message.end_tag:
            self._close()
            return position
        if tag < 8:
            self._fail("field number 0", start)
        if tag & 7 == 4 and message.end_tag is not None:
            self._fail(f"the end of group {tag >> 3} inside another group", start)
        field = message.fields.get(tag >> 3)
        self._names.append(_label(field, tag >> 3, message.count_by_number))
        if field is not None and tag & 7 == 3 and field.type == FieldDescriptor.TYPE_GROUP:
            self._enter(_Open(fields_in(field), message.end, tag + 1, start, {}))
            return position
        after = self._payload(tag, position, message.end, start)
        if field is not None and tag & 7 == 2:
            _, body = self._varint(position, message.end)
            if self._delimited(field, body, after):
                return body
        self._names.pop()
        return after

    def _delimited(self, field: FieldDescriptor, start: int, end: int) -> bool:
        """Check what a record with a length holds; True if a message was entered."""
        if field.map_value is not None or field.type == FieldDescriptor.TYPE_MESSAGE:
            self._enter(_Open(fields_in(field), end, None, start, {}))
            return True
        if field.type == FieldDescriptor.TYPE_STRING:
            self._check_text(field, start, end)
        elif field.is_repeated and WIRE_TYPE_BY_TYPE[field.type] != 2:
            self._check_packed(field, start, end)
        return False

    def _enter(self, message: _Open) -> None:
        self._check_depth(len(self._open), message.start)
        self._open.append(message)

    def _close(self) -> None:
        self._open.pop()
        self._names.pop()

    def _check_text(self, field: FieldDescriptor, start: int, end: int) -> None:
        if not field.is_utf8_checked:
            return
        try:
            self._data[start:end].decode()
        except UnicodeDecodeError as error:
            self._fail("this string is not UTF-8", start + error.start)

    def _check_packed(self, field: FieldDescriptor, start: int, end: int) -> None:
        size = _FIXED_SIZE.get(WIRE_TYPE_BY_TYPE[field.type])
        if size is None:
            while start < end:
                _, start = self._varint(start, end)
        elif (end - start) % size:
            self._fail(f"a packed record of {end - start} bytes is no multiple of {size}", start)

    def _tag(self, position: int, end: int) -> tuple[int, int]:
        tag, after = self._varint(position, end)
        if after - position > 5 or tag > 0xFFFFFFFF:
            self._fail("a tag of more than 32 bits", position)
        return tag, after

    def _payload(self, tag: int, position: int, end: int, start: int) -> int:
        """The position after a field's value, whatever the schema says of it."""
        match tag & 7:
            case 0:
                return self._varint(position, end)[1]
            case 2:
                size, body = self._varint(position, end)
                if body - position > 5 and size >> 35 == 0:
                    self._fail("a length of more than five bytes", position)
                return self._after(body, size, end)
            case 1 | 5 as wire_type:
                return self._after(position, _FIXED_SIZE[wire_type], end)
            case 3:
                return self._unknown_group(tag, position, end, start)
            case 4:
                self._fail("the end of a group that was not started", start)
            case wire_type:
                self._fail(f"wire type {wire_type} does not exist", start)

    def _unknown_group(self, tag: int, position: int, end: int, start: int) -> int:
        open_groups = [(tag, start)]
        while open_groups:
            self._check_depth(len(self._open) + len(open_groups) - 1, position)
            if position >= end:
                self._fail("a group that does not end", open_groups[-1][1])
            start = position
            tag, position = self._tag(position, end)
            if tag & 7 == 3:
                open_groups.append((tag, start))
            elif tag & 7 == 4:
                if tag != open_groups.pop()[0] + 1:
                    self._fail(f"the end of group {tag >> 3} inside another group", start)
            else:
                position = self._payload(tag, position, end, start)
        return position

    def _varint(self, position: int, end: int) -> tuple[int, int]:
        value = shift = 0
        for at in range(position, min(position + 10, end)):
            byte = self._data[at]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value & 0xFFFFFFFFFFFFFFFF, at + 1
        if end - position >= 10:
            self._fail("a varint of more than ten bytes", position)
        left = end - position
        self._truncated(position, f"a varint does not end in the {left} bytes left")

    def _after(self, position: int, size: int, end: int) -> int:
        if position + size > end:
            self._truncated(position, f"{size} bytes needed, {end - position} left")
        return position + size

    def _check_depth(self, depth: int, position: int) -> None:
        if self._outer_depth + depth > self._nesting_limit:
            limit = self._nesting_limit
            self._fail(f"nested too deep: more than {limit} messages in one another", position)

    def _truncated(self, position: int, reason: str) -> NoReturn:
        raise DecodeError(f"truncated at byte {position}: {reason}", self._path(), position)

    def _fail(self, reason: str, offset: int) -> NoReturn:
        raise DecodeError(f"{reason} at byte {offset}", self._path(), offset)

    def _path(self) -> str:
        path = ".".join(self._names)
        is_deep = len(self._names) > NESTING_LIMIT and len(path) > _LONGEST_PATH
        return f"{path[:_LONGEST_PATH]}..." if is_deep else path


def _label(field: FieldDescriptor | None, number: int, count_by_number: dict[int, int]) -> str:
    """The name of a field, and which of the values of a repeated one comes next."""
    if field is None:
        return f"<field {number}>"
    if not field.is_repeated:
        return field.name
    index = count_by_number.get(number, 0)
    count_by_number[number] = index + 1
    return f"{field.name}[{index}]"
