"""Converts option constants to typed values."""

from __future__ import annotations

from wiregen.schema import ir
from wiregen.schema.option_types import OptionTypes
from wiregen.schema.scalars import Domain, Scalar
from wiregen.source.diagnostics import did_you_mean
from wiregen.source.text import Span
from wiregen.syntax.nodes import Constant, Decimal, Integer, NamedConstant, Text


class ValueFault(Exception):
    """A value that its field cannot hold; for this module's callers, which report it."""

    def __init__(self, span: Span, sentence: str) -> None:
        super().__init__(sentence)
        self.span = span
        self.sentence = sentence


def option_value(value: Constant, field: ir.Field, types: OptionTypes) -> ir.OptionValue:
    """The value of a field that is no message, as an option states it."""
    match field.kind:
        case ir.ScalarKind(scalar):
            return _scalar(value, scalar)
        case ir.EnumKind(name):
            return enum_number(value, types.enum(name))
        case ir.MessageKind() | ir.MapKind():
            raise AssertionError(f"'{field.full_name}' is a message")


def enum_number(value: Constant, enum: ir.Enum) -> int:
    """The number of an enum value that is named."""
    if isinstance(value, NamedConstant) and not value.is_negative:
        for item in enum.values:
            if item.name == value.text:
                return item.number
        hint = did_you_mean(value.text, (item.name for item in enum.values))
        raise ValueFault(value.span, f"'{enum.full_name}' has no value '{value.text}'{hint}")
    raise mismatch(value, f"a name of '{enum.full_name}'")


def integer_in(value: Integer, scalar: Scalar) -> int:
    """An integer, if the type holds it."""
    is_negative = value.span.text.startswith("-")
    if is_negative and not scalar.is_signed:
        raise ValueFault(value.span, f"{scalar.name} holds no negative numbers")
    if not scalar.smallest <= value.value <= scalar.largest:
        raise ValueFault(
            value.span,
            f"{value.value} is out of range for {scalar.name}:"
            f" {scalar.smallest} to {scalar.largest}",
        )
    return value.value


def float_in(value: Integer | Decimal, scalar: Scalar) -> float:
    """A number as the type holds it: 32-bit floats are rounded, also to infinity."""
    number = float(value.value)
    if number == 0 and value.span.text.startswith("-") and isinstance(value, Decimal):
        return -0.0
    return scalar.rounded(number)


def text_in(value: Text, scalar: Scalar) -> str | bytes:
    """A string or bytes; bytes that are no UTF-8 stay in a string as surrogates."""
    if scalar.domain is Domain.BYTES:
        return value.value
    return value.value.decode("utf-8", "surrogateescape")


def mismatch(value: Constant, wanted: str) -> ValueFault:
    """The fault of a value of another kind."""
    return ValueFault(value.span, f"expected {wanted}, found '{shown(value)}'")


def shown(value: Constant) -> str:
    """A constant as it is written, cut to one line."""
    text = " ".join(value.span.text.split())
    return text if len(text) <= 40 else text[:37] + "..."


def _scalar(value: Constant, scalar: Scalar) -> ir.OptionValue:
    match scalar.domain, value:
        case Domain.INTEGER, Integer():
            return integer_in(value, scalar)
        case Domain.FLOAT, Integer() | Decimal():
            return float_in(value, scalar)
        case Domain.FLOAT, NamedConstant(text="inf" | "nan"):
            # A minus says nothing before what is no number.
            return (
                float("-inf")
                if (value.text, value.is_negative) == ("inf", True)
                else float(value.text)
            )
        case Domain.BOOL, NamedConstant(text="true" | "false", is_negative=False):
            return value.text == "true"
        case (Domain.STRING | Domain.BYTES), Text():
            return text_in(value, scalar)
    raise mismatch(value, _WANTED[scalar.domain].format(scalar.name))


_WANTED = {
    Domain.INTEGER: "an integer ({})",
    Domain.FLOAT: "a number ({})",
    Domain.BOOL: "true or false",
    Domain.STRING: "a string in quotes",
    Domain.BYTES: "bytes in quotes",
}
