"""Recognizes data around a message, or in place of one."""

from __future__ import annotations

from typing import Any

from .._recognition.file_kinds import file_kind

_PROTOBUF_LIMIT = (1 << 31) - 1


def remarks(data: Any) -> list[str]:
    """What there is to say about some bytes before they are read as a message."""
    size = len(data)
    found: list[str] = []
    kind = file_kind(data)
    if kind is not None:
        found.append(f"it starts like {kind.name}")
    if prefix_size(data):
        found.append(f"the first 4 bytes are the number {size - 4}, the length of the rest")
    if size > _PROTOBUF_LIMIT:
        found.append("larger than 2 GiB: protobuf's parsers refuse it")
    return found


def prefix_size(data: Any) -> int:
    """The bytes before the message: 4 if they are the length of the rest, otherwise none."""
    start = bytes(data[:4])
    numbers = (int.from_bytes(start, "little"), int.from_bytes(start, "big"))
    return 4 if len(data) > 4 and len(data) - 4 in numbers else 0
