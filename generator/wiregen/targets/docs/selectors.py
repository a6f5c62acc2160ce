"""Tables of selectors: the fields that belong to each value."""

from __future__ import annotations

from collections.abc import Iterator

from wiregen.annotations.model import Selector
from wiregen.output.escaping import escaped
from wiregen.schema import ir
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.view import Section, Table
from wiregen.targets.docs.wire import written_tag


def selector_sections(message: ir.Message, page: str, material: Material) -> Iterator[Section]:
    """A table for each field of a message that selects others."""
    for selector in material.annotations.selectors:
        if selector.message == message.full_name:
            name = selector.field.rpartition(".")[2]
            enum = material.link(selector.enum, page)
            text = f"The value of {_field_link(selector.field, page, material)}, a number of {enum}, tells which field is in use."
            yield Section(
                f"s.selects.{name}",
                f"What {escaped(name)} selects",
                text,
                (_table(selector, page, material),),
            )


def selectors_of(enum: ir.Enum, material: Material) -> list[Selector]:
    """The selectors whose values are those of an enum."""
    return [s for s in material.annotations.selectors if s.enum == enum.full_name]


def selected_fields(selector: Selector, value: ir.EnumValue, page: str, material: Material) -> str:
    """The fields that a value selects, with links."""
    if value in selector.refused:
        return "refused"
    found = next((s for s in selector.selections if s.value == value), None)
    names = found.fields if found is not None else ()
    return " or ".join(_linked_field(selector, name, page, material) for name in names) or "none"


def _table(selector: Selector, page: str, material: Material) -> Table:
    enum = material.schema.enum_by_name[selector.enum]
    rows = []
    for value in enum.values:
        found = next((s for s in selector.selections if s.value == value), None)
        fields = [_field(selector, name, material) for name in (found.fields if found else ())]
        rows.append(
            (
                str(value.number),
                linked(escaped(value.name), material.places.value(enum, value), page),
                ", ".join(str(field.number) for field in fields) or "none",
                selected_fields(selector, value, page, material),
                ", ".join(f"`{written_tag(field)}`" for field in fields),
            )
        )
    return Table(("Value", "Name", "Values in field", "Field", "Tag"), tuple(rows))


def _field(selector: Selector, name: str, material: Material) -> ir.Field:
    return material.field_by_name[f"{selector.message}.{name}"]


def _linked_field(selector: Selector, name: str, page: str, material: Material) -> str:
    place = material.places.field(_field(selector, name, material))
    return linked(escaped(name), place, page)


def _field_link(full_name: str, page: str, material: Material) -> str:
    name = full_name.rpartition(".")[2]
    return linked(f"`{name}`", material.places.field(material.field_by_name[full_name]), page)
