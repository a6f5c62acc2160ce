# Copied by wiregen from templates/onnx/_cli/tensor_statistics.py; do not edit.
"""Minimum, maximum, mean and number of NaNs of a tensor.

The data is gone through in parts, so that it may be larger than memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .._external.data import is_external, place_buffer
from .._runtime.mapped_file import Map, unchanged
from .._runtime.message import Message
from .._tensors.layout import TensorLayout, data_field, layout_of
from .._tensors.numpy_modules import require_numpy
from .._tensors.places import TensorPlace
from .._values.tensors import array_of, to_numpy
from ..messages.onnx import TensorProto

# Elements that are looked at together; a multiple of what shares bytes.
_PART = 1 << 18


class Statistics(NamedTuple):
    """Of all elements but NaNs; None where there are none, or where numbers have no order."""

    minimum: float | None
    maximum: float | None
    mean: complex | None
    nan_count: int


def statistics(
    place: TensorPlace, message: Message, tell: Callable[[int], object]
) -> Statistics | None:
    """The statistics of a tensor in a message, None for strings; TensorError if it is faulty.

    The mean is computed in 64 bits. `tell` is told the bytes of each part that is done.
    """
    numpy = require_numpy()
    if place.tensor.data_type == TensorProto.STRING:
        return None
    minimum, maximum, total, count, nan_count = math.inf, -math.inf, 0.0, 0, 0
    is_ordered = True
    for part in _parts(place, message, tell):
        is_ordered = part.dtype.kind != "c"
        # The minimum is a NaN if any number is, and is needed anyway.
        if not is_ordered or (part.size and numpy.isnan(part.min())):
            is_nan = numpy.isnan(part)
            nan_count += int(is_nan.sum())
            part = part[~is_nan]
        if not part.size:
            continue
        count += part.size
        with numpy.errstate(all="ignore"):
            total += part.sum(dtype=numpy.float64 if is_ordered else numpy.complex128).item()
        if is_ordered:
            minimum = min(minimum, part.min().item())
            maximum = max(maximum, part.max().item())
    if not count:
        return Statistics(None, None, None, nan_count)
    if not is_ordered:
        return Statistics(None, None, total / count, nan_count)
    return Statistics(minimum, maximum, total / count, nan_count)


def _parts(place: TensorPlace, message: Message, tell: Callable[[int], object]) -> Iterator[Any]:
    """The elements of a tensor in arrays that are not large."""
    tensor = place.tensor
    layout = layout_of(tensor, place.path)
    field = data_field(tensor, layout, place.path)
    if field not in ("raw_data", "external_data"):
        array = to_numpy(tensor, small_types="float32").reshape(-1)
        yield _counted(array)
        tell(layout.byte_count)
        return
    data = place_buffer(place, message) if is_external(tensor) else tensor.ViewField("raw_data")
    for start in range(0, layout.element_count, _PART):
        count = min(_PART, layout.element_count - start)
        begin = layout.element_type.byte_count(start)
        part = unchanged(data)[begin : begin + layout.element_type.byte_count(count)]
        part_layout = TensorLayout(layout.element_type, (count,), count)
        yield _counted(array_of(part_layout, part, "float32", place.path))
        tell(len(part))
        if isinstance(data.obj, Map):
            data.obj.forget()


def _counted(array: Any) -> Any:
    """Truth values as numbers, others as they are."""
    return array.astype("uint8") if array.dtype.kind == "b" else array
