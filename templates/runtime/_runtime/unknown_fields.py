# pyright: reportUnknownArgumentType=false
"""Canonical form of unknown fields, for comparison and deterministic output.

The order of fields with different tags means nothing, and neither does the number of bytes that
a tag, a varint or a length takes. The order of fields with the same tag does. Nothing is known of
the content of a record with a length, which may be anything; groups are sorted like messages.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .wire import read_size, read_tag, read_uint64, varint

_FIXED_SIZE = {1: 8, 5: 4}


def are_equal(first: Any, second: Any) -> bool:
    """True if two runs of unknown fields, or None, hold the same."""
    if first == second:
        return True
    return first is not None and second is not None and canonical(first) == canonical(second)


def canonical(data: Any) -> bytes:
    """Return unknown fields sorted by their tags, each in as few bytes as possible."""
    # What is open: the tag of each group and the fields in it. Nothing recurses.
    open_groups: list[tuple[int, list[Any]]] = [(0, [])]
    position, end = 0, len(data)
    while position < end:
        tag, position = read_tag(data, position)
        value: Any
        wire_type = tag & 7
        if wire_type == 3:
            open_groups.append((tag, []))
            continue
        if wire_type == 4:
            tag, value = open_groups.pop()
        elif wire_type == 0:
            number, position = read_uint64(data, position)
            value = varint(number)
        else:
            start = position
            size = _FIXED_SIZE.get(wire_type)
            if size is None:
                size, start = read_size(data, position)
            position = start + size
            value = (b"" if wire_type != 2 else varint(size)) + data[start:position]
        open_groups[-1][1].append((tag, value))
    return b"".join(_pieces(open_groups[0][1]))


def _pieces(fields: list[tuple[int, Any]]) -> Iterator[bytes]:
    """Yield the tags and the values of fields; a list is the value of a group."""
    pending = [(0, _sorted(fields))]
    while pending:
        group, rest = pending[-1]
        for tag, value in rest:
            yield varint(tag)
            if isinstance(value, list):
                pending.append((tag, _sorted(value)))
                break
            yield value
        else:
            pending.pop()
            if group:
                yield varint(group + 1)


def _sorted(fields: list[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    return iter(sorted(fields, key=_tag_of))


def _tag_of(field: tuple[int, Any]) -> int:
    return field[0]
