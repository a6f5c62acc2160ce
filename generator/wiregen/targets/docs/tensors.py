"""The page about how elements of tensors are stored: encodings in, a finished page out."""

from __future__ import annotations

from collections.abc import Iterator

from wiregen.annotations.model import ElementFormat, Encoding
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.prose import code, escaped, fenced, paragraphs
from wiregen.targets.docs.remarks import vocabulary_table
from wiregen.targets.docs.view import Page, Section, Table
from wiregen.targets.places import RULES_PAGE, Place, rule_id

PATH = "tensors.md"
_LETTERS = "abcdefgh"


def tensors_page(material: Material) -> Page:
    """How many bits an element has, and where they stand."""
    encodings = material.annotations.encodings
    return Page(
        path=PATH,
        title="Tensors",
        source=material.source,
        shelf="I write a reader",
        purpose="Which field holds elements of which type, how many bits they have, and in what order.",
        text="A tensor has a shape, a type of elements, and the elements, in row-major order.",
        sections=tuple(section for item in encodings for section in _sections(item, material)),
    )


def _sections(encoding: Encoding, material: Material) -> Iterator[Section]:
    fields = {
        name: material.field_by_name[f"{encoding.message}.{name}"]
        for name in (encoding.raw, encoding.shape)
    }
    raw, shape = (
        material.field_link(fields[name], PATH) for name in (encoding.raw, encoding.shape)
    )
    text = (
        f"With n elements, the product of {shape}, a tensor holds them in the typed field or as bytes"
        f" in {raw}; the bytes are those of one element after another, the lowest first."
    )
    yield Section("s.formats", "Element types", text, (_table(encoding, material),))
    yield from _elements(encoding, material)
    bits = sorted({item.bits for item in encoding.formats if item.bits and item.bits < 8})
    if bits:
        texts = []
        for count in bits:
            names = [escaped(i.value.name) for i in encoding.formats if i.bits == count]
            texts += [f"{count} bits: {', '.join(names)}.", fenced(_diagram(count))]
        note = (
            "Elements that are smaller than a byte share bytes. Each letter is one bit of an element,"
            " a that of the first; bits that the last elements leave are zero."
        )
        yield Section("s.packing", "Elements smaller than a byte", paragraphs([note, *texts]))
    yield from _rules(encoding, material)
    for item in material.annotations.vocabularies:
        if item.field.rpartition(".")[0] == encoding.message:
            name = item.field.rpartition(".")[2]
            prose = material.prose(PATH, encoding.message)
            table = vocabulary_table(item, PATH, material)
            heading = f"Keys of {escaped(name)}" if item.is_of_keys else escaped(name)
            yield Section(f"s.words.{name}", heading, prose.line(item.note), (table,))


def _table(encoding: Encoding, material: Material) -> Table:
    enum = material.schema.enum_by_name[encoding.enum]
    format_by_number = {item.value.number: item for item in encoding.formats}
    rows = []
    for value in enum.values:
        item = format_by_number.get(value.number)
        name = linked(escaped(value.name), material.places.value(enum, value), PATH)
        cells = _cells(item, encoding, material) if item is not None else ("none", "", "", "", "")
        rows.append((str(value.number), name, *cells))
    columns = ("Value", "Name", "Typed field", "Entries", "Bits", "Bytes of raw data", "Form")
    return Table(columns, tuple(rows))


def _elements(encoding: Encoding, material: Material) -> Iterator[Section]:
    """A few elements of each type as bytes."""
    enum = material.schema.enum_by_name[encoding.enum]
    elements = material.examples.elements
    rows = tuple(
        (
            linked(escaped(value.name), material.places.value(enum, value), PATH),
            escaped(elements[f"{enum.full_name}.{value.name}"].shown),
            code(elements[f"{enum.full_name}.{value.name}"].data.hex(" ").upper()),
        )
        for value in enum.values
        if f"{enum.full_name}.{value.name}" in elements
    )
    if rows:
        raw = material.field_link(
            material.field_by_name[f"{encoding.message}.{encoding.raw}"], PATH
        )
        text = f"The first elements of a tensor, and the bytes that stand for them in {raw}."
        table = Table(("Type", "Elements", "Bytes"), rows)
        yield Section("s.elements", "Elements as bytes", text, (table,))


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


def _rules(encoding: Encoding, material: Material) -> Iterator[Section]:
    prose = material.prose(PATH, encoding.message)
    items = tuple(
        f"{linked(escaped(rule.id), Place(RULES_PAGE, rule_id(rule.id)), PATH)} **{rule.strength.value}**:"
        f" {prose.line(rule.sentence)}"
        for rule in material.annotations.rules
        if rule.message == encoding.message
    )
    if items:
        yield Section("s.rules", "Rules", items=items)
