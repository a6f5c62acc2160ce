"""The records of a message as a tree: bytes in, records that can be changed out, and back.

The lengths of enclosing messages are made anew when the tree becomes bytes, so that a change
deep inside is read where it stands and not taken for something else further out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from google.protobuf.descriptor import Descriptor


@dataclass
class Record:
    """A field as it stands on the wire; `size` is there for wire type 2, to be made if empty."""

    tag: bytes
    size: bytes | None
    body: bytes | list[Record]
    # What ends a group.
    end: bytes = b""

    @property
    def number(self) -> int:
        """The field's number."""
        return number_at(self.tag, 0)[0] >> 3

    @property
    def wire_type(self) -> int:
        """The lowest three bits of the tag."""
        return self.tag[0] & 7


def number_at(data: bytes, position: int) -> tuple[int, int]:
    """A varint and the position after it."""
    number = shift = 0
    while True:
        byte = data[position]
        position += 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number, position


def varint(number: int) -> bytes:
    """A number from 0 on in as few bytes as it needs."""
    piece = bytearray()
    while number >= 0x80:
        piece.append(number & 0x7F | 0x80)
        number >>= 7
    piece.append(number)
    return bytes(piece)


def tag(number: int, wire_type: int) -> bytes:
    """A field's number and wire type."""
    return varint(number << 3 | wire_type)


def record(number: int, body: bytes) -> bytes:
    """A length-delimited field."""
    return tag(number, 2) + varint(len(body)) + body


def group(number: int, content: bytes) -> bytes:
    """A field between the two tags of a group."""
    return tag(number, 3) + content + tag(number, 4)


def tree(descriptor: Descriptor | None, data: bytes) -> list[Record]:
    """The records of an undamaged message; what is not known stays bytes, but for groups."""
    records, position = _records(descriptor, data, 0, 0)
    assert position == len(data)
    return records


def _records(
    descriptor: Descriptor | None, data: bytes, position: int, end_tag: int
) -> tuple[list[Record], int]:
    """The records up to the end of the data, or of a group, and where that is."""
    records: list[Record] = []
    while position < len(data):
        number, after = number_at(data, position)
        if number == end_tag:
            return records, position
        tag_bytes = data[position:after]
        position = after
        field = None if descriptor is None else descriptor.fields_by_number.get(number >> 3)
        inner = None if field is None else field.message_type
        if number & 7 == 3:
            content, position = _records(inner, data, position, number + 1)
            after = number_at(data, position)[1]
            records.append(Record(tag_bytes, None, content, data[position:after]))
            position = after
            continue
        size, start, after = _value(data, position, number & 7)
        body: bytes | list[Record] = data[start:after]
        if size is not None and inner is not None:
            body = tree(inner, data[start:after])
        records.append(Record(tag_bytes, size, body))
        position = after
    return records, position


def _value(data: bytes, position: int, wire_type: int) -> tuple[bytes | None, int, int]:
    """The size of a value, to be made anew, and where it starts and ends."""
    match wire_type:
        case 0:
            return None, position, number_at(data, position)[1]
        case 1:
            return None, position, position + 8
        case 5:
            return None, position, position + 4
        case 2:
            length, position = number_at(data, position)
            return b"", position, position + length
        case _:
            raise ValueError(f"wire type {wire_type}")


def encoded(records: list[Record]) -> bytes:
    """The bytes of some records."""
    pieces: list[bytes] = []
    for item in records:
        body = encoded(item.body) if isinstance(item.body, list) else item.body
        size = b"" if item.size is None else item.size or varint(len(body))
        pieces += (item.tag, size, body, item.end)
    return b"".join(pieces)


def with_sorted_maps(descriptor: Descriptor, data: bytes) -> bytes:
    """The bytes of a message in which the entries of each map are sorted: their order is free."""
    records = tree(descriptor, data)
    _sort_maps(descriptor, records)
    return encoded(records)


def _sort_maps(descriptor: Descriptor, records: list[Record]) -> None:
    for item in records:
        field = descriptor.fields_by_number.get(item.number)
        if field is not None and field.message_type is not None and isinstance(item.body, list):
            _sort_maps(field.message_type, item.body)
    places_by_number: dict[int, list[int]] = {}
    for place, item in enumerate(records):
        field = descriptor.fields_by_number.get(item.number)
        if field is not None and field.message_type is not None:
            if field.message_type.GetOptions().map_entry:
                places_by_number.setdefault(item.number, []).append(place)
    for places in places_by_number.values():
        entries = sorted((records[place] for place in places), key=lambda item: encoded([item]))
        for place, entry in zip(places, entries, strict=True):
            records[place] = entry


def lists_of_records(records: list[Record]) -> Iterator[list[Record]]:
    """The records of the message itself and of every message inside."""
    yield records
    for item in records:
        if isinstance(item.body, list):
            yield from lists_of_records(item.body)
