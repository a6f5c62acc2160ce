# pyright: reportPrivateUsage=false
"""Behavior shared by lists and maps: a change sets the message that they were read from.

Reading an absent repeated field puts an empty container into its slot, where it counts as absent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from .message import Message

ContainerType = TypeVar("ContainerType", bound="Container")


class Container:
    """The values of a repeated field or the entries of a map field."""

    __slots__ = ()

    # The absent message that the container was read from: a slot of each subclass. It stays unset
    # in other containers, which are most, so that making one is a single call of C code.
    _owner: Message | None

    @classmethod
    def _empty(cls: type[ContainerType], message: Message) -> ContainerType:
        """Return an empty container for a field of a message."""
        container = cls()
        if message._owner is not None:
            container._owner = message
        return container

    def _join(self) -> None:
        """Set the message that the container is in, before the container changes.

        In this order, an exception in between leaves a message that is set and empty, and never
        one that has content and is absent.
        """
        owner = getattr(self, "_owner", None)
        if owner is not None:
            owner._attach()
            self._owner = None  # type: ignore[misc]
