"""Comparable facts about each element of a schema.

Facts are what is meant, not how it is written: a reordered or commented schema has the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum as Enumeration
from typing import Union

from wiregen.evolution.option_facts import Settings, settings_of_options, settings_text
from wiregen.schema import ir
from wiregen.schema.default_text import default_text
from wiregen.schema.derived_names import json_name
from wiregen.schema.number_sets import NumberSet
from wiregen.schema.option_types import OptionTypes
from wiregen.schema.scalars import Domain
from wiregen.validation.reading import option_types_of


class Element(Enumeration):
    """The kinds of things that a schema declares, outer ones first."""

    FILE = "file"
    MESSAGE = "message"
    FIELD = "field"
    ONEOF = "oneof"
    ENUM = "enum"
    VALUE = "value"
    EXTENSION = "extension"
    SERVICE = "service"
    METHOD = "method"


class Aspect(Enumeration):
    """What there is to say of an element; its existence and name among it, when told apart."""

    EXISTENCE = "existence"
    NAME = "name"
    NUMBER = "number"
    TYPE = "type"
    LABEL = "label"
    ONEOF = "oneof"
    PACKED = "packed"
    DEFAULT = "default"
    JSON_NAME = "json_name"
    UTF8 = "utf8"
    EXTENDEE = "extendee"
    OPENNESS = "openness"
    # The number that a field of an enum holds when it is absent, if that is not 0.
    FIRST_NUMBER = "first_number"
    RESERVED = "reserved"
    EXTENSION_RANGES = "extensions"
    # What the options of extension ranges say, the declarations of extensions among it.
    RANGE_OPTIONS = "extension_options"
    JSON_FORMAT = "json_format"
    REQUEST = "request"
    RESPONSE = "response"
    SYNTAX = "syntax"
    PACKAGE = "package"
    IMPORTS = "imports"
    FILE = "file"
    VISIBILITY = "visibility"
    OPTIONS = "options"


Facts = Mapping[Aspect, str]
Node = Union[
    ir.File,
    ir.Message,
    ir.Field,
    ir.Oneof,
    ir.Enum,
    ir.EnumValue,
    ir.Extension,
    ir.Service,
    ir.Method,
]


@dataclass(frozen=True, slots=True)
class Declared:
    """One element, its name in full (of a file, its path), and what there is to say of it.

    `owner` is the message, enum or service that it stands in; at the top of a file, the
    package. A fact that does not hold is left out; no text is empty.
    """

    element: Element
    name: str
    owner: str
    facts: Facts
    node: Node
    # What its options set, and those of a message's extension ranges.
    settings: Settings = field(default_factory=dict)
    range_settings: tuple[tuple[ir.NumberRange, Settings], ...] = ()

    @property
    def own_name(self) -> str:
        """The name without what stands before it; of a file, all of it."""
        return self.name if self.element is Element.FILE else self.name.rpartition(".")[2]

    @property
    def text(self) -> str:
        """The element in one line."""
        return declaration_text(self.element, self.name, self.facts)


def declaration_text(element: Element, name: str, facts: Facts) -> str:
    """An element in one line: `optional int32 data_type = 2`, `FLOAT = 1`, `message Note`."""
    own_name = name.rpartition(".")[2]
    match element:
        case Element.FIELD | Element.EXTENSION:
            label = "" if Aspect.ONEOF in facts else facts.get(Aspect.LABEL, "")
            words = ("" if label == ir.Presence.IMPLICIT.value else label, facts[Aspect.TYPE])
            return f"{' '.join(filter(None, words))} {own_name} = {facts[Aspect.NUMBER]}"
        case Element.VALUE:
            return f"{own_name} = {facts[Aspect.NUMBER]}"
        case Element.METHOD:
            request, response = facts[Aspect.REQUEST], facts[Aspect.RESPONSE]
            return f"rpc {own_name}({request}) returns ({response})"
        case Element.FILE:
            return f"file {name}"
        case _:
            return f"{element.value} {own_name}"


def declared_in(schema: ir.Schema, files: Iterable[str]) -> Iterator[Declared]:
    """Everything that some files of a schema declare, what stands in a scope after the scope."""
    reader = _Reader(option_types_of(schema))
    for name in files:
        file = schema.file_by_name[name]
        yield reader.file(file)
        for message in schema.messages_of(file):
            yield from reader.message(message)
        for enum in schema.enums_of(file):
            yield from reader.enum(enum)
        for extension in schema.extensions_of(file):
            yield reader.extension(extension, file)
        for service in schema.services_of(file):
            yield from reader.service(service)


def type_text(kind: ir.FieldKind) -> str:
    """The type of a field, with the full names of messages and enums."""
    match kind:
        case ir.ScalarKind(scalar):
            return scalar.name
        case ir.EnumKind(name):
            return name
        case ir.MessageKind(name, is_group):
            return f"group {name}" if is_group else name
        case ir.MapKind(key, value):
            return f"map<{key.name}, {type_text(value)}>"


class _Reader:
    """Reads what there is to say of each element."""

    def __init__(self, types: OptionTypes) -> None:
        self._types = types

    def file(self, file: ir.File) -> Declared:
        imports = (f"public {item.file}" if item.is_public else item.file for item in file.imports)
        facts = {
            Aspect.SYNTAX: file.syntax.value,
            Aspect.PACKAGE: file.package,
            Aspect.IMPORTS: ", ".join(sorted(imports)),
        }
        return self._declared(Element.FILE, file.name, "", facts, file)

    def message(self, message: ir.Message) -> Iterator[Declared]:
        ranges = tuple(
            (found.numbers, settings_of_options(found.options, self._types))
            for found in message.extension_ranges
        )
        facts = {
            Aspect.RESERVED: _reserved_text(message.reserved),
            Aspect.EXTENSION_RANGES: _ranges_text(numbers for numbers, _ in ranges),
            Aspect.RANGE_OPTIONS: _range_options_text(ranges),
            Aspect.JSON_FORMAT: "names differ" if message.is_json_strict else "",
            Aspect.FILE: message.file,
            Aspect.VISIBILITY: message.visibility,
        }
        name = message.full_name
        declared = self._declared(Element.MESSAGE, name, _outer(name), facts, message)
        yield replace(declared, range_settings=ranges)
        for oneof in message.oneofs:
            yield self._declared(Element.ONEOF, oneof.full_name, name, {}, oneof)
        for item in message.fields:
            of_field = self._of_field(item)
            yield self._declared(Element.FIELD, item.full_name, name, of_field, item)

    def extension(self, extension: ir.Extension, file: ir.File) -> Declared:
        facts = {Aspect.EXTENDEE: extension.extendee, **self._of_field(extension.field)}
        owner = extension.scope or file.package
        name = extension.field.full_name
        return self._declared(Element.EXTENSION, name, owner, facts, extension)

    def enum(self, enum: ir.Enum) -> Iterator[Declared]:
        facts = {
            Aspect.OPENNESS: "closed" if enum.is_closed else "open",
            Aspect.FIRST_NUMBER: str(enum.values[0].number or "") if enum.values else "",
            Aspect.JSON_FORMAT: "names differ" if enum.is_json_strict else "",
            Aspect.RESERVED: _reserved_text(enum.reserved),
            Aspect.FILE: enum.file,
            Aspect.VISIBILITY: enum.visibility,
        }
        name = enum.full_name
        yield self._declared(Element.ENUM, name, _outer(name), facts, enum)
        for value in enum.values:
            facts = {Aspect.NUMBER: str(value.number)}
            yield self._declared(Element.VALUE, value.full_name, name, facts, value)

    def service(self, service: ir.Service) -> Iterator[Declared]:
        name = service.full_name
        facts = {Aspect.FILE: service.file}
        yield self._declared(Element.SERVICE, name, _outer(name), facts, service)
        for method in service.methods:
            facts = {
                Aspect.REQUEST: f"{'stream ' if method.is_request_stream else ''}{method.request}",
                Aspect.RESPONSE: (
                    f"{'stream ' if method.is_response_stream else ''}{method.response}"
                ),
            }
            yield self._declared(Element.METHOD, method.full_name, name, facts, method)

    def _declared(
        self, element: Element, name: str, owner: str, facts: Facts, node: Node
    ) -> Declared:
        settings = settings_of_options(options_of(node), self._types)
        facts = {**facts, Aspect.OPTIONS: settings_text(settings)}
        known = {aspect: text for aspect, text in facts.items() if text}
        return Declared(element, name, owner, known, node, settings)

    def _of_field(self, field: ir.Field) -> Facts:
        is_own_json_name = field.json_name != json_name(field.name)
        is_checked = field.is_utf8_checked and _holds_strings(field.kind)
        return {
            Aspect.NUMBER: str(field.number),
            Aspect.TYPE: type_text(field.kind),
            Aspect.LABEL: _label(field),
            Aspect.ONEOF: field.oneof or "",
            Aspect.PACKED: "true" if field.is_packed else "",
            Aspect.DEFAULT: self._default_text(field),
            Aspect.JSON_NAME: field.json_name if is_own_json_name else "",
            Aspect.UTF8: "checked" if is_checked else "",
        }

    def _default_text(self, field: ir.Field) -> str:
        """The value that an absent field reads as, unless its type has the same without a word."""
        match field.kind, field.default:
            case _, None:
                return ""
            case ir.EnumKind(name), str(default):
                first = self._types.enum(name).values[0]
                return "" if default == first.name else default
            case ir.ScalarKind(), default:
                text = default_text(default, field.kind)
                if isinstance(default, (str, bytes)):
                    return f'"{text}"' if default else ""
                return "" if not default and text != "-0" else text
            case _:
                raise AssertionError(f"'{field.full_name}' has no default")


def options_of(node: Node) -> tuple[ir.Option, ...]:
    """The options of an element."""
    return node.field.options if isinstance(node, ir.Extension) else node.options


def _label(field: ir.Field) -> str:
    """How often a field occurs: a word for what is meant, whatever the syntax of the file."""
    if isinstance(field.kind, ir.MapKind):
        return ""
    match field.presence:
        case None:
            return "repeated"
        case ir.Presence.EXPLICIT:
            return "optional"
        case ir.Presence.IMPLICIT | ir.Presence.REQUIRED as presence:
            return str(presence.value)


def _holds_strings(kind: ir.FieldKind) -> bool:
    match kind:
        case ir.MapKind(key, value):
            return key.domain is Domain.STRING or _holds_strings(value)
        case ir.ScalarKind(scalar):
            return scalar.domain is Domain.STRING
        case ir.EnumKind() | ir.MessageKind():
            return False


def _outer(name: str) -> str:
    return name.rpartition(".")[0]


def _reserved_text(statements: tuple[ir.Reserved, ...]) -> str:
    numbers = _ranges_text(found for reserved in statements for found in reserved.ranges)
    names = sorted(name for reserved in statements for name in reserved.names)
    return ", ".join(text for text in (numbers, *names) if text)


def _ranges_text(ranges: Iterable[ir.NumberRange]) -> str:
    """Ranges in order, those that touch each other as one: how they are written says nothing."""
    return str(NumberSet.of_ranges(ranges))


def _range_options_text(ranges: Iterable[tuple[ir.NumberRange, Settings]]) -> str:
    """The options of ranges, those with the same options as one."""
    ranges_by_text: dict[str, list[ir.NumberRange]] = {}
    for numbers, settings in ranges:
        if settings:
            ranges_by_text.setdefault(settings_text(settings), []).append(numbers)
    texts = (f"{_ranges_text(found)} [{text}]" for text, found in ranges_by_text.items())
    return "; ".join(sorted(texts))
