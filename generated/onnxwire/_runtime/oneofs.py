# Copied by wiregen from templates/runtime/_runtime/oneofs.py; do not edit.
"""Constructors of messages with oneofs: of several keywords of one oneof, the last one wins."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from .message import Message

Initializer = TypeVar("Initializer", bound=Callable[..., None])


def last_keyword_wins(initializer: Initializer) -> Initializer:
    """A decorator of `__init__`, which itself sets fields in the order of the schema."""

    @wraps(initializer)
    def initialize(self: Message, **fields: Any) -> None:
        initializer(self, **fields)
        if len(fields) > 1:
            _set_last_members(self, fields)

    decorated: Any = initialize
    return decorated  # type: ignore[no-any-return]


def _set_last_members(message: Message, fields: dict[str, Any]) -> None:
    """Set the last keyword of each oneof again, if there were others."""
    for oneof in message.DESCRIPTOR.oneofs:
        attribute_by_name = {
            name: field.attribute
            for field in oneof.fields
            for name in (field.name, field.attribute)
            if fields.get(name) is not None
        }
        if len(attribute_by_name) > 1:
            last = next(name for name in reversed(fields) if name in attribute_by_name)
            setattr(message, attribute_by_name[last], fields[last])
