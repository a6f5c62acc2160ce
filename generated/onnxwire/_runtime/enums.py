# Copied by wiregen from templates/runtime/_runtime/enums.py; do not edit.
"""Base class of generated enums, with protobuf's enum functions.

An enum is one object, not a class to make values of: its values are plain ints, as google's
are, so that numbers without a name need no other type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, SupportsIndex, TypeVar

if TYPE_CHECKING:
    from .enum_descriptor import EnumDescriptor

EnumType = TypeVar("EnumType", bound="Enum")


class Enum:
    """An enum of a schema; its values are ints."""

    if TYPE_CHECKING:
        DESCRIPTOR: EnumDescriptor

        # For type checkers an enum is a class, one that nothing is made of.
        def __init__(self, *, never: NoReturn) -> None: ...

    @classmethod
    def Name(cls, number: SupportsIndex) -> str:
        """The name of a number; ValueError if there is none."""
        try:
            name = cls.DESCRIPTOR.names.get(number.__index__())
        except AttributeError:
            shown = f"{number!r} ({type(number).__name__})"
            raise TypeError(f"{cls.__qualname__}.Name: an int is wanted, not {shown}") from None
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

    def __repr__(self) -> str:
        return f"<enum {type(self).__qualname__}>"


if TYPE_CHECKING:

    def enum(enum_class: type[EnumType]) -> type[EnumType]:
        """A decorator: the one object of a class that describes an enum."""
        ...

else:

    def enum(enum_class):
        """A decorator: the one object of a class that describes an enum."""
        return enum_class()
