"""Examples as the reference shows them: taken apart byte by byte."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wiregen.annotations.examples import Example
from wiregen.output.escaping import code, escaped, fenced
from wiregen.schema import ir
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.prose import paragraphs
from wiregen.targets.docs.values import quoted, text_format
from wiregen.targets.docs.version_numbers import version_words
from wiregen.targets.docs.view import Rows, Section, Table
from wiregen.targets.places import Place
from wiregen.wire.records import Record, records_of, value_of

PATH = "examples.md"
# So many bytes of a value, or of a whole message, are shown where there is little room.
_FEW = 12
_FEW_OF_A_MESSAGE = 20
_BYTES_A_LINE = 16
# So many places of a field in examples are enough.
_FEW_LINKS = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """What the bytes of an example say when they are taken for a message."""

    message: str
    value: ir.MessageValue


def readings_of(example: Example, material: Material) -> list[Reading]:
    """All kinds of files in use that the bytes of an example are, with nothing left over."""
    found = []
    for root in material.annotations.roots:
        records = records_of(example.data, root.message, material.schema)
        if root.is_usual and all(record.is_clean for record in records):
            found.append(Reading(root.message, value_of(records, root.message, material.schema)))
    return found


def examples_section(message: ir.Message, page: str, material: Material) -> Iterator[Section]:
    """The examples of a message, and where it stands inside of others."""
    own = [e for e in material.examples.examples if e.message == message.full_name]
    inside = tuple(_inside(message, page, material))
    if own or inside:
        heads = "Inside of other examples:" if inside else ""
        parts = tuple(_example(example, page, material) for example in own)
        yield Section("s.examples", "Example bytes", heads, items=inside, parts=parts)


def topic_lines(topic: str, page: str, material: Material) -> tuple[str, ...]:
    """The examples that show what a section speaks of."""
    return tuple(
        f"{example_link(example, page, material)}: {_short_bytes(example.data)}"
        for example in material.examples.examples
        if topic in example.topics
    )


@dataclass(frozen=True, slots=True)
class ReadingsView:
    """An example that can be read as several messages, with its readings."""

    id: str
    title: str
    size: int
    link: str
    bytes: str
    rows: Rows


def readings_views(page: str, material: Material) -> Iterator[ReadingsView]:
    """Yield the examples that can be read as several messages."""
    for example in material.examples.examples:
        if example.remark_by_reading:
            yield ReadingsView(
                f"readings.{example.id}",
                escaped(example.title),
                len(example.data),
                example_link(example, page, material),
                _hex_block(example.data),
                _readings(example, page, material),
            )


def readings_lines(message: str, page: str, material: Material) -> Iterator[str]:
    """What the bytes of examples say when they are read as one message."""
    for example in material.examples.examples:
        if example.remark_by_reading:
            for reading in readings_of(example, material):
                if reading.message == message:
                    remark = example.remark_by_reading.get(message, "")
                    said = code(text_format(reading.value, material))
                    prose = material.prose(page, message)
                    link = example_link(example, page, material)
                    yield f"{link}: {said}. {prose.line(remark)}".rstrip()


def field_lines(field: ir.Field, page: str, material: Material) -> Iterator[str]:
    """Where a field occurs in examples."""
    links = [
        example_link(example, page, material)
        for example in material.examples.examples
        if any(
            found.field == field for found in _all_records(material.records_by_example[example.id])
        )
    ]
    if links:
        more = f" and {len(links) - _FEW_LINKS} more" if len(links) > _FEW_LINKS else ""
        yield f"In examples: {', '.join(links[:_FEW_LINKS])}{more}"


def first_value(message: str, material: Material) -> tuple[ir.MessageValue, Example] | None:
    """The first message of a type in the examples: a whole one, or one inside of another."""
    schema = material.schema
    # What no encoder writes is given as bytes.
    written = [example for example in material.examples.examples if example.recipe]
    whole = [example for example in written if example.message == message]
    for example in (*whole, *written):
        records = material.records_by_example[example.id]
        if example.message == message:
            return value_of(records, message, schema), example
        for record in _all_records(records):
            if _held(record) == message:
                return value_of(record.records, message, schema), example
    return None


def example_link(example: Example, page: str, material: Material) -> str:
    """A link to the bytes of an example."""
    home = Place(material.places.symbol(example.message).page, _example_id(example))
    return linked(escaped(example.title), home, page)


def examples_view(material: Material) -> Rows | None:
    """Return all examples, with their sizes."""
    rows = tuple(
        (
            example_link(example, PATH, material),
            material.link(example.message, PATH),
            str(len(example.data)),
            _short_bytes(example.data),
            _kind(example, material),
        )
        for example in material.examples.examples
    )
    return rows or None


# One example


def _example_id(example: Example) -> str:
    return f"example.{example.id}"


def _example(example: Example, page: str, material: Material) -> Section:
    prose = material.prose(page, example.message)
    count = len(example.data)
    size = f"{count} byte" if count == 1 else f"{count} bytes"
    origin = f" Origin: {prose.line(example.origin)}" if example.origin else ""
    tables = [_bytes_table(example, page, material)]
    note = prose.line(example.note)
    if example.remark_by_reading:
        rows = _readings(example, page, material)
        tables.append(Table(("Read as", "The bytes say", "Remark"), rows))
        note += " Below the bytes: what they say when they are read as other messages."
    return Section(
        _example_id(example),
        escaped(example.title),
        paragraphs(
            [
                note.strip(),
                f"{size}.{origin}",
                _hex_block(example.data),
                fenced(example.recipe.split("\n")) if example.recipe else "",
            ]
        ),
        tuple(tables),
    )


def _bytes_table(example: Example, page: str, material: Material) -> Table:
    rows = _rows(material.records_by_example[example.id], "", example, page, material)
    return Table(("Offset", "Bytes", "Field", "Value"), tuple(rows))


def _rows(
    records: tuple[Record, ...], path: str, example: Example, page: str, material: Material
) -> Iterator[tuple[str, ...]]:
    index_by_number: dict[int, int] = {}
    for record in records:
        index = index_by_number.get(record.number, 0)
        index_by_number[record.number] = index + 1
        yield (
            str(record.start),
            _record_bytes(record, example.data),
            _field_text(record, path, index, page, material),
            _value_text(record, page, material),
        )
        if record.field is not None and record.records:
            position = f"[{index}]" if record.field.is_repeated else ""
            inner = f"{path}{record.field.name}{position}."
            yield from _rows(record.records, inner, example, page, material)


def _record_bytes(record: Record, data: bytes) -> str:
    head, content = data[record.start : record.content], data[record.content : record.end]
    if record.records:
        return _hex(head)
    if len(content) <= _FEW:
        return _hex(head + content)
    if not head:
        return f"{_hex(content[:_FEW])} and {len(content) - _FEW} more"
    return f"{_hex(head)} and {len(content)} bytes"


def _field_text(record: Record, path: str, index: int, page: str, material: Material) -> str:
    field = record.field
    if record.fault:
        return "none"
    if field is None:
        return f"{escaped(path)}unknown, number {record.number}"
    position = f"[{index}]" if field.is_repeated and record.records else ""
    text = escaped(f"{path}{field.name}{position}")
    # The parts of a map's entry are no fields of their own.
    is_declared = field.full_name in material.field_by_name and field.number == record.number
    return linked(text, material.places.field(field), page) if is_declared else text


def _value_text(record: Record, page: str, material: Material) -> str:
    if record.fault:
        return escaped(record.fault)
    field = record.field
    held = _held(record)
    if held is not None:
        size = record.end - record.content
        return (
            f"{material.link(held, page)}, {size} bytes"
            if size
            else f"empty {material.link(held, page)}"
        )
    if field is not None and isinstance(field.kind, ir.MapKind):
        return f"an entry of {record.end - record.content} bytes"
    if len(record.values) > _FEW:
        return f"{len(record.values)} values"
    return ", ".join(_one(value, field, page, material) for value in record.values) or "empty"


def _one(value: ir.OptionValue, field: ir.Field | None, page: str, material: Material) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case bytes():
            return f"{len(value)} bytes"
        case str():
            return code(quoted(value.encode("utf-8", "surrogateescape")))
        case int() if field is not None:
            name = _value_name(value, field, page, material)
            return f"{value} ({name})" if name else f"{value}"
        case _:
            return f"{value}"


def _value_name(number: int, field: ir.Field, page: str, material: Material) -> str:
    """The enum's value that a number means, or the version that it says."""
    enum_name = material.annotations.carries.get(field.full_name, "")
    if isinstance(field.kind, ir.EnumKind):
        enum_name = field.kind.enum
    enum = material.schema.enum_by_name.get(enum_name)
    if enum is not None:
        for value in enum.values:
            if value.number == number:
                return linked(escaped(value.name), material.places.value(enum, value), page)
    is_version = any(s.decodes == field.full_name for s in material.annotations.overview)
    number &= 0xFFFFFFFFFFFFFFFF
    return f"version {version_words(number)}" if is_version and number >> 32 else ""


def _readings(example: Example, page: str, material: Material) -> Rows:
    prose = material.prose(page, example.message)
    return tuple(
        (
            material.link(reading.message, page),
            code(text_format(reading.value, material)),
            prose.line(example.remark_by_reading.get(reading.message, "")),
        )
        for reading in readings_of(example, material)
    )


# Bytes and places


def _hex(data: bytes) -> str:
    return code(data.hex(" ").upper()) if data else ""


def _short_bytes(data: bytes) -> str:
    if len(data) <= _FEW_OF_A_MESSAGE:
        return _hex(data)
    return f"{_hex(data[:_FEW])} and {len(data) - _FEW} more"


def _hex_block(data: bytes) -> str:
    starts = range(0, len(data), _BYTES_A_LINE)
    return fenced([data[at : at + _BYTES_A_LINE].hex(" ").upper() for at in starts])


def _kind(example: Example, material: Material) -> str:
    records = material.records_by_example[example.id]
    if not all(record.is_clean for record in records):
        has_fault = any(record.fault for record in _all_records(records))
        return "damage" if has_fault else "what is unknown"
    return "several readings" if example.remark_by_reading else "a sound message"


def _held(record: Record) -> str | None:
    """The message that a record holds."""
    match record.field:
        case ir.Field(kind=ir.MessageKind(name)) if not record.fault:
            return name
        case _:
            return None


def _all_records(records: tuple[Record, ...]) -> Iterator[Record]:
    for record in records:
        yield record
        yield from _all_records(record.records)


def _inside(message: ir.Message, page: str, material: Material) -> Iterator[str]:
    """Examples of other messages that hold one of these, with the place of the first."""
    for example in material.examples.examples:
        if example.message == message.full_name:
            continue
        records = _all_records(material.records_by_example[example.id])
        first = next((r for r in records if _held(r) == message.full_name), None)
        if first is not None:
            at = (
                f"bytes {first.content} to {first.end - 1}"
                if first.end > first.content
                else "empty"
            )
            yield f"{example_link(example, page, material)}: {at}"
