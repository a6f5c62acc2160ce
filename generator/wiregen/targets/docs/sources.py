"""The page about what the reference was made of: material in, a finished page out."""

from __future__ import annotations

from collections.abc import Iterator

from wiregen.schema.prose import source_name
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.prose import code, escaped
from wiregen.targets.docs.symbols import content, licence_of, sha256, syntax_words
from wiregen.targets.docs.view import Page, Section, Table

PATH = "sources.md"


def sources_page(material: Material) -> Page:
    """The files and texts that everything here stems from."""
    return Page(
        path=PATH,
        title="Sources",
        source=material.source,
        shelf="What it rests on",
        purpose="The files and documents that this reference was made of.",
        text="Everything on these pages was made of what is listed here, by a program.",
        sections=(
            _schemas(material),
            *_beside(material),
            *_documents(material),
            *_history(material),
        ),
    )


def _schemas(material: Material) -> Section:
    rows = []
    for name in material.files:
        file = material.schema.file_by_name[name]
        data = content(file)
        rows.append(
            (
                linked(escaped(name), material.places.file(name), PATH),
                code(source_name(file)),
                syntax_words(file),
                escaped(licence_of(file)) or "not stated",
                str(len(data)),
                code(sha256(data)),
            )
        )
    columns = ("Schema", "File", "Language", "Licence", "Bytes", "SHA-256")
    return Section("s.schemas", "Schemas", tables=(Table(columns, tuple(rows)),))


def _beside(material: Material) -> Iterator[Section]:
    rows = tuple(
        (code(path), str(len(data)), code(sha256(data)))
        for path, data in material.data_by_file.items()
    )
    if rows:
        yield Section(
            "s.beside", "Beside the schemas", tables=(Table(("File", "Bytes", "SHA-256"), rows),)
        )


def _documents(material: Material) -> Iterator[Section]:
    documents = material.annotations.documents
    if documents:
        prose = material.prose(PATH, "")
        rows = tuple((f"[{escaped(d.name)}]({d.url})", prose.line(d.meaning)) for d in documents)
        yield Section("s.documents", "Documents", tables=(Table(("Name", "What it is"), rows),))


def _history(material: Material) -> Iterator[Section]:
    history = material.history
    if history is not None:
        first, last = history.releases[0].short_name, history.releases[-1].short_name
        yield Section(
            "s.history",
            "History",
            f"What is said of releases was read off the schemas of {len(history.releases)} releases"
            f" of {escaped(history.project)}, from {first} to {last}.",
        )
