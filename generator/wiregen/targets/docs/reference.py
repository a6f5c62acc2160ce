"""All pages of the reference, each with its template and views."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wiregen.schema.prose import source_name
from wiregen.targets.docs.enums import enum_page
from wiregen.targets.docs.files import file_view
from wiregen.targets.docs.index import index_view
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.messages import message_page
from wiregen.targets.docs.symbols import INDEX
from wiregen.targets.docs.topics import SHELVES, topics_with_views
from wiregen.targets.docs.view import SymbolPage


@dataclass(frozen=True, slots=True)
class ReferencePage:
    """A page: its path in the reference, its template, and what the template prints."""

    path: str
    template: str
    views: Mapping[str, object]


def reference_pages(material: Material) -> Iterator[ReferencePage]:
    """Yield all pages of the reference."""
    found = list(topics_with_views(material))
    index = index_view(material, [topic for topic, _ in found], SHELVES)
    yield ReferencePage(
        INDEX.page, "docs/index.md.jinja", {"view": index, "source": material.source}
    )
    for name in material.files:
        file = material.schema.file_by_name[name]
        yield ReferencePage(
            material.places.file(name).page,
            "docs/file.md.jinja",
            {"view": file_view(file, material), "source": source_name(file)},
        )
    for message in material.messages:
        yield _symbol(message_page(message, material))
    for enum in material.enums:
        yield _symbol(enum_page(enum, material))
    for topic, view in found:
        views = {"topic": topic, "view": view, "source": material.source}
        yield ReferencePage(topic.path, topic.template, views)


def _symbol(page: SymbolPage) -> ReferencePage:
    return ReferencePage(page.path, "docs/symbol.md.jinja", {"page": page})
