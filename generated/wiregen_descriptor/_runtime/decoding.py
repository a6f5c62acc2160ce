# Copied by wiregen from templates/runtime/_runtime/decoding.py; do not edit, run `wiregen generate`.
"""The way into the decoders: whatever holds bytes in, a filled message or a DecodeError out."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from .collector import fill
from .descriptor import FieldDescriptor
from .errors import DecodeError, Malformed
from .wire import find_group_end, read_size, read_tag, skip_field

if TYPE_CHECKING:
    from .message import Message

NESTING_LIMIT = 100


def decode_into(message: Message, data: bytes, nesting_limit: int) -> None:
    """Fill a new message, whose slots are not set, with what some bytes hold."""
    try:
        _fill_or_explain(message, data, nesting_limit)
    except RecursionError:
        # Of the decoder, or of the slower reader, which takes more of Python's frames.
        reason = f"nested deeper than Python's recursion limit allows (asked: {nesting_limit})"
        raise DecodeError(reason, message.DESCRIPTOR.name) from None


def _fill_or_explain(message: Message, data: bytes, nesting_limit: int) -> None:
    try:
        fill(message, data, 0, len(data), nesting_limit)
    except (Malformed, IndexError, UnicodeDecodeError, struct.error):
        # Decoders do not say what is wrong, so that they can be short: a slower reader does.
        from .diagnosis import decode_error

        error = decode_error(type(message), data, nesting_limit)
        if error is None:
            raise
        raise error from None


def merge_into(message: Message, data: bytes, position: int, end: int, depth: int) -> None:
    """Add to a message what a second occurrence of its field holds, record by record.

    Read as a whole and merged then, a field of a oneof that is set, and replaced, and set
    again would be merged with what the first occurrence holds, though it was replaced.
    """
    if depth < 0:
        raise Malformed
    field_by_number = message.DESCRIPTOR.fields_by_number
    while position < end:
        start = position
        tag, body = read_tag(data, start)
        position = skip_field(tag, data, body, end, depth)
        field = field_by_number.get(tag >> 3)
        kind = None if field is None or field.is_repeated else (field.type, tag & 7)
        child = getattr(message, field.slot) if field is not None and kind in _MESSAGES else None
        if child is None:
            _merge_record(message, field, data, start, position, depth)
        elif kind == _GROUP:
            stop, position = find_group_end(tag, data, body, end, depth)
            merge_into(child, data, body, stop, depth - 1)
        else:
            _, body = read_size(data, body)
            merge_into(child, data, body, position, depth - 1)


# The type of a field and the wire type of a record that is one.
_GROUP = (FieldDescriptor.TYPE_GROUP, 3)
_MESSAGES = (_GROUP, (FieldDescriptor.TYPE_MESSAGE, 2))


def _merge_record(
    message: Message, field: FieldDescriptor | None, data: bytes, start: int, end: int, depth: int
) -> None:
    part = type(message).__new__(type(message))
    part._decode(data, start, end, depth)
    message.MergeFrom(part)
    if field is None or field.is_repeated or field.has_presence or part._unknown is not None:
        return
    # A field without presence that is set to its default is absent, and was not merged.
    setattr(message, field.slot, getattr(part, field.slot))


def as_bytes(data: Any) -> bytes:
    """The bytes of anything that has a buffer; TypeError for everything else."""
    if isinstance(data, bytes):
        return data
    try:
        view = memoryview(data)
    except TypeError:
        raise TypeError(f"bytes are wanted, not {type(data).__qualname__}") from None
    # A copy: what the caller does with a bytearray later must not change the message.
    return view.tobytes()
