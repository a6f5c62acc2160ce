"""Syntax nodes: one frozen class per grammar rule, with spans and unresolved names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from wiregen.source.text import Source, Span
from wiregen.syntax.comments import Comments


@dataclass(frozen=True, slots=True)
class Word:
    """A name as written: one identifier, or several with dots; a leading dot is kept."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class NamedConstant:
    """A constant that is a word: `true`, `inf`, an enum value; perhaps with a minus."""

    text: str
    is_negative: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number, the sign taken in."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number with a point or an exponent, or an integer too wide for 64 bits."""

    value: float
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """One or several adjacent string literals, escapes resolved, joined."""

    value: bytes
    span: Span


@dataclass(frozen=True, slots=True)
class ListConstant:
    """A bracketed list inside an aggregate."""

    items: tuple[Constant, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class AggregateEntry:
    """One `name: value` of an aggregate; before messages and lists of them, no colon is needed."""

    name: Word
    has_colon: bool
    value: Constant
    span: Span


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A message value in text format."""

    entries: tuple[AggregateEntry, ...]
    span: Span


Constant = Union[NamedConstant, Integer, Decimal, Text, ListConstant, Aggregate]


@dataclass(frozen=True, slots=True)
class OptionPart:
    """One part of an option's name; an extension's stands in parentheses."""

    text: str
    is_extension: bool


@dataclass(frozen=True, slots=True)
class OptionNode:
    """`option name = value;` or one setting in brackets."""

    parts: tuple[OptionPart, ...]
    name_span: Span
    value: Constant
    span: Span
    comments: Comments = field(default_factory=Comments)


@dataclass(frozen=True, slots=True)
class BracketedOptions:
    """`[name = value, ...]` behind a declaration; `span` is None where there are none."""

    settings: tuple[OptionNode, ...] = ()
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class RangeNode:
    """`4`, `6 to 9` or `1000 to max`; `last` is None for `max`, and `last_span` is there anyway."""

    first: Integer | Decimal
    last: Integer | Decimal | None
    last_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class ReservedNode:
    """`reserved` with ranges, or with names (`are_strings` tells how they were written)."""

    ranges: tuple[RangeNode, ...]
    names: tuple[Word, ...]
    are_strings: bool
    span: Span
    comments: Comments


@dataclass(frozen=True, slots=True)
class ExtensionsNode:
    """`extensions 100 to 199 [...];`."""

    ranges: tuple[RangeNode, ...]
    options: BracketedOptions
    span: Span
    comments: Comments


@dataclass(frozen=True, slots=True)
class FieldNode:
    """A field with a named type."""

    label: Word | None
    type: Word
    name: Word
    number: Integer | Decimal
    options: BracketedOptions
    span: Span
    comments: Comments


@dataclass(frozen=True, slots=True)
class MapFieldNode:
    """`map<key, value> name = number;`."""

    label: Word | None
    # All of `map<key, value>`.
    type_span: Span
    key: Word
    value: Word
    name: Word
    number: Integer | Decimal
    options: BracketedOptions
    span: Span
    comments: Comments


@dataclass(frozen=True, slots=True)
class GroupNode:
    """`group Name = number { ... }`: a field and its message in one."""

    label: Word | None
    keyword: Word
    name: Word
    number: Integer | Decimal
    options: BracketedOptions
    items: tuple[MessageItem, ...]
    span: Span
    comments: Comments
    dangling: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OneofNode:
    """`oneof name { ... }`."""

    name: Word
    items: tuple[FieldNode | MapFieldNode | GroupNode | OptionNode, ...]
    span: Span
    comments: Comments
    dangling: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MessageNode:
    """`message Name { ... }`; `dangling` are the comments before its closing brace.

    `visibility` is the word `export` or `local` before it, if there is one.
    """

    visibility: Word | None
    keyword: Word
    name: Word
    items: tuple[MessageItem, ...]
    span: Span
    comments: Comments
    dangling: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EnumValueNode:
    """`NAME = number;` in an enum."""

    name: Word
    number: Integer | Decimal
    options: BracketedOptions
    span: Span
    comments: Comments


@dataclass(frozen=True, slots=True)
class EnumNode:
    """`enum Name { ... }`."""

    visibility: Word | None
    keyword: Word
    name: Word
    items: tuple[EnumValueNode | OptionNode | ReservedNode, ...]
    span: Span
    comments: Comments
    dangling: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExtendNode:
    """`extend Message { ... }`."""

    extendee: Word
    items: tuple[FieldNode | MapFieldNode | GroupNode, ...]
    span: Span
    comments: Comments


@dataclass(frozen=True, slots=True)
class RpcNode:
    """One method of a service."""

    name: Word
    # The words `stream` where they stand.
    request_stream: Word | None
    request: Word
    response_stream: Word | None
    response: Word
    options: tuple[OptionNode, ...]
    # Whether braces follow, with options in them or without.
    has_block: bool
    span: Span
    comments: Comments


@dataclass(frozen=True, slots=True)
class ServiceNode:
    """`service Name { ... }`."""

    name: Word
    items: tuple[RpcNode | OptionNode, ...]
    span: Span
    comments: Comments
    dangling: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SyntaxNode:
    """`syntax = "proto2";` or `edition = "2023";`."""

    value: Text
    is_edition: bool
    span: Span
    comments: Comments


@dataclass(frozen=True, slots=True)
class PackageNode:
    """`package name;`."""

    name: Word
    span: Span
    comments: Comments


@dataclass(frozen=True, slots=True)
class ImportNode:
    """`import "file";`; `modifier` is the word `public`, `weak` or `option`, if there is one."""

    name: Text
    modifier: Word | None
    span: Span
    comments: Comments


MessageItem = Union[
    FieldNode,
    MapFieldNode,
    GroupNode,
    OneofNode,
    MessageNode,
    EnumNode,
    ExtendNode,
    ReservedNode,
    ExtensionsNode,
    OptionNode,
]
FileItem = Union[
    SyntaxNode,
    PackageNode,
    ImportNode,
    OptionNode,
    MessageNode,
    EnumNode,
    ExtendNode,
    ServiceNode,
]


@dataclass(frozen=True, slots=True)
class FileNode:
    """One parsed file: `span` goes from its first token to its last.

    `dangling` are the comments after its last declaration.
    """

    source: Source
    span: Span
    items: tuple[FileItem, ...]
    # Whether a lone semicolon stands first, where only the syntax may stand.
    has_early_semicolon: bool
    dangling: tuple[str, ...]
