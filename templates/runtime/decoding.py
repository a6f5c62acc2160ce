"""The way into the decoders: whatever holds bytes in, a filled message or a DecodeError out."""

from __future__ import annotations

import gc
import struct
from typing import TYPE_CHECKING, Any

from .errors import DecodeError, Malformed

if TYPE_CHECKING:
    from .message import Message

NESTING_LIMIT = 100

# Decoding makes many objects and no garbage. Pausing the collector halves the time of a
# large decode; below this size it does not run often enough to be worth the switch.
_PAUSE_COLLECTOR_FROM = 1 << 16


def decode_into(message: Message, data: bytes, nesting_limit: int) -> None:
    """Fill a new message, whose slots are not set, with what some bytes hold."""
    is_collecting = len(data) >= _PAUSE_COLLECTOR_FROM and gc.isenabled()
    if is_collecting:
        gc.disable()
    try:
        message._decode(data, 0, len(data), nesting_limit)
    except (Malformed, IndexError, UnicodeDecodeError, struct.error):
        # Decoders do not say what is wrong, so that they can be short: a slower reader does.
        from .diagnosis import decode_error

        error = decode_error(type(message), data, nesting_limit)
        if error is None:
            raise
        raise error from None
    except RecursionError:
        reason = f"nested deeper than Python's recursion limit allows (asked: {nesting_limit})"
        raise DecodeError(reason, message.DESCRIPTOR.name) from None
    finally:
        if is_collecting:
            gc.enable()


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
