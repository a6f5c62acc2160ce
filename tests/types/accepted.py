"""What works at run time and has to pass the type checkers: the widest values that fields accept."""

from __future__ import annotations

from collections import deque
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy
from numpy.typing import NDArray

from onnxwire import (
    AttributeProto,
    GraphProto,
    ModelProto,
    NodeProto,
    StringStringEntryProto,
    TensorProto,
    attribute_value,
    to_numpy,
)


def lists(node: NodeProto, tensor: TensorProto, attribute: AttributeProto) -> None:
    node.input.append(b"bytes of text")
    node.input.extend(("a", b"b"))
    node.input.extend(name for name in ("a", "b"))
    node.input += {"c": 1}
    node.input += deque(["d"])
    node.input[:1] = ("e", "f")
    node.input[0] = b"g"
    node.input.sort(key=len)
    node.input.sort()
    tensor.dims += (1, 2)
    tensor.dims += range(3)
    tensor.dims += tensor.dims
    tensor.dims += numpy.arange(3)
    tensor.dims.append(numpy.int64(3))
    tensor.dims.extend(numpy.zeros(3, numpy.int32))
    tensor.dims *= 2
    shape: list[int] = tensor.dims + [5]
    shape = tensor.dims[1:] + [6]
    tensor.float_data.append(1)
    tensor.float_data.append(numpy.float32(0.5))
    tensor.float_data.extend(numpy.ones(3, numpy.float32))
    tensor.float_data.append(Fraction(1, 2))
    tensor.double_data += (Decimal("0.5"), 2)
    attribute.floats[:] = [1, 2.5, numpy.float64(3)]
    attribute.strings.append(b"bytes")
    assert shape


def messages(graph: GraphProto, node: NodeProto) -> None:
    graph.node.append(node)
    graph.node.extend([node, NodeProto()])
    graph.node += (node,)
    graph.node[:] = [node]
    graph.node = [node, {"op_type": "Relu", "attribute": [{"name": "x", "i": 1, "type": "INT"}]}]
    graph.node.add(name=b"name", input=("x",), attribute=[{"t": {"dims": range(3)}}])
    graph.node.sort(key=lambda item: item.name)
    graph.metadata_props = [{"key": "k", "value": None}, StringStringEntryProto(key="l")]
    ModelProto(graph={"node": [{"input": ["x"]}], "name": None}, ir_version=numpy.int32(8))


def enums(attribute: AttributeProto, tensor: TensorProto, number: int) -> None:
    attribute.type = AttributeProto.INT
    attribute.type = AttributeProto.AttributeType.INT
    attribute.type = "INT"
    attribute.type = 2
    attribute.type = number
    attribute.type = numpy.int8(2)
    attribute.type = attribute.type
    attribute.type = AttributeProto.AttributeType.Value("INT")
    plain: int = attribute.type
    kind: AttributeProto.AttributeType.ValueType = AttributeProto.AttributeType.ValueType(plain)
    names: dict[int, str] = {AttributeProto.INT: "int", kind: "kind"}
    tensor.data_type = TensorProto.FLOAT
    assert names[number] and AttributeProto.AttributeType.Name(kind)
    assert ["a", "b", "c"][AttributeProto.INT] == "c" and kind + 1 == 3


def values(attribute: AttributeProto) -> int:
    match attribute_value(attribute):
        case bytes(text):
            return len(text)
        case TensorProto() as tensor:
            array: NDArray[Any] = to_numpy(tensor)
            return array.size
        case GraphProto() as graph:
            return len(graph.node)
        case list(elements):
            return len(elements)
        case int(number):
            return number
        case _:
            return 0


if __name__ == "__main__":
    some_node, some_tensor, some_attribute = NodeProto(), TensorProto(), AttributeProto()
    lists(some_node, some_tensor, some_attribute)
    messages(GraphProto(), some_node)
    enums(AttributeProto(), some_tensor, 2)
    assert values(AttributeProto(type="INTS", ints=[1, 2])) == 2
