# Copied by wiregen from templates/runtime/_runtime/summary.py; do not edit.
# pyright: reportUnknownArgumentType=false
"""The repr of messages: one short line, whatever the content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .packed import Packed

if TYPE_CHECKING:
    from .descriptor import FieldDescriptor
    from .message import Message

_LONGEST_TEXT = 40
_MOST_FIELDS = 8
_MOST_ITEMS = 4


def summary(message: Message) -> str:
    """One line of less than a kilobyte, made without looking at more than a few values."""
    parts: list[str] = []
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.slot, None)
        if value is None or (field.is_repeated and not value):
            continue
        if len(parts) == _MOST_FIELDS:
            parts.append("...")
            break
        parts.append(f"{field.attribute}={_field(field, value)}")
    return f"{type(message).__qualname__}({', '.join(parts)})"


def _field(field: FieldDescriptor, value: Any) -> str:
    if field.map_value is not None:
        return f"<{len(value)} entries>"
    if not field.is_repeated:
        return _value(value)
    if field.message_class is not None:
        return f"<{len(value)} x {field.message_class.__qualname__}>"
    if type(value) is Packed:
        return f"<{len(value.record)} bytes of numbers>"
    if len(value) > _MOST_ITEMS:
        return f"<{len(value)} values>"
    return f"[{', '.join(map(_value, value))}]"


def _value(value: Any) -> str:
    if isinstance(value, (bytes, memoryview)) and len(value) > _LONGEST_TEXT:
        return f"<{len(value)} bytes>"
    if isinstance(value, str) and len(value) > _LONGEST_TEXT:
        return repr(value[: _LONGEST_TEXT - 3] + "...")
    if isinstance(value, (bytes, str, float)):
        return repr(value)
    if isinstance(value, int):
        return getattr(value, "name", None) or str(int(value))
    return f"<{type(value).__qualname__}>"
