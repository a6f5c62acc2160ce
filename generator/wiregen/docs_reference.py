"""The whole reference: material in, the views of all its pages out, by template."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wiregen.docs_enums import enum_page
from wiregen.docs_files import file_page
from wiregen.docs_index import index_page, names_page
from wiregen.docs_material import Material
from wiregen.docs_messages import message_page
from wiregen.docs_numbers import numbers_page
from wiregen.docs_view import Page
from wiregen.docs_wire_format import PATH as WIRE_FORMAT_PATH
from wiregen.docs_wire_format import wire_format_view


@dataclass(frozen=True, slots=True)
class ReferencePage:
    """A page as the list of outputs has it: its path in the reference, template and view."""

    path: str
    template: str
    name: str
    view: object


def reference_pages(material: Material) -> Iterator[ReferencePage]:
    """All pages of the reference."""
    numbers, names = numbers_page(material), names_page(material)
    purpose = "How messages become bytes: tags, varints, lengths, packed lists, what is absent."
    wire_format = Page(WIRE_FORMAT_PATH, "Wire format", material.source, "", (), purpose)
    yield _page(index_page(material, [wire_format, numbers, names]))
    for name in material.files:
        yield _page(file_page(material.schema.file_by_name[name], material))
    for message in material.messages:
        page = message_page(message, material)
        yield ReferencePage(page.path, "docs/symbol.md.jinja", "page", page)
    for enum in material.enums:
        page = enum_page(enum, material)
        yield ReferencePage(page.path, "docs/symbol.md.jinja", "page", page)
    yield ReferencePage(
        WIRE_FORMAT_PATH, "docs/wire-format.md.jinja", "view", wire_format_view(material)
    )
    yield _page(numbers)
    yield _page(names)


def _page(page: Page) -> ReferencePage:
    return ReferencePage(page.path, "docs/page.md.jinja", "page", page)
