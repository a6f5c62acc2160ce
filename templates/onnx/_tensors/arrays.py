"""Converts callers' values to arrays, and rejects lossy conversions."""

from __future__ import annotations

import sys
from numbers import Integral
from typing import Any

from .error import TensorError
from .numpy_modules import Array, require_numpy


def as_array(values: Any, path: str = "") -> Array:
    """Return numpy's array of some values, which shares the memory of one that is given.

    TensorError for masked elements, and for what no array can hold as it is.
    """
    numpy = require_numpy()
    if _has_masked(values):
        raise TensorError("elements are masked; fill them first, as array.filled(0) does", path)
    try:
        array = numpy.asarray(values)
        if array.dtype.kind in "US" and not isinstance(values, numpy.ndarray):
            # numpy's own strings lose NULs at their end, and take in numbers beside them.
            array = numpy.asarray(values, object)
    except (OverflowError, TypeError, ValueError) as error:
        raise TensorError(f"numpy makes no array of the values: {error}", path) from None
    if array.dtype.kind == "f" and array.size and _are_integers(values):
        raise TensorError("no integer type holds all elements; numpy would round them", path)
    return array


def _has_masked(values: Any) -> bool:
    """True if an array, or one in lists, has masked elements."""
    # numpy loads this module when a program first uses it.
    masked_arrays = sys.modules.get("numpy.ma")
    if masked_arrays is None:
        return False
    if isinstance(values, (list, tuple)):
        return any(map(_has_masked, values))
    return isinstance(values, masked_arrays.MaskedArray) and masked_arrays.is_masked(values)


def _are_integers(values: Any) -> bool:
    if isinstance(values, (list, tuple)):
        return all(map(_are_integers, values))
    return isinstance(values, Integral)
