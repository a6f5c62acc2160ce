# Copied by wiregen from templates/runtime/_runtime/enum_descriptor.py; do not edit.
# pyright: reportUnknownArgumentType=false
"""Descriptors of enums and their values."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from . import serialized

if TYPE_CHECKING:
    from .descriptor import Descriptor
    from .enums import Enum
    from .file_descriptor import FileDescriptor


class ReadOnly:
    """The base of descriptors, which are filled once and then cannot be changed."""

    __slots__ = ()

    def serialized_bytes(self) -> bytes:
        """The descriptor as a message of google's descriptor.proto."""
        raise NotImplementedError

    def GetOptions(self) -> Any:
        """The options that the schema sets, and the defaults of others, as attributes.

        They are a message of google's class if `google.protobuf.descriptor_pb2` is imported.
        """
        return serialized.options_of(self, self.serialized_bytes())

    @property
    def has_options(self) -> bool:
        """True if the schema sets an option."""
        return bool(self.GetOptions().SerializeToString())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be set")

    def _fill(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)


class EnumValueDescriptor(ReadOnly):
    """One named number of an enum; `type` is the enum."""

    __slots__ = ("index", "name", "number", "type")

    name: str
    number: int
    index: int
    type: EnumDescriptor

    def __init__(self, name: str, number: int, index: int, type: EnumDescriptor) -> None:
        self._fill(name=name, number=number, index=index, type=type)

    def serialized_bytes(self) -> bytes:
        """The descriptor as a message of google\'s descriptor.proto."""
        of_enum = self.type.serialized_bytes()
        return serialized.part_named(of_enum, serialized.VALUES, self.name)

    def __repr__(self) -> str:
        return f"<EnumValueDescriptor {self.name} = {self.number}>"


class EnumDescriptor(ReadOnly):
    """An enum: `members` and `names` tell the schema's names; `enum` is the object in Python.

    The enum has it as its DESCRIPTOR as soon as it is made.
    """

    __slots__ = (
        "enum",
        "file",
        "full_name",
        "is_closed",
        "members",
        "name",
        "names",
        "values",
        "values_by_name",
    )

    full_name: str
    name: str
    enum: Enum
    is_closed: bool
    file: FileDescriptor
    # The numbers by the names of the schema, and the first name of each number.
    members: dict[str, int]
    names: dict[int, str]
    values: tuple[EnumValueDescriptor, ...]
    values_by_name: Mapping[str, EnumValueDescriptor]

    def __init__(
        self,
        full_name: str,
        enum: Any,
        *,
        is_closed: bool,
        numbers: dict[str, int] | None = None,
    ) -> None:
        # The names in Python are the schema's, but for enums of which `numbers` says otherwise.
        members = _members_of(type(enum)) if numbers is None else numbers
        values = tuple(
            EnumValueDescriptor(name, number, index, self)
            for index, (name, number) in enumerate(members.items())
        )
        type(enum).DESCRIPTOR = self
        self._fill(
            full_name=full_name,
            name=full_name.rpartition(".")[2],
            enum=enum,
            is_closed=is_closed,
            members=members,
            names={number: name for name, number in reversed(members.items())},
            values=values,
            values_by_name=MappingProxyType({value.name: value for value in values}),
        )

    @property
    def values_by_number(self) -> Mapping[int, EnumValueDescriptor]:
        """The values by number: of several with one number, the last."""
        return MappingProxyType({value.number: value for value in self.values})

    @property
    def containing_type(self) -> Descriptor | None:
        """The message that the enum is nested in."""
        return containing(type(self.enum))

    def CopyToProto(self, proto: Any) -> None:
        """Put the descriptor into a message of google's class EnumDescriptorProto."""
        serialized.copy_to(self, self.serialized_bytes(), proto)

    def serialized_bytes(self) -> bytes:
        """The descriptor as a message of google\'s descriptor.proto."""
        outer = self.containing_type
        if outer is None:
            return serialized.part_named(
                self.file.serialized_pb, serialized.ENUMS_OF_FILE, self.name
            )
        return serialized.part_named(outer.serialized_bytes(), serialized.ENUMS, self.name)

    def __repr__(self) -> str:
        return f"<EnumDescriptor {self.full_name}>"


def _members_of(enum_class: type) -> dict[str, int]:
    """The numbers in a class, without those that Python puts there."""
    return {
        name: number
        for name, number in vars(enum_class).items()
        if type(number) is int and not name.startswith("__")
    }


def containing(nested: type) -> Descriptor | None:
    """The descriptor of the class that a class stands in."""
    outer: Any = sys.modules[nested.__module__]
    for name in nested.__qualname__.split(".")[:-1]:
        outer = getattr(outer, name)
    return outer.DESCRIPTOR if isinstance(outer, type) else None  # type: ignore[attr-defined]
