"""Decoding as FromString does it, but for what it leaves: a message that nobody has touched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import onnxwire._runtime.decoding
from onnxwire import Message
from onnxwire._runtime.mapped_file import Map
from onnxwire._runtime.untouched import take_content, untouched


def decode_untouched(message: Message, data: bytes, nesting_limit: int) -> None:
    """Make a new message one that stands in a map; DecodeError if the bytes hold none."""
    message_class = type(message)
    onnxwire._runtime.decoding.decode_into(message, data, nesting_limit)
    # There are no maps of nothing.
    if data:
        place = untouched(message_class, map_of(message_class, data), 0, len(data), nesting_limit)
        take_content(message, place)


def map_of(message_class: type[Message], data: bytes) -> Any:
    """What `load` has of a file with this content."""
    mapped = Map(-1, len(data))
    mapped[:] = data
    mapped.root, mapped.file_name = message_class, "no file"
    return mapped


def everything(message: Message) -> Iterator[Message]:
    """A message and all that stand in it, every one touched."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is not None:
            for child in value if field.is_repeated else (value,):
                yield from everything(child)
