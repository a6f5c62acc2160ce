# Copied by wiregen from templates/runtime/_runtime/packed.py; do not edit.
# pyright: reportPrivateUsage=false
"""Lazily decoded packed fields.

A list of numbers takes ten times the memory of its record, and most of the time that it takes
to read a file. What is kept as a record is just what would be written for the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, final

from .errors import Malformed
from .mapped_file import unchanged
from .wire import (
    cut,
    pack_fixed,
    pack_varints,
    read_int64,
    read_packed_fixed,
    read_packed_integers,
    read_uint64,
    signed,
    varint,
    zigzag32,
    zigzag64,
)

if TYPE_CHECKING:
    from .descriptor import FieldDescriptor
    from .message import Message
    from .repeated import Repeated

Numbers = TypeVar("Numbers", bound="Repeated[Any, Any]")

# Of a shorter record, the numbers are read at once.
PACKED_FROM = 4096

# A number of bytes that all sizes of numbers divide, and the bytes after which a varint goes on.
_PORTION = 1 << 16
_UNFINISHED = bytes(range(0x80, 0x100))

# What matters of the bytes of varints: whether more follow, and which of them can be last.
_MORE, _ZERO, _ONE, _OTHER = b"\1", b"\2", b"\3", b"\0"
_KINDS = _ZERO + _ONE + _OTHER * 126 + _MORE * 128


@final
class Packed:
    """A packed record, and what makes a list of its numbers."""

    __slots__ = ("_read", "_size", "record")

    def __init__(self, record: Any, read: Callable[[Any], Iterable[Any]], size: int) -> None:
        self.record = record
        self._read = read
        # The bytes of a number, 0 if they are varints.
        self._size = size

    def numbers(self) -> Iterable[Any]:
        """The numbers of the record."""
        return self._read(unchanged(self.record))

    def count(self) -> int:
        """How many numbers there are, without reading them."""
        if self._size:
            return len(self.record) // self._size
        # A varint ends with a byte whose upper bit is 0.
        return sum(len(part.translate(None, _UNFINISHED)) for part in self._parts())

    def portions(self) -> Iterator[Iterable[Any]]:
        """The numbers, as many at a time as stand in some thousand bytes."""
        return map(self._read, self._parts())

    def _parts(self) -> Iterator[bytes]:
        """The record in pieces that hold whole numbers."""
        start, end = 0, len(unchanged(self.record))
        while start < end:
            stop = min(start + _PORTION, end)
            while not self._size and self.record[stop - 1] >= 0x80:
                stop += 1
            yield bytes(self.record[start:stop])
            start = stop


def packed_fixed(data: Any, start: int, stop: int, code: str, size: int) -> Packed:
    """A record of numbers of fixed width; `code` is struct's letter."""
    if (stop - start) % size:
        raise Malformed
    return Packed(cut(data, start, stop), partial(_fixed, code=code, size=size), size)


def packed_varints(
    list_class: Any, data: Any, start: int, stop: int, read: Callable[[bytes, int], Any]
) -> Any:
    """A record of varints, or the list if they would not be written as they were."""
    record = cut(data, start, stop)
    if _is_shortest(bytes(record).translate(_KINDS), 9 if read in _LONG else 3):
        return Packed(record, partial(_varints, is_signed=read is read_int64), 0)
    return list_class(read_packed_integers(data, start, stop, read))


def as_list(list_class: Any, value: Any) -> Any:
    """A list of the numbers of a record; a list itself as it is."""
    return list_class(value.numbers()) if type(value) is Packed else value


def copy_of(list_class: Any, value: Any) -> Any:
    """A copy of what a slot holds; records never change, so they may be shared."""
    return value if type(value) is Packed else list_class(value) if value else None


def list_for(message: Message, value: Any, list_class: type[Numbers]) -> Numbers:
    """Return the list of a field of a message whose slot holds a record, or nothing."""
    return list_class._empty(message) if value is None else list_class(value.numbers())


def record_of(field: FieldDescriptor, numbers: Any) -> bytes:
    """The record of a list of numbers, or of none."""
    if field.type in _CODES:
        return pack_fixed(numbers or (), _CODES[field.type])
    return pack_varints(numbers or (), _WRITERS[field.type])


# By the types of fields: struct's letters, and what writes a varint.
_CODES = {1: "d", 2: "f", 6: "Q", 7: "I", 15: "i", 16: "q"}
_WRITERS = {
    **{3: signed, 4: varint, 5: signed, 8: varint, 13: varint, 14: signed},
    **{17: zigzag32, 18: zigzag64},
}

# Their varints take up to ten bytes; those of 32 bits up to four, if no bit is cut off.
_LONG = (read_int64, read_uint64)


def _is_shortest(kinds: bytes, longest: int) -> bool:
    """True if varints, given as kinds of their bytes, end and are the shortest for their numbers.

    `longest` is how many bytes may be followed by more. Found with searches, which take a
    twentieth of the time that it takes to read the numbers.
    """
    run = _MORE * longest
    # A last byte of 0 could be left out, and a tenth byte holds one bit.
    wrong = [_MORE + _ZERO, run + _MORE]
    wrong += [run + _OTHER] if longest == 9 else []
    return kinds[-1:] != _MORE and not any(piece in kinds for piece in wrong)


def _fixed(record: Any, code: str, size: int) -> Iterable[Any]:
    numbers: Iterable[Any] = read_packed_fixed(bytes(record), 0, len(record), code, size)
    return numbers


def _varints(record: Any, is_signed: bool) -> Iterable[int]:
    """The numbers of varints that are known to be whole."""
    numbers: list[int] = []
    append = numbers.append
    number = shift = 0
    # Going through the bytes takes half the time of going through positions.
    for byte in record:
        if byte < 0x80:
            append(number | byte << shift)
            number = shift = 0
        else:
            number |= (byte & 0x7F) << shift
            shift += 7
    if is_signed:
        return [n if n < 1 << 63 else n - (1 << 64) for n in numbers]
    return numbers
