"""Opening: what a file may be, and what is said of one that is something else."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import onnx
import pytest

import onnxwire
from onnxwire import DecodeError, GraphProto, ModelProto, NodeProto, TensorProto
from onnxwire._files.resemblance import resemblance
from oracles.real_files import RealFile, real_files
from oracles.wire_tree import record


def model() -> ModelProto:
    return ModelProto(ir_version=10, graph=GraphProto(name="g", node=[NodeProto(op_type="Abs")]))


WITH_WEIGHTS: Any = {
    "ir_version": 8,
    "graph": {"name": "g", "node": [{"op_type": "Abs"}], "initializer": [{"raw_data": b"1234"}]},
    "opset_import": [{"version": 21}],
}


def test_a_saved_model_is_read_by_onnx_and_by_us(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    onnxwire.save(model(), path)
    assert onnx.load(path).graph.node[0].op_type == "Abs"
    assert onnxwire.load(path) == onnxwire.load(str(path)) == model()


def test_open_files_are_read_and_written() -> None:
    file = io.BytesIO()
    onnxwire.save(model(), file)
    file.seek(0)
    assert onnxwire.load(file) == model()


def test_any_message_type_can_be_loaded(tmp_path: Path) -> None:
    path = tmp_path / "input_0.pb"
    path.write_bytes(onnx.TensorProto(dims=[1], data_type=1, float_data=[0.5]).SerializeToString())
    assert list(onnxwire.load(path, TensorProto).float_data) == [0.5]


WHOLE = onnx.ModelProto(ir_version=8, graph=onnx.GraphProto(name="g" * 99)).SerializeToString()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (onnx.TensorProto(dims=[2], data_type=1, raw_data=bytes(8)), "TensorProto"),
        (onnx.TensorProto(dims=[2000], data_type=7, int64_data=range(2000)), "TensorProto"),
        (onnx.SequenceProto(name="s", elem_type=1), "SequenceProto"),
        (onnx.GraphProto(name="g", node=[onnx.NodeProto()]), "GraphProto"),
        (b"\x12\x01p" + record(500, b"new"), "no graph"),
        (b"\xf8\x07\x01", "no field of ModelProto"),
        (WHOLE[:-1], "truncated at byte"),
    ],
)
@pytest.mark.parametrize("way", [{}, {"eager": True}, {"mmap": False}], ids=str)
def test_what_is_no_model_is_an_error_that_says_what_it_may_be(
    tmp_path: Path, way: Any, content: Any, sentence: str
) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(content if isinstance(content, bytes) else content.SerializeToString())
    with pytest.raises(DecodeError, match=sentence) as caught:
        onnxwire.load(path, **way)
    assert str(caught.value).startswith(str(path)) and len(str(caught.value)) < 400
    assert caught.value.source == str(path)


def test_fields_of_newer_versions_are_no_error(tmp_path: Path) -> None:
    data = WHOLE + record(500, b"new") + record(501, WHOLE)
    (tmp_path / "model.onnx").write_bytes(data)
    assert onnxwire.load(tmp_path / "model.onnx").SerializeToString() == data


def test_a_model_is_no_tensor_and_a_tensor_cut_short_is_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file.pb"
    path.write_bytes(onnx.ModelProto(ir_version=8, producer_name="p").SerializeToString())
    with pytest.raises(
        DecodeError, match="expected a TensorProto, got bytes that can be a ModelProto$"
    ):
        onnxwire.load(path, TensorProto)
    path.write_bytes(TensorProto(name="t", raw_data=bytes(9)).SerializeToString()[:-1])
    with pytest.raises(DecodeError, match="needed, 8 left$"):
        onnxwire.load(path, TensorProto)


@pytest.mark.parametrize("file", real_files()[::20], ids=str)
def test_a_real_file_resembles_its_own_type_alone(file: RealFile) -> None:
    wanted = ModelProto if file.message_type.ours is TensorProto else TensorProto
    found = resemblance(file.data, wanted)
    assert found == f"bytes that can be a {file.message_type.name}"
    assert not resemblance(file.data, file.message_type.ours)


@pytest.mark.parametrize("way", [{}, {"eager": True}, {"mmap": False}], ids=str)
def test_every_cut_of_a_model_is_an_error_or_what_is_left_of_it(tmp_path: Path, way: Any) -> None:
    path = tmp_path / "model.onnx"
    onnxwire.save(ModelProto(**WITH_WEIGHTS), path)
    whole, accepted = path.read_bytes(), []
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        try:
            cut = onnxwire.load(path, **way)
        except DecodeError as error:
            assert error.source == str(path)
        else:
            # Nothing tells a model that ends between two fields from a smaller one.
            assert cut.SerializeToString() == whole[:end]
            assert cut.HasField("graph") == onnx.load(path).HasField("graph")
            accepted.append(cut.HasField("graph"))
    # Before the graph, after it, and before the operator sets.
    assert accepted == [False, True]


def test_a_truncated_model_names_file_path_and_offset(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(model().SerializeToString()[:-1])
    with pytest.raises(DecodeError, match="truncated at byte") as caught:
        onnxwire.load(path)
    assert caught.value.path.startswith("ModelProto.graph")
    assert caught.value.offset is not None


def test_missing_files_are_errors_of_the_disk(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        onnxwire.load(tmp_path / "missing.onnx")
    with pytest.raises(IsADirectoryError):
        onnxwire.load(tmp_path)
    with pytest.raises(FileNotFoundError):
        onnxwire.save(model(), tmp_path / "no folder" / "model.onnx")
