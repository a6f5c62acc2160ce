"""Rules for tensor elements: bytes, strings, and indices of sparse tensors."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from .._tensors.element_types import ELEMENT_TYPE_BY_NUMBER
from ..messages.onnx import TensorProto
from .fields import elements, length_of
from .list_kinds import product
from .types import Mark, Violation, Visit

_PORTION = 1 << 20


def strings_are_bare(visit: Visit) -> Iterator[Violation]:
    """No text ends with a zero or starts with a byte order mark."""
    for index, text in enumerate(visit.message.string_data):
        if text.endswith(b"\0") or text.startswith(b"\xef\xbb\xbf"):
            what = "a zero at its end" if text.endswith(b"\0") else "a byte order mark"
            yield Violation(f"string_data[{index}]", f"string_data[{index}] has {what}")


def raw_booleans_are_zero_or_one(visit: Visit) -> Iterator[Violation]:
    """Each byte of a tensor of truth values is 0 or 1."""
    if visit.message.data_type != TensorProto.BOOL:
        return
    data = visit.message.ViewField("raw_data")
    for start in range(0, len(data), _PORTION):
        portion = bytes(data[start : start + _PORTION])
        wrong = portion.translate(None, b"\0\1")
        if wrong:
            index = start + portion.index(wrong[0])
            mark = Mark("", "raw_data", "value")
            yield Violation("raw_data", f"byte {index} of raw_data {wrong[0]}", (mark,))
            return


def padding_bits_are_zero(visit: Visit) -> Iterator[Violation]:
    """The bits of the last byte that no element needs are zero."""
    message = visit.message
    element_type = ELEMENT_TYPE_BY_NUMBER.get(message.data_type)
    count = product(message.dims)
    if element_type is None or not element_type.is_packed or count is None:
        return
    bits = element_type.bits
    data = message.ViewField("raw_data")
    used = count * bits % 8
    # Another length breaks the rule on the number of elements.
    if used and len(data) == -(-count * bits // 8) and data[-1] >> used:
        yield Violation("raw_data", f"last byte of raw_data {data[-1]}, {8 - used} bits unused")


# --- sparse tensors -----------------------------------------------------------------------


def sparse_positions_match_values(visit: Visit) -> Iterator[Violation]:
    """There is a position for each value."""
    sizes, count = list(visit.message.indices.dims), _value_count(visit.message)
    if not visit.message.HasField("indices"):
        if count:
            yield Violation("", f"{count} values, indices missing")
    elif 1 <= len(sizes) <= 2 and count is not None and sizes[0] != count:
        yield Violation("indices.dims", f"{sizes[0]} positions, {count} values")


def sparse_rows_match_rank(visit: Visit) -> Iterator[Violation]:
    """Rows of positions are as long as the shape."""
    sizes, rank = visit.message.indices.dims, len(visit.message.dims)
    if len(sizes) == 2 and sizes[1] != rank:
        yield Violation("indices.dims", f"{sizes[1]} indices in a row, {rank} sizes")


def sparse_positions_are_inside(visit: Visit) -> Iterator[Violation]:
    """Each index is at least 0 and smaller than the size of its axis."""
    sizes = visit.message.dims
    is_linear = len(visit.message.indices.dims) == 1
    limits = [product(sizes)] if is_linear else list(sizes)
    for row, position in enumerate(_positions(visit)):
        for index, limit in zip(position, limits, strict=False):
            if limit is not None and not 0 <= index < limit:
                what = f"position {row} {_shown(position)}, shape [{', '.join(map(str, sizes))}]"
                yield Violation("indices", what)
                return


def sparse_positions_ascend(visit: Visit) -> Iterator[Violation]:
    """Each position is greater than the one before; rows compare from left to right."""
    before: tuple[int, ...] | None = None
    for row, position in enumerate(_positions(visit)):
        if before is not None and position <= before:
            what = f"position {row} {_shown(position)}, {_shown(before)} before"
            yield Violation("indices", what)
            return
        before = position


def _shown(position: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, position))}]"


def _value_count(sparse: Any) -> int | None:
    return sparse.values.dims[0] if len(sparse.values.dims) == 1 else None


def _positions(visit: Visit) -> Iterator[tuple[int, ...]]:
    """The positions as rows, if the tensor that holds them is of the right type and size."""
    indices, rank = visit.message.indices, len(visit.message.dims)
    sizes = list(indices.dims)
    if indices.data_type != TensorProto.INT64 or not 1 <= len(sizes) <= 2:
        return
    if not rank or min(visit.message.dims) < 1:
        return
    width = 1 if len(sizes) == 1 else sizes[1]
    if width != (1 if len(sizes) == 1 else rank) or width < 1:
        return
    numbers = iter(_numbers(indices))
    count = product(sizes)
    if count is None or count != _number_count(indices):
        return
    while row := tuple(islice(numbers, width)):
        yield row


def _number_count(tensor: Any) -> int:
    if tensor.HasField("raw_data"):
        return len(tensor.ViewField("raw_data")) // 8
    return length_of(tensor._int64_data or ())


def _numbers(tensor: Any) -> Iterable[int]:
    """The numbers of an INT64 tensor, some thousand at a time."""
    if not tensor.HasField("raw_data"):
        numbers: Iterable[int] = elements(tensor._int64_data or ())
        return numbers
    data = tensor.ViewField("raw_data")
    portions = (data[start : start + _PORTION] for start in range(0, len(data), _PORTION))
    return (
        number
        for portion in portions
        for (number,) in struct.iter_unpack("<q", portion[: len(portion) // 8 * 8])
    )
