"""Short descriptions of small messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._files.info import type_text, value_text
from .._text.terminal import printable, quoted
from ..messages.onnx import (
    AttributeProto,
    GraphProto,
    ModelProto,
    NodeProto,
    OperatorSetIdProto,
    SparseTensorProto,
    TensorProto,
    TypeProto,
    ValueInfoProto,
)
from ..messages.onnx_data import MapProto, OptionalProto, SequenceProto

_LONGEST_NAME = 40
_DEEPEST = 3


def description(message: Any) -> str:
    """A few words on a message; nothing if there are none but the names of its fields."""
    words = _WORDS.get(message.DESCRIPTOR.message_class)
    return printable(words(message)) if words is not None else ""


def _name(text: str) -> str:
    return f" {quoted(text, _LONGEST_NAME)}" if text else ""


def _tensor(tensor: TensorProto) -> str:
    name = TensorProto.DataType.DESCRIPTOR.names.get(tensor.data_type)
    shape = ", ".join(map(str, tensor.dims[:8])) + (", …" if len(tensor.dims) > 8 else "")
    return f"{name or f'<data type {tensor.data_type}>'}[{shape}]{_name(tensor.name)}"


def _sparse(sparse: SparseTensorProto) -> str:
    return f"{list(sparse.dims[:8])} with {_tensor(sparse.values)}"


def _kind(enum: Any, number: int) -> str:
    return enum.DESCRIPTOR.names.get(number) or f"kind {number}"


def _elements(sequence: SequenceProto) -> list[Any]:
    lists = ("tensor", "sparse_tensor", "sequence", "map", "optional")
    return [item for name in lists for item in getattr(sequence, f"{name}_values")]


def _sequence(sequence: SequenceProto, depth: int = 0) -> str:
    elements = _elements(sequence)
    count = f"{len(elements)} element{'' if len(elements) == 1 else 's'}"
    kind = _kind(SequenceProto.DataType, sequence.elem_type)
    if not elements:
        return f"empty sequence{_name(sequence.name)} of {kind}"
    return f"sequence{_name(sequence.name)} of {kind}, {count}; the first: {_inner(elements[0], depth)}"


def _optional(optional: OptionalProto, depth: int = 0) -> str:
    held = [field.name for field, _ in optional.ListFields() if field.message_class is not None]
    if not held:
        return f"empty optional value{_name(optional.name)}"
    inner = _inner(getattr(optional, held[0]), depth)
    return f"optional value{_name(optional.name)} that holds {inner}"


def _map(mapping: MapProto, depth: int = 0) -> str:
    count = len(mapping.keys) + len(mapping.string_keys)
    kind = _kind(TensorProto.DataType, mapping.key_type)
    return f"map{_name(mapping.name)} with {count} {kind} key{'' if count == 1 else 's'}"


def _inner(value: Any, depth: int) -> str:
    if depth == _DEEPEST:
        return "more"
    nesting = {SequenceProto: _sequence, OptionalProto: _optional, MapProto: _map}
    words: Any = nesting.get(value.DESCRIPTOR.message_class)
    return words(value, depth + 1) if words is not None else description(value)


def _model(model: ModelProto) -> str:
    return f"IR version {model.ir_version}, {_graph(model.graph)}"


def _graph(graph: GraphProto) -> str:
    return f"graph{_name(graph.name)} with {plural(len(graph.node), 'node')}"


def plural(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _node(node: NodeProto) -> str:
    return f"{node.op_type or '-'}({', '.join(node.input[:4])}){_name(node.name)}"


def _attribute(attribute: AttributeProto) -> str:
    kind = AttributeProto.AttributeType.DESCRIPTOR.names.get(attribute.type, "")
    return f"{attribute.name} {kind}".strip()


def _value(value: ValueInfoProto) -> str:
    return value_text(value)


def _opset(opset: OperatorSetIdProto) -> str:
    return f"{opset.domain or 'ai.onnx'} {opset.version}"


_WORDS: dict[type, Callable[[Any], str]] = {
    TensorProto: _tensor,
    SparseTensorProto: _sparse,
    SequenceProto: _sequence,
    OptionalProto: _optional,
    MapProto: _map,
    ModelProto: _model,
    GraphProto: _graph,
    NodeProto: _node,
    AttributeProto: _attribute,
    ValueInfoProto: _value,
    TypeProto: type_text,
    OperatorSetIdProto: _opset,
}
