# Copied by wiregen from templates/runtime/enums.py; do not edit, run `wiregen generate`.
"""The base of generated enums: whole numbers with names, and protobuf's functions on them."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .descriptor import EnumDescriptor


class Enum(IntEnum):
    """An enum of a schema; its members are ints, and print as such."""

    if TYPE_CHECKING:
        # In an enum, an annotation without a value makes no member.
        DESCRIPTOR: EnumDescriptor

    # Before Python 3.11, IntEnum prints its name, which no other protobuf implementation does.
    __str__ = int.__repr__

    def __format__(self, format_spec: str) -> str:
        return format(int(self), format_spec)

    @classmethod
    def Name(cls, number: int) -> str:
        """The name of a number; ValueError if there is none."""
        if not isinstance(number, int):
            raise TypeError(f"{cls.__qualname__}.Name: an int is wanted, not {number!r}")
        name = cls.DESCRIPTOR.names.get(number)
        if name is None:
            raise ValueError(f"{cls.__qualname__} has no name for {number}")
        return name

    @classmethod
    def Value(cls, name: str) -> int:
        """The number of a name; ValueError if there is none."""
        try:
            return cls.DESCRIPTOR.members[name]
        except KeyError:
            raise ValueError(f"{cls.__qualname__} has no value '{name}'") from None

    @classmethod
    def keys(cls) -> list[str]:
        """All names, in the order of the schema."""
        return list(cls.DESCRIPTOR.members)

    @classmethod
    def values(cls) -> list[int]:
        """All numbers, in the order of the schema."""
        return list(cls.DESCRIPTOR.members.values())

    @classmethod
    def items(cls) -> list[tuple[str, int]]:
        """All names with their numbers, in the order of the schema."""
        return list(cls.DESCRIPTOR.members.items())
