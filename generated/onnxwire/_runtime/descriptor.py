# Copied by wiregen from templates/runtime/_runtime/descriptor.py; do not edit.
"""Descriptors of files, messages, fields and oneofs.

Descriptors are made by the generator and cannot be changed. Their attributes have the names
that users of google.protobuf know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from .enum_descriptor import EnumDescriptor, EnumValueDescriptor, ReadOnly, containing
from .enums import Enum

if TYPE_CHECKING:
    from .message import Message

    # In a class that has a `type`, the word means that.
    MessageClass = type[Message]

__all__ = [
    "Descriptor",
    "EnumDescriptor",
    "EnumValueDescriptor",
    "FieldDescriptor",
    "FileDescriptor",
    "OneofDescriptor",
]


class FieldDescriptor(ReadOnly):
    """A field: its number and type as in the schema, and where its message keeps it.

    `attribute` is its name in Python, `slot` the place of its value; `map_key` and
    `map_value` describe the entries of a map.
    """

    __slots__ = (
        "attribute",
        "containing_oneof",
        "containing_type",
        "default_value",
        "enum_type",
        "has_default_value",
        "has_presence",
        "index",
        "is_packed",
        "is_repeated",
        "is_required",
        "is_utf8_checked",
        "json_name",
        "map_key",
        "map_value",
        "message_class",
        "name",
        "number",
        "slot",
        "type",
    )

    # The types' numbers, as in google's descriptor.proto.
    TYPE_DOUBLE = 1
    TYPE_FLOAT = 2
    TYPE_INT64 = 3
    TYPE_UINT64 = 4
    TYPE_INT32 = 5
    TYPE_FIXED64 = 6
    TYPE_FIXED32 = 7
    TYPE_BOOL = 8
    TYPE_STRING = 9
    TYPE_GROUP = 10
    TYPE_MESSAGE = 11
    TYPE_BYTES = 12
    TYPE_UINT32 = 13
    TYPE_ENUM = 14
    TYPE_SFIXED32 = 15
    TYPE_SFIXED64 = 16
    TYPE_SINT32 = 17
    TYPE_SINT64 = 18

    CPPTYPE_INT32 = 1
    CPPTYPE_INT64 = 2
    CPPTYPE_UINT32 = 3
    CPPTYPE_UINT64 = 4
    CPPTYPE_DOUBLE = 5
    CPPTYPE_FLOAT = 6
    CPPTYPE_BOOL = 7
    CPPTYPE_ENUM = 8
    CPPTYPE_STRING = 9
    CPPTYPE_MESSAGE = 10

    LABEL_OPTIONAL = 1
    LABEL_REQUIRED = 2
    LABEL_REPEATED = 3

    name: str
    number: int
    type: int
    slot: str
    attribute: str
    json_name: str
    default_value: Any
    has_default_value: bool
    enum_type: EnumDescriptor | None
    message_class: MessageClass | None
    has_presence: bool
    is_repeated: bool
    is_required: bool
    is_packed: bool
    is_utf8_checked: bool
    map_key: FieldDescriptor | None
    map_value: FieldDescriptor | None
    # Set by the message that the field belongs to; None for keys and values of maps.
    containing_oneof: OneofDescriptor | None
    containing_type: Descriptor | None
    index: int

    def __init__(
        self,
        name: str,
        number: int,
        type: int,
        *,
        slot: str,
        attribute: str = "",
        json_name: str = "",
        default_value: Any = None,
        has_default_value: bool = False,
        enum_type: EnumDescriptor | None = None,
        message_class: MessageClass | None = None,
        has_presence: bool = False,
        is_repeated: bool = False,
        is_required: bool = False,
        is_packed: bool = False,
        is_utf8_checked: bool = False,
        map_key: FieldDescriptor | None = None,
        map_value: FieldDescriptor | None = None,
    ) -> None:
        self._fill(
            name=name,
            number=number,
            type=type,
            slot=slot,
            attribute=attribute or name,
            json_name=json_name or _camel_case(name),
            default_value=default_value,
            has_default_value=has_default_value,
            enum_type=enum_type,
            message_class=message_class,
            has_presence=has_presence,
            is_repeated=is_repeated,
            is_required=is_required,
            is_packed=is_packed,
            is_utf8_checked=is_utf8_checked,
            map_key=map_key,
            map_value=map_value,
            containing_oneof=None,
            containing_type=None,
            index=0,
        )

    @property
    def full_name(self) -> str:
        """The name with those of the package and the message before it."""
        return (
            f"{self.containing_type.full_name}.{self.name}" if self.containing_type else self.name
        )

    @property
    def camelcase_name(self) -> str:
        """The name in lowerCamelCase, which JSON uses unless the schema gives another."""
        return _camel_case(self.name)

    @property
    def message_type(self) -> Descriptor | None:
        """The descriptor of the message that the field holds."""
        return None if self.message_class is None else self.message_class.DESCRIPTOR

    @property
    def label(self) -> int:
        """LABEL_OPTIONAL, LABEL_REQUIRED or LABEL_REPEATED."""
        if self.is_repeated:
            return self.LABEL_REPEATED
        return self.LABEL_REQUIRED if self.is_required else self.LABEL_OPTIONAL

    @property
    def cpp_type(self) -> int:
        """The kind of value, by a CPPTYPE number: several types of integers have one kind."""
        return _CPP_TYPES[self.type]

    @property
    def is_extension(self) -> bool:
        """Always false: extensions are unknown fields here."""
        return False

    @property
    def file(self) -> FileDescriptor | None:
        """The file that declares the field."""
        return None if self.containing_type is None else self.containing_type.file

    def __repr__(self) -> str:
        return f"<FieldDescriptor {self.name} = {self.number}>"


# By type: the numbers of FieldDescriptor's CPPTYPE constants.
_CPP_TYPES = (0, 5, 6, 2, 4, 1, 4, 3, 7, 9, 10, 10, 9, 3, 8, 1, 2, 1, 2)


class OneofDescriptor(ReadOnly):
    """Fields of which at most one is set."""

    __slots__ = ("containing_type", "fields", "index", "name")

    name: str
    fields: tuple[FieldDescriptor, ...]
    index: int
    containing_type: Descriptor

    def __init__(
        self, name: str, fields: tuple[FieldDescriptor, ...], index: int, within: Descriptor
    ) -> None:
        self._fill(name=name, fields=fields, index=index, containing_type=within)

    @property
    def full_name(self) -> str:
        """The name with those of the package and the message before it."""
        return f"{self.containing_type.full_name}.{self.name}"

    def __repr__(self) -> str:
        return f"<OneofDescriptor {self.name}>"


def _values_of(slots: list[str]) -> Callable[[Message], tuple[Any, ...]]:
    """A function that gives the values of a message's slots."""
    if len(slots) > 1:
        return attrgetter(*slots)
    return lambda message: tuple(getattr(message, slot) for slot in slots)


class Descriptor(ReadOnly):
    """A message: its fields by name and by number, its oneofs, and what is nested in it."""

    __slots__ = (
        "fields",
        "fields_by_name",
        "fields_by_number",
        "file",
        "full_name",
        "message_class",
        "name",
        "oneofs",
        "oneofs_by_name",
        "slot_by_presence_name",
        "values_of",
    )

    full_name: str
    name: str
    message_class: type[Message]
    file: FileDescriptor
    fields: tuple[FieldDescriptor, ...]
    fields_by_name: dict[str, FieldDescriptor]
    # In the order of numbers, as are the values of a message's slots that `values_of` gives.
    fields_by_number: dict[int, FieldDescriptor]
    values_of: Callable[[Message], tuple[Any, ...]]
    # Of the fields that have presence.
    slot_by_presence_name: dict[str, str]
    oneofs: tuple[OneofDescriptor, ...]
    oneofs_by_name: dict[str, OneofDescriptor]

    def __init__(
        self,
        full_name: str,
        message_class: type[Message],
        fields: tuple[FieldDescriptor, ...] = (),
        # By the names of oneofs, the names of their fields.
        oneofs: dict[str, tuple[str, ...]] | None = None,
    ) -> None:
        fields_by_name = {field.name: field for field in fields}
        in_order = sorted(fields, key=attrgetter("number"))
        declared = tuple(
            OneofDescriptor(name, tuple(fields_by_name[field] for field in members), index, self)
            for index, (name, members) in enumerate((oneofs or {}).items())
        )
        for index, field in enumerate(fields):
            field._fill(containing_type=self, index=index)
        for oneof in declared:
            for field in oneof.fields:
                field._fill(containing_oneof=oneof)
        self._fill(
            full_name=full_name,
            name=full_name.rpartition(".")[2],
            message_class=message_class,
            fields=fields,
            fields_by_name=fields_by_name,
            fields_by_number={field.number: field for field in in_order},
            slot_by_presence_name={
                field.name: field.slot for field in fields if field.has_presence
            },
            values_of=_values_of([field.slot for field in in_order]),
            oneofs=declared,
            oneofs_by_name={oneof.name: oneof for oneof in declared},
        )

    @property
    def fields_by_camelcase_name(self) -> dict[str, FieldDescriptor]:
        """The fields by their names in lowerCamelCase."""
        return {field.camelcase_name: field for field in self.fields}

    @property
    def nested_types(self) -> list[Descriptor]:
        """The messages that are nested in this one."""
        return [found for found in self._nested() if isinstance(found, Descriptor)]

    @property
    def nested_types_by_name(self) -> dict[str, Descriptor]:
        """The messages that are nested in this one, by name."""
        return {found.name: found for found in self.nested_types}

    @property
    def enum_types(self) -> list[EnumDescriptor]:
        """The enums that are nested in this message."""
        return [found for found in self._nested() if isinstance(found, EnumDescriptor)]

    @property
    def enum_types_by_name(self) -> dict[str, EnumDescriptor]:
        """The enums that are nested in this message, by name."""
        return {found.name: found for found in self.enum_types}

    @property
    def enum_values_by_name(self) -> dict[str, EnumValueDescriptor]:
        """The values of all enums that are nested in this message."""
        return {value.name: value for enum in self.enum_types for value in enum.values}

    @property
    def containing_type(self) -> Descriptor | None:
        """The message that this one is nested in."""
        return containing(self.message_class)

    def _nested(self) -> Iterator[object]:
        seen: set[object] = set()
        for value in vars(self.message_class).values():
            # Words that Python keeps for itself name a class a second time.
            if isinstance(value, (type, Enum)) and value not in seen:
                seen.add(value)
                yield getattr(value, "DESCRIPTOR", None)

    def __repr__(self) -> str:
        return f"<Descriptor {self.full_name}>"


class FileDescriptor(ReadOnly):
    """A schema file: what it declares at its top level."""

    __slots__ = ("enum_types_by_name", "message_types_by_name", "name", "package")

    name: str
    package: str
    message_types_by_name: dict[str, Descriptor]
    enum_types_by_name: dict[str, EnumDescriptor]

    def __init__(
        self,
        name: str,
        package: str,
        messages: tuple[Descriptor, ...],
        enums: tuple[EnumDescriptor, ...],
    ) -> None:
        self._fill(
            name=name,
            package=package,
            message_types_by_name={message.name: message for message in messages},
            enum_types_by_name={enum.name: enum for enum in enums},
        )
        for enum in enums:
            enum._fill(file=self)
        for message in messages:
            self._own(message)

    def _own(self, message: Descriptor) -> None:
        message._fill(file=self)
        for enum in message.enum_types:
            enum._fill(file=self)
        for nested in message.nested_types:
            self._own(nested)

    def __repr__(self) -> str:
        return f"<FileDescriptor {self.name}>"


def _camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in others)
