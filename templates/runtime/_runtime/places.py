"""Finds messages in a memory-mapped file by position.

Messages are decoded lazily and do not know their paths. Those of one message are listed when
the first error asks for one of them, so the paths of many damaged messages take linear time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from .descriptor import FieldDescriptor
from .errors import Malformed
from .wire import scan

if TYPE_CHECKING:
    from .mapped_file import Map
    from .message import Message

# The fields of a message, or of an entry of a map, by their numbers.
Fields = Mapping[int, FieldDescriptor]
# Groups may be nested as deep as they are: this only looks where messages stand.
_ANY_DEPTH = 1 << 20


class Place(NamedTuple):
    """A message: the names that lead to it, its range in the data, and its fields."""

    names: tuple[str, ...]
    start: int
    end: int
    fields: Fields


class _Child(NamedTuple):
    """A message inside another: its range, what it is called there, and its fields."""

    start: int
    end: int
    name: str
    fields: Fields


def fields_in(field: FieldDescriptor) -> Fields:
    """Return the fields of the messages that a field holds, or of the entries of a map."""
    if field.map_key is not None and field.map_value is not None:
        return {1: field.map_key, 2: field.map_value}
    assert field.message_class is not None
    return field.message_class.DESCRIPTOR.fields_by_number


def root_place(message_class: type[Message], data: Any) -> Place:
    """Return the place of the message that all of the data is."""
    descriptor = message_class.DESCRIPTOR
    return Place((descriptor.name,), 0, len(data), descriptor.fields_by_number)


def find_place(data: Map, start: int, end: int) -> Place | None:
    """Return the place of the message in a range; None if the file has other messages now."""
    place = root_place(data.root, data)
    while (place.start, place.end) != (start, end):
        children, starts = _children(data, place)
        index = bisect_right(starts, start) - 1
        if index < 0 or end > children[index].end:
            return None
        child = children[index]
        place = Place((*place.names, child.name), child.start, child.end, child.fields)
    return place


def _children(data: Map, place: Place) -> tuple[list[_Child], list[int]]:
    """Return the messages in a message, and where each starts; they are found only once."""
    found = data.children_by_start.get(place.start)
    if found is None:
        children: list[_Child] = []
        # A message may be asked for while the one around it is decoded, which may be damaged too.
        with suppress(Malformed, IndexError):
            children.extend(_found_children(data, place))
        found = children, [child.start for child in children]
        data.children_by_start[place.start] = found
    return found


def _found_children(data: Any, place: Place) -> Iterator[_Child]:
    count_by_number: dict[int, int] = {}
    for tag, start, stop, _ in scan(data, place.start, place.end, _ANY_DEPTH):
        field = place.fields.get(tag >> 3)
        if field is None:
            continue
        index = count_by_number.get(field.number, 0)
        count_by_number[field.number] = index + 1
        is_group = field.type == FieldDescriptor.TYPE_GROUP
        is_message = field.message_class is not None or field.map_value is not None
        if is_message and tag & 7 == (3 if is_group else 2):
            name = f"{field.name}[{index}]" if field.is_repeated else field.name
            yield _Child(start, stop, name, fields_in(field))
