# Copied by wiregen from templates/runtime/_runtime/diagnosis.py; do not edit.
"""Says what is wrong with bytes that a decoder refused, or with a message that an encoder did.

Decoders and encoders are straight-line code that only notices that something is wrong. This
module reads the same thing again, slowly, and finds the first fault: the path of fields,
the offset, what was needed and what was there.
"""

from __future__ import annotations

from typing import Any, NoReturn

from . import checks
from .descriptor import FieldDescriptor
from .errors import DecodeError, EncodeError
from .message import Message
from .packed import Packed
from .untouched import class_of
from .wire import find_group_end

_FIXED_SIZE = {1: 8, 5: 4}
# The wire type that a field has when it is not packed.
WIRE_TYPE_BY_TYPE = {
    **dict.fromkeys((3, 4, 5, 8, 13, 14, 17, 18), 0),
    **dict.fromkeys((1, 6, 16), 1),
    **dict.fromkeys((9, 11, 12), 2),
    10: 3,
    **dict.fromkeys((2, 7, 15), 5),
}


def decode_error(
    message_class: type[Message],
    data: bytes,
    nesting_limit: int,
    part: tuple[int, int] | None = None,
) -> DecodeError | None:
    """The first fault in bytes that should be a message, or None if there is none.

    With `part`, from where to where a message inside stands, it is the first fault there.
    """
    end = len(data)
    try:
        _Reader(data, nesting_limit, *(part or (0, end))).message(
            message_class, 0, end, message_class.DESCRIPTOR.name, 0
        )
    except DecodeError as error:
        return error
    return None


class _Reader:
    """Walks over the records of a message and raises at the first that is wrong."""

    def __init__(self, data: bytes, nesting_limit: int, part_start: int, part_end: int) -> None:
        self._data = data
        self._nesting_limit = nesting_limit
        self._part_start = part_start
        self._part_end = part_end

    def message(
        self, message_class: type[Message], position: int, end: int, path: str, depth: int
    ) -> None:
        self._check_depth(depth, position, path)
        self._records(message_class.DESCRIPTOR.fields_by_number, position, end, path, depth)

    def _records(
        self,
        field_by_number: dict[int, FieldDescriptor],
        position: int,
        end: int,
        path: str,
        depth: int,
    ) -> None:
        count_by_number: dict[int, int] = {}
        while position < end:
            start = position
            tag, position = self._tag(position, end, path)
            if tag < 8:
                self._fail("field number 0", path, start)
            field = field_by_number.get(tag >> 3)
            if field is None:
                place = f"{path}.<field {tag >> 3}>"
                position = self._payload(tag, position, end, place, depth, start)
                continue
            index = count_by_number.get(field.number, 0)
            count_by_number[field.number] = index + 1
            place = f"{path}.{field.name}" + (f"[{index}]" if field.is_repeated else "")
            body = position
            position = self._payload(tag, body, end, place, depth, start)
            if position < self._part_start or body > self._part_end:
                continue
            if tag & 7 == 2:
                _, body = self._varint(body, end, place)
                self._length_delimited(field, body, position, place, depth)
            elif tag & 7 == 3 and field.type == FieldDescriptor.TYPE_GROUP:
                stop, _ = find_group_end(tag, self._data, body, position, self._nesting_limit)
                assert field.message_class is not None
                self.message(field.message_class, body, stop, place, depth + 1)

    def _length_delimited(
        self, field: FieldDescriptor, start: int, end: int, path: str, depth: int
    ) -> None:
        if field.map_key is not None and field.map_value is not None:
            self._check_depth(depth + 1, start, path)
            entry = {1: field.map_key, 2: field.map_value}
            self._records(entry, start, end, path, depth + 1)
        elif field.type == FieldDescriptor.TYPE_MESSAGE and field.message_class is not None:
            self.message(field.message_class, start, end, path, depth + 1)
        elif field.type == FieldDescriptor.TYPE_STRING:
            self._check_text(field, start, end, path)
        elif field.is_repeated and WIRE_TYPE_BY_TYPE[field.type] != 2:
            self._packed(field, start, end, path)

    def _check_text(self, field: FieldDescriptor, start: int, end: int, path: str) -> None:
        if not field.is_utf8_checked:
            return
        try:
            self._data[start:end].decode()
        except UnicodeDecodeError as error:
            self._fail("this string is not UTF-8", path, start + error.start)

    def _packed(self, field: FieldDescriptor, start: int, end: int, path: str) -> None:
        size = _FIXED_SIZE.get(WIRE_TYPE_BY_TYPE[field.type])
        if size is None:
            while start < end:
                _, start = self._varint(start, end, path)
        elif (end - start) % size:
            reason = f"a packed record of {end - start} bytes is no multiple of {size}"
            self._fail(reason, path, start)

    def _tag(self, position: int, end: int, path: str) -> tuple[int, int]:
        tag, after = self._varint(position, end, path)
        if after - position > 5 or tag > 0xFFFFFFFF:
            self._fail("a tag of more than 32 bits", path, position)
        return tag, after

    def _payload(self, tag: int, position: int, end: int, path: str, depth: int, start: int) -> int:
        """The position after a field's value, whatever the schema says of it."""
        match tag & 7:
            case 0:
                return self._varint(position, end, path)[1]
            case 2:
                size, body = self._varint(position, end, path)
                if body - position > 5 and size >> 35 == 0:
                    self._fail("a length of more than five bytes", path, position)
                return self._after(body, size, end, path)
            case 1 | 5 as wire_type:
                return self._after(position, _FIXED_SIZE[wire_type], end, path)
            case 3:
                return self._group(tag, position, end, path, depth, start)
            case 4:
                self._fail("the end of a group that was not started", path, start)
            case wire_type:
                self._fail(f"wire type {wire_type} does not exist", path, start)

    def _group(self, tag: int, position: int, end: int, path: str, depth: int, start: int) -> int:
        open_groups = [(tag, start)]
        while open_groups:
            self._check_depth(depth + len(open_groups), position, path)
            if position >= end:
                self._fail("a group that does not end", path, open_groups[-1][1])
            start = position
            tag, position = self._tag(position, end, path)
            if tag & 7 == 3:
                open_groups.append((tag, start))
            elif tag & 7 == 4:
                if tag != open_groups.pop()[0] + 1:
                    self._fail(f"the end of group {tag >> 3} inside another group", path, start)
            else:
                position = self._payload(tag, position, end, path, depth, start)
        return position

    def _varint(self, position: int, end: int, path: str) -> tuple[int, int]:
        value = shift = 0
        for at in range(position, min(position + 10, end)):
            byte = self._data[at]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value & 0xFFFFFFFFFFFFFFFF, at + 1
        if end - position >= 10:
            self._fail("a varint of more than ten bytes", path, position)
        left = end - position
        raise DecodeError(
            f"truncated at byte {position}: a varint does not end in the {left} bytes left",
            path,
            position,
        )

    def _after(self, position: int, size: int, end: int, path: str) -> int:
        if position + size > end:
            raise DecodeError(
                f"truncated at byte {position}: {size} bytes needed, {end - position} left",
                path,
                position,
            )
        return position + size

    def _check_depth(self, depth: int, position: int, path: str) -> None:
        if depth > self._nesting_limit:
            # Hundreds of nested names help nobody.
            short = path if len(path) < 200 else f"{path[:160]}..."
            reason = f"nested too deep: more than {self._nesting_limit} messages in one another"
            self._fail(reason, short, position)

    def _fail(self, reason: str, path: str, offset: int) -> NoReturn:
        raise DecodeError(f"{reason} at byte {offset}", path, offset)


_CHECK_BY_TYPE: dict[int, Any] = {
    1: checks.double,
    2: checks.float32,
    3: checks.int64,
    4: checks.uint64,
    5: checks.int32,
    6: checks.uint64,
    7: checks.uint32,
    8: checks.boolean,
    9: checks.string,
    12: checks.byte_string,
    13: checks.uint32,
    15: checks.int32,
    16: checks.int64,
    17: checks.int32,
    18: checks.int64,
}


def encode_error(message: Message) -> EncodeError | None:
    """The first value in a message that cannot be written, or None if all can."""
    return _encode_error(message, message.DESCRIPTOR.name)


def _encode_error(message: Message, path: str) -> EncodeError | None:
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.slot)
        if value is None:
            continue
        place = f"{path}.{field.name}"
        if field.map_value is not None:
            items = [(f"{place}[{key!r}]", item) for key, item in value.items()]
        elif type(value) is Packed:
            continue
        elif field.is_repeated:
            items = [(f"{place}[{index}]", item) for index, item in enumerate(value)]
        else:
            items = [(place, value)]
        for item_path, item in items:
            error = _value_error(field.map_value or field, item, item_path)
            if error is not None:
                return error
    return None


def _value_error(field: FieldDescriptor, value: Any, path: str) -> EncodeError | None:
    if field.message_class is not None:
        if class_of(value) is field.message_class:
            return _encode_error(value, path)
        wanted = field.message_class.__qualname__
        return EncodeError(f"a {wanted} is wanted, not {type(value).__qualname__}", path)
    check = _CHECK_BY_TYPE.get(field.type, checks.int32)
    if type(value) is memoryview and check is checks.byte_string:
        return None
    try:
        check(value, path)
    except (TypeError, ValueError) as error:
        return EncodeError(str(error).removeprefix(f"{path}: "), path)
    return None
