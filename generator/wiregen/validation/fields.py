"""Validates options and features of fields."""

from __future__ import annotations

from wiregen.schema import ir
from wiregen.schema.elements import features_of, option_of
from wiregen.schema.scalars import FIRST_INTERNAL_NUMBER, LAST_INTERNAL_NUMBER, Domain
from wiregen.source.diagnostics import Faults

_IMPLICIT, _LEGACY_REQUIRED, _PACKED = 2, 3, 1


def check_field(field: ir.Field, syntax: ir.Syntax, faults: Faults, *, is_extension: bool) -> None:
    """Report options of a field, or extension, that do not go with its type."""
    _check_javascript(field, faults)
    _check_lazy(field, faults)
    if syntax.has_visibility and option_of(field.options, "FieldOptions.ctype") is not None:
        faults.report(
            field.span, "since edition 2024, features.(pb.cpp).string_type is for 'ctype'"
        )
    if syntax.is_edition:
        _check_presence(field, is_extension, faults)
        _check_encodings(field, faults)


def check_number(field: ir.Field, largest: int, faults: Faults) -> None:
    """Report a number that no field, or extension, of a message can have."""
    if not 1 <= field.number <= largest:
        faults.report(field.span, f"field numbers go from 1 to {largest}, found {field.number}")
    elif FIRST_INTERNAL_NUMBER <= field.number <= LAST_INTERNAL_NUMBER:
        faults.report(
            field.span,
            f"the numbers {FIRST_INTERNAL_NUMBER} to {LAST_INTERNAL_NUMBER} belong to"
            f" protobuf itself, found {field.number}",
        )


def _check_javascript(field: ir.Field, faults: Faults) -> None:
    jstype = option_of(field.options, "FieldOptions.jstype")
    is_wide = (
        isinstance(field.kind, ir.ScalarKind)
        and field.kind.scalar.domain is Domain.INTEGER
        and field.kind.scalar.bits == 64
    )
    if jstype and not is_wide:
        faults.report(field.span, "'jstype' is for integers of 64 bits only")


def _check_lazy(field: ir.Field, faults: Faults) -> None:
    is_message = isinstance(field.kind, ir.MapKind) or (
        isinstance(field.kind, ir.MessageKind) and not field.kind.is_group
    )
    for name in ("lazy", "unverified_lazy"):
        if option_of(field.options, f"FieldOptions.{name}") and not is_message:
            faults.report(field.span, f"'{name}' is for messages that have a length")


def _check_presence(field: ir.Field, is_extension: bool, faults: Faults) -> None:
    presence = features_of(field.options).get("field_presence")
    if presence is None:
        return
    if field.oneof is not None:
        faults.report(field.span, "a field in a oneof chooses no field_presence")
    elif field.is_repeated:
        faults.report(field.span, "a repeated field chooses no field_presence")
    elif is_extension and presence != _LEGACY_REQUIRED:
        faults.report(field.span, "an extension chooses no field_presence")
    elif isinstance(field.kind, ir.MessageKind) and presence == _IMPLICIT:
        faults.report(field.span, "messages have no implicit presence")


def _check_encodings(field: ir.Field, faults: Faults) -> None:
    features = features_of(field.options)
    if "repeated_field_encoding" in features and not field.is_repeated:
        faults.report(field.span, "repeated_field_encoding is for repeated fields")
    elif features.get("repeated_field_encoding") == _PACKED and not field.is_packable:
        faults.report(field.span, "only repeated numbers, bools and enums can be packed")
    if "utf8_validation" in features and not _holds_strings(field.kind):
        faults.report(field.span, "utf8_validation is for strings")
    if "message_encoding" in features and not isinstance(field.kind, ir.MessageKind):
        faults.report(field.span, "message_encoding is for messages")


def _holds_strings(kind: ir.FieldKind) -> bool:
    match kind:
        case ir.ScalarKind(scalar):
            return scalar.domain is Domain.STRING
        case ir.MapKind(key, value):
            return key.domain is Domain.STRING or _holds_strings(value)
        case _:
            return False
