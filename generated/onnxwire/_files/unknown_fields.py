# Copied by wiregen from templates/onnx/_files/unknown_fields.py; do not edit.
"""Finds fields that the schema does not know, which JSON and text format cannot hold."""

from __future__ import annotations

from .._runtime.descriptor import FieldDescriptor
from .._runtime.message import Message
from .._runtime.wire import read_tag

# A tag is a varint of at most five bytes.
_LONGEST_TAG = 5
_MESSAGES = (FieldDescriptor.TYPE_MESSAGE, FieldDescriptor.TYPE_GROUP)


def first_unknown_field(message: Message) -> tuple[str, int] | None:
    """Return the path of a message with unknown fields, at any depth, and the first one's number."""
    pending = [(message, message.DESCRIPTOR.name)]
    while pending:
        part, path = pending.pop()
        # First: a lazy message keeps its place in the file where unknown fields are kept later.
        fields = part.ListFields()
        if part._unknown:
            tag, _ = read_tag(bytes(part._unknown[:_LONGEST_TAG]), 0)
            return path, tag >> 3
        inner = []
        for field, value in fields:
            if field.type not in _MESSAGES:
                continue
            if field.is_repeated:
                inner += [(item, f"{path}.{field.name}[{nth}]") for nth, item in enumerate(value)]
            else:
                inner.append((value, f"{path}.{field.name}"))
        pending += reversed(inner)
    return None
