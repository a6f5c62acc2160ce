"""The map of field numbers and tags: material in, a finished page out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from wiregen.schema import ir
from wiregen.schema.scalars import WireType
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.prose import paragraphs
from wiregen.targets.docs.view import Page, Section, Table
from wiregen.targets.docs.wire import FIELD_WIRE_TYPES, other_tag, tag_bytes, wire_name, written_tag
from wiregen.targets.places import number_id

PATH = "numbers.md"
# Up to here a map shows which numbers are free: 15 is the last whose tag takes one byte.
_SMALLEST_MAP = 31


def numbers_page(material: Material) -> Page:
    """Which numbers are in use, and what a tag can mean."""
    return Page(
        path=PATH,
        title="Numbers and tags",
        shelf="I look for a field",
        purpose="Which field has a number or a tag, which numbers are free, and the bytes of tags.",
        source=material.source,
        text=(
            "A field is known on the wire by its tag: its number, shifted left by three bits, and its"
            " wire type, written as a varint. Numbers up to 15 take one byte, those up to 2047 two."
        ),
        sections=(
            Section("s.bytes", "Tag bytes by number", tables=(_bytes(),)),
            Section("s.numbers", "Numbers by message", _NUMBERS_TEXT, (_numbers(material),)),
            Section("s.tags", "Fields by tag", paragraphs([_TAGS_TEXT, *_tags(material)])),
        ),
    )


_TAGS_TEXT = (
    "All fields that a tag can stand for, in any message. Of a field in brackets, it is the form"
    " that is not written but read as well: packed, or not."
)
_NUMBERS_TEXT = (
    f"Free are those of 1 to {_SMALLEST_MAP}, or to the largest number in use, that are neither"
    " used nor reserved."
)


def _tags(material: Material) -> Iterator[str]:
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
        yield f'<a id="tag.{shown.replace(" ", ".")}"></a>'
        yield f"### {shown}"
        yield f"Field {value >> 3}, {wire_name(wire_type)}: {', '.join(fields_by_tag[tag])}."


def _bytes() -> Table:
    rows = tuple(
        (str(number), *(f"`{tag_bytes(number, wire)}`" for wire in FIELD_WIRE_TYPES))
        for number in range(1, _SMALLEST_MAP + 1)
    )
    return Table(("Number", *(wire.name for wire in FIELD_WIRE_TYPES)), rows)


def _numbers(material: Material) -> Table:
    rows = []
    for message in material.messages:
        reserved = {n for item in message.reserved for found in item.ranges for n in _some(found)}
        used = {field.number for field in message.fields}
        end = max((*used, _SMALLEST_MAP)) + 1
        rows.append(
            (
                material.link(message.full_name, PATH),
                ", ".join(_used(message, material)) or "none",
                _ranges(sorted(reserved)) or "none",
                _ranges([n for n in range(1, end) if n not in used | reserved]) or "none",
            )
        )
    return Table(("Message", "In use", "Reserved", "Free"), tuple(rows))


def _used(message: ir.Message, material: Material) -> Iterator[str]:
    page = material.places.symbol(message.full_name).seen_from(PATH)
    for field in sorted(message.fields, key=lambda field: field.number):
        yield f"[{field.number}]({page}#{number_id(field.number)}) `{field.name}`"


def _some(found: ir.NumberRange) -> range:
    """The numbers of a range, as far as a map goes."""
    return range(found.first, min(found.last, found.first + _SMALLEST_MAP) + 1)


def _ranges(numbers: list[int]) -> str:
    """Numbers as `3, 6 to 9`."""
    pieces: list[list[int]] = []
    for number in numbers:
        if pieces and number == pieces[-1][-1] + 1:
            pieces[-1].append(number)
        else:
            pieces.append([number])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]} to {p[-1]}" for p in pieces)
