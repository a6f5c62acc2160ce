# Copied by wiregen from templates/runtime/_explorer/lens.py; do not edit.
"""The interface for a layer's knowledge of its messages.

This is the general lens, for messages of which only the schema and `facts` are known. A
layer has a subclass of its own.
"""

from __future__ import annotations

from typing import Any

from .._rules.facts import REMOVED
from .._rules.findings import Finding
from .._runtime.descriptor import Descriptor
from .._text.terminal import size_text
from .layout import Kind, Layout
from .records import Record
from .values import bytes_text, value_text

# The bytes of a record that a lens is asked about.
Data = Any


class Lens:
    """Words about records and messages; each method may be made better by a subclass."""

    # What people call the version of the schema.
    newest = "this schema"
    # How the ids of the rules begin that `findings` tells of.
    external_rules = "external files "

    def value_text(self, record: Record, data: Data) -> str:
        """What a record of a known field holds."""
        assert record.place is not None
        if record.place.kind is Kind.BYTES:
            return self.bytes_text(record, data)
        return value_text(record, data)

    def bytes_text(self, record: Record, data: Data) -> str:
        """What a record holds that is bytes by the schema."""
        size = size_text(record.stop - record.body)
        return (
            f"{size}: {bytes_text(data, record.body, record.stop)}"
            if record.stop > record.body
            else size
        )

    def number_hint(self, layout: Layout, number: int) -> str:
        """What is known of a number that a message has no field for, as the end of a sentence."""
        removed = REMOVED.get((layout.full_name, number))
        if removed is not None:
            was = f": it was `{removed.declaration}`" if removed.declaration else ""
            until = f" until {removed.until}" if removed.until else ""
            return f"; the number is reserved{was}{until}. {removed.reason.rstrip('.')}"
        if number > max(layout.fields, default=0):
            return f"; possibly newer than {self.newest}"
        return ""

    def describe(self, descriptor: Descriptor, data: bytes) -> str:
        """What some bytes are if they are a message: a few words."""
        count = len(descriptor.message_class.FromString(data).ListFields())
        return f"{count} field{'' if count == 1 else 's'} set" if count else "no field set"

    def numbers_text(self, record: Record, data: Data) -> str:
        """How many numbers of a large record are no ordinary ones, if it holds numbers."""
        return ""

    def summary(
        self, descriptor: Descriptor, data: Data, start: int, end: int
    ) -> list[tuple[str, str]]:
        """What is in a message, as lines with labels; `data` may be a mapped file."""
        return []

    def declared_message(self, path: str, model: str) -> tuple[str, str]:
        """The message that a file holds by what another one declares, and who says so.

        The other file is `model`, if it is given, or one beside the file.
        """
        return "", ""

    def findings(
        self, descriptor: Descriptor, data: Data, start: int, end: int, path: str
    ) -> list[Finding]:
        """What is wrong with what a message refers to, such as other files."""
        return []

    def tables(
        self, descriptor: Descriptor, data: Data, start: int, end: int, path: str
    ) -> list[tuple[str, list[tuple[str, ...]]]]:
        """Tables of what a message refers to: titles and lines, the first of which is a head."""
        return []
