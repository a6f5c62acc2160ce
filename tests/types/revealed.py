"""What mypy must know of the public API; each comment is the type that it has to reveal."""

from typing import IO, reveal_type

import onnxwire
from onnxwire import AttributeProto, ModelProto, NodeProto, TensorProto, TensorShapeProto, TypeProto


def reading(model: ModelProto, file: IO[bytes]) -> None:
    reveal_type(onnxwire.load("model.onnx"))  # onnxwire.messages.onnx.ModelProto
    reveal_type(onnxwire.load(file))  # onnxwire.messages.onnx.ModelProto
    reveal_type(onnxwire.load("t.pb", TensorProto))  # onnxwire.messages.onnx.TensorProto
    reveal_type(ModelProto.FromString(b""))  # onnxwire.messages.onnx.ModelProto
    reveal_type(model.SerializeToString())  # bytes
    reveal_type(model.ParseFromString(memoryview(b"")))  # int
    reveal_type(model.producer_name)  # str
    reveal_type(model.ir_version)  # int
    reveal_type(model.graph)  # onnxwire.messages.onnx.GraphProto
    reveal_type(model.graph.node)  # onnxwire.messages.onnx.NodeProtoList
    reveal_type(model.graph.node[0])  # onnxwire.messages.onnx.NodeProto
    reveal_type(model.graph.node[1:])  # list[onnxwire.messages.onnx.NodeProto]
    reveal_type([node.op_type for node in model.graph.node])  # list[str]
    reveal_type(model.graph.node[0].input[0])  # str
    reveal_type(model.graph.node.pop())  # onnxwire.messages.onnx.NodeProto


def values(attribute: AttributeProto, tensor: TensorProto) -> None:
    reveal_type(attribute.type)  # onnxwire.messages.onnx.AttributeProto.AttributeType.ValueType
    reveal_type(AttributeProto.INT)  # onnxwire.messages.onnx.AttributeProto.AttributeType.ValueType
    reveal_type(attribute.f)  # float
    reveal_type(attribute.s)  # bytes
    reveal_type(attribute.ints[0])  # int
    reveal_type(attribute.ints + [1])  # list[int]
    reveal_type(attribute.ints[1:])  # list[int]
    reveal_type(attribute.strings[0])  # bytes
    reveal_type(tensor.raw_data)  # bytes
    reveal_type(tensor.segment.begin)  # int
    reveal_type(TensorProto.DataType.Name(1))  # str


def presence(dimension: TensorShapeProto.Dimension, value_type: TypeProto) -> None:
    reveal_type(dimension.HasField("dim_value"))  # bool
    reveal_type(dimension.WhichOneof("value"))  # Literal['dim_value'] | Literal['dim_param'] | None
    reveal_type(value_type.sequence_type.elem_type)  # onnxwire.messages.onnx.TypeProto


def building(model: ModelProto) -> None:
    reveal_type(NodeProto(op_type="Relu", input=["x"]))  # onnxwire.messages.onnx.NodeProto
    reveal_type(model.graph.node.add(op_type="Relu"))  # onnxwire.messages.onnx.NodeProto
    # What may be assigned is wider than what is read: it is copied in.
    model.graph.node = [NodeProto(), {"op_type": "Relu"}]
    model.graph = {"name": "g"}
    model.graph.node[0].input = ("a", "b")
    model.graph.node[0].attribute.add(name="axis", i=1, type="INT")
