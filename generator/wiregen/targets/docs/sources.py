"""The page about the sources of the reference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wiregen.history.model import History
from wiregen.output.escaping import code, escaped, external_link
from wiregen.schema.prose import source_name
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.symbols import content, licence_of, sha256, syntax_words
from wiregen.targets.docs.view import Rows

PATH = "sources.md"


@dataclass(frozen=True, slots=True)
class HistoryView:
    """The releases that a history was read from."""

    count: int
    project: str
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class SourcesView:
    """The files and texts that everything in the reference stems from."""

    schemas: Rows
    beside: Rows
    documents: Rows
    history: HistoryView | None


def sources_view(material: Material) -> SourcesView:
    """Return the files and documents behind a reference."""
    prose = material.prose(PATH, "")
    return SourcesView(
        schemas=tuple(_schemas(material)),
        beside=tuple(
            (code(path), str(len(data)), code(sha256(data)))
            for path, data in material.data_by_file.items()
        ),
        documents=tuple(
            (external_link(escaped(document.name), document.url), prose.line(document.meaning))
            for document in material.annotations.documents
        ),
        history=_history(material.history) if material.history is not None else None,
    )


def _schemas(material: Material) -> Iterator[tuple[str, ...]]:
    for name in material.files:
        file = material.schema.file_by_name[name]
        data = content(file)
        yield (
            linked(escaped(name), material.places.file(name), PATH),
            code(source_name(file)),
            syntax_words(file),
            escaped(licence_of(file)) or "not stated",
            str(len(data)),
            code(sha256(data)),
        )


def _history(history: History) -> HistoryView:
    first, last = history.releases[0].short_name, history.releases[-1].short_name
    return HistoryView(len(history.releases), escaped(history.project), first, last)
