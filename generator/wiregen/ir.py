"""The schema as it is meant: linked, language-neutral, frozen; references are full names.

Everything that a later stage has to know is decided here once: a field's kind, whether it
repeats, how its presence is told, whether it is packed, and its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum as Enumeration
from typing import Union

from wiregen.comments import Comments
from wiregen.scalars import Scalar, WireType
from wiregen.source import Span
from wiregen.syntax import Constant


class Syntax(Enumeration):
    """The language that a file is written in."""

    PROTO2 = "proto2"
    PROTO3 = "proto3"
    EDITION_2023 = "2023"

    @property
    def is_edition(self) -> bool:
        """Whether files choose features instead of a fixed set of rules."""
        return self is Syntax.EDITION_2023


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
class Option:
    """An option as written: its dotted name, extensions in parentheses, and its value."""

    name: str
    value: Constant


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
        """Whether a writer may put several values into one length-delimited record."""
        return self.is_repeated and self.wire_type in (
            WireType.VARINT,
            WireType.I32,
            WireType.I64,
        )


@dataclass(frozen=True, slots=True)
class Oneof:
    """Fields of which at most one is set; `fields` are their names in the order written."""

    name: str
    full_name: str
    fields: tuple[str, ...]
    options: tuple[Option, ...]
    comments: Comments
    span: Span


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Numbers from first to last, both included."""

    first: int
    last: int
    span: Span


@dataclass(frozen=True, slots=True)
class Reserved:
    """One `reserved` statement: numbers or names that must not be used again."""

    ranges: tuple[NumberRange, ...]
    names: tuple[str, ...]
    comments: Comments
    span: Span


@dataclass(frozen=True, slots=True)
class Message:
    """A message; `messages` and `enums` are the full names of what is nested in it."""

    name: str
    full_name: str
    file: str
    fields: tuple[Field, ...]
    oneofs: tuple[Oneof, ...]
    messages: tuple[str, ...]
    enums: tuple[str, ...]
    reserved: tuple[Reserved, ...]
    extension_ranges: tuple[NumberRange, ...]
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
    reserved: tuple[Reserved, ...]
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
    span: Span


@dataclass(frozen=True, slots=True)
class File:
    """One schema file; `messages` and `enums` are the full names of its top-level ones."""

    name: str
    path: str
    syntax: Syntax
    package: str
    imports: tuple[Import, ...]
    messages: tuple[str, ...]
    enums: tuple[str, ...]
    options: tuple[Option, ...]
    comments: Comments
    dangling: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Schema:
    """All files of one run; one ordered table per kind, keyed by file name or full name."""

    file_by_name: Mapping[str, File]
    message_by_name: Mapping[str, Message]
    enum_by_name: Mapping[str, Enum]

    def messages_of(self, file: File) -> tuple[Message, ...]:
        """All messages of a file, parents before what is nested in them, in file order."""
        return tuple(m for m in self.message_by_name.values() if m.file == file.name)

    def enums_of(self, file: File) -> tuple[Enum, ...]:
        """All enums of a file, in file order."""
        return tuple(e for e in self.enum_by_name.values() if e.file == file.name)

    def file_of(self, kind: FieldKind) -> str | None:
        """The file that declares what a field holds; None for scalars."""
        match kind:
            case MessageKind(name):
                return self.message_by_name[name].file
            case EnumKind(name):
                return self.enum_by_name[name].file
            case MapKind(_, value):
                return self.file_of(value)
            case ScalarKind():
                return None
