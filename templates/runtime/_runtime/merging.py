# pyright: reportPrivateUsage=false
"""Moves content between messages without copying.

Nothing recurses, so messages may be nested to any depth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .packed import Packed
from .untouched import is_untouched

if TYPE_CHECKING:
    from .descriptor import FieldDescriptor
    from .message import Message

_update = dict[Any, Any].update
_extend = list[Any].extend


def absorb(message: Message, other: Message) -> None:
    """Join lists and maps, merge messages, replace other values; `other` is used up."""
    pending = [(message, other)]
    while pending:
        target, source = pending.pop()
        if is_untouched(source) and target._is_new():
            target._take(source)
            continue
        for field, value in source._slots_in_use():
            before = getattr(target, field.slot)
            if field.is_repeated:
                if before is None:
                    setattr(target, field.slot, value)
                else:
                    _join(target, field, value)
            elif field.message_class is None:
                target._clear_oneof_of(field.slot)
                setattr(target, field.slot, value)
            else:
                child = before or (target._absent or {}).get(field.slot)
                if child is None:
                    target._clear_oneof_of(field.slot)
                    setattr(target, field.slot, value)
                else:
                    child._attach()
                    pending.append((child, value))
        _add_rest(target, source)


def _join(message: Message, field: FieldDescriptor, value: Any) -> None:
    """Add the elements of a list, a packed record or a map to those that are there."""
    values = getattr(message, field.attribute)
    values._join()
    if field.map_value is not None:
        _update(values, value)
    else:
        _extend(values, value.numbers() if type(value) is Packed else value)


def _add_rest(message: Message, other: Message) -> None:
    """Add what is not a field of the schema."""
    if message._unknown is None:
        message._unknown = other._unknown
    elif other._unknown is not None:
        message._unknown += other._unknown
    if message._origin is None and other._origin is not None:
        message._origin = other._origin
