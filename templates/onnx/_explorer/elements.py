"""Formats tensor elements."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .._text.scalars import float_text
from ..messages.onnx import TensorProto

_TYPE = TensorProto.DataType


@dataclass(frozen=True)
class _SmallFloat:
    """A floating-point format of few bits: exponent and mantissa, and which patterns are special.

    `ieee`: the highest exponent is infinity or NaN; `fn`: only its last pattern is NaN; `fnuz`:
    minus zero is NaN; `finite`: every pattern is a number.
    """

    exponent: int
    mantissa: int
    bias: int
    special: str

    def __call__(self, bits: int) -> str:
        width = self.exponent + self.mantissa
        sign = -1.0 if bits >> width else 1.0
        power = bits >> self.mantissa & (1 << self.exponent) - 1
        rest = bits & (1 << self.mantissa) - 1
        top = (1 << self.exponent) - 1
        if self.special == "fnuz" and bits == 1 << width:
            return "nan"
        if self.special == "ieee" and power == top:
            return "nan" if rest else str(sign * math.inf)
        if self.special == "fn" and power == top and rest == (1 << self.mantissa) - 1:
            return "nan"
        fraction = rest / (1 << self.mantissa)
        number = (
            math.ldexp(1 + fraction, power - self.bias)
            if power
            else math.ldexp(fraction, 1 - self.bias)
        )
        return str(sign * number)


def _power_of_two(bits: int) -> str:
    return "nan" if bits == 255 else str(math.ldexp(1.0, bits - 127))


def _bfloat16(bits: int) -> str:
    return float_text(struct.unpack("<f", struct.pack("<I", bits << 16))[0])


def _float16(bits: int) -> str:
    return str(struct.unpack("<e", struct.pack("<H", bits))[0])


def _signed(width: int) -> Callable[[int], str]:
    return lambda bits: str(bits - (1 << width) if bits >> (width - 1) else bits)


# Of types whose elements do not have a letter in struct: bits to text.
_FROM_BITS: dict[int, Callable[[int], str]] = {
    _TYPE.FLOAT16: _float16,
    _TYPE.BFLOAT16: _bfloat16,
    _TYPE.FLOAT8E4M3FN: _SmallFloat(4, 3, 7, "fn"),
    _TYPE.FLOAT8E4M3FNUZ: _SmallFloat(4, 3, 8, "fnuz"),
    _TYPE.FLOAT8E5M2: _SmallFloat(5, 2, 15, "ieee"),
    _TYPE.FLOAT8E5M2FNUZ: _SmallFloat(5, 2, 16, "fnuz"),
    _TYPE.FLOAT8E8M0: _power_of_two,
    _TYPE.FLOAT6E2M3: _SmallFloat(2, 3, 1, "finite"),
    _TYPE.FLOAT6E3M2: _SmallFloat(3, 2, 3, "finite"),
    _TYPE.FLOAT4E2M1: _SmallFloat(2, 1, 1, "finite"),
    _TYPE.UINT4: str,
    _TYPE.INT4: _signed(4),
    _TYPE.UINT2: str,
    _TYPE.INT2: _signed(2),
}
_CODES: dict[int, str] = {
    **{_TYPE.FLOAT: "f", _TYPE.DOUBLE: "d", _TYPE.INT8: "b", _TYPE.INT16: "h", _TYPE.INT32: "i"},
    **{_TYPE.INT64: "q", _TYPE.UINT8: "B", _TYPE.UINT16: "H", _TYPE.UINT32: "I"},
    **{_TYPE.UINT64: "Q", _TYPE.BOOL: "B", _TYPE.COMPLEX64: "ff", _TYPE.COMPLEX128: "dd"},
}


def raw_elements(data_type: int, bits: int, raw: bytes) -> Iterator[str]:
    """The elements that some bytes of `raw_data` hold."""
    code = _CODES.get(data_type)
    if code is not None:
        size = struct.calcsize(f"<{code}")
        for values in struct.iter_unpack(f"<{code}", raw[: len(raw) // size * size]):
            yield _text(data_type, values)
        return
    from_bits = _FROM_BITS[data_type]
    whole = int.from_bytes(raw, "little")
    for position in range(0, len(raw) * 8 - bits + 1, bits):
        yield from_bits(whole >> position & (1 << bits) - 1)


def entry_elements(data_type: int, bits: int, entries: list[Any]) -> Iterator[str]:
    """The elements that some entries of a typed field hold."""
    from_bits = _FROM_BITS.get(data_type)
    if from_bits is not None:
        for entry in entries:
            per_entry = 8 // bits if bits in (2, 4) else 1
            for number in range(per_entry):
                yield from_bits(entry >> number * bits & (1 << bits) - 1)
    elif data_type in (_TYPE.COMPLEX64, _TYPE.COMPLEX128):
        for values in zip(entries[::2], entries[1::2], strict=False):
            yield _text(data_type, values)
    else:
        yield from (_text(data_type, (entry,)) for entry in entries)


def is_coded(data_type: int) -> bool:
    """True if entries of the typed field are not the elements themselves."""
    coded = (_TYPE.COMPLEX64, _TYPE.COMPLEX128, _TYPE.BOOL)
    return data_type in _FROM_BITS or data_type in coded


def _text(data_type: int, values: tuple[Any, ...]) -> str:
    if data_type == _TYPE.BOOL:
        return "true" if values[0] == 1 else "false" if values[0] == 0 else str(values[0])
    if data_type in (_TYPE.FLOAT, _TYPE.COMPLEX64):
        words = [float_text(value) for value in values]
    else:
        words = [str(value) for value in values]
    return (
        words[0]
        if len(words) == 1
        else f"{words[0]}{'' if words[1].startswith('-') else '+'}{words[1]}i"
    )
