"""The vocabulary of the reference's templates: finished Markdown, tables and booleans."""

from __future__ import annotations

from dataclasses import dataclass

# The rows of a table whose columns the template names: cells are finished Markdown.
Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose cells are finished Markdown without line ends."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows that stand together, below what holds for all of them; `id` is empty without that."""

    id: str
    heading: str
    text: str
    table: Table


@dataclass(frozen=True, slots=True)
class Detail:
    """One field or value in full, or a number that is not used any more."""

    ids: tuple[str, ...]
    name: str
    # As it stands in the schema.
    line: str
    text: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page under a heading of its own: text, then tables or a list."""

    id: str
    heading: str
    text: str = ""
    tables: tuple[Table, ...] = ()
    items: tuple[str, ...] = ()
    # Sections of their own below this one.
    parts: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class SymbolPage:
    """The page of a message or an enum."""

    path: str
    full_name: str
    title: str
    # What the first line says the page was made of.
    source: str
    breadcrumb: str
    badges: str
    text: str
    # Comments that stand around the declaration and inside of it, and belong to no field.
    remarks: tuple[str, ...]
    declaration: str
    members_heading: str
    members_id: str
    groups: tuple[RowGroup, ...]
    sections_before_details: tuple[Section, ...]
    details: tuple[Detail, ...]
    sections: tuple[Section, ...]
    footer: str
