# Copied by wiregen from templates/onnx/_tensors/packed_numbers.py; do not edit.
"""Reads packed numeric fields as arrays, without lists.

A list of numbers takes ten times the memory of its record, and many times the time.
"""

from __future__ import annotations

import sys
from typing import Any

from .._runtime.packed import Packed
from ..messages.onnx import TensorProto
from .element_types import DTYPE_BY_FIELD
from .numpy_modules import Array, require_numpy

# Bytes of varints are looked at so many at a time, for which the fastest memory has room.
_PIECE_BYTES = 1 << 17


def entry_count(tensor: TensorProto, field: str) -> int:
    """The number of entries of a typed field."""
    value = getattr(tensor, f"_{field}")
    if type(value) is not Packed:
        return len(value or ())
    # Where numpy is in use it counts varints, in a twentieth of the time.
    numpy = sys.modules.get("numpy")
    if numpy is None or field in _WIDTH_BY_FIELD:
        return value.count()
    return int(numpy.count_nonzero(numpy.frombuffer(value.record, numpy.uint8) < 0x80))


def entries_of_field(tensor: TensorProto, field: str) -> Array:
    """The entries of a typed field of numbers, over the bytes of the message where they can be."""
    numpy = require_numpy()
    dtype = numpy.dtype(DTYPE_BY_FIELD[field])
    value = getattr(tensor, f"_{field}")
    if type(value) is not Packed:
        values = value or ()
        return numpy.fromiter(values, dtype, len(values))
    if field in _WIDTH_BY_FIELD:
        return numpy.frombuffer(value.record, dtype.newbyteorder("<"))
    return varint_numbers(value.record).astype(dtype, copy=False)


_WIDTH_BY_FIELD = {"float_data": 4, "double_data": 8}


def varint_numbers(record: Any) -> Array:
    """The numbers of varints, which must be whole, as uint64."""
    numpy = require_numpy()
    data = numpy.frombuffer(record, numpy.uint8)
    numbers = numpy.empty(numpy.count_nonzero(data < 0x80), numpy.uint64)
    start = done = 0
    while start < len(data):
        piece = data[start : start + _PIECE_BYTES]
        lasts = numpy.flatnonzero(piece < 0x80)
        found = numbers[done : done + len(lasts)]
        found[...] = _numbers_of_piece(piece[: lasts[-1] + 1], lasts)
        start += int(lasts[-1]) + 1
        done += len(lasts)
    return numbers


def _numbers_of_piece(piece: Array, lasts: Array) -> Array:
    """The numbers of some bytes; `lasts` are the places of the last bytes of each.

    The eight bytes from the start of each are read as one integer, of which the bytes that
    belong to the next number are cut off, and the upper bit of each byte, so that seven bits
    stand next to seven: first in pairs of bytes, then of two pairs, then of four.
    """
    numpy = require_numpy()
    firsts = numpy.empty_like(lasts)
    firsts[0] = 0
    firsts[1:] = lasts[:-1] + 1
    lengths = lasts - firsts + 1
    padded = numpy.zeros(len(piece) + 10, numpy.uint8)
    padded[: len(piece)] = piece
    eights = numpy.ndarray(len(piece), numpy.dtype("<u8"), padded, strides=(1,))
    shorter = numpy.array([(1 << 8 * length) - 1 for length in range(9)], numpy.uint64)
    bits = eights[firsts] & shorter[numpy.minimum(lengths, 8)]
    for mask, shift in _STEPS:
        upper = (bits >> numpy.uint64(shift)) & numpy.uint64(mask << 7 * shift)
        bits = (bits & numpy.uint64(mask)) | upper
    long = numpy.flatnonzero(lengths > 8)
    for place in (8, 9):
        rest = (padded[firsts[long] + place] & 0x7F).astype(numpy.uint64)
        rest[lengths[long] <= place] = 0
        bits[long] |= rest << numpy.uint64(7 * place)
    return bits


# The lower half of each pair, and how far the upper half is moved down to it.
_STEPS = (
    (0x007F007F007F007F, 1),
    (0x00003FFF00003FFF, 2),
    (0x000000000FFFFFFF, 4),
)
