"""The vocabulary of the Python templates: finished names, types and expressions."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from wiregen.schema.ir import Presence
from wiregen.schema.scalars import WireType
from wiregen.targets.python.names import ClassName
from wiregen.targets.python.scalars import PythonScalar


@dataclass(frozen=True, slots=True)
class EnumValueView:
    """One member of an enum class."""

    name: str
    schema_name: str
    number: int
    is_renamed: bool
    line: str
    doc: str


@dataclass(frozen=True, slots=True)
class EnumView:
    """An enum class."""

    cls: ClassName
    full_name: str
    doc: str
    values: tuple[EnumValueView, ...]
    is_closed: bool

    @property
    def has_renamed_values(self) -> bool:
        """Whether a value is called something else in Python."""
        return any(value.is_renamed for value in self.values)


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
        """Whether a length, or a number that often takes one byte, follows the tag."""
        is_number = self.scalar is not None and self.scalar.is_plain_below_128
        has_length = self.is_string or self.is_bytes or self.is_message and not self.is_group
        return not self.is_map and (self.is_packed or has_length or is_number)

    @property
    def is_kept_packed(self) -> bool:
        """Whether a long record stays a record until its numbers are asked for."""
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
        """Whether the schema line has room beside a comparison of tags; others stand below it."""
        return len(self.line) <= 64


@dataclass(frozen=True, slots=True)
class OneofView:
    """A oneof and the schema names of its fields."""

    name: str
    fields: tuple[str, ...]
    doc: str


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message class with everything nested in it."""

    cls: ClassName
    full_name: str
    doc: str
    fields: tuple[FieldView, ...]
    oneofs: tuple[OneofView, ...]
    messages: tuple[MessageView, ...]
    enums: tuple[EnumView, ...]
    # Whether a message keeps what is said of the file that it was read from.
    knows_origin: bool
    # Whether a field, in any file, holds the message as a group.
    is_group: bool
    # What methods call the message itself, and its constructor the keywords that are no fields.
    receiver: str
    rest: str

    @property
    def fields_by_number(self) -> list[FieldView]:
        """The fields in the order in which they are written."""
        return sorted(self.fields, key=lambda field: field.number)

    @property
    def holds_messages(self) -> bool:
        """Whether a field holds messages."""
        return any(field.is_message for field in self.fields)

    @property
    def holds_lazy_lists(self) -> bool:
        """True if a field holds messages that may be decoded lazily, each for itself."""
        return any(f.is_message and f.is_repeated and not f.is_group for f in self.fields)

    @property
    def reads_bools(self) -> bool:
        """Whether a field holds bools: type checkers then take a decoder's `value` for one."""
        return any(field.scalar.read == "read_bool" for field in self.fields if field.scalar)

    @property
    def presence_names(self) -> list[str]:
        """What HasField can be asked: fields with presence, and oneofs."""
        names = [field.name for field in self.fields if field.has_presence]
        return names + [oneof.name for oneof in self.oneofs]

    @property
    def clearable_names(self) -> list[str]:
        """What ClearField can be asked: all fields, and oneofs."""
        return [f.name for f in self.fields] + [oneof.name for oneof in self.oneofs]

    @property
    def with_nested(self) -> list[MessageView]:
        """This message and all messages inside it, parents first."""
        nested = [inner for message in self.messages for inner in message.with_nested]
        return [self, *nested]

    @property
    def enums_with_nested(self) -> list[EnumView]:
        """All enums inside this message."""
        inner = [enum for message in self.messages for enum in message.enums_with_nested]
        return [*self.enums, *inner]


@dataclass(frozen=True, slots=True)
class Keyword:
    """A name of the schema that Python keeps for itself, and the attribute that stands for it.

    `owner` is the path of the class that has it, empty for the module.
    """

    owner: str
    name: str
    attribute: str


@dataclass(frozen=True, slots=True)
class Import:
    """A name that a module may import; `local` is what it is called there."""

    module: str
    name: str
    local: str


@dataclass(frozen=True, slots=True)
class FileView:
    """One schema file and the modules that are made of it."""

    module: str
    # As imports name the file, and as people find it.
    name: str
    source: str
    package: str
    doc: str
    messages: tuple[MessageView, ...]
    enums: tuple[EnumView, ...]
    use: Mapping[str, str]
    # Other names for classes whose own would mean something else inside of classes.
    stand_ins: tuple[tuple[str, str], ...]
    # What the modules may import: of each list, a module takes the names that it uses.
    message_imports: tuple[Import, ...]
    codec_imports: tuple[Import, ...]
    # The classes and enums that decoders and encoders handle, imported ones included.
    codec_classes: tuple[ClassName, ...]
    codec_enums: tuple[ClassName, ...]

    @property
    def all_messages(self) -> list[MessageView]:
        """All messages of the file, parents before what is nested in them."""
        return [inner for message in self.messages for inner in message.with_nested]

    @property
    def tag_tables(self) -> list[tuple[str, str]]:
        """The tables that the encoders of the file use, each with its tag."""
        fields = [field for message in self.all_messages for field in message.fields]
        entries = [half for field in fields for half in (field.map_key, field.map_value) if half]
        tabled = [field for field in (*fields, *entries) if field.has_tag_table]
        return sorted({(field.tag_table, field.written_tag_bytes) for field in tabled})

    @property
    def keywords(self) -> list[Keyword]:
        """The names that can be reached with getattr and setattr only."""
        names: list[Keyword] = []
        for message in self.all_messages:
            names.append(_named(message.cls, message.full_name))
            names += (Keyword(message.cls.path, f.name, f.attribute) for f in message.fields)
        for enum in self.all_enums:
            names.append(_named(enum.cls, enum.full_name))
            for value in enum.values:
                # Values belong to their enum, and to what their enum stands in.
                for owner in (enum.cls.path, enum.cls.path.rpartition(".")[0]):
                    names.append(Keyword(owner, value.schema_name, value.name))
        return [item for item in names if keyword.iskeyword(item.name)]

    @property
    def all_enums(self) -> list[EnumView]:
        """All enums of the file."""
        inner = [enum for message in self.messages for enum in message.enums_with_nested]
        return [*self.enums, *inner]

    @property
    def public_names(self) -> list[str]:
        """The names that the module offers: classes, and the values of top-level enums."""
        names = [message.cls.name for message in self.messages]
        for enum in self.enums:
            names.append(enum.cls.name)
            names += (value.name for value in enum.values)
        return names

    @property
    def package_names(self) -> list[str]:
        """Those of the public names that the package offers too: the ones without underscore."""
        return [name for name in self.public_names if not name.startswith("_")]


def _named(cls: ClassName, full_name: str) -> Keyword:
    owner, _, attribute = cls.path.rpartition(".")
    return Keyword(owner, full_name.rpartition(".")[2], attribute)
