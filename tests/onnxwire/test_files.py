"""Opening: what a file may be, and what is said of one that is something else."""

from __future__ import annotations

import io
from pathlib import Path

import onnx
import pytest

import onnxwire
from onnxwire import DecodeError, GraphProto, ModelProto, NodeProto, TensorProto


def model() -> ModelProto:
    return ModelProto(ir_version=10, graph=GraphProto(name="g", node=[NodeProto(op_type="Abs")]))


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


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "0 bytes"),
        (b"version https://git-lfs.github.com/spec/v1\n", "pointer of Git LFS"),
        (b"PK\x03\x04" + bytes(40), "zip archive"),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "PNG picture"),
        (b"<!DOCTYPE html>", "HTML"),
        (TensorProto(dims=[2], data_type=1, raw_data=bytes(8)).SerializeToString(), "TensorProto"),
        (ModelProto(ir_version=8).SerializeToString(), "no graph"),
        (b"\xf8\x07\x01", "no field of ModelProto"),
    ],
)
def test_what_is_no_model_is_an_error_that_says_what_it_may_be(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(content)
    with pytest.raises(DecodeError, match=sentence) as caught:
        onnxwire.load(path)
    assert str(caught.value).startswith(str(path))
    assert caught.value.source == str(path)


def test_a_truncated_model_names_file_path_and_offset(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(model().SerializeToString()[:-1])
    with pytest.raises(DecodeError, match="truncated at byte") as caught:
        onnxwire.load(path)
    assert caught.value.path.startswith("ModelProto.graph")
    assert caught.value.offset is not None


def test_files_opened_for_text_and_missing_files_are_their_own_errors(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        onnxwire.load(tmp_path / "missing.onnx")
    with pytest.raises(TypeError, match="reading bytes"):
        onnxwire.load(io.StringIO("text"))  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        onnxwire.save(model(), tmp_path / "no folder" / "model.onnx")
