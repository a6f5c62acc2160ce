"""The page about how the elements of tensors are stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wiregen.annotations.model import ElementFormat, Encoding
from wiregen.output.escaping import code, escaped, fenced
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.remarks import vocabulary_table
from wiregen.targets.docs.rules import RuleLine, rule_line
from wiregen.targets.docs.view import Rows, Table

PATH = "tensors.md"
_LETTERS = "abcdefgh"


@dataclass(frozen=True, slots=True)
class PackingView:
    """Elements of a few bits, and a diagram of how they share bytes."""

    bits: int
    names: tuple[str, ...]
    diagram: str


@dataclass(frozen=True, slots=True)
class WordsView:
    """The words that a field is known to hold."""

    name: str
    are_keys: bool
    note: str
    table: Table


@dataclass(frozen=True, slots=True)
class EncodingView:
    """How the elements of one message are stored."""

    raw: str
    shape: str
    types: Rows
    elements: Rows
    packings: tuple[PackingView, ...]
    rules: tuple[RuleLine, ...]
    words: tuple[WordsView, ...]


def tensors_view(material: Material) -> tuple[EncodingView, ...] | None:
    """Return how many bits an element has, and where they stand."""
    return tuple(_encoding(item, material) for item in material.annotations.encodings) or None


def _encoding(encoding: Encoding, material: Material) -> EncodingView:
    raw, shape = (
        material.field_link(material.field_by_name[f"{encoding.message}.{name}"], PATH)
        for name in (encoding.raw, encoding.shape)
    )
    rules = [r for r in material.annotations.rules if r.message == encoding.message]
    return EncodingView(
        raw=raw,
        shape=shape,
        types=tuple(_types(encoding, material)),
        elements=tuple(_elements(encoding, material)),
        packings=tuple(_packings(encoding)),
        rules=tuple(rule_line(rule, PATH, material) for rule in rules),
        words=tuple(_words(encoding, material)),
    )


def _packings(encoding: Encoding) -> Iterator[PackingView]:
    for count in sorted({item.bits for item in encoding.formats if item.bits and item.bits < 8}):
        names = (escaped(i.value.name) for i in encoding.formats if i.bits == count)
        yield PackingView(count, tuple(names), fenced(_diagram(count)))


def _words(encoding: Encoding, material: Material) -> Iterator[WordsView]:
    for item in material.annotations.vocabularies:
        owner, _, name = item.field.rpartition(".")
        if owner == encoding.message:
            note = material.prose(PATH, owner).line(item.note)
            yield WordsView(name, item.is_of_keys, note, vocabulary_table(item, PATH, material))


def _types(encoding: Encoding, material: Material) -> Iterator[tuple[str, ...]]:
    enum = material.schema.enum_by_name[encoding.enum]
    format_by_number = {item.value.number: item for item in encoding.formats}
    for value in enum.values:
        item = format_by_number.get(value.number)
        name = linked(escaped(value.name), material.places.value(enum, value), PATH)
        cells = _cells(item, encoding, material) if item is not None else ("none", "", "", "", "")
        yield (str(value.number), name, *cells)


def _elements(encoding: Encoding, material: Material) -> Iterator[tuple[str, ...]]:
    """Yield a few elements of each type as bytes."""
    enum = material.schema.enum_by_name[encoding.enum]
    elements = material.examples.elements
    for value in enum.values:
        found = elements.get(f"{enum.full_name}.{value.name}")
        if found is not None:
            link = linked(escaped(value.name), material.places.value(enum, value), PATH)
            yield link, escaped(found.shown), code(found.data.hex(" ").upper())


def _cells(item: ElementFormat, encoding: Encoding, material: Material) -> tuple[str, ...]:
    field = material.field_by_name.get(f"{encoding.message}.{item.field}")
    prose = material.prose(PATH, encoding.message)
    return (
        linked(escaped(item.field), material.places.field(field), PATH) if field else "none",
        _entries(item) if field else "none",
        str(item.bits) if item.bits else "any",
        code(_length(item.bits)) if item.bits else "never raw",
        prose.line(item.form),
    )


def _entries(item: ElementFormat) -> str:
    if item.elements_per_entry > 1:
        return f"one for {item.elements_per_entry} elements"
    return "one each" if item.entries_per_element == 1 else f"{item.entries_per_element} each"


def _length(bits: int) -> str:
    if bits % 8:
        return f"ceil(n * {bits} / 8)"
    return "n" if bits == 8 else f"n * {bits // 8}"


def _diagram(bits: int) -> list[str]:
    """The bits of whole bytes, the highest first, by the element that they belong to."""
    byte_count = next(count for count in range(1, 9) if count * 8 % bits == 0)
    owners = [_LETTERS[place // bits] for place in range(byte_count * 8)]
    lines = ["bit     7 6 5 4 3 2 1 0"]
    for at in range(byte_count):
        lines.append(f"byte {at}  {' '.join(reversed(owners[at * 8 : at * 8 + 8]))}")
    return lines
