"""A program that uses the whole message API: it must run, and be clean to strict type checkers."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Mapping
from typing import Any, Literal, assert_never

import numpy
from numpy.typing import NDArray

import onnxwire
from onnxwire import (
    AttributeProto,
    GraphProto,
    ModelProto,
    NodeProto,
    SparseArray,
    TensorProto,
    TypeProto,
    attribute_value,
    from_list,
    from_numpy,
    from_sparse,
    helper,
    json_format,
    text_format,
    to_list,
    to_numpy,
    to_sparse,
)
from onnxwire.descriptor import FieldDescriptor
from onnxwire.pb2 import onnx_ml_pb2


def build() -> ModelProto:
    model = ModelProto(
        ir_version=onnxwire.Version.Value("IR_VERSION_2024_3_25"),
        opset_import=[{"version": 21}],
        graph=GraphProto(name="g", node=[NodeProto(op_type="Relu", input=["x"], output=["y"])]),
    )
    node = model.graph.node.add(op_type="Abs", input=["y"])
    node.output.append("z")
    node.output.extend(name for name in ("a", "b"))
    node.output.insert(0, "first")
    del node.output[1:]
    node.attribute.append(AttributeProto(name="k", type=AttributeProto.INT, i=3))
    node.attribute[0].ints[:] = [3, 1, 2]
    node.attribute[0].ints.sort(reverse=True)
    node.attribute.extend([node.attribute[0]])
    node.attribute.pop()
    model.graph.node.reverse()
    tensor = model.graph.initializer.add(name="w", data_type=TensorProto.FLOAT, dims=[2])
    tensor.raw_data = bytes(8)
    model.graph.input.add(name="x").type.tensor_type.shape.dim.add(dim_param="N")
    model.metadata_props.add(key="k", value="v")
    return model


def kind_of(type_proto: TypeProto) -> str:
    which = type_proto.WhichOneof("value")
    match which:
        case None:
            return "none"
        case "tensor_type" | "sparse_tensor_type":
            return "tensor"
        case "sequence_type" | "map_type" | "optional_type" | "opaque_type":
            return "other"
        case _:
            assert_never(which)


def look(model: ModelProto) -> list[str]:
    seen: list[str] = []
    if model.HasField("graph") and not model.graph.HasField("doc_string"):
        model.graph.ClearField("doc_string")
    for field, value in model.ListFields():
        seen.append(f"{field.name} {field.number} {type(value).__name__}")
    for node in model.graph.node:
        inputs: list[str] = node.input
        for attribute in node.attribute:
            number: int = attribute.type
            seen.append(AttributeProto.AttributeType.Name(number))
        seen.append(",".join(inputs))
    for name, number in TensorProto.DataType.items():
        assert TensorProto.DataType.Value(name) == number
    descriptor = TensorProto.DESCRIPTOR
    fields: Mapping[str, FieldDescriptor] = descriptor.fields_by_name
    assert fields["dims"].label == FieldDescriptor.LABEL_REPEATED and descriptor.file.package
    assert onnx_ml_pb2.DESCRIPTOR.message_types_by_name["ModelProto"] is ModelProto.DESCRIPTOR
    assert fields["raw_data"].number == TensorProto.RAW_DATA_FIELD_NUMBER
    seen.append(kind_of(model.graph.input[0].type))
    return seen


def copies(model: ModelProto) -> None:
    data: bytes = model.SerializeToString(deterministic=True)
    assert len(data) == model.ByteSize()
    for buffer in (data, bytearray(data), memoryview(data)):
        assert ModelProto.FromString(buffer) == model
    other = ModelProto()
    count: int = other.ParseFromString(data)
    other.MergeFromString(b"")
    other.CopyFrom(model)
    other.MergeFrom(ModelProto(producer_name="p"))
    other.graph.SetInParent()
    other.graph.node.MergeFrom(model.graph.node)
    assert count == len(data) and other != model and other.IsInitialized()
    for made in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert made == model
    other.Clear()
    assert not other.ListFields() and other.FindInitializationErrors() == []
    other.graph = model.graph
    other.opset_import = model.opset_import


def formats(model: ModelProto) -> None:
    assert text_format.Parse(text_format.MessageToString(model), ModelProto()) == model
    assert json_format.Parse(json_format.MessageToJson(model), ModelProto()) == model
    content = json_format.MessageToDict(model, preserving_proto_field_name=True)
    assert json_format.ParseDict(content, ModelProto()) == model
    try:
        ModelProto.FromString(b"\xff")
    except onnxwire.DecodeError as error:
        place: str = error.path
        assert place == "ModelProto" and error.offset is not None


def arrays() -> None:
    zeros = numpy.zeros((2, 3), numpy.float32)
    tensor: TensorProto = from_numpy(zeros, "w")
    assert from_numpy([[0.0] * 3] * 2).dims == tensor.dims
    weights: NDArray[Any] = to_numpy(tensor, small_types="bits")
    total: float = float(to_numpy(tensor, copy=True).sum())
    assert weights.shape == (2, 3) and total == 0
    sparse: SparseArray = to_sparse(from_sparse([5.0], [1], (3,)))
    dense: NDArray[Any] = sparse.to_dense()
    assert dense.tolist() == [0, 5, 0]
    assert len(to_list(from_list([zeros]))) == 1
    node = helper.make_node("Gemm", ["x", "w"], ["y"], alpha=0.5)
    assert attribute_value(node.attribute[0]) == 0.5
    try:
        to_numpy(TensorProto(name="w"))
    except onnxwire.TensorError as error:
        place: str = error.path
        assert place == "TensorProto 'w'"


def choose(which: Literal["i", "f"], attribute: AttributeProto) -> int | float:
    return attribute.i if which == "i" else attribute.f


if __name__ == "__main__":
    made_model = build()
    assert look(made_model)
    copies(made_model)
    formats(made_model)
    arrays()
    assert choose("i", made_model.graph.node[0].attribute[0]) == 3
