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


def tree(descriptor: Descriptor, data: bytes) -> list[Record]:
    """The records of an undamaged message without groups."""
    records = []
    position = 0
    while position < len(data):
        number, after = number_at(data, position)
        tag_bytes = data[position:after]
        position = after
        size: bytes | None = None
        body: bytes | list[Record]
        match number & 7:
            case 0:
                after = number_at(data, position)[1]
            case 1:
                after = position + 8
            case 5:
                after = position + 4
            case 2:
                length, position = number_at(data, position)
                size, after = b"", position + length
            case wire_type:
                raise ValueError(f"wire type {wire_type}")
        body = data[position:after]
        field = descriptor.fields_by_number.get(number >> 3)
        if size is not None and field is not None and field.message_type is not None:
            body = tree(field.message_type, body)
        records.append(Record(tag_bytes, size, body))
        position = after
    return records


def encoded(records: list[Record]) -> bytes:
    """The bytes of some records."""
    pieces: list[bytes] = []
    for item in records:
        body = encoded(item.body) if isinstance(item.body, list) else item.body
        pieces += (item.tag, b"" if item.size is None else item.size or varint(len(body)), body)
    return b"".join(pieces)


def lists_of_records(records: list[Record]) -> Iterator[list[Record]]:
    """The records of the message itself and of every message inside."""
    yield records
    for item in records:
        if isinstance(item.body, list):
            yield from lists_of_records(item.body)
