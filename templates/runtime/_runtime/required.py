"""Required fields, and paths of missing ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from .containment import children, reachable_classes
from .decoding import NESTING_LIMIT
from .untouched import class_of

if TYPE_CHECKING:
    from .message import Message


@cache
def has_required(message_class: Any) -> bool:
    """True if a required field can be reached from a message; found once per class."""
    classes = reachable_classes(message_class)
    return any(field.is_required for cls in classes for field in cls.DESCRIPTOR.fields)


def missing_required(message: Message) -> list[str]:
    """Return the paths of required fields that a message, and all messages inside, lack.

    Paths of messages that are nested deeper than decoders allow are shortened, since all together
    would take the square of the depth.
    """
    missing: list[str] = []
    # The messages that are open, outermost first: the path of each, and the rest of its content.
    pending = [("", _missing_and_children(message))]
    while pending:
        path, rest = pending[-1]
        for name, child in rest:
            if child is None:
                missing.append(path + name)
            elif has_required(class_of(child)):
                is_short = len(pending) <= NESTING_LIMIT
                inner = f"{path}{name}." if is_short else f"{path.removesuffix('[...].')}[...]."
                pending.append((inner, _missing_and_children(child)))
                break
        else:
            pending.pop()
    return missing


def _missing_and_children(message: Message) -> Iterator[tuple[str, Message | None]]:
    """Yield the names of required fields that are not set, and the messages inside."""
    if has_required(class_of(message)):
        for field in message.DESCRIPTOR.fields:
            if field.is_required and getattr(message, field.slot) is None:
                yield field.name, None
            yield from children(message, field)
