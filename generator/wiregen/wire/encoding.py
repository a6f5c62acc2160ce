"""Encodes option messages in canonical form."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from itertools import groupby

from wiregen.schema import ir
from wiregen.schema.elements import is_message_set
from wiregen.schema.option_types import OptionTypes
from wiregen.schema.scalars import Domain, Scalar, WireType

_FIXED_CODES = {
    (Domain.FLOAT, 64): "<d",
    (Domain.FLOAT, 32): "<f",
    (Domain.INTEGER, 64): "<Q",
    (Domain.INTEGER, 32): "<I",
}


# The fields of a message set, which no schema declares.
_ITEM, _ITEM_NUMBER, _ITEM_MESSAGE = 1, 2, 3


def encoded(message: ir.MessageValue, types: OptionTypes) -> bytes:
    """The bytes of a message: fields by number, packed where the schema says so."""
    fields = [(types.field(value.field), value) for value in message.fields]
    fields.sort(key=lambda pair: pair[0].number)
    pieces: list[bytes] = []
    for number, group in groupby(fields, key=lambda pair: pair[0].number):
        pairs = list(group)
        field = pairs[0][0]
        if _is_message_set_item(field, types):
            pieces += (_message_set_item(field.number, value.value, types) for _, value in pairs)
        elif field.is_packed:
            body = b"".join(_bare(value.value, field.kind, types) for _, value in pairs)
            pieces.append(_tag(number, WireType.LEN) + varint(len(body)) + body)
        else:
            values = (value.value for _, value in pairs)
            pieces += (
                _tagged(number, value, field.kind, types)
                for value in values
                if not is_implied(value, field)
            )
    return b"".join(pieces)


def _is_message_set_item(field: ir.Field, types: OptionTypes) -> bool:
    extension = types.extension(field.full_name)
    return extension is not None and is_message_set(types.message(extension.extendee))


def _message_set_item(number: int, value: ir.OptionValue, types: OptionTypes) -> bytes:
    """An item as the group that a message set is made of: the field's number, and its message."""
    assert isinstance(value, ir.MessageValue)
    body = encoded(value, types)
    return b"".join(
        (
            _tag(_ITEM, WireType.START_GROUP),
            _tag(_ITEM_NUMBER, WireType.VARINT) + varint(number),
            _tag(_ITEM_MESSAGE, WireType.LEN) + varint(len(body)) + body,
            _tag(_ITEM, WireType.END_GROUP),
        )
    )


def merged(values: Iterable[ir.FieldValue], types: OptionTypes) -> ir.MessageValue:
    """One message of values that were set one by one: parts of a message come together."""
    settings: list[ir.FieldValue] = []
    parts_by_field: dict[str, list[ir.FieldValue]] = {}
    for value in values:
        for other in _siblings_in_oneof(value.field, types):
            # The last member of a oneof that is set is the one that counts.
            settings = [setting for setting in settings if setting.field != other]
            parts_by_field.pop(other, None)
        if isinstance(value.value, ir.MessageValue) and not types.field(value.field).is_repeated:
            parts_by_field.setdefault(value.field, []).extend(value.value.fields)
        else:
            settings.append(value)
    for field, parts in parts_by_field.items():
        settings.append(ir.FieldValue(field, merged(parts, types)))
    return ir.MessageValue(tuple(settings))


def is_implied(value: ir.OptionValue, field: ir.Field) -> bool:
    """True if a value is what a field with implicit presence holds when it is absent."""
    if field.presence is not ir.Presence.IMPLICIT:
        return False
    # Minus zero is no zero here.
    return value == _default(field.kind) and str(value) != "-0.0"


def varint(value: int) -> bytes:
    """An unsigned integer in groups of seven bits, the lowest first."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _tagged(number: int, value: ir.OptionValue, kind: ir.FieldKind, types: OptionTypes) -> bytes:
    tag = _tag(number, ir.wire_type_of(kind))
    body = _bare(value, kind, types)
    match ir.wire_type_of(kind):
        case WireType.LEN:
            return tag + varint(len(body)) + body
        case WireType.START_GROUP:
            return tag + body + _tag(number, WireType.END_GROUP)
        case _:
            return tag + body


def _siblings_in_oneof(full_name: str, types: OptionTypes) -> list[str]:
    oneof, message = types.field(full_name).oneof, full_name.rpartition(".")[0]
    if oneof is None:
        return []
    fields = types.message(message).fields
    return [f.full_name for f in fields if f.oneof == oneof and f.full_name != full_name]


def _tag(number: int, wire_type: WireType) -> bytes:
    return varint(number << 3 | wire_type.value)


def _bare(value: ir.OptionValue, kind: ir.FieldKind, types: OptionTypes) -> bytes:
    """A value without tag and length."""
    match kind, value:
        case ir.ScalarKind(scalar), bool() | int() | float() | str() | bytes():
            return _scalar(value, scalar)
        case ir.EnumKind(), int():
            return varint(value & 0xFFFFFFFFFFFFFFFF)
        case ir.MessageKind(), ir.MessageValue():
            return encoded(value, types)
        case ir.MapKind(key, held), ir.MapEntry():
            return b"".join(_entry(value, key, held, types))
    raise AssertionError(f"{value!r} is no value of {kind!r}")


def _entry(
    entry: ir.MapEntry, key: Scalar, kind: ir.FieldKind, types: OptionTypes
) -> Iterable[bytes]:
    """Key and value of an entry, both written even where they hold their defaults."""
    for number, value, held in ((1, entry.key, ir.ScalarKind(key)), (2, entry.value, kind)):
        yield _tagged(number, _default(held) if value is None else value, held, types)


def _default(kind: ir.FieldKind) -> ir.OptionValue:
    match kind:
        case ir.ScalarKind(scalar):
            return _DEFAULTS[scalar.domain]
        case ir.EnumKind():
            return 0
        case ir.MessageKind() | ir.MapKind():
            return ir.MessageValue(())


_DEFAULTS: dict[Domain, bool | int | float | str | bytes] = {
    Domain.INTEGER: 0,
    Domain.FLOAT: 0.0,
    Domain.BOOL: False,
    Domain.STRING: "",
    Domain.BYTES: b"",
}


def _scalar(value: bool | int | float | str | bytes, scalar: Scalar) -> bytes:
    match scalar.wire_type, value:
        case WireType.VARINT, int():
            if scalar.is_zigzag:
                value = value << 1 ^ value >> 63
            return varint(value & 0xFFFFFFFFFFFFFFFF)
        case (WireType.I32 | WireType.I64), int() | float():
            code = _FIXED_CODES[scalar.domain, scalar.bits]
            if scalar.domain is Domain.INTEGER and isinstance(value, int):
                value &= (1 << scalar.bits) - 1
            return struct.pack(code, value)
        case WireType.LEN, str():
            return value.encode("utf-8", "surrogateescape")
        case WireType.LEN, bytes():
            return value
    raise AssertionError(f"{value!r} is no value for {scalar.name}")
