"""Views of fields for the Python templates, one per kind."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wiregen.schema.ir import Presence
from wiregen.schema.scalars import WireType
from wiregen.targets.python.names import ClassName
from wiregen.targets.python.scalars import PythonScalar


class FieldKind(StrEnum):
    """What a field holds; templates have a file of macros per kind in `templates/python/fields`."""

    SCALAR = "scalar"
    BYTES = "bytes"
    MESSAGE = "message"
    REPEATED = "repeated"
    # A list that may stay one record until its numbers are asked for.
    PACKED = "packed"
    MAP = "map"


class ElementKind(StrEnum):
    """What a field, or each element of a list, is; a map's elements are its entries."""

    NUMBER = "number"
    STRING = "string"
    BYTES = "bytes"
    OPEN_ENUM = "open_enum"
    CLOSED_ENUM = "closed_enum"
    MESSAGE = "message"
    GROUP = "group"
    ENTRY = "entry"


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field: its property, its place in descriptors, and how it is read and written."""

    name: str
    number: int
    attribute: str
    slot: str
    number_constant: str
    local: str
    line: str
    doc: str
    # What it holds. `cls` is the class of a message or enum, `scalar` how numbers are
    # handled; `map_key` and `map_value` are the fields of a map's entries.
    cls: ClassName | None
    # The class as the module of messages writes it.
    path: str
    scalar: PythonScalar | None
    map_key: FieldView | None
    map_value: FieldView | None
    map_class: str
    descriptor_type: int
    element: ElementKind
    wire_type: WireType
    # None for lists and maps, which are present when they have elements.
    presence: Presence | None
    is_repeated: bool
    is_packed: bool
    is_packable: bool
    is_utf8_checked: bool
    has_default: bool
    # The name in JSON as a literal, if it is not the one that follows from the name.
    json_name: str
    # Python's words for it.
    getter_type: str
    setter_type: str
    default: str
    # The check of a value that is set, and of a parameter of the constructor.
    check: str
    parameter_check: str
    list_class: str
    sibling_slots: tuple[str, ...]
    sibling_locals: tuple[str, ...]
    # On the wire: the tags as numbers and as bytes; the second is the packed or unpacked twin.
    tag: str
    packed_tag: str
    tag_bytes: str
    packed_tag_bytes: str
    # In encoders, the table of the tag that is written with each byte that may follow it.
    tag_table: str
    tag_size: int
    end_tag_bytes: str
    is_one_byte_tag: bool

    @property
    def kind(self) -> FieldKind:
        """What the field holds."""
        if self.element is ElementKind.ENTRY:
            return FieldKind.MAP
        if self.is_repeated:
            return FieldKind.PACKED if self.is_kept_packed else FieldKind.REPEATED
        match self.element:
            case ElementKind.MESSAGE | ElementKind.GROUP:
                return FieldKind.MESSAGE
            case ElementKind.BYTES:
                return FieldKind.BYTES
            case _:
                return FieldKind.SCALAR

    @property
    def is_message(self) -> bool:
        """True if a value is a message, also one that is written as a group."""
        return self.element in (ElementKind.MESSAGE, ElementKind.GROUP)

    @property
    def holds_messages(self) -> bool:
        """True if the values, or those of a map, are messages."""
        return self.is_message or (self.map_value is not None and self.map_value.is_message)

    @property
    def is_read_as_value(self) -> bool:
        """True if a decoder has each number in a variable of its own first."""
        is_number = self.is_undelimited and not self.is_group
        return is_number and (self.is_repeated or self.is_closed_enum)

    @property
    def is_group(self) -> bool:
        """True if a value is written between two tags."""
        return self.element is ElementKind.GROUP

    @property
    def is_map(self) -> bool:
        """True if the field is a map."""
        return self.element is ElementKind.ENTRY

    @property
    def is_enum(self) -> bool:
        """True if a value is a number of an enum."""
        return self.element in (ElementKind.OPEN_ENUM, ElementKind.CLOSED_ENUM)

    @property
    def is_plain_enum(self) -> bool:
        """True if the slot holds a number of an enum, which only the property calls a value of it."""
        return self.is_enum and not self.is_repeated

    @property
    def is_closed_enum(self) -> bool:
        """True if a value is one of the numbers that an enum declares."""
        return self.element is ElementKind.CLOSED_ENUM

    @property
    def is_string(self) -> bool:
        """True if a value is a string."""
        return self.element is ElementKind.STRING

    @property
    def is_bytes(self) -> bool:
        """True if a value is bytes."""
        return self.element is ElementKind.BYTES

    @property
    def is_varint(self) -> bool:
        """True if a value is written as a varint."""
        return self.wire_type is WireType.VARINT

    @property
    def is_fixed(self) -> bool:
        """True if a value is written as four or eight bytes."""
        return self.wire_type in (WireType.I32, WireType.I64)

    @property
    def is_required(self) -> bool:
        """True if messages without the field are incomplete."""
        return self.presence is Presence.REQUIRED

    @property
    def is_implicit(self) -> bool:
        """True if the default counts as absent."""
        return self.presence is Presence.IMPLICIT

    @property
    def has_presence(self) -> bool:
        """True if the default differs from an absent field."""
        return self.presence in (Presence.EXPLICIT, Presence.REQUIRED)

    @property
    def codec_list_class(self) -> str:
        """The list class by its own name, which in modules of messages may have given way."""
        if self.cls is not None:
            return self.cls.list_class
        return self.scalar.list_class if self.scalar is not None else ""

    @property
    def written_tag_bytes(self) -> str:
        """The tag that encoders write."""
        return self.packed_tag_bytes if self.is_packed else self.tag_bytes

    @property
    def has_tag_table(self) -> bool:
        """True if a length, or a number that often takes one byte, follows the tag."""
        is_number = self.scalar is not None and self.scalar.is_plain_below_128
        has_length = self.is_string or self.is_bytes or self.is_message and not self.is_group
        return not self.is_map and (self.is_packed or has_length or is_number)

    @property
    def is_kept_packed(self) -> bool:
        """True if a long record stays a record until its numbers are asked for."""
        is_number = self.scalar is not None and not self.is_enum
        is_plain = self.scalar is not None and self.scalar.is_plain_below_128
        return self.is_packed and is_number and (self.is_fixed or is_plain)

    @property
    def is_delimited(self) -> bool:
        """True if a record of the field can have a length."""
        is_text = self.is_string or self.is_bytes
        return is_text or self.is_map or self.is_packable or self.is_message and not self.is_group

    @property
    def is_undelimited(self) -> bool:
        """True if a record of the field can do without a length."""
        return self.is_varint or self.is_fixed or self.is_group

    @property
    def is_line_short(self) -> bool:
        """True if the schema line has room beside a comparison of tags; others stand below it."""
        return len(self.line) <= 64
