"""Models with external data, made by `onnx`: tensors in all places that a model has for them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy
import onnx
from onnx import helper, numpy_helper

import onnxwire

# The places of tensors in `nested_model`, by the names that it gives them.
STEPS_BY_NAME = {
    "init": "ModelProto.graph.initializer[0]",
    "attr": "ModelProto.graph.node[0].attribute[0].t",
    "list0": "ModelProto.graph.node[1].attribute[1].tensors[0]",
    "list1": "ModelProto.graph.node[1].attribute[1].tensors[1]",
    "inner": "ModelProto.graph.node[2].attribute[0].g.initializer[0]",
    "deep": "ModelProto.graph.node[2].attribute[0].g.node[0].attribute[0].g.node[0].attribute[0].t",
    "graphs": "ModelProto.graph.node[3].attribute[0].graphs[1].initializer[0]",
    "sparse": "ModelProto.graph.node[4].attribute[0].sparse_tensor.values",
    "sparses": "ModelProto.graph.node[4].attribute[1].sparse_tensors[0].values",
    "sparse_init": "ModelProto.graph.sparse_initializer[0].values",
    "before": "ModelProto.training_info[0].initialization.initializer[0]",
    "step": "ModelProto.training_info[0].algorithm.node[0].attribute[0].t",
    "function": "ModelProto.functions[0].node[0].attribute[0].t",
    "default": "ModelProto.functions[0].attribute_proto[0].t",
}
SIZE = 300


def values_of(name: str) -> Any:
    """The elements of a tensor of that name."""
    return numpy.arange(SIZE, dtype=numpy.float32) + len(name) * 1000 + ord(name[0])


def tensor(name: str) -> onnx.TensorProto:
    return numpy_helper.from_array(values_of(name), name)


def nested_model() -> onnx.ModelProto:
    """A model with a tensor in each place, all in `raw_data`."""

    def sparse(name: str) -> onnx.SparseTensorProto:
        indices = numpy_helper.from_array(numpy.arange(SIZE, dtype=numpy.int64))
        return helper.make_sparse_tensor(tensor(name), indices, [SIZE])

    def node(op_type: str, **attributes: Any) -> onnx.NodeProto:
        return helper.make_node(op_type, [], ["y"], **attributes)

    def graph(nodes: Sequence[Any] = (), weights: Sequence[Any] = ()) -> onnx.GraphProto:
        return helper.make_graph(nodes, "g", [], [], weights)

    deep = graph([node("Constant", value=tensor("deep"))])
    main = graph(
        [
            node("Constant", value=tensor("attr")),
            node("Own", number=3, values=[tensor("list0"), tensor("list1")]),
            node("Own", body=graph([node("Own", body=deep)], [tensor("inner")])),
            node("Own", bodies=[graph(), graph([], [tensor("graphs")])]),
            node("Own", one=sparse("sparse"), some=[sparse("sparses")]),
        ],
        [tensor("init")],
    )
    main.sparse_initializer.append(sparse("sparse_init"))
    function = helper.make_function(
        "own", "F", [], ["y"], [node("Constant", value=tensor("function"))], []
    )
    function.attribute_proto.append(helper.make_attribute("d", tensor("default")))
    model = helper.make_model(main, functions=[function])
    training = model.training_info.add()
    training.initialization.CopyFrom(graph([], [tensor("before")]))
    training.algorithm.CopyFrom(graph([node("Constant", value=tensor("step"))]))
    return model


def all_tensors(message: Any) -> dict[str, Any]:
    """The tensors with names in a message of `onnx` or of ours, by their names."""
    found = {}
    if message.DESCRIPTOR.name == "TensorProto":
        return {message.name: message} if message.name else {}
    for field, value in message.ListFields():
        if field.message_type is not None:
            for inner in value if hasattr(value, "append") else [value]:
                found.update(all_tensors(inner))
    return found


def refer(
    tensor: onnx.TensorProto, location: str | None, size: int | None = None, **keys: str
) -> onnx.TensorProto:
    """Make a tensor's data external, without writing it anywhere."""
    tensor.ClearField("raw_data")
    tensor.data_location = onnx.TensorProto.EXTERNAL
    keys |= {} if size is None else {"length": str(size)}
    keys |= {} if location is None else {"location": location}
    for key, value in keys.items():
        tensor.external_data.add(key=key, value=value)
    return tensor


def model_of(*tensors: onnx.TensorProto) -> onnx.ModelProto:
    """A model with some initializers and no node."""
    return helper.make_model(helper.make_graph([], "g", [], [], list(tensors)))


def write_external(folder: Path, model: onnx.ModelProto, name: str = "model.onnx") -> Path:
    """Write a model with all its data in `<name>.bin`, one after the other."""
    data = b""
    for tensor in all_tensors(model).values():
        size = len(tensor.raw_data)
        keys = {"offset": str(len(data))}
        data += tensor.raw_data
        refer(tensor, f"{name}.bin", size, **keys)
    (folder / f"{name}.bin").write_bytes(data)
    (folder / name).write_bytes(model.SerializeToString())
    return folder / name


# 0.0 to 7.0
EIGHT = numpy.arange(8, dtype=numpy.float32).tobytes()


def floats(count: int = 4) -> onnx.TensorProto:
    """A tensor of zeros called w."""
    return helper.make_tensor("w", onnx.TensorProto.FLOAT, [count], bytes(4 * count), raw=True)


def load_one(folder: Path, reference: onnx.TensorProto, **options: Any) -> onnxwire.TensorProto:
    """The tensor of a model in a folder, after it was written there."""
    path = folder / "model.onnx"
    path.write_bytes(model_of(reference).SerializeToString())
    model = onnxwire.load(path, **options)
    assert isinstance(model, onnxwire.ModelProto)
    return model.graph.initializer[0]
