# Copied by wiregen from templates/runtime/_runtime/required.py; do not edit.
"""Required fields: a message or its class in, whether and which of them are missing out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .containment import children

if TYPE_CHECKING:
    from .message import Message

_has_required_by_class: dict[type[Message], bool] = {}


def has_required(message_class: type[Message]) -> bool:
    """Whether a required field can be reached from a message; asked once per class."""
    if message_class not in _has_required_by_class:
        reachable = {message_class}
        pending = [message_class]
        while pending:
            for field in pending.pop().DESCRIPTOR.fields:
                for holder in (field, field.map_value):
                    child = None if holder is None else holder.message_class
                    if child is not None and child not in reachable:
                        reachable.add(child)
                        pending.append(child)
        _has_required_by_class[message_class] = any(
            field.is_required for cls in reachable for field in cls.DESCRIPTOR.fields
        )
    return _has_required_by_class[message_class]


def missing_required(message: Message) -> list[str]:
    """The paths of required fields that a message, and all messages inside, lack."""
    if not has_required(type(message)):
        return []
    missing: list[str] = []
    for field in message.DESCRIPTOR.fields:
        if field.is_required and getattr(message, field.slot) is None:
            missing.append(field.name)
        for place, child in children(message, field):
            missing += (f"{place}.{path}" for path in missing_required(child))
    return missing
