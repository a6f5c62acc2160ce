# Copied by wiregen from templates/onnx/_files/fitting.py; do not edit.
"""Finds the message types that some bytes can be.

Protobuf does not write down which message its bytes are, and the five messages of values
number their fields alike.
"""

from __future__ import annotations

from typing import Any

from .._runtime.errors import DecodeError
from .._runtime.message import Message
from .._tensors.element_types import ELEMENT_TYPE_BY_NUMBER
from .._tensors.error import TensorError
from .._tensors.layout import data_field, layout_of
from ..messages.onnx import SparseTensorProto, TensorProto
from ..messages.onnx_data import MapProto, OptionalProto, SequenceProto

VALUE_CLASSES: tuple[type[Message], ...] = (
    TensorProto,
    SparseTensorProto,
    SequenceProto,
    MapProto,
    OptionalProto,
)
_KIND = SequenceProto.DataType
_FIELD_BY_TYPE = {
    _KIND.TENSOR: "tensor_values",
    _KIND.SPARSE_TENSOR: "sparse_tensor_values",
    _KIND.SEQUENCE: "sequence_values",
    _KIND.MAP: "map_values",
    _KIND.OPTIONAL: "optional_values",
}


def fitting_values(data: Any) -> list[type[Message]]:
    """The classes among VALUE_CLASSES that some bytes can be a message of, all of them.

    One fits if its schema knows all fields, at any depth, and what the message says of itself
    holds: types, sizes, number of keys. A sequence of one element is an optional too: only
    who wrote the bytes, or the model that they are for, knows which was meant.
    """
    fitting: list[type[Message]] = []
    for message_class in VALUE_CLASSES:
        try:
            message = message_class.FromString(data)
        except DecodeError:
            continue
        if message.ListFields() and not _has_unknown_fields(message) and _holds(message, data):
            fitting.append(message_class)
    return fitting


def _has_unknown_fields(message: Message) -> bool:
    size = message.ByteSize()
    message.DiscardUnknownFields()
    return message.ByteSize() != size


def _holds(message: Message, data: Any = None) -> bool:
    """True if what a message says of itself is so; `data` are its bytes, if they are at hand."""
    if isinstance(message, TensorProto):
        return _is_tensor(message)
    if isinstance(message, SparseTensorProto):
        return _is_sparse(message)
    if isinstance(message, MapProto):
        return _is_map(message)
    # Of two values in an optional a reader makes one; as a sequence, both are seen.
    if not isinstance(message, SequenceProto):
        message = SequenceProto.FromString(data or message.SerializeToString())
        return _is_sequence(message, is_optional=True)
    return _is_sequence(message, is_optional=False)


def _is_tensor(tensor: TensorProto) -> bool:
    try:
        data_field(tensor, layout_of(tensor))
    except TensorError:
        return False
    return True


def _is_sparse(sparse_tensor: SparseTensorProto) -> bool:
    has_places = not sparse_tensor.HasField("indices") or _is_tensor(sparse_tensor.indices)
    return bool(sparse_tensor.dims) and has_places and _is_tensor(sparse_tensor.values)


def _is_map(map_message: MapProto) -> bool:
    is_text = map_message.key_type == TensorProto.STRING
    keys, others = map_message.keys, map_message.string_keys
    count = len(others if is_text else keys)
    return (
        not (keys if is_text else others)
        and map_message.key_type in ELEMENT_TYPE_BY_NUMBER
        and count == sum(map(len, _elements_by_type(map_message.values).values()))
        and _is_sequence(map_message.values, is_optional=False)
    )


def _is_sequence(sequence: SequenceProto, *, is_optional: bool) -> bool:
    elements_by_type = _elements_by_type(sequence)
    if not elements_by_type:
        is_absent = is_optional and sequence.elem_type == _KIND.UNDEFINED
        return is_absent or sequence.elem_type in _FIELD_BY_TYPE
    if set(elements_by_type) != {sequence.elem_type}:
        return False
    elements = elements_by_type[sequence.elem_type]
    is_too_long = is_optional and len(elements) > 1
    return not is_too_long and all(map(_holds, elements))


def _elements_by_type(sequence: SequenceProto) -> dict[int, list[Message]]:
    """The lists of a sequence that have elements."""
    pairs = ((number, getattr(sequence, field)) for number, field in _FIELD_BY_TYPE.items())
    return {number: elements for number, elements in pairs if elements}
