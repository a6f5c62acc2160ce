"""Files that are mapped, not read: the same messages, and no memory for weights."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

import onnxwire
import onnxwire.json_format
from onnxwire import DecodeError, GraphProto, ModelProto, TensorProto
from oracles.real_files import RealFile, real_files

WEIGHTS = bytes(range(256)) * 64


def model() -> ModelProto:
    weights = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[4096], raw_data=WEIGHTS)
    small = TensorProto(name="s", data_type=TensorProto.FLOAT, dims=[1], raw_data=b"1234")
    return ModelProto(ir_version=8, graph=GraphProto(name="g", initializer=[weights, small]))


@pytest.fixture(name="path")
def path_(tmp_path: Path) -> Path:
    path = tmp_path / "model.onnx"
    onnxwire.save(model(), path)
    return path


@pytest.mark.parametrize("file", real_files(), ids=str)
def test_a_mapped_file_holds_what_its_bytes_hold(file: RealFile) -> None:
    mapped = onnxwire.load(file.path, file.message_type.ours)
    read = onnxwire.load(file.path, file.message_type.ours, mmap=False)
    assert mapped == read and read == mapped
    assert mapped.SerializeToString() == file.data


def test_what_is_read_of_it_is_bytes(path: Path) -> None:
    weights = onnxwire.load(path).graph.initializer[0]
    assert type(weights.raw_data) is bytes and weights.raw_data == WEIGHTS
    view = weights.ViewField("raw_data")
    assert view == WEIGHTS and view.readonly
    assert model().graph.initializer[0].ViewField("raw_data") == WEIGHTS
    assert not TensorProto().ViewField("raw_data")
    for name in ("dims", "name", "string_data", "nothing"):
        with pytest.raises(ValueError):
            weights.ViewField(name)


def test_copies_and_texts_are_those_of_any_message(path: Path) -> None:
    mapped = onnxwire.load(path)
    for made in (copy.copy(mapped), copy.deepcopy(mapped), pickle.loads(pickle.dumps(mapped))):
        assert made == mapped == model()
    merged = ModelProto()
    merged.MergeFrom(mapped)
    assert merged == mapped and str(merged) == str(model())
    assert onnxwire.json_format.MessageToJson(mapped) == onnxwire.json_format.MessageToJson(model())
    assert len(repr(mapped.graph.initializer[0])) < 300


def test_a_mapped_model_is_changed_and_saved_over_its_own_file(path: Path) -> None:
    mapped = onnxwire.load(path)
    mapped.graph.initializer[1].raw_data = b"new!"
    onnxwire.save(mapped, path)
    onnxwire.save(mapped, path)
    again = onnxwire.load(path)
    assert again == mapped and again.graph.initializer[0].raw_data == WEIGHTS
    assert mapped.graph.initializer[0].ViewField("raw_data") == WEIGHTS


def test_a_file_that_is_replaced_keeps_its_old_content(path: Path, tmp_path: Path) -> None:
    mapped = onnxwire.load(path)
    (tmp_path / "other").write_bytes(b"something else")
    os.replace(tmp_path / "other", path)
    assert mapped == model()


def test_a_file_that_is_deleted_keeps_its_content(path: Path) -> None:
    mapped = onnxwire.load(path)
    path.unlink()
    assert mapped == model()


def test_a_file_that_was_read_may_be_cut_short(path: Path) -> None:
    read = onnxwire.load(path, mmap=False)
    path.write_bytes(b"")
    assert read == model()


def test_opening_a_tensor_does_not_copy_it(tmp_path: Path) -> None:
    tensor = TensorProto(name="t", raw_data=bytes(5_000_000))
    onnxwire.save(tensor, tmp_path / "tensor.pb")
    tracemalloc.start()
    try:
        mapped = onnxwire.load(tmp_path / "tensor.pb", TensorProto)
        assert mapped.name == "t"
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert mapped == tensor


@pytest.mark.parametrize("cut", [1, 5, 4096, 16000])
def test_damage_is_told_as_for_bytes(path: Path, cut: int) -> None:
    path.write_bytes(path.read_bytes()[:-cut])
    errors = []
    for mapped in (True, False):
        with pytest.raises(DecodeError) as caught:
            onnxwire.load(path, mmap=mapped)
        errors.append((str(caught.value), caught.value.offset))
    assert errors[0] == errors[1]


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the size of a process is read from /proc"
)
def test_weights_take_no_memory_until_they_are_asked_for(tmp_path: Path) -> None:
    use = """
import onnxwire, sys
from onnxwire import GraphProto, ModelProto, TensorProto

def megabytes(kind="RssAnon"):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(kind)) // 1024

path, size = sys.argv[1], 1 << 20
if sys.argv[2] == "make":
    weights = [TensorProto(name=f"w{i}", raw_data=bytes(size)) for i in range(200)]
    onnxwire.save(ModelProto(ir_version=8, graph=GraphProto(initializer=weights)), path)
else:
    before = megabytes()
    model = onnxwire.load(path)
    assert sum(len(t.ViewField("raw_data")) for t in model.graph.initializer) == 200 * size
    assert {t.name for t in model.graph.initializer} == {f"w{i}" for i in range(200)}
    model.metadata_props.add(key="k", value="v")
    onnxwire.save(model, path)
    assert megabytes() - before < 10, megabytes() - before
    # With the pages of the map, which come into memory when they are written to a file.
    assert megabytes("VmHWM") < 60, megabytes("VmHWM")
"""
    path = str(tmp_path / "large.onnx")
    for step in ("make", "use"):
        subprocess.run([sys.executable, "-c", use, path, step], check=True)
    assert onnxwire.load(path).metadata_props[0].key == "k"
