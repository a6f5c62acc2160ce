# pyright: reportPrivateUsage=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
"""Copies of messages that the generated copiers cannot make.

The copiers recurse, so messages can be nested too deep for them; and they keep the order of map
entries and of unknown fields. Nothing here recurses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from .containment import with_contents
from .unknown_fields import canonical
from .untouched import class_of, is_untouched

if TYPE_CHECKING:
    from .descriptor import FieldDescriptor
    from .message import Message

MessageType = TypeVar("MessageType", bound="Message")


def clone(message: MessageType) -> MessageType:
    """Return a copy that shares nothing with a message."""
    try:
        copy: MessageType = message._copy()
    except RecursionError:
        copy = _deep_copy(message)
    return copy


def _deep_copy(message: MessageType) -> MessageType:
    """Return a copy of a message that is nested deeper than Python can recurse."""
    copy: MessageType = class_of(message)()
    pending: list[tuple[Any, Any]] = [(message, copy)]
    while pending:
        source, target = pending.pop()
        for field, value in source._slots_in_use():
            setattr(target, field.slot, _copied(field, value, pending))
        target._unknown = None if source._unknown is None else source._unknown[:]
        if source._origin is not None:
            target._origin = source._origin
    return copy


def _copied(field: FieldDescriptor, value: Any, pending: list[tuple[Any, Any]]) -> Any:
    """Copy what a slot holds; the content of messages is pending then."""

    def copied(child: Any) -> Any:
        if is_untouched(child):
            return child._copy()
        pending.append((child, class_of(child)()))
        return pending[-1][1]

    if (field.map_value or field).message_class is None:
        # Values and packed records never change.
        return type(value)(value) if isinstance(value, (list, dict)) else value
    if field.map_value is not None:
        return type(value)((key, copied(child)) for key, child in value.items())
    return type(value)(map(copied, value)) if field.is_repeated else copied(value)


def canonical_copy(message: MessageType) -> MessageType:
    """Return an equal message whose maps and unknown fields are sorted, at every depth."""
    copy = clone(message)
    for part in with_contents(copy):
        for field, value in part._slots_in_use():
            if field.map_value is not None:
                # Numbers by value, strings by their bytes in UTF-8.
                entries = sorted(value.items(), key=lambda entry: _order(entry[0]))
                dict.clear(value)
                dict.update(value, entries)
        if part._unknown is not None:
            part._unknown = bytearray(canonical(part._unknown))
    return copy


def _order(key: Any) -> Any:
    return key.encode("utf-8", "surrogateescape") if isinstance(key, str) else key
