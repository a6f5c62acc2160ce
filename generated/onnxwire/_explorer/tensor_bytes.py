# Copied by wiregen from templates/onnx/_explorer/tensor_bytes.py; do not edit.
"""Type, shape and first elements of an encoded tensor."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from math import prod
from typing import Any

from .._rules.fact_types import ElementFormat
from .._rules.facts import ENCODINGS
from .._text.terminal import size_text
from ..messages.onnx import TensorProto
from .elements import entry_elements, is_coded, raw_elements
from .layout import Kind, layout_of
from .records import Record
from .value_notes import number_of, varints
from .values import SHOWN, fixed, list_text, packed_values
from .walk import Walk

LAYOUT = layout_of(TensorProto.DESCRIPTOR)
_ENCODING = ENCODINGS["onnx.TensorProto"]
# Sizes beyond these are not read.
_MOST_DIMENSIONS = 64
# Payload that is looked through for NaNs and infinities.
_LARGEST_SCANNED = 1 << 26


@dataclass(frozen=True)
class TensorHeader:
    """What a tensor says of itself: type, sizes, name and where its data is."""

    data_type: int
    shape: tuple[int, ...]
    name: str
    is_external: bool
    # By field, the bytes that its records hold.
    stored: dict[str, int]

    @property
    def type_text(self) -> str:
        """The type as `FLOAT[2, 3]`."""
        name = TensorProto.DataType.DESCRIPTOR.names.get(self.data_type)
        return f"{name or f'<data type {self.data_type}>'}[{', '.join(map(str, self.shape))}]"

    @property
    def format(self) -> ElementFormat | None:
        """How elements of the type are stored."""
        return _ENCODING.format_by_number.get(self.data_type)

    @property
    def element_count(self) -> int:
        """The number of elements that the shape asks for."""
        return prod(self.shape)

    @property
    def byte_count(self) -> int | None:
        """The bytes that the elements take in `raw_data`, None if they cannot be there."""
        form = self.format
        if form is None or form.bits is None:
            return None
        return (self.element_count * form.bits + 7) // 8


def tensor_header(data: Any, start: int, end: int) -> TensorHeader:
    """The header of the tensor that some bytes are; nothing else of them is read."""
    shape: list[int] = []
    numbers: dict[str, int] = {}
    stored: Counter[str] = Counter()
    name = ""
    walk = Walk(data, LAYOUT, start, end)
    for record in walk:
        if record.opened is not None:
            walk.skip()
        if record.place is None or record.frame.parent is not None:
            continue
        described = record.place.field
        if described.name == _ENCODING.shape and len(shape) < _MOST_DIMENSIONS:
            shape += _numbers(record, data)
        elif record.place.kind is Kind.VARINT:
            for value in _numbers(record, data):
                numbers[described.name] = value
        elif described.name == "name":
            name = bytes(data[record.body : min(record.stop, record.body + 200)]).decode(
                "utf-8", "replace"
            )
        stored[described.name] += record.stop - record.body
    is_external = numbers.get("data_location") == TensorProto.EXTERNAL
    return TensorHeader(numbers.get("data_type", 0), tuple(shape), name, is_external, dict(stored))


def _numbers(record: Record, data: Any) -> list[int]:
    """The integers that a record holds; none if it is not whole."""
    assert record.place is not None
    described = record.place.field
    first = islice(varints(data, record.body, record.stop), _MOST_DIMENSIONS)
    return [number_of(described, value) for value in first]


def data_text(record: Record, data: Any) -> str:
    """The elements that a record of a tensor's data holds, by the type that the tensor has."""
    header = tensor_header(data, record.frame.start, record.frame.end)
    form, size = header.format, record.stop - record.body
    assert record.place is not None
    described = record.place.field
    if described.name == _ENCODING.raw:
        wanted = header.byte_count
        if form is None or form.bits is None or wanted is None:
            return f"{size_text(size)} of {header.type_text}"
        first = bytes(data[record.body : min(record.stop, record.body + SHOWN * 16)])
        elements = list(islice(raw_elements(header.data_type, form.bits, first), SHOWN))
        count = (
            min(header.element_count, size * 8 // form.bits)
            if wanted == size
            else size * 8 // form.bits
        )
        text = f"{header.type_text} {list_text(elements[: max(count, 0)], count)}"
        return text if wanted == size else f"{text}; {size:,} bytes where {wanted:,} are needed"
    if form is None or form.field != described.name or not is_coded(header.data_type):
        return ""
    values = _typed_values(record, data)
    elements = list(islice(entry_elements(header.data_type, form.bits or 0, values), SHOWN))
    return f"{header.type_text} {', '.join(elements)}{', …' if len(values) == SHOWN else ''}"


def _typed_values(record: Record, data: Any) -> list[Any]:
    assert record.place is not None
    described = record.place.field
    if record.place.kind is Kind.PACKED:
        return packed_values(described, data, record.body, record.stop)
    if record.place.kind is Kind.VARINT:
        return _numbers(record, data)
    return [fixed(described, data, record.body)]


def special_numbers(record: Record, data: Any) -> str:
    """How many elements of a record of raw floats are NaN or infinite; nothing if it is none."""
    header = tensor_header(data, record.frame.start, record.frame.end)
    form = header.format
    name = TensorProto.DataType.DESCRIPTOR.names.get(header.data_type, "")
    is_float = "FLOAT" in name or name in ("DOUBLE", "COMPLEX64", "COMPLEX128")
    size = record.stop - record.body
    if form is None or form.bits is None or not is_float or size > _LARGEST_SCANNED:
        return ""
    elements = raw_elements(header.data_type, form.bits, bytes(data[record.body : record.stop]))
    counts = Counter(word for text in elements for word in ("nan", "inf") if word in text)
    return f"{counts['nan']:,} NaN, {counts['inf']:,} infinite"
