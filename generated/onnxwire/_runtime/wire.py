# Copied by wiregen from templates/runtime/_runtime/wire.py; do not edit.
"""The wire format: reads and writes varints, fixed-width numbers and records.

Decoders index into the data without asking for its length first: reading past the end is
an IndexError, which the entry point in message.py turns into a DecodeError. Reading past
the end of the enclosing message is noticed by the decoder, since its position has then
overrun.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from mmap import mmap
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from .errors import Malformed

Number = TypeVar("Number", bound=int)

if TYPE_CHECKING:

    class _ByNumber(Protocol):
        """A tuple, which to pyright has elements of no type if the index may be anything."""

        def __getitem__(self, number: int, /) -> bytes: ...


_MASK_32, _MASK_64 = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF

# Lengths and small numbers in one byte, looked up instead of computed.
_ONE_BYTE = tuple(bytes((number,)) for number in range(0x80))

# From this size on, bytes of a mapped file are not copied when their message is read.
VIEWED_FROM = 4096

# --- reading -----------------------------------------------------------------------------


def cut(data: Any, start: int, end: int) -> Any:
    """Many bytes of a field: a copy, or a view of a mapped file."""
    return memoryview(data)[start:end] if isinstance(data, mmap) else data[start:end]


def read_uint64(data: bytes, position: int) -> tuple[int, int]:
    """A varint of at most ten bytes; bits beyond the 64th are dropped, as protobuf does."""
    value = data[position]
    if value < 0x80:
        return value, position + 1
    byte = data[position + 1]
    value += (byte - 1) << 7
    if byte < 0x80:
        return value, position + 2
    position += 2
    shift = 14
    while byte >= 0x80:
        if shift == 70:
            raise Malformed
        byte = data[position]
        position += 1
        # One is subtracted for the bit that said that more bytes follow.
        value += (byte - 1) << shift
        shift += 7
    return value & _MASK_64, position


def read_int64(data: bytes, position: int) -> tuple[int, int]:
    """A varint as a signed 64-bit number."""
    value, position = read_uint64(data, position)
    return (value - 0x10000000000000000 if value >> 63 else value), position


def read_uint32(data: bytes, position: int) -> tuple[int, int]:
    """A varint's low 32 bits."""
    value, position = read_uint64(data, position)
    return value & _MASK_32, position


def read_int32(data: bytes, position: int) -> tuple[int, int]:
    """A varint's low 32 bits as a signed number."""
    value, position = read_uint64(data, position)
    value &= _MASK_32
    return (value - 0x100000000 if value >> 31 else value), position


def low_int32(number: int) -> int:
    """The low 32 bits of a number, with sign."""
    return (number & 0x7FFFFFFF) - (number & 0x80000000)


def read_sint32(data: bytes, position: int) -> tuple[int, int]:
    """A zigzag varint: 0, -1, 1, -2 … stand as 0, 1, 2, 3 …"""
    value, position = read_uint64(data, position)
    value &= _MASK_32
    return (value >> 1) ^ -(value & 1), position


def read_sint64(data: bytes, position: int) -> tuple[int, int]:
    """A zigzag varint of 64 bits."""
    value, position = read_uint64(data, position)
    return (value >> 1) ^ -(value & 1), position


def read_bool(data: bytes, position: int) -> tuple[bool, int]:
    """A varint: anything but 0 is true."""
    value, position = read_uint64(data, position)
    return value != 0, position


def read_tag(data: bytes, position: int) -> tuple[int, int]:
    """A field's number and wire type: a varint of at most five bytes and 32 bits."""
    value, after = read_uint64(data, position)
    if after - position > 5 or value > _MASK_32:
        raise Malformed
    return value, after


def read_size(data: bytes, position: int) -> tuple[int, int]:
    """A length; more than five bytes are taken only where the number needs them."""
    value, after = read_uint64(data, position)
    if after - position > 5 and value >> 35 == 0:
        raise Malformed
    return value, after


unpack_double = struct.Struct("<d").unpack_from
unpack_float = struct.Struct("<f").unpack_from
unpack_fixed64 = struct.Struct("<Q").unpack_from
unpack_fixed32 = struct.Struct("<I").unpack_from
unpack_sfixed64 = struct.Struct("<q").unpack_from
unpack_sfixed32 = struct.Struct("<i").unpack_from
pack_double = struct.Struct("<d").pack
pack_float = struct.Struct("<f").pack
pack_fixed64 = struct.Struct("<Q").pack
pack_fixed32 = struct.Struct("<I").pack
pack_sfixed64 = struct.Struct("<q").pack
pack_sfixed32 = struct.Struct("<i").pack


def read_nan(data: bytes, position: int) -> Any:
    """A float that is a NaN.

    The conversion of the processor, which `unpack_float` uses, makes every NaN a quiet one.
    NaNs are widened here instead, so that a message is written with the bytes that were read.
    """
    bits = unpack_fixed32(data, position)[0]
    wide = (bits >> 31) << 63 | 0x7FF << 52 | (bits & 0x7FFFFF) << 29
    return unpack_double(wide.to_bytes(8, "little"))[0]


def pack_nan(number: float) -> bytes:
    """A NaN in four bytes, with the bits that `read_nan` found."""
    bits = int.from_bytes(pack_double(number), "little")
    # Without any of these bits, it would be an infinity.
    payload = (bits >> 29) & 0x7FFFFF or 1 << 22
    narrow = (bits >> 63) << 31 | 0xFF << 23 | payload
    return narrow.to_bytes(4, "little")


def read_packed_fixed(data: bytes, position: int, stop: int, code: str, size: int) -> Any:
    """The numbers of a packed record of fixed-width values; `code` is struct's letter."""
    count, rest = divmod(stop - position, size)
    if rest:
        raise Malformed
    numbers = struct.unpack_from(f"<{count}{code}", data, position)
    if code == "f" and _may_hold_nan(data[position + 3 : stop : 4]):
        places = range(position, stop, 4)
        return [n if n == n else read_nan(data, at) for n, at in zip(numbers, places, strict=True)]
    return numbers


def _may_hold_nan(top_bytes: bytes) -> bool:
    """True if the highest bytes of some floats let any of them be a NaN: few floats are so large."""
    return 0x7F in top_bytes or 0xFF in top_bytes


def read_packed_varints(
    data: bytes, position: int, stop: int, read: Callable[[bytes, int], tuple[Number, int]]
) -> list[Number]:
    """The numbers of a packed record of varints; `read` reads one."""
    numbers: list[Number] = []
    append = numbers.append
    while position < stop:
        number, position = read(data, position)
        append(number)
    if position != stop:
        raise Malformed
    return numbers


def read_packed_integers(
    data: bytes, position: int, stop: int, read: Callable[[bytes, int], tuple[int, int]]
) -> Iterable[int]:
    """As read_packed_varints, for types whose numbers below 128 stand as they are."""
    record = data[position:stop]
    # Bytes below 128 are whole varints, and bytes iterate as numbers: no loop is needed.
    return record if record.isascii() else read_packed_varints(data, position, stop, read)


def skip_field(tag: int, data: bytes, position: int, end: int, depth: int) -> int:
    """The position after a field that is not decoded; `depth` is how deep groups may nest."""
    if tag < 8:
        raise Malformed
    return place_of_value(tag, data, position, end, depth)[2]


def place_of_value(
    tag: int, data: bytes, position: int, end: int, depth: int
) -> tuple[int, int, int]:
    """Where the value behind a tag starts and ends, and where the next record starts.

    A value starts behind its length, if it has one; a group ends before the tag that ends it.
    """
    wire_type = tag & 7
    start = position
    if wire_type == 0:
        _, stop = read_uint64(data, position)
        after = stop
    elif wire_type == 1:
        stop = after = position + 8
    elif wire_type == 2:
        size, start = read_size(data, position)
        stop = after = start + size
    elif wire_type == 5:
        stop = after = position + 4
    elif wire_type == 3:
        stop, after = find_group_end(tag, data, position, end, depth)
    else:
        raise Malformed
    if after > end:
        raise Malformed
    return start, stop, after


def scan(data: bytes, position: int, end: int, depth: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the tag of each record of a message, with the three places of `place_of_value`.

    Malformed or IndexError where bytes are no record; what came before has been yielded.
    """
    while position < end:
        tag, body = read_tag(data, position)
        if tag < 8:
            raise Malformed
        start, stop, position = place_of_value(tag, data, body, end, depth)
        yield tag, start, stop, position


def find_group_end(
    start_tag: int, data: bytes, position: int, end: int, depth: int
) -> tuple[int, int]:
    """Where a group's content ends, which is where its end tag starts, and where that ends."""
    # A stack of tags instead of recursion: nesting costs no frames of Python's.
    open_tags = [start_tag]
    start = position
    while open_tags:
        if len(open_tags) > depth or position >= end:
            raise Malformed
        start = position
        tag, position = read_tag(data, start)
        if tag & 7 == 3:
            open_tags.append(tag)
        elif tag & 7 == 4:
            if tag != open_tags.pop() + 1:
                raise Malformed
        else:
            # Field number 0 is no error here: google's parser does not look for it in groups.
            position = place_of_value(tag, data, position, end, 0)[2]
    return start, position


# --- writing -----------------------------------------------------------------------------


def with_one_byte(tag: bytes) -> _ByNumber:
    """A tag with each byte below 128 that may follow it: looked up, not put together."""
    return tuple(tag + byte for byte in _ONE_BYTE)


def varint(number: int) -> bytes:
    """A number from 0 to 2**64 - 1 in seven bits a byte, the lowest first."""
    if number < 0x80:
        return _ONE_BYTE[number]
    if number < 0x4000:
        return bytes((number & 0x7F | 0x80, number >> 7))
    if number < 0x200000:
        return bytes((number & 0x7F | 0x80, number >> 7 & 0x7F | 0x80, number >> 14))
    piece = bytearray()
    while number >= 0x80:
        piece.append(number & 0x7F | 0x80)
        number >>= 7
    piece.append(number)
    return bytes(piece)


def signed(number: int) -> bytes:
    """An int32, int64 or enum: negative numbers take ten bytes."""
    return varint(number & _MASK_64)


def zigzag32(number: int) -> bytes:
    """A sint32."""
    return varint((number << 1 ^ number >> 31) & _MASK_32)


def zigzag64(number: int) -> bytes:
    """A sint64."""
    return varint((number << 1 ^ number >> 63) & _MASK_64)


def pack_varints(numbers: Sequence[int], write: Callable[[int], bytes]) -> bytes:
    """The body of a packed record of varints; `write` writes one."""
    return b"".join(map(write, numbers))


def pack_integers(numbers: Sequence[int], write: Callable[[int], bytes]) -> bytes:
    """As pack_varints, for types whose numbers below 128 stand as they are."""
    try:
        record = bytes(numbers)
    except ValueError:
        pass
    else:
        if record.isascii():
            return record
    if len(numbers) < 1000:
        return pack_varints(numbers, write)
    short = _short_varints()
    return b"".join([short[n] if 0 <= n < 0x4000 else write(n) for n in numbers])


@cache
def _short_varints() -> tuple[bytes, ...]:
    """All numbers that take one byte or two: made when they pay, in a few milliseconds."""
    return tuple(map(varint, range(0x4000)))


def pack_fixed(numbers: Sequence[float], code: str) -> bytes:
    """The body of a packed record of fixed-width values; `code` is struct's letter."""
    packed = struct.pack(f"<{len(numbers)}{code}", *numbers)
    if code == "f" and _may_hold_nan(packed[3::4]):
        return b"".join(pack_float(n) if n == n else pack_nan(n) for n in numbers)
    return packed
