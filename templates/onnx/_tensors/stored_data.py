"""The data of a tensor as bytes, from `raw_data` or an external file."""

from __future__ import annotations

from typing import Any

from .._runtime.wire import pack_fixed
from ..messages.onnx import TensorProto
from .element_types import DATA_FIELDS
from .error import TensorError
from .layout import TensorLayout, data_field, layout_of

# struct's letters for the entries of typed fields, as wide as the element types.
_CODE_BY_WIDTH = {
    "float_data": {32: "f"},
    "double_data": {64: "d"},
    "int64_data": {64: "q"},
    "uint64_data": {64: "Q", 32: "I"},
    "int32_data": {32: "i", 16: "H", 8: "B"},
}


def has_bytes(tensor: TensorProto, layout: TensorLayout, path: str) -> bool:
    """True if the data of a tensor can be written as bytes; TensorError if it fits no tensor."""
    field = data_field(tensor, layout, path)
    if field == "string_data":
        return False
    # Elements of 6 bits do not share entries as they share bytes.
    return field in ("raw_data", "external_data") or layout.element_type.bits != 6


def stored_bytes(tensor: TensorProto, path: str) -> Any:
    """The data in `raw_data` or a typed field, as bytes; `path` is what errors call the tensor."""
    layout = layout_of(tensor, path)
    field = data_field(tensor, layout, path)
    if field == "raw_data":
        return tensor.ViewField("raw_data")
    code_by_width = _CODE_BY_WIDTH[field]
    # Smaller elements fill a byte together; complex numbers are two entries.
    width = min(max(layout.element_type.bits, 8), max(code_by_width))
    entries = getattr(tensor, field)
    if tensor.data_type == TensorProto.BOOL:
        entries = [_pattern(entry, width, field, path) != 0 for entry in entries]
    elif width < max(code_by_width):
        entries = [_pattern(entry, width, field, path) for entry in entries]
    return pack_fixed(entries, code_by_width[width])


def _pattern(entry: int, width: int, field: str, path: str) -> int:
    """The bits of an entry that is narrower than its field."""
    if not -(1 << (width - 1)) <= entry < 1 << width:
        raise TensorError(f"{field} has {entry}, which {width} bits cannot hold", path)
    return entry & ((1 << width) - 1)


def home_of(tensor: TensorProto) -> str:
    """The field of a tensor that has data in it; `-` if none has."""
    used = [name for name in DATA_FIELDS if getattr(tensor, f"_{name}")]
    return used[0] if used else "-"
