"""The messages that a message contains, at any depth, and the classes that they can be of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from .descriptor import FieldDescriptor

if TYPE_CHECKING:
    from .message import Message


@cache
def reachable_classes(message_class: Any) -> frozenset[type[Message]]:
    """Return the classes of all messages that a message of a class can contain, its own included."""
    reachable: set[type[Message]] = set()
    pending: list[type[Message]] = [message_class]
    while pending:
        found = pending.pop()
        if found not in reachable:
            reachable.add(found)
            inner = ((field.map_value or field).message_class for field in found.DESCRIPTOR.fields)
            pending += [cls for cls in inner if cls is not None]
    return frozenset(reachable)


def with_contents(message: Message) -> Iterator[Message]:
    """Yield a message and all messages inside it, in no particular order."""
    pending = [message]
    while pending:
        part = pending.pop()
        yield part
        for field in part.DESCRIPTOR.fields:
            pending.extend(child for _, child in children(part, field))


def children(message: Message, field: FieldDescriptor) -> Iterable[tuple[str, Message]]:
    """Yield the messages in a field, each with its place as google's errors write it."""
    value = getattr(message, field.slot)
    holder = field.map_value or field
    if value is None or holder.message_class is None:
        return
    if field.map_value is not None:
        for key, child in value.items():
            shown = f'"{key}"' if isinstance(key, str) else str(key)
            yield f"{field.name}[{shown}]", child
    elif field.is_repeated:
        for index, child in enumerate(value):
            yield f"{field.name}[{index}]", child
    else:
        yield field.name, value
