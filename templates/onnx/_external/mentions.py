"""Searches the bytes of messages for references to data files, without decoding the messages.

Decoding a model to find its references takes longer than writing it. In the bytes, references
are found as text. Only the large data of tensors is stepped over, as it takes long to read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from .._runtime.decoding import NESTING_LIMIT
from .._runtime.errors import Malformed
from .._runtime.wire import place_of_value, read_size, read_tag, scan
from .._tensors.places import fields_with_tensors
from ..messages.onnx import TensorProto

# Every tensor with external data has this key, whose bytes are rare elsewhere.
_KEY = b"location"
# How encoders write the key: its length first, then the tag of the value.
_ENTRY = b"\n\x08location\x12"
# A shorter message is searched whole.
_WHOLE_BELOW = 1 << 24
# A shorter record is searched, whatever it is: going into it would take longer.
_SMALL = 1 << 14
# So many fields tell a message from other bytes.
_LOOKED_AT = 100


def may_mention_external_data(data: Any, start: int, end: int, message_class: type) -> bool:
    """True if a message, from `start` to `end` of some bytes, may hold external tensors."""
    try:
        return any(_has_key(data, *part) for part in _ranges(data, start, end, message_class))
    except (IndexError, Malformed):
        # Damaged: what it holds is not known, and is found out when it is touched.
        return True


def _has_key(data: Any, start: int, end: int) -> bool:
    position = data.find(_KEY, start, end)
    while position >= 0:
        # The tag of a key, the length of the text; either may be written with a zero too many.
        before = bytes(data[position - 2 : position])
        if before in (b"\n\x08", b"\0\x08") or before[1:] == b"\0":
            return True
        position = data.find(_KEY, position + 1, end)
    return False


def locations_in(data: Any, message_class: type) -> set[str]:
    """Return the locations in the bytes of a message, as far as they are written as usual.

    Keys could follow their values, for example; no known program writes them so.
    """
    found = set()
    try:
        for start, end in _ranges(data, 0, len(data), message_class):
            position = data.find(_ENTRY, start, end)
            while position >= 0:
                size, position = read_size(data, position + len(_ENTRY))
                found.add(bytes(data[position : position + size]))
                position = data.find(_ENTRY, position, end)
    except (IndexError, Malformed):
        # Decoding the message reports the damage.
        pass
    return {location.decode("utf-8", "surrogateescape") for location in found}


def mentioned(data: Any, names: Iterable[bytes], classes: Iterable[type]) -> set[bytes]:
    """Return those of some names that stand in bytes, which may be a message of several classes."""
    found: set[bytes] = set()
    for message_class in classes:
        with suppress(IndexError, Malformed):
            for part in _ranges(data, 0, len(data), message_class):
                found.update(name for name in names if data.find(name, *part) >= 0)
        if len(data) < _WHOLE_BELOW:
            break
    return found


def is_message(data: Any) -> bool:
    """True if bytes begin with the fields of a message, whichever it is."""
    try:
        return bool([*islice(scan(data, 0, len(data), NESTING_LIMIT), _LOOKED_AT)])
    except (IndexError, Malformed):
        return False


def _ranges(data: Any, start: int, end: int, message_class: type) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a message that are searched."""
    if end - start < _WHOLE_BELOW:
        yield start, end
    else:
        yield from _inner_ranges(data, start, end, message_class, NESTING_LIMIT)


def _inner_ranges(
    data: Any, start: int, end: int, message_class: Any, depth: int
) -> Iterator[tuple[int, int]]:
    """Yield ranges of small records, those inside large messages included."""
    if depth == 0:
        raise Malformed
    class_by_number = {field.number: field.message_class for field in _fields(message_class)}
    position = start
    while position < end:
        tag, size = data[position], data[position + 1]
        if tag & 0x87 == 2 and size < 0x80:
            # Most records are short strings and messages.
            position += 2 + size
            continue
        tag, body = read_tag(data, position)
        body, stop, after = place_of_value(tag, data, body, end, depth)
        if after - position >= _SMALL:
            yield start, position
            start = after
            if tag & 7 == 2 and tag >> 3 in class_by_number:
                yield from _inner_ranges(data, body, stop, class_by_number[tag >> 3], depth - 1)
        position = after
    if position > end:
        raise Malformed
    yield start, end


def _fields(message_class: Any) -> tuple[Any, ...]:
    """Return the fields of a class in which external data can be mentioned."""
    if message_class is TensorProto:
        return (TensorProto.DESCRIPTOR.fields_by_number[TensorProto.EXTERNAL_DATA_FIELD_NUMBER],)
    return fields_with_tensors(message_class)
