# pyright: reportPrivateUsage=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false
"""Pickles of messages: their bytes, and where the external data of their parts is.

A folder of external data goes into the pickle with the state of its files, so that a message that
is unpickled elsewhere, or later, reports changed files instead of reading other data.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

from .containment import children, reachable_classes, with_contents
from .untouched import class_of, place_of

if TYPE_CHECKING:
    from .message import Message

# Messages that were built may be nested more deeply than those that are read from files.
_NESTING_LIMIT = 1 << 20


def reduced(message: Message) -> Any:
    """Return what `pickle` stores of a message."""
    message_class = class_of(message)
    data = message.SerializePartialToString()
    if not any(map(_has_origin, reachable_classes(message_class))):
        return unpickled, (message_class, data)
    origin_by_id = {id(origin): origin for origin in _origins(message)}
    if len(origin_by_id) <= 1:
        # As a rule, all parts are from one file.
        return unpickled, (message_class, data, *origin_by_id.values())
    of_each = [part._origin for part in with_contents(message) if _has_origin(class_of(part))]
    return unpickled, (message_class, data, of_each)


def _origins(message: Message) -> Iterator[Any]:
    """Yield the origins of a message and of those inside it; lazy messages stay lazy."""
    pending = [message]
    while pending:
        part = pending.pop()
        place = place_of(part)
        if place is not None:
            # All that is in it is from one file.
            yield place[0].origin
            continue
        if _has_origin(class_of(part)):
            yield part._origin
        for field in part.DESCRIPTOR.fields:
            pending.extend(child for _, child in children(part, field))


def unpickled(message_class: type[Message], data: bytes, origins: Any = None) -> Message:
    """Return a message that was pickled; `origins` is that of all parts, or a list."""
    message = message_class.FromString(data, nesting_limit=_NESTING_LIMIT)
    if origins is not None:
        parts = [part for part in with_contents(message) if _has_origin(type(part))]
        of_each = origins if isinstance(origins, list) else [origins] * len(parts)
        for part, origin in zip(parts, of_each, strict=True):
            part._origin = origin
    return message


def _has_origin(message_class: type[Message]) -> bool:
    return isinstance(message_class._origin, MemberDescriptorType)
