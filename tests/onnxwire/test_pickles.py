"""Pickles: the place of external data is kept, and those of google's classes can be read."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import numpy
import onnx
import pytest

import onnxwire
from onnxwire import ExternalDataError, ModelProto, TensorProto, to_numpy
from support.commands import output_of_code

READ = """
import pathlib, pickle, sys
from onnxwire import to_numpy
model = pickle.loads(pathlib.Path(sys.argv[1]).read_bytes())
print([to_numpy(tensor).tolist() for tensor in model.graph.initializer])
"""


def saved(folder: Path, *values: float) -> Path:
    """Save a model with one external tensor into a folder of its own."""
    folder.mkdir()
    tensor = onnxwire.from_numpy(numpy.array(values), "w")
    model = ModelProto(graph={"name": "g", "initializer": [tensor]})
    path = folder / "model.onnx"
    onnxwire.save(model, path, external_data=onnxwire.ExternalData(threshold=0))
    return path


@pytest.fixture(params=["lazy", "touched"])
def model(request: pytest.FixtureRequest, tmp_path: Path) -> ModelProto:
    model = onnxwire.load(saved(tmp_path / "one", 1.0, 2.0))
    if request.param == "touched":
        assert model.graph.initializer[0].name == "w"
    return model


def test_another_process_finds_the_data(model: ModelProto, tmp_path: Path) -> None:
    (tmp_path / "pickle").write_bytes(pickle.dumps(model))
    assert output_of_code(READ, tmp_path / "pickle", cwd=tmp_path) == "[[1.0, 2.0]]\n"


def test_data_that_was_changed_since_is_refused(model: ModelProto, tmp_path: Path) -> None:
    pickled = pickle.dumps(model)
    (data,) = (tmp_path / "one").glob("*.data")
    other = tmp_path / "other"
    other.write_bytes(numpy.array([8.0, 9.0]).tobytes().ljust(data.stat().st_size, b"\0"))
    os.replace(other, data)
    with pytest.raises(ExternalDataError, match="changed after the model was loaded"):
        to_numpy(pickle.loads(pickled).graph.initializer[0])


def test_tensors_of_several_folders_keep_their_own(model: ModelProto, tmp_path: Path) -> None:
    other = onnxwire.load(saved(tmp_path / "two", 3.0))
    model.graph.initializer.extend([TensorProto(name="own"), *other.graph.initializer])
    model.graph.node.add(attribute=[{"t": other.graph.initializer[0]}])
    found = pickle.loads(pickle.dumps(model))
    assert found == model
    first, own, second = found.graph.initializer
    assert to_numpy(first).tolist() == [1.0, 2.0] and own.name == "own"
    assert to_numpy(second).tolist() == [3.0]
    assert to_numpy(found.graph.node[0].attribute[0].t).tolist() == [3.0]


def test_messages_without_external_data_are_pickled_as_bytes() -> None:
    node = onnxwire.NodeProto(name="n")
    _, arguments = node.__reduce__()
    assert arguments == (onnxwire.NodeProto, node.SerializeToString())


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_of_googles_classes_are_read_where_ours_are_installed(
    protocol: int, tmp_path: Path
) -> None:
    theirs = onnx.helper.make_tensor("w", TensorProto.FLOAT, [2], [1.0, 2.0])
    path = tmp_path / "pickle"
    path.write_bytes(pickle.dumps([theirs, onnx.NodeProto(name="n")], protocol))
    code = (
        "import onnxwire, pathlib, pickle, sys\n"
        "onnxwire.install_as_onnx_pb2()\n"
        "tensor, node = pickle.loads(pathlib.Path(sys.argv[1]).read_bytes())\n"
        "assert type(tensor) is onnxwire.TensorProto and node == onnxwire.NodeProto(name='n')\n"
        "print(tensor.SerializeToString().hex())"
    )
    assert output_of_code(code, path).strip() == theirs.SerializeToString().hex()
