"""Converts floating-point types of 4 to 16 bits that numpy lacks.

The formats are those that TensorProto.DataType describes. Every one of their numbers is a
float32 too, so the way there is exact; the way back rounds.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ..messages.onnx import TensorProto
from .arrays import as_array
from .element_types import ElementType
from .error import TensorError
from .numpy_modules import Array, require_numpy


class _Format(NamedTuple):
    """The bits of a format, the sign before them, and which patterns are no numbers."""

    exponent_bits: int
    mantissa_bits: int
    bias: int
    # The patterns without sign, from which on there are no numbers.
    infinity: int | None = None
    nan: int | None = None
    # NaN has the pattern of -0, which there is none of.
    is_unsigned_zero: bool = False

    @property
    def sign(self) -> int:
        return 1 << (self.exponent_bits + self.mantissa_bits)


_TYPE = TensorProto.DataType
_FORMAT_BY_NUMBER: dict[int, _Format] = {
    _TYPE.FLOAT8E4M3FN: _Format(4, 3, 7, nan=0x7F),
    _TYPE.FLOAT8E4M3FNUZ: _Format(4, 3, 8, nan=0x80, is_unsigned_zero=True),
    _TYPE.FLOAT8E5M2: _Format(5, 2, 15, infinity=0x7C, nan=0x7E),
    _TYPE.FLOAT8E5M2FNUZ: _Format(5, 2, 16, nan=0x80, is_unsigned_zero=True),
    _TYPE.FLOAT6E2M3: _Format(2, 3, 1),
    _TYPE.FLOAT6E3M2: _Format(3, 2, 3),
    _TYPE.FLOAT4E2M1: _Format(2, 1, 1),
}
_E8M0_BIAS = 127
_E8M0_NAN = 0xFF


def is_small_float(element_type: ElementType) -> bool:
    """True if numpy lacks a floating-point type of ONNX."""
    number = element_type.number
    return number in _FORMAT_BY_NUMBER or number in (_TYPE.BFLOAT16, _TYPE.FLOAT8E8M0)


def as_float32(codes: Array, element_type: ElementType) -> Array:
    """The numbers of some patterns of bits."""
    numpy = require_numpy()
    if element_type.number == _TYPE.BFLOAT16:
        return (codes.astype(numpy.uint32) << 16).view(numpy.float32)
    table = numpy.array(_numbers(element_type.number), numpy.float32)
    return table[codes]


def rounded(numbers: Array, element_type: ElementType, path: str) -> Array:
    """The patterns of the nearest numbers of a type, of two as near the one with an even pattern.

    Numbers beyond the largest become the largest, infinities too, as in ONNX's Cast and
    `onnx.helper.make_tensor`; in BFLOAT16, to which float64 goes by way of float32, infinity,
    as IEEE 754 has it. FLOAT8E8M0 is rounded up, since it is a scale. NaN stays NaN.
    TensorError for NaN in a type that has none, and for what is below 0 in FLOAT8E8M0.
    """
    numpy = require_numpy()
    flat = as_array(numbers, path).reshape(-1)
    # What numpy would warn of, signalling NaN and numbers too large, is dealt with here.
    with numpy.errstate(invalid="ignore", over="ignore"):
        if element_type.number == _TYPE.BFLOAT16:
            codes = _rounded_to_bfloat16(flat)
        elif element_type.number == _TYPE.FLOAT8E8M0:
            codes = _rounded_to_e8m0(flat, path)
        else:
            codes = _rounded_by_table(flat.astype(numpy.float64), element_type, path)
    return codes.reshape(numbers.shape)


@cache
def _numbers(number: int) -> tuple[float, ...]:
    """The number of each pattern of a format of up to 8 bits."""
    if number == _TYPE.FLOAT8E8M0:
        powers = [2.0 ** (code - _E8M0_BIAS) for code in range(_E8M0_NAN)]
        return (*powers, float("nan"))
    layout = _FORMAT_BY_NUMBER[number]
    positive = [_number(code, layout) for code in range(layout.sign)]
    negative = [-value for value in positive]
    if layout.is_unsigned_zero:
        negative[0] = float("nan")
    return (*positive, *negative)


def _number(code: int, layout: _Format) -> float:
    if not layout.is_unsigned_zero and layout.nan is not None:
        if code == layout.infinity:
            return float("inf")
        if code >= (layout.nan if layout.infinity is None else layout.infinity):
            return float("nan")
    exponent, mantissa = divmod(code, 1 << layout.mantissa_bits)
    fraction = mantissa / (1 << layout.mantissa_bits)
    if exponent == 0:
        return float(fraction * 2.0 ** (1 - layout.bias))
    return float((1 + fraction) * 2.0 ** (exponent - layout.bias))


def _rounded_by_table(flat: Array, element_type: ElementType, path: str) -> Array:
    numpy = require_numpy()
    layout = _FORMAT_BY_NUMBER[element_type.number]
    is_nan = numpy.isnan(flat)
    if layout.nan is None and is_nan.any():
        raise TensorError(f"{element_type.name} has no NaN, element {is_nan.argmax()} is NaN", path)
    positive = numpy.array(_numbers(element_type.number)[: layout.sign])
    positive = positive[numpy.isfinite(positive)]
    halfway = (positive[:-1] + positive[1:]) / 2
    magnitude = numpy.where(is_nan, 0, abs(flat))
    # The two differ where a number is just half way between two others.
    codes = numpy.searchsorted(halfway, magnitude, "left")
    above = numpy.searchsorted(halfway, magnitude, "right")
    codes = numpy.where(codes % 2, above, codes).astype(numpy.uint8)
    is_negative = numpy.signbit(flat)
    if layout.is_unsigned_zero:
        is_negative &= codes != 0
    codes[is_negative] |= layout.sign
    if layout.nan is not None:
        codes[is_nan] = layout.nan
    return codes


def _rounded_to_bfloat16(flat: Array) -> Array:
    numpy = require_numpy()
    single = flat.astype(numpy.float32)
    bits = single.view(numpy.uint32)
    # Half of the last bit that stays, less a bit unless that bit is odd; carries go where they must.
    nearest = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    quiet = (bits >> 16 & 0x8000) | 0x7FC0
    return numpy.where(numpy.isnan(single), quiet, nearest).astype(numpy.uint16)


def _rounded_to_e8m0(flat: Array, path: str) -> Array:
    numpy = require_numpy()
    is_below = flat < 0
    if is_below.any():
        place = int(is_below.argmax())
        raise TensorError(f"FLOAT8E8M0 has no number below 0, element {place} is", path)
    is_finite = numpy.isfinite(flat)
    mantissa, exponent = numpy.frexp(numpy.where(is_finite, flat, 1).astype(numpy.float64))
    power = exponent - (mantissa == 0.5) + _E8M0_BIAS
    power = numpy.where(mantissa == 0, 0, numpy.clip(power, 0, _E8M0_NAN - 1))
    return numpy.where(is_finite, power, _E8M0_NAN).astype(numpy.uint8)
