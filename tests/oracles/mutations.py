"""Damages encoded messages at random."""

from __future__ import annotations

from copy import deepcopy
from random import Random

from google.protobuf.descriptor import Descriptor

from .wire_tree import Record, encoded, lists_of_records, record, tag, tree, varint

# Bytes that mean something where a tag or a length is read: long varints, groups that start
# and end, field number 0, wire types that do not exist.
TELLING_BYTES = (0x00, 0x03, 0x04, 0x06, 0x07, 0x0B, 0x0C, 0x13, 0x14, 0x7F, 0x80, 0x81, 0xFF)
# Numbers at the borders of the types and of the tag's 32 bits.
TELLING_NUMBERS: tuple[int, ...] = (
    0,
    1,
    2,
    127,
    128,
    999,
    2**28,
    2**29 - 1,
    2**31 - 1,
    2**31,
    2**32,
    2**35,
)
TELLING_NUMBERS += (2**63 - 1, 2**63, 2**64 - 2**31, 2**64 - 1)
# Text that is not UTF-8: single bytes, a surrogate, an overlong form, beyond Unicode, cut short.
ODD_TEXTS = (
    b"caf\xe9",
    b"\xc4\xe3",
    b"\xed\xa0\x80",
    b"\xc0\x80",
    b"\xf4\x90\x80\x80",
    b"\xe2\x82",
)


def mutated(random: Random, descriptor: Descriptor, data: bytes) -> bytes:
    """Some bytes of a message with a few changes: to its records, to its bytes, or to both."""
    kind = random.randrange(5)
    if kind < 3:
        records = tree(descriptor, data)
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            _change_records(random, records)
        data = encoded(records)
    if kind > 1:
        changed = bytearray(data)
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            if changed:
                _change_bytes(random, changed)
        data = bytes(changed)
    return data


def _change_bytes(random: Random, data: bytearray) -> None:
    at = random.randrange(len(data))
    match random.randrange(9):
        case 0:
            del data[at:]
        case 1:
            data[at] ^= 1 << random.randrange(8)
        case 2:
            data[at] = random.choice(TELLING_BYTES)
        case 3:
            data[at:at] = bytes((random.randrange(256),))
        case 4:
            del data[at]
        case 5:
            data[at:at] = bytes(random.choices(TELLING_BYTES, k=random.randrange(1, 12)))
        case 6:
            data[at:at] = data[at : at + random.randrange(1, 40)]
        case 7:
            data[at : at + 1] = _lengthened(random, bytes((data[at] & 0x7F,)))
        case _:
            data[at] = (data[at] + random.choice((-1, 1, 8, -8))) & 0xFF


def _change_records(random: Random, records: list[Record]) -> None:
    messages = list(lists_of_records(records))
    siblings = random.choice(messages)
    # What earlier changes put in as bytes without a tag is left alone.
    tagged = [item for item in siblings if item.tag]
    place = random.randrange(len(siblings) + 1)
    choice = random.randrange(14)
    if choice == 0 or not tagged:
        siblings.insert(place, _unknown_field(random))
    elif choice == 1:
        siblings.insert(place, Record(b"", None, _group(random)))
    elif choice == 2:
        siblings.insert(place, deepcopy(random.choice(siblings)))
    elif choice == 3:
        # A record of another message: a field with a meaning of its own here, or an unknown one.
        others = random.choice(messages)
        siblings.insert(place, deepcopy(random.choice(others or siblings)))
    elif choice == 4:
        random.shuffle(siblings)
    elif choice == 5:
        del siblings[random.randrange(len(siblings))]
    elif choice == 6:
        siblings.insert(place, _nested(random, random.choice(tagged)))
    else:
        _change_record(random, random.choice(tagged), choice)


def _change_record(random: Random, item: Record, choice: int) -> None:
    body = encoded(item.body) if isinstance(item.body, list) else item.body
    match choice:
        case 7:
            number = random.choice((item.number, item.number + 1, random.randrange(40)))
            item.tag = tag(number, random.randrange(8))
        case 8:
            item.tag = _lengthened(random, item.tag)
        case 9 if item.size is not None:
            length = len(body) + random.choice((-2, -1, 1, 2, 5, 2**31, 2**32, 2**63))
            item.size = varint(max(length, 0))
        case 10 if item.size is not None:
            item.size = _lengthened(random, varint(len(body)))
        case 11 if isinstance(item.body, bytes) and item.size is not None:
            cut = random.randrange(len(item.body) + 1)
            item.body = item.body[:cut] + random.choice(ODD_TEXTS) + item.body[cut:]
        case 12 if item.wire_type in (0, 1, 5):
            # One value, packed: alone, several times, or with a part of it missing.
            item.tag, item.size = tag(item.number, 2), b""
            item.body = body * random.randrange(5)
            if not random.randrange(4):
                item.body = item.body[:-1]
        case _ if item.wire_type == 0:
            item.body = varint(random.choice(TELLING_NUMBERS))
            if random.randrange(2):
                item.body = _lengthened(random, item.body)
        case _ if item.size is not None:
            # The content in two records: a message or a list in two parts, or a text and another.
            cut = random.choice(_borders(item, body, random))
            item.size = varint(cut)
            item.body = body[:cut] + item.tag + varint(len(body) - cut) + body[cut:]
        case _:
            item.body = random.randbytes(len(body))


def _borders(item: Record, body: bytes, random: Random) -> list[int]:
    """Where a body may be cut: between the records of a message, otherwise anywhere."""
    if not isinstance(item.body, list):
        return [random.randrange(len(body) + 1)]
    return [len(encoded(item.body[:count])) for count in range(len(item.body) + 1)]


def _lengthened(random: Random, number: bytes) -> bytes:
    """A varint in more bytes than it needs, up to eleven; the last may have bits beyond the 64th."""
    length = random.randrange(len(number) + 1, 12) if len(number) < 11 else 11
    last = random.choice((0, 0, 0, 1, 2, 0x7F))
    filling = bytes((0x80,)) * (length - len(number) - 1)
    return number[:-1] + bytes((number[-1] | 0x80,)) + filling + bytes((last,))


def _unknown_field(random: Random) -> Record:
    number = random.choice((15, 16, 99, 150, 2**28, 2**29 - 1))
    match random.randrange(4):
        case 0:
            value = varint(random.choice(TELLING_NUMBERS))
            return Record(tag(number, 0), None, value)
        case 1:
            return Record(tag(number, 1), None, random.randbytes(8))
        case 2:
            return Record(tag(number, 2), b"", random.randbytes(random.randrange(6)))
        case _:
            return Record(tag(number, 5), None, random.randbytes(4))


def _group(random: Random) -> bytes:
    """A group: with content, several in one another, unended, or ended by another's end."""
    number = random.choice((1, 5, 20, 150, 2**29 - 1))
    start, end = tag(number, 3), tag(number, 4)
    match random.randrange(6):
        case 0:
            return start
        case 1:
            return end
        case 2:
            return start + tag(number + 1, 4)
        case 3:
            depth = random.choice((2, 90, 96, 97, 98, 99, 100, 101, 102, 400))
            return start * depth + end * depth
        case 4:
            return start + tag(3, random.randrange(8)) + random.randbytes(4) + end
        case _:
            inner = _unknown_field(random)
            return start + encoded([inner]) + start + end + _lengthened(random, end)


def _nested(random: Random, item: Record) -> Record:
    """A record put into messages around the depth at which decoders stop."""
    depth = random.choice((1, 2, 45, 46, 47, 48, 49, 50, 51, 95, 96, 97, 98, 99, 100, 101, 300))
    body = encoded(item.body) if isinstance(item.body, list) else item.body
    # Always the same field, or by turns those that lead from a type to a type and from a graph
    # to a graph. Where they lead nowhere, the rest of the nesting is text or unknown.
    numbers = random.choice(((item.number,), (4, 1), (9, 1), (1, 5, 6), (7, 1, 5)))
    for level in range(depth):
        body = record(numbers[(depth - 1 - level) % len(numbers)], body)
    return Record(b"", None, body)
