"""Comparable facts about each element of a schema.

Facts are what is meant, not how it is written: a reordered or commented schema has the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum as Enumeration
from typing import Union

from wiregen.schema import ir
from wiregen.schema.default_text import default_text
from wiregen.schema.derived_names import json_name
from wiregen.schema.prose import option_text, range_text
from wiregen.schema.scalars import Domain


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
    for name in files:
        file = schema.file_by_name[name]
        yield Declared(Element.FILE, name, "", _file_facts(file), file)
        for message in schema.messages_of(file):
            yield from _of_message(message)
        for enum in schema.enums_of(file):
            yield from _of_enum(enum)
        for extension in schema.extensions_of(file):
            facts = {Aspect.EXTENDEE: extension.extendee, **_field_facts(extension.field)}
            owner = extension.scope or file.package
            yield Declared(Element.EXTENSION, extension.field.full_name, owner, facts, extension)
        for service in schema.services_of(file):
            yield from _of_service(service)


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


def _of_message(message: ir.Message) -> Iterator[Declared]:
    facts = {
        Aspect.RESERVED: _reserved_text(message.reserved),
        Aspect.EXTENSION_RANGES: _ranges_text(found.numbers for found in message.extension_ranges),
        Aspect.JSON_FORMAT: "names differ" if message.is_json_strict else "",
        Aspect.FILE: message.file,
        Aspect.VISIBILITY: message.visibility,
        Aspect.OPTIONS: _options_text(message.options),
    }
    name = message.full_name
    yield Declared(Element.MESSAGE, name, _outer(name), _holding(facts), message)
    for oneof in message.oneofs:
        facts = {Aspect.OPTIONS: _options_text(oneof.options)}
        yield Declared(Element.ONEOF, oneof.full_name, name, _holding(facts), oneof)
    for field in message.fields:
        yield Declared(Element.FIELD, field.full_name, name, _field_facts(field), field)


def _field_facts(field: ir.Field) -> Facts:
    is_own_json_name = field.json_name != json_name(field.name)
    facts = {
        Aspect.NUMBER: str(field.number),
        Aspect.TYPE: type_text(field.kind),
        Aspect.LABEL: _label(field),
        Aspect.ONEOF: field.oneof or "",
        Aspect.PACKED: "true" if field.is_packed else "",
        Aspect.DEFAULT: _default_text(field),
        Aspect.JSON_NAME: field.json_name if is_own_json_name else "",
        Aspect.UTF8: "checked" if field.is_utf8_checked and _holds_strings(field.kind) else "",
        Aspect.OPTIONS: _options_text(field.options),
    }
    return _holding(facts)


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


def _default_text(field: ir.Field) -> str:
    if field.default is None:
        return ""
    text = default_text(field.default, field.kind)
    is_quoted = isinstance(field.kind, ir.ScalarKind) and isinstance(field.default, (str, bytes))
    return f'"{text}"' if is_quoted else text


def _of_enum(enum: ir.Enum) -> Iterator[Declared]:
    facts = {
        Aspect.OPENNESS: "closed" if enum.is_closed else "open",
        Aspect.FIRST_NUMBER: str(enum.values[0].number or "") if enum.values else "",
        Aspect.JSON_FORMAT: "names differ" if enum.is_json_strict else "",
        Aspect.RESERVED: _reserved_text(enum.reserved),
        Aspect.FILE: enum.file,
        Aspect.VISIBILITY: enum.visibility,
        Aspect.OPTIONS: _options_text(enum.options),
    }
    name = enum.full_name
    yield Declared(Element.ENUM, name, _outer(name), _holding(facts), enum)
    for value in enum.values:
        facts = {
            Aspect.NUMBER: str(value.number),
            Aspect.OPTIONS: _options_text(value.options),
        }
        yield Declared(Element.VALUE, value.full_name, name, _holding(facts), value)


def _of_service(service: ir.Service) -> Iterator[Declared]:
    facts = {Aspect.FILE: service.file, Aspect.OPTIONS: _options_text(service.options)}
    name = service.full_name
    yield Declared(Element.SERVICE, name, _outer(name), _holding(facts), service)
    for method in service.methods:
        facts = {
            Aspect.REQUEST: f"{'stream ' if method.is_request_stream else ''}{method.request}",
            Aspect.RESPONSE: f"{'stream ' if method.is_response_stream else ''}{method.response}",
            Aspect.OPTIONS: _options_text(method.options),
        }
        yield Declared(Element.METHOD, method.full_name, name, _holding(facts), method)


def _file_facts(file: ir.File) -> Facts:
    facts = {
        Aspect.SYNTAX: file.syntax.value,
        Aspect.PACKAGE: file.package,
        Aspect.IMPORTS: ", ".join(
            sorted(f"public {item.file}" if item.is_public else item.file for item in file.imports)
        ),
        Aspect.OPTIONS: _options_text(file.options),
    }
    return _holding(facts)


def _holding(facts: Facts) -> Facts:
    return {aspect: text for aspect, text in facts.items() if text}


def _outer(name: str) -> str:
    return name.rpartition(".")[0]


def _options_text(options: tuple[ir.Option, ...]) -> str:
    return ", ".join(option_texts(options))


def option_texts(options: Iterable[ir.Option]) -> list[str]:
    """What is set, sorted, without what other facts say: that is what protobuf's features do."""
    told = ("default", "json_name", "packed")
    return sorted(
        option_text(option)
        for option in options
        if option.name not in told and not re.match(r"features\.\w", option.name)
    )


def _reserved_text(statements: tuple[ir.Reserved, ...]) -> str:
    numbers = _ranges_text(found for reserved in statements for found in reserved.ranges)
    names = sorted(name for reserved in statements for name in reserved.names)
    return ", ".join(text for text in (numbers, *names) if text)


def _ranges_text(ranges: Iterable[ir.NumberRange]) -> str:
    """Ranges in order, those that touch each other as one: how they are written says nothing."""
    joined: list[ir.NumberRange] = []
    for found in sorted(ranges, key=lambda found: found.first):
        if joined and found.first == joined[-1].last + 1:
            found = replace(joined.pop(), last=found.last)
        joined.append(found)
    return ", ".join(map(range_text, joined))
