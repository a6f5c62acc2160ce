"""All elements of a schema that can have options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from wiregen.schema import ir
from wiregen.source.text import Span


class Target(Enum):
    """A kind of element, by its number in descriptor.proto (FieldOptions.OptionTargetType)."""

    FILE = 1
    EXTENSION_RANGE = 2
    MESSAGE = 3
    FIELD = 4
    ONEOF = 5
    ENUM = 6
    ENUM_ENTRY = 7
    SERVICE = 8
    METHOD = 9

    def __str__(self) -> str:
        """The kind in the words of the schema language."""
        return "enum value" if self is Target.ENUM_ENTRY else self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True)
class Element:
    """One declaration and its options."""

    target: Target
    file: str
    options: tuple[ir.Option, ...]
    span: Span


def elements(schema: ir.Schema) -> Iterator[Element]:
    """All elements of a schema that have options."""
    return (element for element in _all(schema) if element.options)


def _all(schema: ir.Schema) -> Iterator[Element]:
    for file in schema.file_by_name.values():
        yield Element(Target.FILE, file.name, file.options, file.span)
    for message in schema.message_by_name.values():
        name = message.file
        yield Element(Target.MESSAGE, name, message.options, message.span)
        for field in message.fields:
            yield Element(Target.FIELD, name, field.options, field.span)
        for oneof in message.oneofs:
            yield Element(Target.ONEOF, name, oneof.options, oneof.span)
        for found in message.extension_ranges:
            yield Element(Target.EXTENSION_RANGE, name, found.options, found.numbers.span)
    for extension in schema.extension_by_name.values():
        field = extension.field
        yield Element(Target.FIELD, extension.file, field.options, field.span)
    for enum in schema.enum_by_name.values():
        yield Element(Target.ENUM, enum.file, enum.options, enum.span)
        for value in enum.values:
            yield Element(Target.ENUM_ENTRY, enum.file, value.options, value.span)
    for service in schema.service_by_name.values():
        yield Element(Target.SERVICE, service.file, service.options, service.span)
        for method in service.methods:
            yield Element(Target.METHOD, service.file, method.options, method.span)


def settings_of(options: tuple[ir.Option, ...], field: str) -> Iterator[ir.OptionValue]:
    """The values that options set one field of their options message to, by its full name."""
    for option in options:
        if option.setting is not None and option.setting.field == field:
            yield option.setting.value


def option_of(options: tuple[ir.Option, ...], field: str) -> ir.OptionValue | None:
    """The value that a singular option of protobuf's own is set to, or None."""
    return next(settings_of(options, f"google.protobuf.{field}"), None)


def is_message_set(message: ir.Message) -> bool:
    """True if a message has the wire format of message sets: extensions, and no field."""
    return option_of(message.options, "MessageOptions.message_set_wire_format") is True


def features_of(options: tuple[ir.Option, ...]) -> dict[str, int]:
    """The features that options choose themselves, by name: numbers of their enums."""
    chosen: dict[str, int] = {}
    for option in options:
        setting = option.setting
        if setting is None or option.parts[0].text != "features" or option.parts[0].is_extension:
            continue
        assert isinstance(setting.value, ir.MessageValue)
        for value in setting.value.fields:
            if isinstance(value.value, int):
                chosen[value.field.rpartition(".")[2]] = value.value
    return chosen
