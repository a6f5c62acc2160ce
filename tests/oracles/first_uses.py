"""First uses of messages, lists and parts: what may go wrong while something else happens."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import onnxwire
from onnxwire import GraphProto, ModelProto, NodeProto, TensorProto, ValueInfoProto
from onnxwire._runtime.untouched import is_untouched, untouched
from oracles.untouched_decoding import map_of

PACKAGE = Path(onnxwire.__file__).parent
FOLDERS = (PACKAGE / "_runtime", PACKAGE / "_codec", PACKAGE / "messages")

NODE = NodeProto(
    op_type="Relu", input=["x"], attribute=[{"name": "k", "i": 3, "type": 2}, {"name": "l"}]
)
GRAPH = GraphProto(name="g", node=[NODE, NODE])
TENSOR = TensorProto(name="t", float_data=[1.0] * 2000)


@dataclass
class Made:
    """A message, and what was seen of it meanwhile."""

    message: Any
    seen: list[Any] = field(default_factory=list)


@dataclass(frozen=True)
class FirstUse:
    """A first use of a new message."""

    prepare: Callable[[], Made]
    use: Callable[[Any], object]
    # What another thread does with it.
    change: Callable[[Any], object]
    expected: Any
    # True for a use that runs the same lines often: each counts once.
    is_long: bool = False


def lazy(message: Any) -> Callable[[], Made]:
    """Return what makes the same message in a mapped file, which nobody has touched."""
    data = message.SerializeToString()
    kind = type(message)

    def prepare() -> Made:
        made = untouched(kind, map_of(kind, data), 0, len(data), 100)
        assert is_untouched(made)
        return Made(made)

    return prepare


def decoded(message: Any) -> Callable[[], Made]:
    """Return what decodes the same message again."""
    data = message.SerializeToString()
    return lambda: Made(type(message).FromString(data))


def change_node(node: Any) -> None:
    """Change a field of each kind."""
    node.name = "changed"
    node.input.append("more")
    node.attribute[0].i += 1
    node.attribute.add(name="new")


def change_graph(graph: Any) -> None:
    """Change nodes of a list."""
    change_node(graph.node[0])
    graph.node.add(op_type="Abs")


_NODE_USES: dict[str, Callable[[Any], object]] = {
    "a string": lambda node: node.op_type,
    "a message in it": lambda node: node.attribute[0].name,
    "presence": lambda node: node.HasField("op_type"),
    "a copy": copy.copy,
    "equality": lambda node: node == NODE,
    "bytes": lambda node: node.SerializeToString(),
    "a pickle": lambda node: pickle.dumps(node),
}

FIRST_USES = {
    **{
        f"{name} of a lazy message": FirstUse(
            lazy(NODE), use, change_node, NODE, name == "equality"
        )
        for name, use in _NODE_USES.items()
    },
    "a string in a lazy list": FirstUse(
        lazy(GRAPH), lambda graph: [node.op_type for node in graph.node], change_graph, GRAPH, True
    ),
    "an absent list": FirstUse(
        decoded(NodeProto(name="n")),
        lambda node: list(node.attribute),
        lambda node: node.attribute.add(name="new"),
        NodeProto(name="n"),
    ),
    "an absent message": FirstUse(
        decoded(ModelProto(ir_version=8)),
        lambda model: model.graph.name,
        lambda model: model.graph.node.add(op_type="Abs"),
        ModelProto(ir_version=8),
    ),
    "absent messages in one another": FirstUse(
        decoded(ValueInfoProto(name="v")),
        lambda value: list(value.type.tensor_type.shape.dim),
        lambda value: value.type.tensor_type.shape.dim.add(dim_value=3),
        ValueInfoProto(name="v"),
    ),
    "packed numbers": FirstUse(
        decoded(TENSOR),
        lambda tensor: tensor.float_data[0],
        lambda tensor: tensor.float_data.append(2.0),
        TENSOR,
    ),
}

# Changes of absent fields; what each adds is in the result of both.
FIRST_CHANGES: dict[str, tuple[Callable[[], Any], Callable[[Any], object], Callable[[Any], Any]]]
FIRST_CHANGES = {
    "a list of numbers": (
        NodeProto,
        lambda node: node.input.append("x"),
        lambda node: node.input,
    ),
    "a list of messages": (
        GraphProto,
        lambda graph: graph.node.add(op_type="Relu"),
        lambda graph: graph.node,
    ),
    "a list in an absent message": (
        ModelProto,
        lambda model: model.graph.node.add(op_type="Relu"),
        lambda model: model.graph.node,
    ),
    "a list deep inside": (
        ValueInfoProto,
        lambda value: value.type.tensor_type.shape.dim.add(dim_value=3),
        lambda value: value.type.tensor_type.shape.dim,
    ),
    "packed numbers": (
        lambda: TensorProto.FromString(TENSOR.SerializeToString()),
        lambda tensor: tensor.float_data.append(2.0),
        lambda tensor: tensor.float_data[2000:],
    ),
}
