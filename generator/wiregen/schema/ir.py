"""The schema IR: linked, language-neutral and frozen; references are full names.

What later stages have to know is decided here once: of a field, its kind, presence and default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum as Enumeration
from typing import Union

from wiregen.schema.scalars import Scalar, WireType
from wiregen.source.text import Span
from wiregen.syntax.comments import Comments
from wiregen.syntax.nodes import Constant, OptionPart


class Syntax(Enumeration):
    """The language that a file is written in."""

    PROTO2 = "proto2"
    PROTO3 = "proto3"
    EDITION_2023 = "2023"
    EDITION_2024 = "2024"

    @property
    def is_edition(self) -> bool:
        """True if files choose features instead of a fixed set of rules."""
        return self in (Syntax.EDITION_2023, Syntax.EDITION_2024)

    @property
    def has_visibility(self) -> bool:
        """True if `export` and `local` say who may use a message or enum."""
        return self is Syntax.EDITION_2024

    @property
    def descriptor_number(self) -> int:
        """The number of this language in descriptors (Edition); later ones are greater."""
        return _EDITION_NUMBERS[self.value]


_EDITION_NUMBERS = {"proto2": 998, "proto3": 999, "2023": 1000, "2024": 1001}


class Presence(Enumeration):
    """How a singular field that is not set is told from one that holds its default."""

    EXPLICIT = "explicit"
    IMPLICIT = "implicit"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True)
class ScalarKind:
    """The field holds scalars."""

    scalar: Scalar


@dataclass(frozen=True, slots=True)
class EnumKind:
    """The field holds numbers of an enum."""

    enum: str


@dataclass(frozen=True, slots=True)
class MessageKind:
    """The field holds messages; a group when delimited by tags instead of a length."""

    message: str
    is_group: bool = False


@dataclass(frozen=True, slots=True)
class MapKind:
    """The field is a map; on the wire, a repeated message of keys and values."""

    key: Scalar
    value: ScalarKind | EnumKind | MessageKind
    # Whether an entry tells an absent key or scalar value from one that holds its default.
    has_presence: bool


FieldKind = Union[ScalarKind, EnumKind, MessageKind, MapKind]
# An enum's default is the name of a value; floats may be infinite or no number.
Default = Union[bool, int, float, str, bytes]


def wire_type_of(kind: FieldKind) -> WireType:
    """The wire type of one value of a kind."""
    match kind:
        case ScalarKind(scalar):
            return scalar.wire_type
        case EnumKind():
            return WireType.VARINT
        case MessageKind(is_group=True):
            return WireType.START_GROUP
        case MessageKind() | MapKind():
            return WireType.LEN


@dataclass(frozen=True, slots=True)
class FieldValue:
    """A field that an option sets, by its full name or that of an extension, and its value.

    Enums are held as numbers. Of a repeated field, each element is a FieldValue of its own.
    """

    field: str
    value: OptionValue


@dataclass(frozen=True, slots=True)
class MessageValue:
    """A message in an option: what is set in it, in the order written."""

    fields: tuple[FieldValue, ...]


@dataclass(frozen=True, slots=True)
class MapEntry:
    """One entry of a map in an option; what it does not state holds its default."""

    key: OptionValue | None
    value: OptionValue | None


OptionValue = Union[bool, int, float, str, bytes, MessageValue, MapEntry]


@dataclass(frozen=True, slots=True)
class Option:
    """An option: how it is written, and which field of its options message it sets.

    `setting` starts at the options message (`google.protobuf.FieldOptions` for a field).
    It is None for `default` and `json_name`, which stand among options and are none.
    """

    parts: tuple[OptionPart, ...]
    written: Constant
    name_span: Span
    span: Span
    comments: Comments
    setting: FieldValue | None = None

    @property
    def name(self) -> str:
        """The dotted name as written, extensions in parentheses."""
        return ".".join(f"({p.text})" if p.is_extension else p.text for p in self.parts)


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a message."""

    name: str
    full_name: str
    number: int
    kind: FieldKind
    is_repeated: bool
    # None for repeated fields and maps, which are present when they have elements.
    presence: Presence | None
    is_packed: bool
    default: Default | None
    oneof: str | None
    # Whether readers refuse strings that are not UTF-8.
    is_utf8_checked: bool
    # proto3's `optional`: on the wire and in Python, a field with explicit presence.
    is_proto3_optional: bool
    json_name: str
    # How the type and the label stand in the schema, for people.
    declared_type: str
    declared_label: str
    options: tuple[Option, ...]
    comments: Comments
    span: Span

    @property
    def wire_type(self) -> WireType:
        """The wire type of one value, not packed."""
        return wire_type_of(self.kind)

    @property
    def is_packable(self) -> bool:
        """True if a writer may put several values into one length-delimited record."""
        numbers = (WireType.VARINT, WireType.I32, WireType.I64)
        return self.is_repeated and self.wire_type in numbers


@dataclass(frozen=True, slots=True)
class Extension:
    """A field that is declared outside of its message, the `extendee`.

    `scope` is the full name of the message that the declaration stands in, or empty.
    """

    field: Field
    extendee: str
    scope: str
    file: str
    extendee_span: Span


@dataclass(frozen=True, slots=True)
class Oneof:
    """Fields of which at most one is set; `fields` are their names in the order written."""

    name: str
    full_name: str
    fields: tuple[str, ...]
    options: tuple[Option, ...]
    comments: Comments
    dangling: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Numbers from first to last, both included."""

    first: int
    last: int
    span: Span


@dataclass(frozen=True, slots=True)
class ExtensionRange:
    """Numbers that extensions of a message may have, and the options of these numbers."""

    numbers: NumberRange
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Reserved:
    """One `reserved` statement: numbers or names that must not be used again."""

    ranges: tuple[NumberRange, ...]
    names: tuple[str, ...]
    comments: Comments
    span: Span


@dataclass(frozen=True, slots=True)
class Message:
    """A message; `messages`, `enums` and `extensions` name in full what is nested in it.

    `visibility` is `export`, `local` or, where the schema says neither, empty.
    """

    name: str
    full_name: str
    file: str
    fields: tuple[Field, ...]
    oneofs: tuple[Oneof, ...]
    messages: tuple[str, ...]
    enums: tuple[str, ...]
    extensions: tuple[str, ...]
    reserved: tuple[Reserved, ...]
    extension_ranges: tuple[ExtensionRange, ...]
    visibility: str
    # Whether fields must have different names in JSON, too; proto2 does not ask for it.
    is_json_strict: bool
    options: tuple[Option, ...]
    comments: Comments
    dangling: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class EnumValue:
    """One named number of an enum."""

    name: str
    full_name: str
    number: int
    options: tuple[Option, ...]
    comments: Comments
    span: Span


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum; a closed one (proto2) does not take numbers that it has no name for."""

    name: str
    full_name: str
    file: str
    values: tuple[EnumValue, ...]
    is_closed: bool
    allows_aliases: bool
    is_json_strict: bool
    reserved: tuple[Reserved, ...]
    visibility: str
    options: tuple[Option, ...]
    comments: Comments
    dangling: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Method:
    """One method of a service; request and response are full names of messages."""

    name: str
    full_name: str
    request: str
    is_request_stream: bool
    response: str
    is_response_stream: bool
    # Whether braces follow the method, be there options in them or not.
    has_block: bool
    options: tuple[Option, ...]
    comments: Comments
    span: Span


@dataclass(frozen=True, slots=True)
class Service:
    """A service: methods of which no code is made."""

    name: str
    full_name: str
    file: str
    methods: tuple[Method, ...]
    options: tuple[Option, ...]
    comments: Comments
    dangling: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Import:
    """An import as written, and the name of the file that it means."""

    written: str
    file: str
    is_public: bool
    is_weak: bool
    # Whether only options may use what the file declares.
    is_option: bool
    comments: Comments
    span: Span


@dataclass(frozen=True, slots=True)
class File:
    """One schema file; the names in it are the full names of what stands at its top level."""

    name: str
    path: str
    syntax: Syntax
    package: str
    imports: tuple[Import, ...]
    messages: tuple[str, ...]
    enums: tuple[str, ...]
    extensions: tuple[str, ...]
    services: tuple[str, ...]
    options: tuple[Option, ...]
    comments: Comments
    package_comments: Comments
    dangling: tuple[str, ...]
    # What says the syntax, or the first character, for faults that have no smaller place.
    span: Span


@dataclass(frozen=True, slots=True)
class Schema:
    """All files of one run; one ordered table per kind, keyed by file name or full name."""

    file_by_name: Mapping[str, File]
    message_by_name: Mapping[str, Message]
    enum_by_name: Mapping[str, Enum]
    extension_by_name: Mapping[str, Extension]
    service_by_name: Mapping[str, Service]

    def messages_of(self, file: File) -> tuple[Message, ...]:
        """All messages of a file, parents before what is nested in them, in file order."""
        return tuple(m for m in self.message_by_name.values() if m.file == file.name)

    def enums_of(self, file: File) -> tuple[Enum, ...]:
        """All enums of a file, in file order."""
        return tuple(e for e in self.enum_by_name.values() if e.file == file.name)

    def extensions_of(self, file: File) -> tuple[Extension, ...]:
        """All extensions that a file declares, in file order."""
        return tuple(e for e in self.extension_by_name.values() if e.file == file.name)

    def services_of(self, file: File) -> tuple[Service, ...]:
        """All services of a file, in file order."""
        return tuple(s for s in self.service_by_name.values() if s.file == file.name)

    def file_of(self, kind: FieldKind) -> str | None:
        """The file that declares what a field holds; None for scalars."""
        match kind:
            case MessageKind(name):
                return self.message_by_name[name].file
            case EnumKind(name):
                return self.enum_by_name[name].file
            case MapKind(value=value):
                return self.file_of(value)
            case ScalarKind():
                return None
