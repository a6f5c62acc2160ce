# Copied by wiregen from templates/runtime/_runtime/merging.py; do not edit, run `wiregen generate`.
"""Adds what a field of one message holds to the same field of another, as protobuf merges them."""

from __future__ import annotations

from collections.abc import Iterable
from operator import methodcaller
from typing import TYPE_CHECKING, Any

from .collector import made_of_each
from .packed import Packed

if TYPE_CHECKING:
    from .descriptor import FieldDescriptor
    from .message import Message


def merge_field(message: Message, field: FieldDescriptor, value: Any) -> None:
    """Join lists, merge messages and maps, replace other values; `value` is what a slot holds."""
    if field.map_value is not None:
        getattr(message, field.attribute).update(value._clone())
    elif field.is_repeated:
        values = getattr(message, field.attribute)
        list.extend(values, _elements(field, value))
        values._changed()
    elif field.message_class is not None:
        getattr(message, field.attribute).MergeFrom(value)
    else:
        message._clear_oneof_of(field.slot)
        setattr(message, field.slot, value)


def _elements(field: FieldDescriptor, value: Any) -> Iterable[Any]:
    """Elements of a list, or of a packed record, that the message may keep."""
    if type(value) is Packed:
        return value.numbers()
    return value if field.message_class is None else made_of_each(methodcaller("_clone"), value)
