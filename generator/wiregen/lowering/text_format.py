"""Parses messages in text format in option values.

Text format is wider than the language around it: enums may be given by number, booleans as
`t` or `1`, extensions stand in brackets, and so does the type of what an Any holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wiregen.lowering.option_values import (
    ValueFault,
    enum_number,
    float_in,
    integer_in,
    mismatch,
    text_in,
)
from wiregen.schema import ir
from wiregen.schema.option_types import OptionTypes
from wiregen.schema.scalars import Domain, Scalar
from wiregen.source.diagnostics import did_you_mean
from wiregen.syntax.nodes import (
    Aggregate,
    AggregateEntry,
    Constant,
    Decimal,
    Integer,
    ListConstant,
    NamedConstant,
    Text,
    Word,
)
from wiregen.wire.encoding import encoded

_TRUE, _FALSE = ("true", "True", "t"), ("false", "False", "f")
_ANY = "google.protobuf.Any"
_ANY_DOMAINS = ("type.googleapis.com/", "type.googleprod.com/")
_LARGEST_INT32 = (1 << 31) - 1

# Finds what a name means inside a scope: the full name of an extension or message, if any.
FindName = Callable[[str, str], str | None]


class TextFormat:
    """Reads the aggregates of one element's options."""

    def __init__(self, types: OptionTypes, find: FindName) -> None:
        self._types = types
        self._find = find

    def message(self, aggregate: Aggregate, message: str) -> ir.MessageValue:
        """The fields of a message, or a ValueFault at the first that is wrong."""
        fields: list[ir.FieldValue] = []
        for entry in aggregate.entries:
            if message == _ANY and entry.name.text.startswith("[") and "/" in entry.name.text:
                if fields:
                    raise ValueFault(entry.name.span, f"'{_ANY}' is set twice")
                fields += self._any(entry)
                continue
            field = self._field(entry.name, message)
            if field is None:
                _check_skipped(entry)
                continue
            self._check_is_free(field, entry.name, fields, message)
            fields += (ir.FieldValue(field.full_name, v) for v in self._values(entry, field))
        self._check_required(aggregate, message, fields)
        return ir.MessageValue(tuple(fields))

    # Names

    def _field(self, name: Word, message: str) -> ir.Field | None:
        """The field of a name; None for names that the message reserves, which are skipped."""
        if name.text.startswith("["):
            return self._extension(name, message)
        field = self._types.own_field(message, name.text)
        if field is None:
            # A group goes by the name of its message as well, which starts with a capital.
            field = self._types.own_field(message, name.text.lower())
            is_group = field is not None and _message_of_group(field) == name.text
            field = field if is_group else None
        if field is not None:
            return field
        declared = self._types.message(message)
        if any(name.text in reserved.names for reserved in declared.reserved):
            return None
        hint = did_you_mean(name.text, (field.name for field in declared.fields))
        raise ValueFault(name.span, f"'{message}' has no field '{name.text}'{hint}")

    def _extension(self, name: Word, message: str) -> ir.Field:
        found = self._find(name.text[1:-1], message)
        extension = self._types.extension(found) if found is not None else None
        if extension is None or extension.extendee != message:
            raise ValueFault(name.span, f"'{message}' has no extension '{name.text[1:-1]}'")
        return extension.field

    def _check_is_free(
        self, field: ir.Field, name: Word, fields: list[ir.FieldValue], message: str
    ) -> None:
        if field.is_repeated:
            return
        taken = {value.field for value in fields}
        if field.full_name in taken:
            raise ValueFault(name.span, f"'{name.text}' is set twice")
        if field.oneof is None:
            return
        for other in self._types.message(message).fields:
            if other.oneof == field.oneof and other.full_name in taken:
                raise ValueFault(
                    name.span,
                    f"'{other.name}' is set already, and '{field.oneof}' takes one of them",
                )

    def _check_required(
        self, aggregate: Aggregate, message: str, fields: list[ir.FieldValue]
    ) -> None:
        taken = {value.field for value in fields}
        for field in self._types.message(message).fields:
            if field.presence is ir.Presence.REQUIRED and field.full_name not in taken:
                raise ValueFault(aggregate.span, f"'{message}' requires a value for '{field.name}'")

    # Values

    def _values(self, entry: AggregateEntry, field: ir.Field) -> Iterable[ir.OptionValue]:
        if isinstance(entry.value, ListConstant):
            if not field.is_repeated:
                raise ValueFault(entry.value.span, f"'{field.name}' is no list")
            if not entry.has_colon and not isinstance(field.kind, (ir.MessageKind, ir.MapKind)):
                raise ValueFault(
                    entry.value.span, "expected ':' before values that are no messages"
                )
            return [self._value(item, field) for item in entry.value.items]
        return [self._value(entry.value, field)]

    def _value(self, value: Constant, field: ir.Field) -> ir.OptionValue:
        match field.kind:
            case ir.ScalarKind(scalar):
                return _scalar(value, scalar)
            case ir.EnumKind(name):
                return _enum(value, self._types.enum(name))
            case ir.MessageKind(name):
                if isinstance(value, Aggregate):
                    return self.message(value, name)
                raise mismatch(value, f"a message ('{name}') in braces")
            case ir.MapKind():
                if isinstance(value, Aggregate):
                    return self.map_entry(value, field.kind)
                raise mismatch(value, "an entry of a map in braces")

    def map_entry(self, aggregate: Aggregate, kind: ir.MapKind) -> ir.MapEntry:
        """One entry of a map, or a ValueFault."""
        found: dict[str, ir.OptionValue] = {}
        for entry in aggregate.entries:
            name = entry.name.text
            if name not in ("key", "value"):
                raise ValueFault(entry.name.span, f"an entry of a map has no field '{name}'")
            if name in found:
                raise ValueFault(entry.name.span, f"'{name}' is set twice")
            held = ir.ScalarKind(kind.key) if name == "key" else kind.value
            match held:
                case ir.ScalarKind(scalar):
                    found[name] = _scalar(entry.value, scalar)
                case ir.EnumKind(enum):
                    found[name] = _enum(entry.value, self._types.enum(enum))
                case ir.MessageKind(message):
                    if not isinstance(entry.value, Aggregate):
                        raise mismatch(entry.value, f"a message ('{message}') in braces")
                    found[name] = self.message(entry.value, message)
        return ir.MapEntry(found.get("key"), found.get("value"))

    def _any(self, entry: AggregateEntry) -> Iterable[ir.FieldValue]:
        url = entry.name.text[1:-1]
        domain, _, name = url.rpartition("/")
        if f"{domain}/" not in _ANY_DOMAINS:
            raise ValueFault(entry.name.span, f"expected [{_ANY_DOMAINS[0]}name], found [{url}]")
        found = self._find(f".{name}", "")
        if found is None or found not in self._types.schema.message_by_name:
            raise ValueFault(entry.name.span, f"there is no message '{name}'")
        if not isinstance(entry.value, Aggregate):
            raise mismatch(entry.value, f"a message ('{found}') in braces")
        held = encoded(self.message(entry.value, found), self._types)
        yield ir.FieldValue(f"{_ANY}.type_url", url)
        yield ir.FieldValue(f"{_ANY}.value", held)


def _check_skipped(entry: AggregateEntry) -> None:
    """What a reserved name holds may be anything that text format can say."""
    if isinstance(entry.value, ListConstant) and not entry.has_colon:
        for item in entry.value.items:
            if not isinstance(item, Aggregate):
                raise ValueFault(item.span, "expected ':' before values that are no messages")


def _message_of_group(field: ir.Field) -> str:
    """The short name of the message of a group; empty for fields of other kinds."""
    if isinstance(field.kind, ir.MessageKind) and field.kind.is_group:
        return field.kind.message.rpartition(".")[2]
    return ""


def _scalar(value: Constant, scalar: Scalar) -> ir.OptionValue:
    match scalar.domain, value:
        case Domain.INTEGER, Integer():
            return integer_in(value, scalar)
        case Domain.FLOAT, Integer():
            if value.span.text.lstrip("- ")[:2].lower() != "0x" and not _is_octal(value):
                return float_in(value, scalar)
        case Domain.FLOAT, Decimal():
            return float_in(value, scalar)
        case Domain.FLOAT, NamedConstant() if value.text.lower() in ("inf", "infinity", "nan"):
            number = float(value.text)
            return -number if value.is_negative else number
        case Domain.BOOL, NamedConstant(is_negative=False) if value.text in _TRUE + _FALSE:
            return value.text in _TRUE
        case Domain.BOOL, Integer(value=0 | 1) if not value.span.text.startswith("-"):
            return value.value == 1
        case (Domain.STRING | Domain.BYTES), Text():
            return text_in(value, scalar)
    raise mismatch(value, f"a value for {scalar.name}")


def _is_octal(value: Integer) -> bool:
    digits = value.span.text.lstrip("- ")
    return len(digits) > 1 and digits.startswith("0")


def _enum(value: Constant, enum: ir.Enum) -> int:
    if not isinstance(value, Integer):
        return enum_number(value, enum)
    is_known = any(item.number == value.value for item in enum.values)
    if not -_LARGEST_INT32 - 1 <= value.value <= _LARGEST_INT32:
        raise ValueFault(value.span, f"enum values are 32-bit integers, found {value.value}")
    if enum.is_closed and not is_known:
        raise ValueFault(value.span, f"'{enum.full_name}' has no value {value.value}")
    return value.value
