"""Checks and converts explicit defaults of proto2 fields."""

from __future__ import annotations

from collections.abc import Iterable

from wiregen.lowering.symbols import Symbols, values_of
from wiregen.schema import ir
from wiregen.schema.scalars import Domain, Scalar
from wiregen.source.diagnostics import Faults, did_you_mean
from wiregen.syntax.nodes import (
    Constant,
    Decimal,
    EnumNode,
    Integer,
    NamedConstant,
    OptionNode,
    Text,
)


def default_of(
    options: Iterable[OptionNode], kind: ir.FieldKind, symbols: Symbols, faults: Faults
) -> ir.Default | None:
    """The default that a field states, or None; one that does not fit its type is reported."""
    for option in options:
        if len(option.parts) == 1 and option.parts[0].text == "default":
            match kind:
                case ir.ScalarKind(scalar):
                    return _scalar_default(option.value, scalar, faults)
                case ir.EnumKind(enum):
                    return _enum_default(option.value, enum, symbols, faults)
                case ir.MessageKind() | ir.MapKind():
                    faults.report(option.span, "only fields of scalars and enums take a default")
    return None


def _scalar_default(value: Constant, scalar: Scalar, faults: Faults) -> ir.Default | None:
    match scalar.domain, value:
        case Domain.BOOL, NamedConstant(text="true" | "false", is_negative=False):
            return value.text == "true"
        case Domain.STRING, Text():
            # Bytes that are no UTF-8 become surrogates, as they do when a message is read.
            return value.value.decode("utf-8", "surrogateescape")
        case Domain.BYTES, Text():
            return value.value
        case Domain.INTEGER, Integer():
            if value.value == 0 and value.span.text.startswith("-") and not scalar.is_signed:
                faults.report(value.span, f"{scalar.name} has no negative zero")
                return None
            if not scalar.smallest <= value.value <= scalar.largest:
                faults.report(
                    value.span,
                    f"{value.value} is out of range for {scalar.name}:"
                    f" {scalar.smallest} to {scalar.largest}",
                )
                return None
            return value.value
        case Domain.FLOAT, Integer() | Decimal():
            number = float(value.value)
            # An integer forgets the sign of its zero.
            is_negative_zero = number == 0 and value.span.text.startswith("-")
            return -0.0 if is_negative_zero else scalar.rounded(number)
        case Domain.FLOAT, NamedConstant(text="inf" | "nan"):
            return -float(value.text) if value.is_negative else float(value.text)
        case _:
            faults.report(
                value.span, f"expected a default for {scalar.name}, found '{value.span.text}'"
            )
            return None


def _enum_default(
    value: Constant, enum: str, symbols: Symbols, faults: Faults
) -> ir.Default | None:
    symbol = symbols.find(enum)
    node = symbol.type if symbol is not None else None
    if isinstance(value, NamedConstant) and not value.is_negative and isinstance(node, EnumNode):
        if any(item.name.text == value.text for item in values_of(node)):
            return value.text
    names = [item.name.text for item in values_of(node)] if isinstance(node, EnumNode) else []
    hint = did_you_mean(value.span.text, names)
    faults.report(value.span, f"'{enum}' has no value '{value.span.text}'{hint}")
    return None
