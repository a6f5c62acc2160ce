"""Converts values to entries of typed tensor fields."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from numbers import Complex, Real
from typing import Any

from .._tensors.arrays import as_array
from .._tensors.bit_packing import unpacked
from .._tensors.element_types import ElementType
from .._tensors.error import TensorError
from .._tensors.numpy_modules import require_numpy
from .._tensors.small_floats import is_small_float
from ..messages.onnx import TensorProto
from .tensors import from_numpy, string_bytes

_TYPE = TensorProto.DataType


def entries_of(values: Any, element_type: ElementType, path: str) -> list[Any]:
    """The entries of the typed field for some values, which may be nested or an array.

    Numbers are rounded to floating-point types (as by `from_numpy`); integer types take whole
    numbers of any class, also 1.0 and True. TensorError for numbers that are too large. Types that Python has no numbers for need numpy.
    """
    if element_type.ml_dtype:
        return _entries_of_array(values, element_type, path)
    flat = list(_flat(values))
    if element_type.field == "string_data":
        return string_bytes(flat, path)
    _require_class(flat, Complex if element_type.is_complex else Real, element_type, path)
    if element_type.is_complex:
        parts = [part for value in flat for part in (value.real, value.imag)]
        return _rounded(parts, element_type, path)
    if element_type.number == _TYPE.BOOL:
        return [int(bool(value)) for value in flat]
    if element_type.number == _TYPE.FLOAT16:
        return _half_patterns(flat, path)
    if element_type.dtype.startswith("float"):
        return _rounded(flat, element_type, path)
    return _whole_numbers(flat, element_type, path)


def _flat(values: Any) -> Iterator[Any]:
    """Values one by one, the last axis fastest."""
    if hasattr(values, "tolist"):
        values = values.tolist()
    if isinstance(values, Iterable) and not isinstance(values, (str, bytes)):
        for value in values:
            yield from _flat(value)
    else:
        yield values


def _require_class(
    values: list[Any], number_class: type[Any], element_type: ElementType, path: str
) -> None:
    for place, value in enumerate(values):
        if not isinstance(value, number_class):
            raise TensorError(f"element {place} is {value!r}, no {element_type.name}", path)


def _half_patterns(numbers: list[Any], path: str) -> list[int]:
    try:
        data = struct.pack(f"<{len(numbers)}e", *map(float, numbers))
    except OverflowError:
        raise TensorError("a number is too large for FLOAT16", path) from None
    return list(struct.unpack(f"<{len(numbers)}H", data))


def _rounded(numbers: list[Any], element_type: ElementType, path: str) -> list[float]:
    """Numbers as floats; an infinite one stays so, and no other becomes it."""
    is_wide = element_type.field == "double_data"
    for place, number in enumerate(numbers):
        try:
            struct.pack("<d" if is_wide else "<f", float(number))
        except OverflowError:
            reason = f"element {place} is too large for {element_type.name}"
            raise TensorError(reason, path) from None
    return list(map(float, numbers))


def _whole_numbers(values: list[Any], element_type: ElementType, path: str) -> list[int]:
    """Numbers as integers; TensorError for those that are not whole, or do not fit."""
    numbers = [int(value) if _is_whole(value) else value for value in values]
    _require_range(numbers, element_type, path)
    return numbers


def _is_whole(value: Any) -> bool:
    try:
        return bool(int(value) == value)
    except (OverflowError, ValueError):
        # Infinity, and what is no number.
        return False


def _require_range(values: list[Any], element_type: ElementType, path: str) -> None:
    bits = element_type.bits
    is_signed = element_type.dtype.startswith("int")
    allowed = range(-(1 << bits - 1), 1 << bits - 1) if is_signed else range(1 << bits)
    for place, value in enumerate(values):
        if not isinstance(value, int) or value not in allowed:
            raise TensorError(f"element {place} is {value!r}, no {element_type.name}", path)


def _entries_of_array(values: Any, element_type: ElementType, path: str) -> list[Any]:
    """The entries for values of a type that numpy lacks: the patterns of their bits."""
    numpy = require_numpy()
    array = as_array(values, path)
    if array.dtype.name != element_type.ml_dtype:
        # A number stands for itself, not for the pattern of one.
        if array.dtype.kind not in "biuf" and array.size:
            raise TensorError(f"an array of {array.dtype} is no {element_type.name}", path)
        if is_small_float(element_type):
            array = array.astype(numpy.float64)
        else:
            _require_range(array.reshape(-1).tolist(), element_type, path)
            array = array.astype(element_type.dtype)
    data = from_numpy(array, data_type=element_type.number).raw_data
    if element_type.bits == 6:
        return unpacked(data, 6, array.size).tolist()  # type: ignore[no-any-return]
    if element_type.bits == 16:
        return list(struct.unpack(f"<{array.size}H", data))
    return list(data)
