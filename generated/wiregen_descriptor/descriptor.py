# Copied by wiregen from templates/runtime/descriptor.py; do not edit, run `wiregen generate`.
"""What a schema says of messages, fields, oneofs and enums, for code that works on any of them.

Descriptors are made by the generator and are not changed afterwards. Their attributes have
the names that users of google.protobuf know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .enums import Enum
    from .message import Message


class EnumDescriptor:
    """An enum; `enum_class` is its Python class, `members` and `names` tell the schema's names."""

    __slots__ = ("enum_class", "full_name", "is_closed", "members", "name", "names")

    def __init__(
        self,
        full_name: str,
        enum_class: type[Enum],
        *,
        is_closed: bool,
        numbers: dict[str, int] | None = None,
    ) -> None:
        self.full_name = full_name
        self.name = full_name.rpartition(".")[2]
        self.enum_class = enum_class
        self.is_closed = is_closed
        # The names in Python are the schema's, but for enums of which `numbers` says otherwise.
        members = enum_class.__members__ if numbers is None else numbers
        self.members = {name: enum_class(number) for name, number in members.items()}
        # Of several names for a number, the first is the one to show.
        self.names = {int(member): name for name, member in reversed(self.members.items())}

    def __repr__(self) -> str:
        return f"<EnumDescriptor {self.full_name}>"


class FieldDescriptor:
    """A field: its number and type as in the schema, and where its message keeps it."""

    __slots__ = (
        "attribute",
        "containing_oneof",
        "default_value",
        "enum_type",
        "has_presence",
        "is_packed",
        "is_repeated",
        "is_required",
        "is_utf8_checked",
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

    def __init__(
        self,
        name: str,
        number: int,
        type: int,
        *,
        slot: str,
        attribute: str = "",
        default_value: Any = None,
        enum_type: EnumDescriptor | None = None,
        message_class: type[Message] | None = None,
        containing_oneof: str | None = None,
        has_presence: bool = False,
        is_repeated: bool = False,
        is_required: bool = False,
        is_packed: bool = False,
        is_utf8_checked: bool = False,
        map_key: FieldDescriptor | None = None,
        map_value: FieldDescriptor | None = None,
    ) -> None:
        self.name = name
        self.number = number
        self.type = type
        self.slot = slot
        self.attribute = attribute or name
        self.default_value = default_value
        self.enum_type = enum_type
        self.message_class = message_class
        self.containing_oneof = containing_oneof
        self.has_presence = has_presence
        self.is_repeated = is_repeated
        self.is_required = is_required
        self.is_packed = is_packed
        self.is_utf8_checked = is_utf8_checked
        self.map_key = map_key
        self.map_value = map_value

    @property
    def message_type(self) -> Descriptor | None:
        """The descriptor of the message that the field holds."""
        return None if self.message_class is None else self.message_class.DESCRIPTOR

    def __repr__(self) -> str:
        return f"<FieldDescriptor {self.name} = {self.number}>"


class OneofDescriptor:
    """Fields of which at most one is set."""

    __slots__ = ("fields", "name")

    def __init__(self, name: str, fields: tuple[FieldDescriptor, ...]) -> None:
        self.name = name
        self.fields = fields

    def __repr__(self) -> str:
        return f"<OneofDescriptor {self.name}>"


class Descriptor:
    """A message: its fields by name and by number, its oneofs."""

    __slots__ = (
        "fields",
        "fields_by_name",
        "fields_by_number",
        "full_name",
        "name",
        "oneofs",
        "oneofs_by_name",
    )

    def __init__(
        self,
        full_name: str,
        fields: tuple[FieldDescriptor, ...] = (),
        oneofs: tuple[str, ...] = (),
    ) -> None:
        self.full_name = full_name
        self.name = full_name.rpartition(".")[2]
        self.fields = fields
        self.fields_by_name = {field.name: field for field in fields}
        self.fields_by_number = {field.number: field for field in fields}
        self.oneofs = tuple(
            OneofDescriptor(name, tuple(f for f in fields if f.containing_oneof == name))
            for name in oneofs
        )
        self.oneofs_by_name = {oneof.name: oneof for oneof in self.oneofs}

    def __repr__(self) -> str:
        return f"<Descriptor {self.full_name}>"
