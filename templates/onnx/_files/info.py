"""Summarizes a model in a few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from .._rules.since import RELEASES, SINCE_BY_FIELD
from .._tensors.error import TensorError
from .._tensors.layout import layout_of
from .._tensors.places import tensor_places
from .._text.terminal import printable
from ..messages.onnx import (
    GraphProto,
    ModelProto,
    NodeProto,
    OperatorSetIdProto,
    TensorProto,
    TensorShapeProto,
    TypeProto,
    ValueInfoProto,
)

_MOST_LINES = 20


def model_info(model: ModelProto, name: str = "") -> str:
    """A summary of a model for people: where it is from, what it takes, what is in it.

    Nodes and weights are counted in subgraphs and functions too. `name` is shown as a
    heading. Text from the model is escaped where it could drive a terminal.
    """
    nodes = list(_nodes(model.graph))
    in_functions = [node for function in model.functions for node in function.node]
    in_functions += [inner for node in in_functions for inner in _inner_nodes(node)]
    rows = [
        ("producer", f"{model.producer_name} {model.producer_version}".strip() or "-"),
        ("IR version", _ir_version(model.ir_version)),
        *_newer_rows(model),
        ("opsets", ", ".join(map(_opset, model.opset_import)) or "-"),
        ("model version", version_text(model.model_version)),
        ("graph", model.graph.name or "-"),
        *_list("inputs", _inputs(model.graph)),
        *_list("outputs", map(value_text, model.graph.output)),
        *_list("nodes", _counts(nodes)),
        ("initializers", str(len(model.graph.initializer) + len(model.graph.sparse_initializer))),
        ("weights", _weights(place.tensor for place in tensor_places(model))),
        ("functions", str(len(model.functions)) if model.functions else "0"),
    ]
    if in_functions:
        rows += _list("nodes in functions", _counts(in_functions))
    lines = [printable(name)] if name else []
    width = max(len(label) for label, _ in rows)
    lines += (f"  {label:{width}}  {printable(text)}".rstrip() for label, text in rows)
    return "\n".join(lines)


def version_text(version: int) -> str:
    """A model's version as a number, and as MAJOR.MINOR.PATCH if its upper half says so.

    ONNX keeps both kinds in one 64-bit number: a simple one has its upper four bytes zero;
    otherwise these hold MAJOR and MINOR, two bytes each, and the lower four PATCH.
    """
    bits = version & 0xFFFFFFFFFFFFFFFF
    if bits >> 32 == 0:
        return str(version)
    return f"{version} ({bits >> 48}.{bits >> 32 & 0xFFFF}.{bits & 0xFFFFFFFF})"


def value_text(value: ValueInfoProto) -> str:
    """The name and type of a graph's input or output: `x: FLOAT[batch, 3]`."""
    return f"{value.name}: {type_text(value.type)}"


def type_text(value_type: TypeProto) -> str:
    """A type in words: `FLOAT[2, 3]`, `Sequence(INT64[])`; `?` for an unknown dimension."""
    match value_type.WhichOneof("value"):
        case "tensor_type":
            tensor = value_type.tensor_type
            return _element(tensor.elem_type) + _shape(tensor.shape, tensor.HasField("shape"))
        case "sparse_tensor_type":
            sparse = value_type.sparse_tensor_type
            shape = _shape(sparse.shape, sparse.HasField("shape"))
            return f"Sparse({_element(sparse.elem_type)}{shape})"
        case "sequence_type":
            return f"Sequence({type_text(value_type.sequence_type.elem_type)})"
        case "optional_type":
            return f"Optional({type_text(value_type.optional_type.elem_type)})"
        case "map_type":
            key = _element(value_type.map_type.key_type)
            return f"Map({key}, {type_text(value_type.map_type.value_type)})"
        case "opaque_type":
            opaque = value_type.opaque_type
            return f"Opaque({opaque.domain or '-'}, {opaque.name or '-'})"
    return "type not given"


def tensor_bytes(tensor: TensorProto) -> int:
    """The bytes that a tensor's elements take, wherever they are stored."""
    if tensor.HasField("raw_data"):
        return len(tensor.ViewField("raw_data"))
    if tensor.data_type == TensorProto.STRING:
        return sum(map(len, tensor.string_data))
    try:
        return layout_of(tensor).byte_count
    except TensorError:
        return 0


def _ir_version(version: int) -> str:
    if version in RELEASES:
        return f"{version} (ONNX {RELEASES[version]})"
    newest = max(RELEASES)
    return f"{version} (newer than ONNX {RELEASES[newest]})" if version > newest else f"{version}"


def _newer_rows(model: ModelProto) -> list[tuple[str, str]]:
    newer = list(_newer_fields(model))
    return _list("newer than that", newer) if newer else []


def _newer_fields(model: ModelProto) -> Iterator[str]:
    """The fields of a model and its graph that readers of its IR version need not know."""
    for message in (model, model.graph):
        since = SINCE_BY_FIELD.get(message.DESCRIPTOR.full_name, {})
        for field, _ in message.ListFields():
            version = since.get(field.name, 0)
            if version > model.ir_version:
                name = f"{message.DESCRIPTOR.name}.{field.name}"
                yield f"{name}: field added in ONNX {RELEASES[version].split()[0]} (IR {version})"


def _opset(opset: OperatorSetIdProto) -> str:
    return f"{opset.domain or 'ai.onnx'} {opset.version}"


def _element(data_type: int) -> str:
    try:
        return TensorProto.DataType.Name(data_type)
    except ValueError:
        return f"<data type {data_type}>"


def _shape(shape: TensorShapeProto, is_given: bool) -> str:
    if not is_given:
        return " of unknown shape"
    return f"[{', '.join(map(_dimension, shape.dim))}]"


def _dimension(dimension: TensorShapeProto.Dimension) -> str:
    match dimension.WhichOneof("value"):
        case "dim_value":
            return str(dimension.dim_value)
        case "dim_param":
            return dimension.dim_param or "?"
    return "?"


def _nodes(graph: GraphProto) -> Iterator[NodeProto]:
    for node in graph.node:
        yield node
        yield from _inner_nodes(node)


def _inner_nodes(node: NodeProto) -> Iterator[NodeProto]:
    """The nodes of the subgraphs that a node has as attributes."""
    for attribute in node.attribute:
        if attribute.HasField("g"):
            yield from _nodes(attribute.g)
        for graph in attribute.graphs:
            yield from _nodes(graph)


def _inputs(graph: GraphProto) -> Iterator[str]:
    """The inputs that a caller must give; before IR 4, every initializer was listed too."""
    initialized = {tensor.name for tensor in graph.initializer}
    initialized |= {sparse.values.name for sparse in graph.sparse_initializer}
    yield from (value_text(value) for value in graph.input if value.name not in initialized)
    count = sum(value.name in initialized for value in graph.input)
    if count:
        yield f"({count} more, whose values are initializers)"


def _counts(nodes: list[NodeProto]) -> Iterator[str]:
    yield f"{len(nodes)}"
    names = (f"{node.domain}.{node.op_type}" if node.domain else node.op_type for node in nodes)
    counts = sorted(Counter(names).items(), key=lambda item: (-item[1], item[0]))
    yield from (f"{count:6} {name}" for name, count in counts)


def _weights(tensors: Iterable[TensorProto]) -> str:
    total = external = 0
    for tensor in tensors:
        size = tensor_bytes(tensor)
        total += size
        external += size if tensor.data_location == TensorProto.EXTERNAL else 0
    text = f"{total:,} bytes in initializers and constants"
    return f"{text}, {external:,} of them in other files" if external else text


def _list(label: str, texts: Iterable[str]) -> list[tuple[str, str]]:
    """Rows for several texts, the label at the first only."""
    lines = list(texts) or ["-"]
    if len(lines) > _MOST_LINES:
        rest = len(lines) - _MOST_LINES
        lines = [*lines[:_MOST_LINES], f"... {rest} more"]
    return [(label if index == 0 else "", line) for index, line in enumerate(lines)]
