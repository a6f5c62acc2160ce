# Copied by wiregen from templates/onnx/_tensors/layout.py; do not edit.
"""Element type, shape and sizes of a tensor.

Nothing is allocated and no element is looked at, so sizes are checked before they are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..messages.onnx import TensorProto
from .element_types import (
    DATA_FIELDS,
    ELEMENT_TYPE_BY_NUMBER,
    ElementType,
)
from .error import TensorError
from .packed_numbers import entry_count

# No machine addresses more, and counting on would take long for a shape that was made for it.
_MOST_ELEMENTS = (1 << 63) - 1
_MOST_SIZES_SHOWN = 8
# The sizes that are letters of a name when they are read as bytes.
_NAME_LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:/-")


class TensorLayout(NamedTuple):
    """The element type of a tensor, its size along each axis, and the number of its elements."""

    element_type: ElementType
    shape: tuple[int, ...]
    element_count: int

    @property
    def byte_count(self) -> int:
        """The bytes of the elements in `raw_data` or another file; 0 for strings."""
        return self.element_type.byte_count(self.element_count)

    def __str__(self) -> str:
        return self.element_type.name + shape_text(self.shape)


def layout_of(tensor: TensorProto, path: str = "") -> TensorLayout:
    """The layout of a tensor; no size along an axis means a scalar, a size 0 no elements.

    TensorError for a data type that is missing or unknown, for a negative size, and for
    2**63 elements or more. `path` is what errors call the tensor, if not by its name.
    """
    path = path or path_of(tensor)
    element_type = ELEMENT_TYPE_BY_NUMBER.get(tensor.data_type)
    if element_type is None:
        if tensor.data_type != TensorProto.UNDEFINED:
            raise TensorError(f"unknown data_type {tensor.data_type}", path)
        said = "is UNDEFINED" if tensor.HasField("data_type") else "is not set"
        raise TensorError(f"data_type {said}", path)
    shape = tuple(tensor.dims)
    return TensorLayout(element_type, shape, count_elements(shape, path))


def count_elements(shape: Sequence[int], path: str) -> int:
    """The number of elements of a shape; TensorError for a negative size or 2**63 and more."""
    for axis, size in enumerate(shape):
        if size < 0:
            raise TensorError(f"dims {shape_text(shape)}: negative size along axis {axis}", path)
    if 0 in shape:
        return 0
    count = 1
    for size in shape:
        count *= size
        if count > _MOST_ELEMENTS:
            raise TensorError(f"dims {shape_text(shape)}: 2**63 elements or more", path)
    return count


def data_field(tensor: TensorProto, layout: TensorLayout, path: str = "") -> str:
    """The field that holds the elements of a tensor: `raw_data`, a typed one, `external_data`.

    Elements must be in one place, and be as many as the shape says (TensorProto says so of
    its fields), neither fewer nor more: TensorError otherwise, with both numbers. What lies
    in another file is not looked at.
    """
    path = path or path_of(tensor)
    if tensor.HasField("segment"):
        reason = "it has a segment: a part of a larger tensor, which nobody can put together"
        raise TensorError(reason + _resemblance(tensor), path)
    used = fields_with_data(tensor)
    if tensor.data_location == TensorProto.EXTERNAL:
        used.append("external_data")
    if len(used) > 1:
        raise TensorError(f"data in both {used[0]} and {used[1]}; one of them is wrong", path)
    home = layout.element_type.field
    field = used[0] if used else home
    if field not in (home, "raw_data", "external_data"):
        reason = f"its data is in {field}, but {layout.element_type.name} belongs in {home}"
        raise TensorError(f"{reason} or raw_data", path)
    if home == "string_data" and field != home:
        raise TensorError(f"strings belong in string_data, not in {field}", path)
    if field != "external_data":
        _require_size(tensor, layout, field, path)
    return field


def fields_with_data(tensor: TensorProto) -> list[str]:
    """The names of the fields in which a tensor has data of its own."""
    return [name for name in DATA_FIELDS if _is_used(tensor, name)]


def require_byte_count(layout: TensorLayout, found: int, where: str, path: str) -> None:
    """Raise TensorError unless some place holds the bytes that a tensor takes."""
    if found != layout.byte_count:
        needed = _counted(layout.byte_count, "byte", "bytes")
        raise TensorError(f"{layout} takes {needed}, {where} has {found}", path)


def path_of(tensor: TensorProto) -> str:
    """What errors call a tensor: `TensorProto 'w'`."""
    return f"TensorProto {tensor.name!r}" if tensor.name else "TensorProto"


def shape_text(shape: Sequence[int]) -> str:
    """A shape in brackets, cut short if it is long."""
    shown = ", ".join(map(str, shape[:_MOST_SIZES_SHOWN]))
    return f"[{shown}]" if len(shape) <= _MOST_SIZES_SHOWN else f"[{shown}, ... {len(shape)} axes]"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _is_used(tensor: TensorProto, name: str) -> bool:
    # From its slot, where an absent list is None and need not be made.
    value = getattr(tensor, f"_{name}")
    return value is not None if name == "raw_data" else bool(value)


def _require_size(tensor: TensorProto, layout: TensorLayout, field: str, path: str) -> None:
    if field == "raw_data":
        require_byte_count(layout, len(tensor.ViewField(field)), field, path)
        return
    needed = layout.element_type.entry_count(layout.element_count)
    found = entry_count(tensor, field)
    if found == needed:
        return
    pairs = " (pairs of a real and an imaginary part)" if layout.element_type.is_complex else ""
    reason = f"{layout} takes {_counted(needed, 'entry', 'entries')}{pairs}, {field} has {found}"
    raise TensorError(reason if found else reason + _resemblance(tensor), path)


def _resemblance(tensor: TensorProto) -> str:
    """The hint that the bytes may be a sequence or optional, as the end of a sentence.

    These begin with their name where a tensor has its sizes, and have their first element
    where a tensor has its segment; protobuf does not tell the one from the other.
    """
    has_name = len(tensor.dims) > 2 or tensor.HasField("segment")
    if not has_name or not _NAME_LETTERS.issuperset(tensor.dims):
        return ""
    name = bytes(tensor.dims).decode("ascii")
    called = f" named {name!r}" if name else ""
    return f"; these bytes could be a SequenceProto or OptionalProto{called}, read as TensorProto"
