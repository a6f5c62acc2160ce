"""Damages messages: a random generator and bytes in, bytes that differ in a few places out."""

from __future__ import annotations

from random import Random

# Bytes that mean something where a tag or a length is read: long varints, groups that start
# and end, field number 0, wire types that do not exist.
TELLING_BYTES = (0x00, 0x03, 0x04, 0x06, 0x07, 0x0B, 0x0C, 0x13, 0x14, 0x7F, 0x80, 0x81, 0xFF)


def mutated(random: Random, data: bytes) -> bytes:
    """Some bytes with one to three changes: cut, flipped, set, put in, taken out, doubled."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        if changed:
            _change(random, changed)
    return bytes(changed)


def _change(random: Random, data: bytearray) -> None:
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
            # A byte below 128 as a varint of more bytes than it needs.
            extra = bytes((0x80,)) * random.randrange(0, 10)
            data[at : at + 1] = bytes((data[at] | 0x80,)) + extra + b"\x00"
        case _:
            data[at] = (data[at] + random.choice((-1, 1, 8, -8))) & 0xFF
