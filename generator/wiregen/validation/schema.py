"""Validates linked schemas."""

from __future__ import annotations

from collections.abc import Iterable

from wiregen.schema import ir
from wiregen.schema.derived_names import entry_name, own_oneof_by_field
from wiregen.schema.elements import features_of, is_message_set, option_of
from wiregen.schema.option_types import OptionTypes
from wiregen.schema.scalars import LARGEST_FIELD_NUMBER
from wiregen.source.diagnostics import Faults
from wiregen.validation.extensions import check_extensions, check_lite_imports
from wiregen.validation.fields import check_field, check_number
from wiregen.validation.json_names import check_field_names, check_value_names
from wiregen.validation.options import check_options
from wiregen.validation.visibility import check_visibility

_LEGACY_REQUIRED = 3
_SMALLEST_INT32, _LARGEST_INT32 = -(1 << 31), (1 << 31) - 1


def check(schema: ir.Schema, types: OptionTypes, faults: Faults) -> None:
    """Report every rule that a schema breaks; `types` has the options that there are."""
    check_options(schema, types, faults)
    check_extensions(schema, types, faults)
    check_lite_imports(schema, faults)
    check_visibility(schema, faults)
    for file in schema.file_by_name.values():
        _check_file(file, faults)
    for message in schema.message_by_name.values():
        _check_numbers(message, faults)
        _check_reserved(message, faults)
        check_field_names(message, faults)
        _check_derived_names(message, schema, faults)
        _check_message_options(message, schema.file_by_name[message.file], faults)
        for field in message.fields:
            syntax = schema.file_by_name[message.file].syntax
            check_field(field, syntax, faults, is_extension=False)
            _check_default(field, schema.file_by_name[message.file], faults)
            _check_enum(field, message, schema, faults)
    for extension in schema.extension_by_name.values():
        _check_default(extension.field, schema.file_by_name[extension.file], faults)
    for enum in schema.enum_by_name.values():
        _check_enum_values(enum, faults)
        _check_aliases(enum, faults)
        is_proto2 = schema.file_by_name[enum.file].syntax is ir.Syntax.PROTO2
        check_value_names(enum, faults, is_proto2=is_proto2)


def _check_file(file: ir.File, faults: Faults) -> None:
    if not file.syntax.is_edition:
        return
    if features_of(file.options).get("field_presence") == _LEGACY_REQUIRED:
        faults.report(file.span, "a file cannot require all of its fields")
    if option_of(file.options, "FileOptions.java_string_check_utf8") is True:
        faults.report(
            file.span,
            "in editions, features.(pb.java).utf8_validation does what"
            " 'java_string_check_utf8' did",
        )


def _check_message_options(message: ir.Message, file: ir.File, faults: Faults) -> None:
    for option in message.options:
        if option.name == "map_entry":
            faults.report(
                option.name_span, "'map_entry' is for protobuf itself: write map<key, value>"
            )
    if is_message_set(message):
        if file.syntax is ir.Syntax.PROTO3:
            faults.report(message.span, "proto3 has no message sets")
        for field in message.fields:
            faults.report(field.span, "a message set has extensions and no fields")


def _check_numbers(message: ir.Message, faults: Faults) -> None:
    field_by_number: dict[int, ir.Field] = {}
    for field in message.fields:
        check_number(field, LARGEST_FIELD_NUMBER, faults)
        other = field_by_number.setdefault(field.number, field)
        if other is not field:
            faults.report(
                field.span, f"number {field.number} is taken by '{other.name}' ({other.span!r})"
            )


def _check_reserved(message: ir.Message, faults: Faults) -> None:
    names = {name for reserved in message.reserved for name in reserved.names}
    extensions = [found.numbers for found in message.extension_ranges]
    for field in message.fields:
        if field.name in names:
            faults.report(field.span, f"the name '{field.name}' is reserved")
        if _covers(_ranges(message.reserved), field.number):
            faults.report(field.span, f"number {field.number} is reserved")
        if _covers(extensions, field.number):
            faults.report(field.span, f"number {field.number} is set aside for extensions")
    _check_overlaps((*_ranges(message.reserved), *extensions), faults)
    _check_reserved_names(message.reserved, faults)


def _check_overlaps(ranges: Iterable[ir.NumberRange], faults: Faults) -> None:
    seen: list[ir.NumberRange] = []
    for found in ranges:
        for other in seen:
            if found.first <= other.last and other.first <= found.last:
                faults.report(
                    found.span, f"{_shown(found)} is set aside twice: {_shown(other)} covers it"
                )
        seen.append(found)


def _check_reserved_names(statements: Iterable[ir.Reserved], faults: Faults) -> None:
    names: set[str] = set()
    for statement in statements:
        for name in statement.names:
            if name in names:
                faults.report(statement.span, f"the name '{name}' is reserved twice")
            names.add(name)


def _check_derived_names(message: ir.Message, schema: ir.Schema, faults: Faults) -> None:
    """Report names that protobuf derives and that something in the message has already.

    Every map has a message for its entries; an `optional` field of proto3 has a oneof.
    """
    names = _nested_names(message, schema)
    oneof_by_field = own_oneof_by_field(message)
    members = {field.name for field in message.fields} | {oneof.name for oneof in message.oneofs}
    for field in message.fields:
        oneof = oneof_by_field.get(field.name)
        if oneof in names:
            faults.report(field.span, f"'{oneof}' is taken: it is the name of this field's oneof")
        if not isinstance(field.kind, ir.MapKind):
            continue
        entry = entry_name(field.name)
        if entry in names | members:
            faults.report(field.span, f"'{entry}' is taken: it is the name of this map's entries")
        names.add(entry)
        if isinstance(field.kind.value, ir.EnumKind):
            values = schema.enum_by_name[field.kind.value.enum].values
            if values and values[0].number != 0:
                faults.report(field.span, "the first value of an enum in a map must be 0")


def _nested_names(message: ir.Message, schema: ir.Schema) -> set[str]:
    """The short names of what is declared in a message, fields and oneofs apart."""
    declared = (*message.messages, *message.enums, *message.extensions)
    names = {name.rpartition(".")[2] for name in declared}
    for enum in message.enums:
        names |= {value.name for value in schema.enum_by_name[enum].values}
    return names


def _check_default(field: ir.Field, file: ir.File, faults: Faults) -> None:
    if field.default is None:
        return
    if field.is_repeated:
        faults.report(field.span, "a repeated field takes no default")
    elif file.syntax is ir.Syntax.PROTO3:
        faults.report(field.span, "proto3 has no explicit defaults")
    elif field.presence is ir.Presence.IMPLICIT:
        faults.report(field.span, "a field with implicit presence takes no default")


def _check_enum(field: ir.Field, message: ir.Message, schema: ir.Schema, faults: Faults) -> None:
    kind = field.kind.value if isinstance(field.kind, ir.MapKind) else field.kind
    if not isinstance(kind, ir.EnumKind):
        return
    enum = schema.enum_by_name[kind.enum]
    is_proto3 = schema.file_by_name[message.file].syntax is ir.Syntax.PROTO3
    if is_proto3 and enum.is_closed:
        faults.report(
            field.span, f"a proto3 field cannot hold '{enum.full_name}', an enum of proto2"
        )
    elif field.presence is ir.Presence.IMPLICIT and enum.is_closed:
        faults.report(
            field.span,
            f"a field with implicit presence cannot hold '{enum.full_name}': it is closed",
        )


def _check_enum_values(enum: ir.Enum, faults: Faults) -> None:
    if not enum.values:
        faults.report(enum.span, "an enum needs at least one value")
        return
    if not enum.is_closed and enum.values[0].number != 0:
        faults.report(enum.values[0].span, "the first value of an open enum must be 0")
    value_by_number: dict[int, ir.EnumValue] = {}
    reserved_names = {name for reserved in enum.reserved for name in reserved.names}
    for value in enum.values:
        if not _SMALLEST_INT32 <= value.number <= _LARGEST_INT32:
            faults.report(value.span, f"enum values are 32-bit integers, found {value.number}")
        other = value_by_number.setdefault(value.number, value)
        if other is not value and not enum.allows_aliases:
            faults.report(
                value.span,
                f"number {value.number} is taken by '{other.name}'; aliases need"
                " 'option allow_alias = true;'",
            )
        if value.name in reserved_names:
            faults.report(value.span, f"the name '{value.name}' is reserved")
        if _covers(_ranges(enum.reserved), value.number):
            faults.report(value.span, f"number {value.number} is reserved")
    _check_overlaps(_ranges(enum.reserved), faults)
    _check_reserved_names(enum.reserved, faults)


def _check_aliases(enum: ir.Enum, faults: Faults) -> None:
    is_stated = any(option.name == "allow_alias" for option in enum.options)
    has_aliases = len({value.number for value in enum.values}) < len(enum.values)
    if is_stated and not has_aliases and enum.values:
        sentence = "no two values have one number, so 'allow_alias' has no effect"
        faults.report(enum.values[-1].span, sentence)


def _ranges(statements: Iterable[ir.Reserved]) -> list[ir.NumberRange]:
    return [found for statement in statements for found in statement.ranges]


def _covers(ranges: Iterable[ir.NumberRange], number: int) -> bool:
    return any(found.first <= number <= found.last for found in ranges)


def _shown(found: ir.NumberRange) -> str:
    return str(found.first) if found.first == found.last else f"{found.first} to {found.last}"
