"""Validates that JSON names are unique."""

from __future__ import annotations

from wiregen.schema import ir
from wiregen.schema.derived_names import json_name
from wiregen.schema.elements import option_of
from wiregen.source.diagnostics import Faults


def check_field_names(message: ir.Message, faults: Faults) -> None:
    """Report fields that have one name in JSON.

    Where the schema is strict, the names that fields would have without `json_name` must
    differ too. proto2 only asks that names given with `json_name` do; others are warnings.
    """
    if option_of(message.options, "MessageOptions.deprecated_legacy_json_field_conflicts") is True:
        return
    custom = {field.name for field in message.fields if _has_own_name(field)}
    plain_by_name: dict[str, ir.Field] = {}
    field_by_name: dict[str, ir.Field] = {}
    for field in message.fields:
        plain = json_name(field.name)
        clashing = {
            (plain, plain_by_name.setdefault(plain, field).name),
            (field.json_name, field_by_name.setdefault(field.json_name, field).name),
        }
        for name, other in sorted(clashing):
            # Fields of one name are reported as such.
            if other != field.name:
                are_given = {field.name, other} <= custom
                is_fault = message.is_json_strict or (are_given and name == field.json_name)
                note = faults.report if is_fault else faults.warn
                note(field.span, f"'{field.name}' and '{other}' have one name in JSON: '{name}'")
        if field.name in custom and "\0" in field.json_name:
            faults.report(field.span, "a name in JSON cannot have a zero byte")
        if field.json_name.startswith("[") and field.json_name.endswith("]"):
            faults.report(
                field.span, "names in JSON that stand in brackets are those of extensions"
            )


def check_value_names(enum: ir.Enum, faults: Faults, *, is_proto2: bool) -> None:
    """Report values of different numbers that differ only in case and in the enum's name.

    Generators of other languages take the enum's name off its values: `COLOR_RED` of `Color`
    is their `Red`.
    """
    legacy = option_of(enum.options, "EnumOptions.deprecated_legacy_json_field_conflicts")
    note = faults.warn if is_proto2 and legacy is True else faults.report
    value_by_name: dict[str, ir.EnumValue] = {}
    for value in enum.values:
        other = value_by_name.setdefault(_camel_case(_without_prefix(value.name, enum.name)), value)
        if other.number != value.number and other.name != value.name:
            note(
                value.span,
                f"'{value.name}' and '{other.name}' are one name but for case, underscores and"
                f" '{enum.name}' before it",
            )


def _has_own_name(field: ir.Field) -> bool:
    return any(option.name == "json_name" for option in field.options)


def _without_prefix(name: str, prefix: str) -> str:
    """A name without the letters of another at its start, in whatever case."""
    rest = iter(range(len(name)))
    for letter in prefix.replace("_", "").lower():
        if next((name[at].lower() for at in rest if name[at] != "_"), "") != letter:
            return name
    stripped = name[next(rest, len(name)) :].lstrip("_")
    return stripped or name


def _camel_case(name: str) -> str:
    return "".join(word[:1].upper() + word[1:].lower() for word in name.split("_"))
