# Copied by wiregen from templates/runtime/_runtime/part.py; do not edit.
"""A message as a part of another one: how a part that was only read joins its parent.

Reading an absent message field gives an empty message, which knows its parent and its slot. It
moves into the slot as soon as something in it is set. Threads may read and change parts at the
same time, and exceptions may come at any line.
"""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from .atomic import run_if
from .merging import absorb
from .untouched import take_content

if TYPE_CHECKING:
    from .descriptor import Descriptor
    from .message import Message

MessageType = TypeVar("MessageType", bound="Message")


class Part:
    """What a message knows of its parent and of the parts that were read while they were absent."""

    __slots__ = ("_absent", "_owner")

    DESCRIPTOR: ClassVar[Descriptor]
    # The parent and the slot that the message moves into; None once it is there, or on its own.
    _owner: tuple[Message, str] | None
    # By their slots, the parts that were read while they were absent.
    _absent: dict[str, Message] | None

    def _attach(self) -> None:
        """Become part of the parent that this message was read from, and the parent of its.

        After an exception, the next change goes on where it stopped.
        """
        joining: list[tuple[Any, str, Any]] = []
        message: Any = self
        while (owner := message._owner) is not None:
            parent, slot = owner
            joining.append((parent, slot, message))
            message = parent
        for parent, slot, message in reversed(joining):
            parent._clear_oneof_of(slot)
            setattr(parent, slot, message)
            message._owner = None
            if parent._absent is not None:
                parent._absent.pop(slot, None)

    def _settle(self) -> None:
        """Put messages that were read while absent into slots that have got content since."""
        absent: dict[str, Any] = self._absent or {}
        for slot in [slot for slot in absent if getattr(self, slot) is not None]:
            child = absent[slot]
            absorb(child, getattr(self, slot))
            setattr(self, slot, child)
            child._owner = None
            absent.pop(slot, None)

    def _absent_message(self, slot: str, message_class: type[MessageType]) -> MessageType:
        """Return the empty message that stands for an absent field, the same at each call."""
        absent: dict[str, Any] | None = self._absent
        if absent is None:
            absent = {}
            # In one statement: threads that come here at once must get one table.
            absent = self._absent = absent if self._absent is None else self._absent
        while True:
            child: Any = absent.get(slot)
            if child is None:
                child = message_class()
                child._owner = (self, slot)
                child = absent.setdefault(slot, child)
            # Another thread may have changed the message and thereby set the field.
            present: MessageType | None = getattr(self, slot)
            if present is not None:
                return present
            if child._owner is not None:
                return child  # type: ignore[no-any-return]
            # It was part of this message, and was cleared since.
            run_if(map(is_, (child,), map(absent.get, (slot,))), map(absent.pop, (slot,)))

    def _clear_oneof_of(self, slot: str) -> None:
        for oneof in self.DESCRIPTOR.oneofs:
            slots = [field.slot for field in oneof.fields]
            if slot in slots:
                for other in slots:
                    if other != slot:
                        setattr(self, other, None)

    def _take(self, other: Message) -> None:
        """Take over the content of a message that nothing else refers to."""
        for child in list((self._absent or {}).values()):
            child._owner = None
        self._attach()
        take_content(self, other)
