"""Bytes of values at the borders of each type, and random messages that are made of them."""

from __future__ import annotations

from functools import cache
from random import Random

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from .wire_tree import group, record, tag, varint

# Around each power of two at which a varint grows, or a number leaves its type.
_BITS = (7, 14, 21, 28, 31, 32, 35, 42, 49, 56, 63, 64)
NUMBERS = tuple(
    sorted(
        {0, 1, 2, 5, *((2**bits + near) % 2**64 for bits in _BITS for near in (-1, 0, 1))}
        # What negative numbers of 32 bits and fewer are.
        | {2**64 - 2**bits + near for bits in (7, 31) for near in (-1, 0, 1)}
    )
)
# Longer than needed, and with bits beyond the 64th.
_LONG_VARINTS = (
    *(b"\x80\x00", b"\x85\x80\x80\x80\x10", b"\x80\x80\x80\x80\x10", b"\xff\xff\xff\xff\x7f"),
    *(b"\xff" * 9 + b"\x7f", b"\x80" * 9 + b"\x02", b"\x81" + b"\x80" * 8 + b"\x00"),
)
_SIGNS = (0, 1)
_FLOATS = tuple(
    (sign << 31 | bits).to_bytes(4, "little")
    for sign in _SIGNS
    # Zeros, subnormals, ordinary numbers, infinities, signalling and quiet NaNs.
    for bits in (
        *(0, 1, 0x7FFFFF, 0x800000, 0x3F800000, 0x3DCCCCCD, 0x7F7FFFFF, 0x7F800000),
        *(0x7F800001, 0x7FA00001, 0x7FBFFFFF, 0x7FC00000, 0x7FC00001, 0x7FFFFFFF),
    )
)
_DOUBLES = tuple(
    (sign << 63 | bits).to_bytes(8, "little")
    for sign in _SIGNS
    for bits in (
        *(0, 1, 0xFFFFFFFFFFFFF, 1 << 52, 0x3FF << 52, 0x3FB999999999999A, 0x7FEFFFFFFFFFFFFF),
        *(0x7FF << 52, 0x7FF0000000000001, 0x7FF4000000000001, 0x7FF8000000000000),
        0x7FFFFFFFFFFFFFFF,
    )
)
_TEXTS = tuple(
    text.encode()
    for text in ("", "x", "\0", "é", "\N{SNOWMAN}\N{GRINNING FACE}", "n" * 127, "n" * 128)
)
NOT_UTF8 = (b"caf\xe9", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82")
NANS = tuple(bits for bits in _FLOATS if bits[3] & 0x7F == 0x7F and bits[2] & 0x80)
_DEEPEST = 3

_Type = FieldDescriptor
_WIRE_TYPE_BY_TYPE = {
    **dict.fromkeys((_Type.TYPE_DOUBLE, _Type.TYPE_FIXED64, _Type.TYPE_SFIXED64), 1),
    **dict.fromkeys((_Type.TYPE_FLOAT, _Type.TYPE_FIXED32, _Type.TYPE_SFIXED32), 5),
    **dict.fromkeys((_Type.TYPE_STRING, _Type.TYPE_BYTES, _Type.TYPE_MESSAGE), 2),
    _Type.TYPE_GROUP: 3,
}


def wire_type(field: FieldDescriptor) -> int:
    """The wire type of one value."""
    return _WIRE_TYPE_BY_TYPE.get(field.type, 0)


@cache
def bodies(field_type: int) -> tuple[bytes, ...]:
    """The bytes of values of a type of field, without tags and lengths; () for messages."""
    match _WIRE_TYPE_BY_TYPE.get(field_type, 0):
        case 0:
            return (*map(varint, NUMBERS), *_LONG_VARINTS)
        case 1 if field_type == FieldDescriptor.TYPE_DOUBLE:
            return _DOUBLES
        case 5 if field_type == FieldDescriptor.TYPE_FLOAT:
            return _FLOATS
        case 1 | 5 as fixed:
            size = 8 if fixed == 1 else 4
            fitting = sorted({number % 256**size for number in NUMBERS})
            return tuple(number.to_bytes(size, "little") for number in fitting)
        case _ if field_type == FieldDescriptor.TYPE_STRING:
            return _TEXTS
        case _ if field_type == FieldDescriptor.TYPE_BYTES:
            return (*_TEXTS, *NOT_UTF8)
        case _:
            return ()


def occurrence(field: FieldDescriptor, body: bytes) -> bytes:
    """One value of a field as it stands on the wire when it is not packed."""
    match wire_type(field):
        case 2:
            return record(field.number, body)
        case 3:
            return group(field.number, body)
        case other:
            return tag(field.number, other) + body


def is_packable(field: FieldDescriptor) -> bool:
    """True if several values may share a record."""
    return field.is_repeated and wire_type(field) in (0, 1, 5)


def random_message(random: Random, descriptor: Descriptor, depth: int = 0) -> bytes:
    """The records of some fields, in any order, often the same field again."""
    fields = descriptor.fields
    if depth > _DEEPEST or not fields:
        return b""
    count = random.randrange(7 if depth == 0 else 4)
    return b"".join(_random_record(random, random.choice(fields), depth) for _ in range(count))


def _random_record(random: Random, field: FieldDescriptor, depth: int) -> bytes:
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        return record(field.number, _random_entry(random, field.message_type, depth))
    if is_packable(field) and random.randrange(2):
        values = random.choices(bodies(field.type), k=random.randrange(6))
        return record(field.number, b"".join(values))
    return occurrence(field, _random_body(random, field, depth))


def _random_entry(random: Random, entry: Descriptor, depth: int) -> bytes:
    """A key and a value; sometimes one of them is missing, or stands there twice."""
    key, value = (entry.fields_by_name[name] for name in ("key", "value"))
    halves = random.choice(
        ((key, value),) * 5 + ((value, key), (value,), (key,), (key, value, key))
    )
    return b"".join(occurrence(half, _random_body(random, half, depth)) for half in halves)


def _random_body(random: Random, field: FieldDescriptor, depth: int) -> bytes:
    if field.message_type is not None:
        return random_message(random, field.message_type, depth + 1)
    if field.type == FieldDescriptor.TYPE_STRING and not random.randrange(12):
        return random.choice(NOT_UTF8)
    if field.enum_type is not None and random.randrange(2):
        return varint(random.choice(field.enum_type.values).number % 2**64)
    return random.choice(bodies(field.type))
