"""Validates option settings.

Where an option may be set and which edition brought or removed it stands in the options of
its own declaration: `targets` and `feature_support`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wiregen.schema import ir
from wiregen.schema.elements import Element, elements, features_of, settings_of
from wiregen.schema.option_types import OptionTypes
from wiregen.source.diagnostics import Faults
from wiregen.source.text import Span

_FIELD_OPTIONS = "google.protobuf.FieldOptions"
_VALUE_OPTIONS = "google.protobuf.EnumValueOptions"
_SUPPORT = f"{_FIELD_OPTIONS}.FeatureSupport"


def check_options(schema: ir.Schema, types: OptionTypes, faults: Faults) -> None:
    """Report options that stand where they may not, or in an edition that has them not."""
    for element in elements(schema):
        syntax = schema.file_by_name[element.file].syntax
        for option in element.options:
            if option.setting is None:
                continue
            for value in _with_inner(option.setting):
                _check_target(value, element, option.name_span, types, faults)
                _check_edition(value, syntax, option.name_span, types, faults)
        for name, number in features_of(element.options).items():
            if number == 0:
                faults.report(element.span, f"'{name}' is set to a value that chooses nothing")


def _with_inner(value: ir.FieldValue) -> Iterator[ir.FieldValue]:
    """A field that is set, and those that are set in it."""
    yield value
    if isinstance(value.value, ir.MessageValue):
        for inner in value.value.fields:
            yield from _with_inner(inner)


def _check_target(
    value: ir.FieldValue, element: Element, span: Span, types: OptionTypes, faults: Faults
) -> None:
    targets = set(settings_of(types.field(value.field).options, f"{_FIELD_OPTIONS}.targets"))
    if targets and element.target.value not in targets:
        name = value.field.rpartition(".")[2]
        faults.report(span, f"'{name}' is no option for {_with_article(str(element.target))}")


def _check_edition(
    value: ir.FieldValue, syntax: ir.Syntax, span: Span, types: OptionTypes, faults: Faults
) -> None:
    field = types.field(value.field)
    name = value.field.rpartition(".")[2]
    _check_support(
        name, settings_of(field.options, f"{_FIELD_OPTIONS}.feature_support"), syntax, span, faults
    )
    if isinstance(field.kind, ir.EnumKind):
        for item in types.enum(field.kind.enum).values:
            if item.number == value.value:
                support = settings_of(item.options, f"{_VALUE_OPTIONS}.feature_support")
                _check_support(item.name, support, syntax, span, faults)


def _check_support(
    name: str, values: Iterator[ir.OptionValue], syntax: ir.Syntax, span: Span, faults: Faults
) -> None:
    for value in values:
        assert isinstance(value, ir.MessageValue)
        support: dict[str, object] = {
            item.field.removeprefix(f"{_SUPPORT}."): item.value for item in value.fields
        }
        introduced, removed = support.get("edition_introduced"), support.get("edition_removed")
        deprecated = support.get("edition_deprecated")
        edition = syntax.descriptor_number
        if isinstance(introduced, int) and edition < introduced:
            faults.report(span, f"'{name}' belongs to {_edition(introduced)} and later ones")
        elif isinstance(removed, int) and edition >= removed:
            reason = support.get("removal_error", "")
            faults.report(
                span,
                f"'{name}' is gone since {_edition(removed)}" + (f": {reason}" if reason else ""),
            )
        elif isinstance(deprecated, int) and edition >= deprecated:
            reason = support.get("deprecation_warning", "")
            faults.warn(span, f"'{name}' is deprecated" + (f": {reason}" if reason else ""))


def _edition(number: int) -> str:
    for syntax in ir.Syntax:
        if syntax.descriptor_number == number:
            return f"edition {syntax.value}" if syntax.is_edition else syntax.value
    return f"an edition (number {number}) that wiregen does not know"


def _with_article(noun: str) -> str:
    return ("an " if noun[0] in "aeiou" else "a ") + noun
