"""The first page of the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wiregen.output.escaping import code, escaped
from wiregen.schema import ir
from wiregen.targets.docs.containment import containment_diagram, containment_tree, held_message
from wiregen.targets.docs.history import release_words
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.symbols import INDEX, Symbol, licence_of, symbols_of, syntax_words
from wiregen.targets.docs.topic import Topic
from wiregen.targets.docs.view import Rows
from wiregen.targets.places import Place


@dataclass(frozen=True, slots=True)
class ShelfView:
    """The topic pages that answer one question of readers."""

    id: str
    title: str
    rows: Rows


@dataclass(frozen=True, slots=True)
class FileView:
    """A schema file, with the messages and enums that it declares."""

    id: str
    name: str
    syntax: str
    package: str
    licence: str
    link: str
    symbols: Rows


@dataclass(frozen=True, slots=True)
class IndexView:
    """The first page: it leads to the others, and to all messages and enums."""

    packages: tuple[str, ...]
    purpose: str
    message_count: int
    field_count: int
    oneof_count: int
    enum_count: int
    value_count: int
    # The project and release whose schemas these are; empty if that is not known.
    release: str
    shelves: tuple[ShelfView, ...]
    files: tuple[FileView, ...]
    # The name of a file and its diagram.
    diagrams: Rows
    tree: str


def index_view(material: Material, topics: Sequence[Topic], shelves: Sequence[str]) -> IndexView:
    """Return what the first page shows, with the topics by shelf."""
    overview, history = material.annotations.overview, material.history
    purpose = overview[0].text_by_language["en"].paragraphs[0] if overview else ""
    newest = history.releases[-1] if history is not None else None
    return IndexView(
        packages=material.packages,
        purpose=material.prose(INDEX.page, "").line(purpose),
        message_count=len(material.messages),
        field_count=sum(len(message.fields) for message in material.messages),
        oneof_count=sum(len(message.oneofs) for message in material.messages),
        enum_count=len(material.enums),
        value_count=sum(len(enum.values) for enum in material.enums),
        release=(
            f"{escaped(history.project)} {release_words(newest, history)}"
            if history is not None and newest is not None
            else ""
        ),
        shelves=tuple(_shelves(topics, shelves)),
        files=tuple(_file(material.schema.file_by_name[name], material) for name in material.files),
        diagrams=tuple(_diagrams(material)),
        tree=_tree(material),
    )


def _shelves(topics: Sequence[Topic], shelves: Sequence[str]) -> Iterator[ShelfView]:
    for number, shelf in enumerate(shelves, 1):
        rows = tuple(
            (linked(topic.title, Place(topic.path), INDEX.page), topic.purpose)
            for topic in topics
            if topic.shelf == shelf
        )
        if rows:
            yield ShelfView(f"s.want.{number}", shelf, rows)


def _file(file: ir.File, material: Material) -> FileView:
    place = material.places.file(file.name)
    return FileView(
        id=f"file.{place.page.removeprefix('files/').removesuffix('.md')}",
        name=escaped(file.name),
        syntax=syntax_words(file),
        package=code(file.package) if file.package else "",
        licence=escaped(licence_of(file)),
        link=linked("More about this file", place, INDEX.page),
        symbols=tuple(_row(symbol, material) for symbol in symbols_of(file, material)),
    )


def _row(symbol: Symbol, material: Material) -> tuple[str, ...]:
    prose = material.prose(INDEX.page, symbol.full_name)
    is_message = isinstance(symbol, ir.Message)
    return (
        "message" if is_message else "enum",
        material.link(symbol.full_name, INDEX.page),
        str(len(symbol.fields if isinstance(symbol, ir.Message) else symbol.values)),
        str(len(material.uses_by_type.get(symbol.full_name, ()))),
        prose.summary(symbol.comments.leading, may_have_heading=True),
    )


def _diagrams(material: Material) -> Iterator[tuple[str, str]]:
    for name in material.files:
        diagram = containment_diagram(material.schema.file_by_name[name], material)
        if diagram:
            yield escaped(name), diagram


def _tree(material: Material) -> str:
    """Return what can stand in what as a nested list, from messages that no other holds."""
    held = {
        held_message(field, material)
        for message in material.messages
        for field in message.fields
        if held_message(field, material) != message.full_name
    }
    roots = [
        message.full_name
        for message in material.messages
        if message.full_name not in held
        and message.full_name.rpartition(".")[0] not in material.schema.message_by_name
    ]
    return containment_tree(roots, INDEX.page, material)
