"""Types of the tables in `facts`.

Messages, fields and enums are named in full, fields of one message by their own name.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Selector:
    """A field whose number says which other fields of its message are in use.

    `refused` are numbers that the field must not have.
    """

    message: str
    field: str
    enum: str
    fields_by_number: dict[int, tuple[str, ...]]
    refused: tuple[int, ...]


@dataclass(frozen=True)
class ElementFormat:
    """How elements of one type are stored: bits in the raw form, None if there is none; entries
    of the typed field for an element, or elements in an entry."""

    field: str
    bits: int | None
    entries_per_element: int
    elements_per_entry: int


@dataclass(frozen=True)
class Encoding:
    """How a message stores elements: `selector` has the number of their type, `shape` the sizes
    whose product is their number, `raw` elements of any type as bytes."""

    message: str
    selector: str
    shape: str
    raw: str
    format_by_number: dict[int, ElementFormat]


@dataclass(frozen=True)
class Root:
    """A message that a whole file can be; not `is_usual` if no program is known to write it."""

    message: str
    is_usual: bool


@dataclass(frozen=True)
class Removed:
    """What a reserved number of a message was, and until when; empty where nobody says."""

    name: str
    declaration: str
    until: str
    reason: str
