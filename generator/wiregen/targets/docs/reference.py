"""The whole reference: material in, the views of all its pages out, by template."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wiregen.targets.docs.contradictions import contradictions_page
from wiregen.targets.docs.enums import enum_page
from wiregen.targets.docs.examples import examples_page
from wiregen.targets.docs.file_kinds import file_kinds_page
from wiregen.targets.docs.files import file_page
from wiregen.targets.docs.index import index_page, names_page
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.messages import message_page
from wiregen.targets.docs.namespaces import namespaces_page
from wiregen.targets.docs.numbers import numbers_page
from wiregen.targets.docs.overview import overview_pages
from wiregen.targets.docs.rules import rules_page
from wiregen.targets.docs.sources import sources_page
from wiregen.targets.docs.symbols import INDEX
from wiregen.targets.docs.tensors import tensors_page
from wiregen.targets.docs.variants import variants_page
from wiregen.targets.docs.versions import versions_page
from wiregen.targets.docs.view import Page
from wiregen.targets.docs.wire_format import PATH as WIRE_FORMAT_PATH
from wiregen.targets.docs.wire_format import wire_format_view


@dataclass(frozen=True, slots=True)
class ReferencePage:
    """A page as the list of outputs has it: its path in the reference, template and view."""

    path: str
    template: str
    name: str
    view: object


def reference_pages(material: Material) -> Iterator[ReferencePage]:
    """All pages of the reference."""
    purpose = "How messages become bytes: tags, varints, lengths, packed lists, what is absent."
    wire_format = Page(
        WIRE_FORMAT_PATH, "Wire format", material.source, "", (), purpose, "I write a reader"
    )
    topics = [page if page.breadcrumb else _below_index(page) for page in _topics(material)]
    yield _page(index_page(material, [wire_format, *topics]))
    for name in material.files:
        yield _page(file_page(material.schema.file_by_name[name], material))
    for message in material.messages:
        page = message_page(message, material)
        yield ReferencePage(page.path, "docs/symbol.md.jinja", "page", page)
    for enum in material.enums:
        page = enum_page(enum, material)
        yield ReferencePage(page.path, "docs/symbol.md.jinja", "page", page)
    view = wire_format_view(material)
    yield ReferencePage(WIRE_FORMAT_PATH, "docs/wire-format.md.jinja", "view", view)
    yield from map(_page, topics)


def _topics(material: Material) -> Iterator[Page]:
    """Pages about more than one symbol, as far as there is something to say on them."""
    annotations, history = material.annotations, material.history
    if annotations.overview:
        yield from overview_pages(material)
    if annotations.roots:
        yield file_kinds_page(material)
    if annotations.rules:
        yield rules_page(material)
    if annotations.encodings:
        yield tensors_page(material)
    if material.examples.examples:
        yield examples_page(material)
    yield numbers_page(material)
    yield names_page(material)
    if annotations.namespaces:
        yield namespaces_page(material)
    if history is not None:
        yield versions_page(material, history)
        yield variants_page(material, history)
    if annotations.contradictions:
        yield contradictions_page(material)
    yield sources_page(material)


def _below_index(page: Page) -> Page:
    way = f"{linked('Reference', INDEX, page.path)} › **{page.title}**"
    return replace(page, breadcrumb=way)


def _page(page: Page) -> ReferencePage:
    return ReferencePage(page.path, "docs/page.md.jinja", "page", page)
