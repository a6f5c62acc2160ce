"""Reports which value of a message an encoder has rejected.

Encoders are straight-line code that only notices that something is wrong. This module looks at
the values again and finds the first that cannot be written, and the path to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import checks
from .descriptor import FieldDescriptor
from .errors import EncodeError
from .message import Message
from .packed import Packed
from .untouched import class_of

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
    """Return the error about the first value in a message that cannot be written, or None."""
    # The messages that are open, outermost first. It does not recurse, however deep they are, and
    # paths are put together for the error only.
    pending = [(message.DESCRIPTOR.name, _values(message))]
    while pending:
        for field, value, place in pending[-1][1]:
            if class_of(value) is field.message_class:
                pending.append((place, _values(value)))
                break
            if not _is_writable(field, value):
                return _error(field, value, ".".join([*(name for name, _ in pending), place]))
        else:
            pending.pop()
    return None


def _values(message: Message) -> Iterator[tuple[FieldDescriptor, Any, str]]:
    """Yield the values in a message, each with its place."""
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.slot)
        place = field.name
        if value is None or type(value) is Packed:
            continue
        if field.map_value is not None:
            for key, item in value.items():
                yield field.map_value, item, f"{place}[{key!r}]"
        elif field.is_repeated:
            for index, item in enumerate(value):
                yield field, item, f"{place}[{index}]"
        else:
            yield field, value, place


def _is_writable(field: FieldDescriptor, value: Any) -> bool:
    return field.message_class is None and _error(field, value, "") is None


def _error(field: FieldDescriptor, value: Any, path: str) -> EncodeError | None:
    """Return the error about a value that is not a message of the right class."""
    if field.message_class is not None:
        expected = field.message_class.__qualname__
        return EncodeError(f"a {expected} is wanted, not {type(value).__qualname__}", path)
    check = _CHECK_BY_TYPE.get(field.type, checks.int32)
    if field.is_utf8_checked:
        check = checks.utf8_string
    if type(value) is memoryview and check is checks.byte_string:
        return None
    try:
        check(value, path)
    except (TypeError, ValueError) as error:
        return EncodeError(str(error).removeprefix(f"{path}: "), path)
    return None
