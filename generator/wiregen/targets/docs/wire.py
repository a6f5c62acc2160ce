"""Describes the wire format of fields in words and bytes."""

from __future__ import annotations

from wiregen.output.escaping import code
from wiregen.schema import ir
from wiregen.schema.default_text import default_text
from wiregen.schema.scalars import Domain, WireType
from wiregen.wire.encoding import varint

# The wire types that a field of a known kind can have, in the order of their numbers.
FIELD_WIRE_TYPES = (WireType.VARINT, WireType.I64, WireType.LEN, WireType.I32)


def tag_bytes(number: int, wire_type: WireType) -> str:
    """The bytes of a tag in hexadecimal: `A0 01`."""
    return varint(number << 3 | wire_type.value).hex(" ").upper()


def written_tag(field: ir.Field) -> str:
    """The tag that encoders write."""
    return tag_bytes(field.number, WireType.LEN if field.is_packed else field.wire_type)


def other_tag(field: ir.Field) -> str:
    """The tag of the other form, packed or not, that decoders take too; empty if there is none."""
    if not field.is_packable:
        return ""
    return tag_bytes(field.number, field.wire_type if field.is_packed else WireType.LEN)


def wire_phrase(field: ir.Field) -> str:
    """The wire type, and how several values are written."""
    name = wire_name(field.wire_type)
    match field.kind:
        case ir.MapKind():
            return "LEN, one record per entry"
        case _ if not field.is_repeated:
            return name
        case _ if field.is_packed:
            return f"packed LEN, or {name} per element"
        case _ if field.is_packable:
            return f"{name} per element, or packed LEN"
        case _:
            return f"{name}, one record per element"


def wire_name(wire_type: WireType) -> str:
    """The name of a wire type, as protobuf's own documents have it."""
    return "SGROUP" if wire_type is WireType.START_GROUP else wire_type.name


def wire_sentences(field: ir.Field) -> str:
    """What an encoder writes and what a decoder takes."""
    tag, other = f"`{written_tag(field)}`", f"`{other_tag(field)}`"
    name = wire_name(field.wire_type)
    match field.kind:
        case ir.MapKind():
            return (
                f"One record per entry: tag {tag} (LEN), a length, and a message of key and value."
            )
        case ir.MessageKind(is_group=True):
            end = tag_bytes(field.number, WireType.END_GROUP)
            each = "One group per element" if field.is_repeated else "One group"
            return f"{each}: tag {tag} (SGROUP), the fields, and the end tag `{end}`."
        case _ if field.is_packed:
            return (
                f"Written packed: one record with tag {tag} (LEN), a length, and the values."
                f" Read as well: one record per element with tag {other} ({name})."
            )
        case _ if field.is_packable:
            return (
                f"Written as one record per element with tag {tag} ({name})."
                f" Read as well: the packed form, one record with tag {other} (LEN)."
            )
        case _ if field.wire_type is WireType.LEN:
            each = "One record per element" if field.is_repeated else "One record"
            return f"{each}: tag {tag} (LEN), a length, and that many bytes."
        case _:
            return f"Tag {tag} ({name}), then {_VALUE_BY_WIRE_TYPE[field.wire_type]}."


_VALUE_BY_WIRE_TYPE = {
    WireType.VARINT: "the value as a varint",
    WireType.I32: "4 bytes, the lowest first",
    WireType.I64: "8 bytes, the lowest first",
}


def label(field: ir.Field) -> str:
    """The label in one or two words, also where the schema leaves it out."""
    if isinstance(field.kind, ir.MapKind):
        return "map"
    if field.is_repeated:
        return "repeated"
    if field.oneof is not None:
        return "oneof member"
    match field.presence:
        case ir.Presence.REQUIRED:
            return "required"
        case ir.Presence.IMPLICIT:
            return "no presence"
        case _:
            return "optional"


def presence_sentence(field: ir.Field, first_value: str) -> str:
    """How a field that is not set differs from one that is, and what it reads as.

    `first_value` is the name of the first value of its enum, if it has one.
    """
    if isinstance(field.kind, ir.MapKind):
        return "any number of entries; a field without entries is absent."
    if field.is_repeated:
        return "any number of elements; an empty list leaves no trace on the wire."
    absent = f"Absent, it reads as {_default(field, first_value)}"
    if field.oneof is not None:
        return f"at most one member of the oneof `{field.oneof}` is set. {absent}."
    match field.presence:
        case ir.Presence.REQUIRED:
            return f"required; a message without it is refused. {absent}."
        case ir.Presence.IMPLICIT:
            return (
                f"none; a field set to its default is not written, as if it were absent. {absent}."
            )
        case _:
            is_message = isinstance(field.kind, ir.MessageKind)
            present = "an empty message" if is_message else "a field set to its default"
            return f"optional; {present} differs from an absent one. {absent}."


def _default(field: ir.Field, first_value: str) -> str:
    match field.kind, field.default:
        case (ir.MessageKind() | ir.MapKind()), _:
            return "an empty message"
        case ir.EnumKind(), None:
            return f"{code(first_value)}, the first value of its enum"
        case ir.ScalarKind(scalar), None:
            return _ZERO_BY_DOMAIN[scalar.domain]
        case kind, default:
            assert default is not None
            return f"{code(default_text(default, kind))}, the default that the schema declares"


_ZERO_BY_DOMAIN = {
    Domain.INTEGER: "0",
    Domain.FLOAT: "0",
    Domain.BOOL: "false",
    Domain.STRING: "an empty string",
    Domain.BYTES: "no bytes",
}
