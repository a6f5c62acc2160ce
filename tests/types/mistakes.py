"""Mistakes that an editor must see: every marked line is an error to mypy and to pyright.

A line fails at run time too, unless it says that it is a mistake only by its type.
"""

from io import BytesIO
from typing import Any

import numpy

from onnxwire import (
    AttributeProto,
    GraphProto,
    ModelProto,
    NodeProto,
    OperatorStatus,
    TensorProto,
    TensorShapeProto,
    load,
)


def mistakes(
    model: ModelProto,
    node: NodeProto,
    dimension: TensorShapeProto.Dimension,
    tensor: TensorProto,
    attribute: AttributeProto,
    array: numpy.ndarray[Any, numpy.dtype[numpy.float32]],
) -> None:
    print(node.op_typ)  # error
    node.op_typ = "Relu"  # error
    node.op_type = 3  # error
    node.input = [1, 2]  # error
    node.input = 3  # error
    model.graph = node  # error
    model.graph = None  # error
    NodeProto(op_typ="Relu")  # error
    NodeProto("Relu")  # error
    model.graph.node.add(op_typ="Relu")  # error
    node.HasField("op_typ")  # error
    node.HasField("input")  # error
    node.ClearField("inputs")  # error
    dimension.WhichOneof("values")  # error
    node.WhichOneof("value")  # error
    print(TensorProto.FLOAT33)  # error
    load(BytesIO(), str)  # error


def lists(
    node: NodeProto,
    graph: GraphProto,
    tensor: TensorProto,
    attribute: AttributeProto,
    array: numpy.ndarray[Any, numpy.dtype[numpy.float32]],
) -> None:
    node.input.append(3)  # error
    node.input.extend([3])  # error
    node.input.insert(0, None)  # error
    node.input[0] = 3  # error
    node.input[:] = ["x", 3]  # error
    node.input += [3]  # error
    node.input += 3  # error
    node.input.MergeFrom([3])  # error
    node.input.remove(3)  # error
    tensor.dims.append("x")  # error
    tensor.dims.append(1.5)  # error
    tensor.dims += ("x",)  # error
    tensor.dims += (1.5,)  # error
    tensor.dims[0] = None  # error
    tensor.float_data.append("x")  # error
    tensor.float_data.append(array)  # error
    tensor.string_data.append("text")  # error
    attribute.strings.extend(["text"])  # error
    graph.node.append({"nme": 1})  # error
    graph.node.append({"name": "x"})  # error
    graph.node.append(graph)  # error
    graph.node.append("node")  # error
    graph.node.extend([{"name": "x"}])  # error
    graph.node.insert(0, graph)  # error
    graph.node[0] = graph  # error
    graph.node += [graph]  # error
    graph.node.sort()  # error


def mappings(model: ModelProto, graph: GraphProto) -> None:
    NodeProto(attribute=[{"nme": 1}])  # error
    NodeProto(attribute=[{"name": 1}])  # error
    NodeProto(attribute=[{"name": "x", "t": {"dms": [1]}}])  # error
    NodeProto(attribute=[{"name": "x", "t": {"dims": ["1"]}}])  # error
    NodeProto(attribute={"name": "x"})  # error
    ModelProto(graph={"nde": []})  # error
    ModelProto(graph={"node": [{"op_typ": "Relu"}]})  # error
    model.graph = {"nme": "g"}  # error
    graph.node = [{"nme": "x"}]  # error
    graph.node.add(attribute=[{"nme": "x"}])  # error


def enums(attribute: AttributeProto, number: int) -> None:
    AttributeProto(type=1.5)  # error
    attribute.type = None  # error
    attribute.type = TensorProto.FLOAT  # error by type
    attribute.type = TensorProto.DataType.FLOAT  # error by type
    attribute.type = OperatorStatus.STABLE  # error by type
    AttributeProto(type=TensorProto.FLOAT)  # error by type
    NodeProto(attribute=[{"type": TensorProto.FLOAT}])  # error by type
    AttributeProto.AttributeType.Name("FLOAT")  # error
    AttributeProto.AttributeType.Value(1)  # error
    AttributeProto.AttributeType()  # error
    attribute.type += "x"  # error
