"""The map of field numbers and tags."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from wiregen.schema import ir
from wiregen.schema.number_sets import NumberSet
from wiregen.schema.scalars import WireType
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.view import Rows
from wiregen.targets.docs.wire import FIELD_WIRE_TYPES, other_tag, tag_bytes, wire_name, written_tag
from wiregen.targets.places import number_id

PATH = "numbers.md"
# Up to here a map shows which numbers are free: 15 is the last whose tag takes one byte.
_SMALLEST_MAP = 31


@dataclass(frozen=True, slots=True)
class TagView:
    """A tag, and the fields that it can stand for; in brackets those that only readers accept."""

    id: str
    shown: str
    number: int
    wire_type: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumbersView:
    """The numbers in use, and the tags that they give."""

    wire_types: tuple[str, ...]
    bytes: Rows
    smallest_map: int
    messages: Rows
    tags: tuple[TagView, ...]


def numbers_view(material: Material) -> NumbersView:
    """Return which numbers are in use, and what a tag can mean."""
    return NumbersView(
        wire_types=tuple(wire.name for wire in FIELD_WIRE_TYPES),
        bytes=tuple(
            (str(number), *(f"`{tag_bytes(number, wire)}`" for wire in FIELD_WIRE_TYPES))
            for number in range(1, _SMALLEST_MAP + 1)
        ),
        smallest_map=_SMALLEST_MAP,
        messages=tuple(_numbers(message, material) for message in material.messages),
        tags=tuple(_tags(material)),
    )


def _tags(material: Material) -> Iterator[TagView]:
    fields_by_tag: dict[bytes, list[str]] = defaultdict(list)
    for message in material.messages:
        for field in message.fields:
            link = material.field_link(field, PATH)
            fields_by_tag[bytes.fromhex(written_tag(field))].append(link)
            if other_tag(field):
                fields_by_tag[bytes.fromhex(other_tag(field))].append(f"({link})")
    for tag in sorted(fields_by_tag):
        value = sum((byte & 0x7F) << 7 * at for at, byte in enumerate(tag))
        shown = tag.hex(" ").upper()
        wire_type = next(wire for wire in WireType if wire.value == value & 7)
        yield TagView(
            f"tag.{shown.replace(' ', '.')}",
            shown,
            value >> 3,
            wire_name(wire_type),
            tuple(fields_by_tag[tag]),
        )


def _numbers(message: ir.Message, material: Material) -> tuple[str, ...]:
    reserved = NumberSet.of_ranges(n for item in message.reserved for n in item.ranges)
    extensions = NumberSet.of_ranges(found.numbers for found in message.extension_ranges)
    used = NumberSet.of_numbers(field.number for field in message.fields)
    end = max((_SMALLEST_MAP, *(field.number for field in message.fields)))
    free = NumberSet([(1, end)]) - (used | reserved | extensions)
    return (
        material.link(message.full_name, PATH),
        ", ".join(_used(message, material)) or "none",
        ", ".join((*map(str, reserved.intervals), *_for_extensions(extensions))) or "none",
        str(free) or "none",
    )


def _used(message: ir.Message, material: Material) -> Iterator[str]:
    page = material.places.symbol(message.full_name).seen_from(PATH)
    for field in sorted(message.fields, key=lambda field: field.number):
        yield f"[{field.number}]({page}#{number_id(field.number)}) `{field.name}`"


def _for_extensions(numbers: NumberSet) -> Iterator[str]:
    return (f"{found} for extensions" for found in numbers.intervals)
