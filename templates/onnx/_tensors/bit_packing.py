"""Packs and unpacks elements of 2, 4 and 6 bits.

The elements of a tensor are one stream of bits, which fills each byte from its lowest bit (the
comment of TensorProto.raw_data), so four of them always take a whole number of bytes.
"""

from __future__ import annotations

from typing import Any

from .numpy_modules import Array, require_numpy

_GROUP = 4


def unpacked(data: Any, bits: int, count: int) -> Array:
    """The first `count` elements in some bytes; what follows them is not looked at."""
    numpy = require_numpy()
    packed_bytes = numpy.frombuffer(data, numpy.uint8)
    group_bytes = _GROUP * bits // 8
    whole = len(packed_bytes) // group_bytes
    groups = -(-count // _GROUP)
    codes = numpy.empty((groups, _GROUP), numpy.uint8)
    _spread(packed_bytes[: whole * group_bytes].reshape(whole, group_bytes), codes[:whole], bits)
    if whole < groups:
        last = numpy.zeros((1, group_bytes), numpy.uint8)
        rest = packed_bytes[whole * group_bytes :]
        last[0, : len(rest)] = rest
        _spread(last, codes[whole:], bits)
    return codes.reshape(-1)[:count]


def packed(codes: Array, bits: int) -> bytes:
    """The bytes that some elements share; `codes` is flat and of one byte an element."""
    numpy = require_numpy()
    count = len(codes)
    groups = -(-count // _GROUP)
    padded = numpy.zeros((groups, _GROUP), numpy.uint8)
    padded.reshape(-1)[:count] = codes
    padded &= (1 << bits) - 1
    made = numpy.zeros((groups, _GROUP * bits // 8), numpy.uint8)
    for slot in range(_GROUP):
        byte, shift = divmod(slot * bits, 8)
        made[:, byte] |= padded[:, slot] << shift
        if shift + bits > 8:
            made[:, byte + 1] |= padded[:, slot] >> (8 - shift)
    data: bytes = made.tobytes()
    return data[: (count * bits + 7) // 8]


def _spread(groups: Array, codes: Array, bits: int) -> None:
    """Write the elements of each group of bytes into its row of codes."""
    for slot in range(_GROUP):
        byte, shift = divmod(slot * bits, 8)
        codes[:, slot] = groups[:, byte] >> shift
        if shift + bits > 8:
            codes[:, slot] |= groups[:, byte + 1] << (8 - shift)
    codes &= (1 << bits) - 1
