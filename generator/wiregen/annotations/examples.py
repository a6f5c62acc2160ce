"""Examples of encoded messages: the frozen values of an examples file.

`example_reading` makes them of a file: a recipe is encoded, so that the bytes are always those
of the schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from wiregen.schema import ir
from wiregen.source.text import Span


@dataclass(frozen=True, slots=True)
class Example:
    """The bytes of one message, and what they show.

    `recipe` is the message in text format, empty where the file has the bytes themselves.
    `remark_by_reading` says of messages, the example's own or others that the same bytes can be
    read as, what is to be said of that reading; empty where no other is looked for.
    """

    id: str
    title: str
    message: str
    data: bytes
    recipe: str
    note: str
    origin: str
    # The sections of the reference, by their ids, that the example stands in as well.
    topics: tuple[str, ...]
    remark_by_reading: Mapping[str, str]
    span: Span


@dataclass(frozen=True, slots=True)
class Elements:
    """A few elements of one type as raw bytes; `shown` is how people write them."""

    value: ir.EnumValue
    shown: str
    data: bytes
    span: Span


@dataclass(frozen=True, slots=True)
class Examples:
    """Everything in one examples file."""

    examples: tuple[Example, ...] = ()
    # By the full name of an enum's value; that of its enum comes first.
    elements: Mapping[str, Elements] = field(default_factory=dict)
