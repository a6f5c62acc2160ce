"""The first page, and the list of all names: material in, finished pages out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wiregen.schema import ir
from wiregen.targets.docs.containment import containment_diagram, containment_tree, held_message
from wiregen.targets.docs.history import release_words
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.prose import code, escaped, paragraphs
from wiregen.targets.docs.symbols import INDEX, Symbol, licence_of, symbols_of, syntax_words
from wiregen.targets.docs.view import Page, Section, Table
from wiregen.targets.places import Place

NAMES_PATH = "a-z.md"


def index_page(material: Material, other_pages: Sequence[Page]) -> Page:
    """The first page; it leads to the others, and to all messages and enums."""
    return Page(
        path=INDEX.page,
        title=f"Reference of {', '.join(material.packages) or 'the schema'}",
        source=material.source,
        text=_facts(material),
        sections=(
            *_pages(other_pages),
            *_symbols(material),
            *_containment(material),
        ),
    )


def names_page(material: Material) -> Page:
    """All names in the order of the alphabet."""
    rows: list[tuple[str, str, str]] = []
    for message in material.messages:
        rows.append((material.shown(message.full_name), "message", _link(message, material)))
        for field in message.fields:
            rows.append((field.name, "field", material.field_link(field, NAMES_PATH)))
    for enum in material.enums:
        rows.append((material.shown(enum.full_name), "enum", _link(enum, material)))
        for value in enum.values:
            place = material.places.value(enum, value)
            text = escaped(f"{material.shown(enum.full_name)}.{value.name}")
            rows.append((value.name, "value", linked(text, place, NAMES_PATH)))
    rows.sort(key=lambda row: (row[0].casefold(), row[0], row[2]))
    table = Table(
        ("Name", "Kind", "Where"), tuple((escaped(name), kind, link) for name, kind, link in rows)
    )
    return Page(
        path=NAMES_PATH,
        title="All names, A to Z",
        shelf="I look for a field",
        purpose="Every message, field, enum and value, in the order of the alphabet.",
        source=material.source,
        text=f"{len(rows)} names of messages, fields, enums and values.",
        sections=(Section("s.names", "Names", tables=(table,)),),
    )


def _link(symbol: Symbol, material: Material) -> str:
    return material.link(symbol.full_name, NAMES_PATH)


def _facts(material: Material) -> str:
    fields = sum(len(message.fields) for message in material.messages)
    values = sum(len(enum.values) for enum in material.enums)
    oneofs = sum(len(message.oneofs) for message in material.messages)
    history = material.history
    stated = (
        f", as of {escaped(history.project)} {release_words(history.releases[-1], history)}"
        if history is not None
        else ""
    )
    prose = material.prose(INDEX.page, "")
    purposes = [s.text_by_language["en"].paragraphs[0] for s in material.annotations.overview[:1]]
    return paragraphs(
        [
            *map(prose.line, purposes),
            f"{len(material.files)} schema files declare {len(material.messages)} messages with"
            f" {fields} fields and {oneofs} oneofs, and {len(material.enums)} enums with {values}"
            f" values{stated}.",
        ]
    )


# What people come for, in the order of the first page.
_SHELVES = (
    "I am new here",
    "I have a file",
    "I write a reader",
    "I look for a field",
    "What changed",
    "What it rests on",
)


def _pages(pages: Sequence[Page]) -> Iterator[Section]:
    """The other pages by what somebody wants."""
    for number, shelf in enumerate(_SHELVES, 1):
        rows = tuple(
            (linked(page.title, Place(page.path), INDEX.page), page.purpose)
            for page in pages
            if page.shelf == shelf
        )
        if rows:
            yield Section(
                f"s.want.{number}", shelf, tables=(Table(("Page", "What it tells"), rows),)
            )


def _symbols(material: Material) -> Iterator[Section]:
    for name in material.files:
        file = material.schema.file_by_name[name]
        symbols = symbols_of(file, material)
        link = linked("More about this file", material.places.file(name), INDEX.page)
        licence = f"; licence {escaped(licence_of(file))}" if licence_of(file) else ""
        package = f", package {code(file.package)}" if file.package else ""
        columns = ("Kind", "Name", "Members", "Used in", "Meaning")
        rows = tuple(_row(symbol, material) for symbol in symbols)
        yield Section(
            f"file.{material.places.file(name).page.removeprefix('files/').removesuffix('.md')}",
            escaped(name),
            f"{syntax_words(file)}{package}{licence}. {link}.",
            (Table(columns, rows),) if rows else (),
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


def _containment(material: Material) -> Iterator[Section]:
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
    diagrams = []
    for name in material.files:
        diagram = containment_diagram(material.schema.file_by_name[name], material)
        if diagram:
            diagrams += [f"In {escaped(name)}:", diagram]
    if diagrams:
        note = (
            "An arrow leads from a message to what it holds. Nested messages are part of the one they"
            " stand in; small messages that many hold are left out."
        )
        yield Section("s.diagram", "What holds what", paragraphs([note, *diagrams]))
    if roots:
        tree = containment_tree(roots, INDEX.page, material)
        yield Section("s.tree", "The same as a tree", tree)
