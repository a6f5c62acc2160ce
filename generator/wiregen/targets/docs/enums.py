"""The pages of enums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wiregen.output.escaping import code, escaped, fenced
from wiregen.schema import ir
from wiregen.schema.prose import plain_text
from wiregen.targets.docs.declaration import enum_lines, reserved_line, value_line
from wiregen.targets.docs.groups import Described, described
from wiregen.targets.docs.history import history_section, member_history, since
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.members import full_text, quoted, row_groups, summary
from wiregen.targets.docs.prose import Prose, paragraphs
from wiregen.targets.docs.rules import rules_section
from wiregen.targets.docs.selectors import selected_fields, selectors_of
from wiregen.targets.docs.symbols import badges, breadcrumb, footer, source_of, used_in
from wiregen.targets.docs.view import Detail, Section, SymbolPage, Table
from wiregen.targets.places import value_id, value_number_id


def enum_page(enum: ir.Enum, material: Material) -> SymbolPage:
    """The page of one enum."""
    return _EnumPage(enum, material).page()


class _EnumPage:
    def __init__(self, enum: ir.Enum, material: Material) -> None:
        self._enum = enum
        self._material = material
        self._path = material.places.symbol(enum.full_name).page
        own_place = material.places.symbol(enum.full_name)
        self._prose = material.prose(self._path, enum.full_name, own_place)
        self._values = described(enum.values)
        self._selectors = selectors_of(enum, material)
        self._count_by_number = Counter(value.number for value in enum.values)

    def page(self) -> SymbolPage:
        enum, material = self._enum, self._material
        columns = (
            *("Value", "Hex", "Name"),
            *(("Since",) if material.history else ()),
            *(f"In {escaped(material.shown(selector.message))}" for selector in self._selectors),
            "Meaning",
        )
        return SymbolPage(
            path=self._path,
            full_name=enum.full_name,
            title=escaped(material.shown(enum.full_name)),
            source=source_of(enum.file, material),
            breadcrumb=breadcrumb(enum, self._path, material),
            badges=badges(enum, self._path, material),
            text=self._comment(),
            remarks=tuple(
                f"At the end, the schema says:\n\n{quoted(self._prose.comment(text))}"
                for text in enum.dangling
            ),
            declaration=fenced(enum_lines(enum), "protobuf"),
            members_heading="Values",
            members_id="s.values",
            groups=row_groups(self._values, columns, self._row, self._prose),
            sections_before_details=tuple(self._sections_of_numbers()),
            details=tuple(self._details()),
            sections=(
                *self._reserved(),
                self._used_in(),
                rules_section(enum.full_name, self._path, material),
                *self._confusables(),
                *self._python(),
                *history_section(enum.full_name, material),
            ),
            footer=footer(enum, self._path, material),
        )

    def _comment(self) -> str:
        comments = self._enum.comments
        texts = [self._prose.headed_comment(comments.leading) if comments.leading.strip() else ""]
        if comments.trailing.strip():
            texts.append(f"*Short note:* {self._prose.line(plain_text(comments.trailing))}")
        return paragraphs(texts)

    def _row(self, item: Described) -> tuple[str, ...]:
        value = _value(item)
        place = self._material.places.value(self._enum, value)
        return (
            str(value.number),
            code(_hexadecimal(value.number)),
            linked(escaped(value.name), place, self._path),
            *((since(value.full_name, self._material),) if self._material.history else ()),
            *(selected_fields(s, value, self._path, self._material) for s in self._selectors),
            summary(item, self._value_prose(value)),
        )

    def _value_prose(self, value: ir.EnumValue) -> Prose:
        place = self._material.places.value(self._enum, value)
        return self._material.prose(self._path, self._enum.full_name, place)

    def _details(self) -> Iterator[Detail]:
        named: set[int] = set()
        for item in self._values:
            value = _value(item)
            ids = [value_id(value.name)]
            if value.number not in named:
                ids.append(value_number_id(value.number))
            named.add(value.number)
            yield Detail(
                ids=tuple(ids),
                name=escaped(value.name),
                line=code(f"{value_line(value)};"),
                text=full_text(item, self._value_prose(value)),
                facts=tuple(self._facts(value)),
            )

    def _facts(self, value: ir.EnumValue) -> Iterator[str]:
        for selector in self._selectors:
            fields = selected_fields(selector, value, self._path, self._material)
            yield f"In {self._material.link(selector.message, self._path)}: {fields}"
        told = member_history(value.full_name, self._material)
        if told:
            yield f"History: {told}"
        if self._count_by_number[value.number] > 1:
            others = (v for v in self._enum.values if v.number == value.number and v is not value)
            names = ", ".join(f"[`{v.name}`](#{value_id(v.name)})" for v in others)
            yield f"The same number as {names}"
        binding = self._material.bindings.get(value.full_name)
        if binding is not None and binding.path.rpartition(".")[2] != value.name:
            yield f"In Python: `{binding.path}`"

    def _sections_of_numbers(self) -> Iterator[Section]:
        numbers = [value.number for value in self._enum.values]
        if numbers != sorted(numbers):
            ordered = sorted(self._enum.values, key=lambda value: value.number)
            rows = tuple(
                (
                    str(v.number),
                    linked(escaped(v.name), self._material.places.value(self._enum, v), self._path),
                )
                for v in ordered
            )
            yield Section("s.bynumber", "By number", tables=(Table(("Value", "Name"), rows),))

    def _reserved(self) -> Iterator[Section]:
        if self._enum.reserved:
            texts = []
            for item in self._enum.reserved:
                comments = (*item.comments.detached, item.comments.leading, item.comments.trailing)
                texts.append(code(reserved_line(item)))
                texts += [self._prose.comment(text) for text in comments if text.strip()]
            yield Section("s.reserved", "Reserved", paragraphs(texts))

    def _used_in(self) -> Section:
        """Where its numbers are, and what becomes of those that it does not have."""
        uses = self._material.uses_by_type.get(self._enum.full_name, ())
        remarks = []
        if any(use.is_carried for use in uses):
            remarks.append(_UNKNOWN_IN_INTEGER)
        if any(not use.is_carried for use in uses):
            remarks.append(_UNKNOWN_IF_CLOSED if self._enum.is_closed else _UNKNOWN_IF_OPEN)
        return used_in(self._enum.full_name, self._path, self._material, " ".join(remarks))

    def _confusables(self) -> Iterator[Section]:
        """Other enums that this one is taken for, side by side."""
        material = self._material
        for item in material.annotations.confusables:
            if self._enum.full_name not in item.enums:
                continue
            enums = [material.schema.enum_by_name[name] for name in item.enums]
            numbers = sorted({value.number for enum in enums for value in enum.values})
            rows = tuple(
                (str(number), *(self._names_of(number, enum) for enum in enums))
                for number in numbers
            )
            columns = ("Value", *(escaped(material.shown(name)) for name in item.enums))
            text = self._prose.line(item.sentence)
            yield Section("s.confusable", "Not to be confused", text, (Table(columns, rows),))

    def _names_of(self, number: int, enum: ir.Enum) -> str:
        places = self._material.places
        return ", ".join(
            linked(escaped(value.name), places.value(enum, value), self._path)
            for value in enum.values
            if value.number == number
        )

    def _python(self) -> Iterator[Section]:
        binding = self._material.bindings.get(self._enum.full_name)
        if binding is not None:
            lines = [f"from {self._material.package} import {binding.root}"]
            lines += ["", self._material.bindings[self._enum.values[0].full_name].path]
            yield Section("s.python", "In Python", fenced(lines, "python"))


_UNKNOWN_IN_INTEGER = "An integer field keeps a number that the enum does not have."
_UNKNOWN_IF_CLOSED = (
    "In a field of the enum's type, a number that it does not have is kept as an unknown field."
)
_UNKNOWN_IF_OPEN = "A field of the enum's type keeps a number that the enum does not have."


def _hexadecimal(number: int) -> str:
    return f"0x{number & 0xFFFFFFFFFFFFFFFF:X}" if number < 0 else f"0x{number:02X}"


def _value(item: Described) -> ir.EnumValue:
    assert isinstance(item.member, ir.EnumValue)
    return item.member
