"""Validates extensions and extension ranges."""

from __future__ import annotations

import re

from wiregen.schema import ir
from wiregen.schema.derived_names import json_name
from wiregen.schema.elements import is_message_set, option_of, settings_of
from wiregen.schema.option_types import OptionTypes
from wiregen.schema.scalars import LARGEST_FIELD_NUMBER, SCALAR_BY_NAME
from wiregen.source.diagnostics import Faults
from wiregen.validation.fields import check_field, check_number

_RANGE_OPTIONS = "google.protobuf.ExtensionRangeOptions"
_OPTIONS_FILE = "google/protobuf/descriptor.proto"
_UNVERIFIED, _VERIFIED = 1, 0
# The fields that a declaration sets, by name.
_Declaration = dict[str, object]
_FULL_NAME = re.compile(r"(\.[A-Za-z_][A-Za-z0-9_]*)+")


def largest_number(message: ir.Message) -> int:
    """The largest number that an extension of a message can have."""
    return (1 << 31) - 2 if is_message_set(message) else LARGEST_FIELD_NUMBER


def check_extensions(schema: ir.Schema, types: OptionTypes, faults: Faults) -> None:
    """Report every rule that an extension, or a range for extensions, breaks."""
    extension_by_number: dict[tuple[str, int], ir.Extension] = {}
    for extension in schema.extension_by_name.values():
        _check_extension(extension, schema, types, faults)
        key = extension.extendee, extension.field.number
        other = extension_by_number.setdefault(key, extension)
        if other is not extension:
            sentence = (
                f"number {extension.field.number} of '{extension.extendee}' is taken by"
                f" '{other.field.full_name}' ({other.field.span!r})"
            )
            # Between files this was overlooked for too long to be an error.
            note = faults.report if other.file == extension.file else faults.warn
            note(extension.field.span, sentence)
    for message in schema.message_by_name.values():
        _check_declarations(message, faults)


def _check_extension(
    extension: ir.Extension, schema: ir.Schema, types: OptionTypes, faults: Faults
) -> None:
    field, syntax = extension.field, schema.file_by_name[extension.file].syntax
    message = types.message(extension.extendee)
    check_field(field, syntax, faults, is_extension=True)
    if field.presence is ir.Presence.REQUIRED:
        faults.report(field.span, "an extension cannot be required")
    if any(option.name == "json_name" for option in field.options):
        if field.json_name != json_name(field.name):
            faults.report(field.span, "an extension takes no json_name: it is its full name")
    is_option = message.file == _OPTIONS_FILE and message.name.endswith("Options")
    if syntax is ir.Syntax.PROTO3 and not is_option:
        faults.report(extension.extendee_span, "proto3 extends nothing but protobuf's options")
    if is_message_set(message):
        is_message = isinstance(field.kind, ir.MessageKind) and not field.kind.is_group
        if field.is_repeated or not is_message:
            faults.report(field.span, "extensions of a message set are optional messages")
    if _is_lite(schema.file_by_name[extension.file]) and message.file in schema.file_by_name:
        if not _is_lite(schema.file_by_name[message.file]):
            faults.report(
                extension.extendee_span, "a file for LITE_RUNTIME extends only messages of others"
            )
    check_number(field, largest_number(message), faults)
    _check_range(extension, message, faults)


def _check_range(extension: ir.Extension, message: ir.Message, faults: Faults) -> None:
    field = extension.field
    for found in message.extension_ranges:
        if found.numbers.first <= field.number <= found.numbers.last:
            _check_declared(extension, found, faults)
            return
    faults.report(
        field.span, f"'{message.full_name}' does not set {field.number} aside for extensions"
    )


def _is_lite(file: ir.File) -> bool:
    return option_of(file.options, "FileOptions.optimize_for") == 3


def check_lite_imports(schema: ir.Schema, faults: Faults) -> None:
    """Report full files that import files for the lite runtime, and services in these."""
    for file in schema.file_by_name.values():
        if not _is_lite(file):
            for item in file.imports:
                if _is_lite(schema.file_by_name[item.file]):
                    faults.report(
                        item.span, f"'{item.written}' is for LITE_RUNTIME, and this file is not"
                    )
            continue
        for service in schema.services_of(file):
            for name in ("cc_generic_services", "java_generic_services"):
                if option_of(file.options, f"FileOptions.{name}") is True:
                    faults.report(service.span, f"files for LITE_RUNTIME have no {name}")


# --- declarations: what extensions a range is meant for ------------------------------------


def _declarations(found: ir.ExtensionRange) -> list[_Declaration]:
    """The declarations of a range, each as its fields by name."""
    return [
        {item.field.rpartition(".")[2]: item.value for item in value.fields}
        for value in settings_of(found.options, f"{_RANGE_OPTIONS}.declaration")
        if isinstance(value, ir.MessageValue)
    ]


def _check_declarations(message: ir.Message, faults: Faults) -> None:
    names: set[object] = set()
    for found in message.extension_ranges:
        declarations = _declarations(found)
        span = found.numbers.span
        verification = option_of(found.options, "ExtensionRangeOptions.verification")
        if declarations and verification == _UNVERIFIED:
            faults.report(span, "a range that is UNVERIFIED declares no extensions")
        numbers: set[object] = set()
        for declaration in declarations:
            number = declaration.get("number", 0)
            assert isinstance(number, int)
            if not found.numbers.first <= number <= found.numbers.last:
                faults.report(span, f"the declared number {number} is not in this range")
            if number in numbers:
                faults.report(span, f"the number {number} is declared twice")
            numbers.add(number)
            _check_declaration(declaration, names, found, faults)


def _check_declaration(
    declaration: _Declaration,
    names: set[object],
    found: ir.ExtensionRange,
    faults: Faults,
) -> None:
    span, number = found.numbers.span, declaration.get("number", 0)
    name, declared_type = declaration.get("full_name"), declaration.get("type")
    if name is None or declared_type is None:
        if (name is None) != (declared_type is None) or declaration.get("reserved") is not True:
            faults.report(span, f"the declaration of {number} needs both full_name and type")
        return
    if name in names:
        faults.report(span, f"the name '{name}' is declared twice")
    names.add(name)
    for text, is_full in (
        (name, True),
        (declared_type, declared_type not in (*SCALAR_BY_NAME, "enum")),
    ):
        if is_full and not _FULL_NAME.fullmatch(str(text)):
            faults.report(span, f"expected a full name with a dot before it, found '{text}'")


def _check_declared(extension: ir.Extension, found: ir.ExtensionRange, faults: Faults) -> None:
    field, span = extension.field, extension.extendee_span
    declarations = _declarations(found)
    declaration = next((d for d in declarations if d.get("number") == field.number), None)
    if declaration is None:
        verification = option_of(found.options, "ExtensionRangeOptions.verification")
        if declarations or verification == _VERIFIED:
            faults.report(
                span, f"'{extension.extendee}' does not declare an extension {field.number}"
            )
        return
    if declaration.get("reserved") is True:
        faults.report(span, f"'{extension.extendee}' reserves the number {field.number}")
        return
    for what, declared, actual in (
        ("type", declaration.get("type"), _type_name(field)),
        ("name", declaration.get("full_name"), f".{field.full_name}"),
        ("repeated", declaration.get("repeated", False), field.is_repeated),
    ):
        if declared is not None and declared != actual:
            faults.report(
                span,
                f"'{extension.extendee}' declares number {field.number} with {what}"
                f" '{declared}', found '{actual}'",
            )


def _type_name(field: ir.Field) -> str:
    match field.kind:
        case ir.ScalarKind(scalar):
            return scalar.name
        case ir.EnumKind(name) | ir.MessageKind(name):
            return f".{name}"
        case ir.MapKind():
            raise AssertionError("no extension is a map")
