# Copied by wiregen from templates/onnx/_files/unknown_fields.py; do not edit.
"""Finds unknown fields, which JSON and text format cannot represent."""

from __future__ import annotations

from .._runtime.containment import children
from .._runtime.message import Message
from .._runtime.wire import read_tag

# A tag is a varint of at most five bytes.
_LONGEST_TAG = 5


def first_unknown_field(message: Message) -> tuple[str, int] | None:
    """Return the path of a message with unknown fields, at any depth, and the first one's number."""
    pending = [(message, message.DESCRIPTOR.name)]
    while pending:
        part, path = pending.pop()
        # First: a lazy message keeps its place in the file where unknown fields are kept later.
        inner = [
            (child, f"{path}.{place}")
            for field in part.DESCRIPTOR.fields_by_number.values()
            for place, child in children(part, field)
        ]
        if part._unknown:
            tag, _ = read_tag(bytes(part._unknown[:_LONGEST_TAG]), 0)
            return path, tag >> 3
        pending += reversed(inner)
    return None
