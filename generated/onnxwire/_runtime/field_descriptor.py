# Copied by wiregen from templates/runtime/_runtime/field_descriptor.py; do not edit.
"""Descriptors of fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import serialized
from .enum_descriptor import EnumDescriptor, ReadOnly

if TYPE_CHECKING:
    from .descriptor import Descriptor, OneofDescriptor
    from .file_descriptor import FileDescriptor
    from .message import Message

    # In a class that has a `type`, the word means that.
    MessageClass = type[Message]


class FieldDescriptor(ReadOnly):
    """A field: its number and type as in the schema, and where its message keeps it.

    `attribute` is its name in Python, `slot` the place of its value; `map_key` and
    `map_value` describe the entries of a map.
    """

    __slots__ = (
        "attribute",
        "containing_oneof",
        "containing_type",
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
        "_default",
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
    _default: Any

    def __init__(
        self,
        name: str,
        number: int,
        type: int,
        *,
        slot: str,
        attribute: str = "",
        json_name: str | None = None,
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
            json_name=_camel_case(name) if json_name is None else json_name,
            _default=default_value,
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
    def default_value(self) -> Any:
        """The value of an absent field: an empty list of a repeated one, None of a message."""
        return [] if self.is_repeated or self.map_key is not None else self._default

    @property
    def full_name(self) -> str:
        """The name with those of the package and the message before it."""
        return (
            f"{self.containing_type.full_name}.{self.name}" if self.containing_type else self.name
        )

    @property
    def camelcase_name(self) -> str:
        """The name in lowerCamelCase; the first letter is small, whatever it is in JSON."""
        name = _camel_case(self.name)
        return name[:1].lower() + name[1:]

    @property
    def message_type(self) -> Descriptor | None:
        """The descriptor of the message that the field holds; of a map, that of its entries."""
        if self.map_key is not None and self.containing_type is not None:
            return self.containing_type.entry_of(self)
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
    def extension_scope(self) -> None:
        """Always None: extensions are unknown fields here."""
        return None

    def serialized_bytes(self) -> bytes:
        """The descriptor as a message of google\'s descriptor.proto."""
        assert self.containing_type is not None
        of_message = self.containing_type.serialized_bytes()
        return serialized.part_named(of_message, serialized.FIELDS, self.name)

    @property
    def file(self) -> FileDescriptor | None:
        """The file that declares the field."""
        return None if self.containing_type is None else self.containing_type.file

    def __repr__(self) -> str:
        return f"<FieldDescriptor {self.name} = {self.number}>"


# By type: the numbers of FieldDescriptor's CPPTYPE constants.
_CPP_TYPES = (0, 5, 6, 2, 4, 1, 4, 3, 7, 9, 10, 10, 9, 3, 8, 1, 2, 1, 2)


def _camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in others)
