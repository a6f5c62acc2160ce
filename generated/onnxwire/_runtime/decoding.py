# Copied by wiregen from templates/runtime/_runtime/decoding.py; do not edit.
# pyright: reportPrivateUsage=false
"""Entry points of the decoders."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from .errors import DecodeError, Malformed

if TYPE_CHECKING:
    from .message import Message

NESTING_LIMIT = 100


def decode_into(message: Message, data: bytes, nesting_limit: int) -> None:
    """Fill a new message, whose slots are not set, from bytes."""
    try:
        _fill_or_explain(message, data, nesting_limit)
    except RecursionError:
        # Of the decoder, or of the slower reader, which takes more of Python's frames.
        reason = f"nested deeper than Python's recursion limit allows (asked: {nesting_limit})"
        raise DecodeError(reason, message.DESCRIPTOR.name) from None


def _fill_or_explain(message: Message, data: bytes, nesting_limit: int) -> None:
    try:
        message._decode(data, 0, len(data), nesting_limit)
    except (Malformed, IndexError, UnicodeDecodeError, struct.error):
        # Decoders only notice that something is wrong; a slower reader reports what.
        from .diagnosis import decode_error

        error = decode_error(type(message), data, nesting_limit)
        if error is None:
            raise
        raise error from None


def merge_records(
    message: Message, data: bytes, position: int, end: int, depth: int, *end_tag: int
) -> Any:
    """Decode records into a message that has content, as if they followed the earlier ones.

    A group ends at its `end_tag`; the position after it is returned.
    """
    present = message._unknown, *message.DESCRIPTOR.values_of(message)
    after = message._decode(data, position, end, depth, present, *end_tag)
    message._settle()
    return after


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
