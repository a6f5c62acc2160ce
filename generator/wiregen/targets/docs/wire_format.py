"""The page about the wire format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wiregen.schema import ir
from wiregen.schema.scalars import WireType
from wiregen.targets.docs.examples import topic_lines
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.view import Rows
from wiregen.targets.docs.wire import FIELD_WIRE_TYPES, other_tag, wire_name, written_tag
from wiregen.wire.encoding import varint

PATH = "wire-format.md"
# The sections that examples can name.
TOPICS = ("wire", "varint", "len", "packed", "presence", "order", "unknown", "limits")


@dataclass(frozen=True, slots=True)
class WireFormatView:
    """The tables of the page, and what the schema has."""

    wire_types: Rows
    varints: Rows
    packable: Rows
    long_tags: Rows
    has_groups: bool
    # By the section that they belong to.
    examples: Mapping[str, tuple[str, ...]]


def wire_format_view(material: Material) -> WireFormatView:
    """Return what the page shows of a schema."""
    fields = [field for message in material.messages for field in message.fields]
    return WireFormatView(
        wire_types=_wire_types(fields),
        varints=_varints(),
        packable=_packable(fields, material),
        long_tags=_long_tags(fields, material),
        has_groups=any(field.wire_type is WireType.START_GROUP for field in fields),
        examples={topic: topic_lines(topic, PATH, material) for topic in TOPICS},
    )


_CONTENT = {
    WireType.VARINT: "a number in one to ten bytes: integers, bools and enums",
    WireType.I64: "eight bytes: `double`, `fixed64`, `sfixed64`",
    WireType.LEN: "a length, then that many bytes: strings, bytes, messages, packed lists",
    WireType.I32: "four bytes: `float`, `fixed32`, `sfixed32`",
}


def _wire_types(fields: list[ir.Field]) -> Rows:
    rows = []
    for wire_type in FIELD_WIRE_TYPES:
        written = sum(
            (WireType.LEN if field.is_packed else field.wire_type) is wire_type for field in fields
        )
        name = wire_name(wire_type)
        rows.append((str(wire_type.value), name, _CONTENT[wire_type], str(written)))
    return tuple(rows)


# Each shows one more thing: one byte, its largest number, the first with two, a number whose
# bytes are not its digits, a wide one, and the number that takes all ten bytes.
_NUMBERS = (1, 127, 128, 300, 1 << 32, -1)


def _varints() -> Rows:
    rows = []
    for number in _NUMBERS:
        data = varint(number & 0xFFFFFFFFFFFFFFFF)
        rows.append((str(number), f"`{data.hex(' ').upper()}`", str(len(data))))
    return tuple(rows)


def _packable(fields: list[ir.Field], material: Material) -> Rows:
    return tuple(
        (
            material.field_link(field, PATH),
            field.declared_type,
            "packed" if field.is_packed else "one record per element",
            f"`{written_tag(field)}`",
            f"`{other_tag(field)}`",
        )
        for field in fields
        if field.is_packable
    )


def _long_tags(fields: list[ir.Field], material: Material) -> Rows:
    return tuple(
        (material.field_link(field, PATH), str(field.number), f"`{written_tag(field)}`")
        for field in fields
        if " " in written_tag(field)
    )
