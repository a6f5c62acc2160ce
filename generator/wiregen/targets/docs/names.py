"""The list of all names."""

from __future__ import annotations

from collections.abc import Iterator

from wiregen.output.escaping import escaped
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.view import Rows

PATH = "a-z.md"


def names_view(material: Material) -> Rows:
    """Return name, kind and link of every declaration, in alphabetical order."""
    rows = sorted(_rows(material), key=lambda row: (row[0].casefold(), row[0], row[2]))
    return tuple((escaped(name), kind, link) for name, kind, link in rows)


def _rows(material: Material) -> Iterator[tuple[str, str, str]]:
    for message in material.messages:
        link = material.link(message.full_name, PATH)
        yield material.shown(message.full_name), "message", link
        for field in message.fields:
            yield field.name, "field", material.field_link(field, PATH)
    for enum in material.enums:
        yield material.shown(enum.full_name), "enum", material.link(enum.full_name, PATH)
        for value in enum.values:
            place = material.places.value(enum, value)
            text = escaped(f"{material.shown(enum.full_name)}.{value.name}")
            yield value.name, "value", linked(text, place, PATH)
