"""Where we differ from google's classes on purpose: each row of differences.md, on both sides."""

from __future__ import annotations

import array
import copy
import mmap
import pickle
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import onnx
import pytest
from google.protobuf.message import DecodeError as TheirDecodeError
from google.protobuf.message import Message as TheirMessage

import onnxwire

PAGE = Path(onnxwire.__file__).parent / "differences.md"


def raises(error: type[Exception], call: Callable[[], object]) -> None:
    with pytest.raises(error):
        call()


def test_the_page_is_part_of_the_package() -> None:
    assert "# Differences from google.protobuf" in PAGE.read_text(encoding="utf-8")


def test_messages_and_lists_can_be_assigned() -> None:
    node = onnxwire.NodeProto(name="n")
    graph = onnxwire.GraphProto(node=[node])
    model = onnxwire.ModelProto()
    model.graph = graph
    model.opset_import = [{"version": 3}]
    graph.node[0].name = "changed"
    assert model.graph.node[0].name == "n" and model.opset_import[0].version == 3
    raises(TypeError, lambda: setattr(model, "graph", None))
    raises(TypeError, lambda: setattr(model, "opset_import", None))
    theirs = onnx.ModelProto()
    raises(AttributeError, lambda: setattr(theirs, "graph", onnx.GraphProto()))
    raises(AttributeError, lambda: setattr(theirs, "opset_import", []))


def test_repeated_fields_are_lists() -> None:
    dims = onnxwire.TensorProto(dims=[3, 1]).dims
    assert isinstance(dims, list) and dims + [2] == [3, 1, 2] and [2] + dims == [2, 3, 1]
    assert dims * 2 == [3, 1, 3, 1] and dims < [4] and dims.copy() == [3, 1]
    assert (dims.index(1), dims.count(3)) == (1, 1)
    graph = onnxwire.GraphProto(node=[{}, {}])
    graph.node[0] = onnxwire.NodeProto(name="a")
    graph.node[:] = [graph.node[0], graph.node[0]]
    assert [n.name for n in graph.node] == ["a", "a"] and graph.node[0] is not graph.node[1]
    theirs: Any = onnx.TensorProto(dims=[3, 1]).dims
    assert not isinstance(theirs, list)
    raises(TypeError, lambda: theirs + [2])
    raises(AttributeError, lambda: theirs.index(1))


def test_a_list_is_copied_and_pickled_to_a_list() -> None:
    dims = onnxwire.TensorProto(dims=[3, 1]).dims
    for made in (copy.copy(dims), copy.deepcopy(dims), pickle.loads(pickle.dumps(dims))):
        assert made == [3, 1] and type(made) is list
    raises(pickle.PickleError, lambda: pickle.dumps(onnx.TensorProto(dims=[3]).dims))


def test_repr_is_short_and_str_is_not() -> None:
    tensor = onnxwire.TensorProto(raw_data=bytes(100_000), float_data=[0.5] * 1000)
    graph = onnxwire.GraphProto(initializer=[tensor] * 100)
    for value in (tensor, graph, graph.initializer, tensor.float_data):
        assert len(repr(value)) < 1000 and "\n" not in repr(value)
    assert len(str(tensor)) > 100_000
    assert len(repr(onnx.TensorProto(raw_data=bytes(100_000)))) > 100_000


def test_strings_that_are_not_utf_8_are_strings() -> None:
    data = b"\x1a\x04caf\xe9"
    ours, theirs = onnxwire.NodeProto.FromString(data), onnx.NodeProto.FromString(data)
    assert ours.name == "caf\udce9" and ours.SerializeToString() == data
    assert isinstance(theirs.name, bytes)
    ours.name = ours.name
    assert copy.deepcopy(ours) == pickle.loads(pickle.dumps(ours)) == ours
    assert ours.SerializeToString() == data and str(ours) == str(theirs)


def test_a_failed_call_changes_nothing() -> None:
    ours, theirs = onnxwire.ModelProto(ir_version=3), onnx.ModelProto(ir_version=3)
    raises(onnxwire.DecodeError, lambda: ours.ParseFromString(b"\x08\x04\xff"))
    raises(TheirDecodeError, lambda: theirs.ParseFromString(b"\x08\x04\xff"))
    assert ours.ir_version == 3 and theirs.ir_version != 3
    raises(TypeError, lambda: setattr(ours.graph, "name", 3))
    raises(TypeError, lambda: setattr(theirs.graph, "name", 3))
    assert not ours.HasField("graph") and theirs.HasField("graph")


def test_lists_of_floats_keep_the_bits_of_nans_whatever_way_they_come() -> None:
    data = b"\x25\x01\x00\xa0\x7f"
    kept = {}
    for package in (onnx, onnxwire):
        (nan,) = package.TensorProto.FromString(data).float_data
        appended, assigned = package.TensorProto(), package.TensorProto(float_data=[0.0])
        appended.float_data.append(nan)
        assigned.float_data[:] = [nan]
        packed = package.TensorProto(float_data=[nan]), appended, assigned
        kept[package.__name__] = [each.SerializeToString()[-4:] == data[1:] for each in packed]
    assert kept["onnxwire"] == [True] * 3
    assert not all(kept["onnx"])


def test_beyond_the_end_is_an_index_error() -> None:
    ours, theirs = onnxwire.TensorProto(dims=[1, 2]), onnx.TensorProto(dims=[1, 2])
    raises(IndexError, lambda: ours.dims.pop(9))
    with pytest.warns(FutureWarning):
        assert theirs.dims.pop(9) == 2

    def set_all(dims: Any, values: list[Any]) -> None:
        dims[:] = values

    raises(TypeError, lambda: set_all(ours.dims, [5, "x"]))
    assert ours.dims == [1, 2]


def test_descriptors_have_labels_and_our_files_names() -> None:
    field = onnxwire.TensorProto.DESCRIPTOR.fields_by_name["dims"]
    assert field.label == field.LABEL_REPEATED and field.file is not None
    assert field.file.name == "onnx.proto"
    assert onnx.TensorProto.DESCRIPTOR.file.name == "onnx/onnx-ml.proto"
    their_field: Any = onnx.TensorProto.DESCRIPTOR.fields_by_name["dims"]
    raises(AttributeError, lambda: their_field.label)


def test_classes_are_our_own() -> None:
    assert onnxwire.ModelProto.__module__ == "onnxwire.messages.onnx"
    assert isinstance(onnxwire.ModelProto(), onnxwire.Message)
    assert not isinstance(onnxwire.ModelProto(), TheirMessage)


def test_floats_are_compared_by_their_bits_as_google_does() -> None:
    def equal(value: float, other: float) -> tuple[bool, bool]:
        ours, theirs = onnxwire.AttributeProto, onnx.AttributeProto
        return ours(f=value) == ours(f=other), theirs(f=value) == theirs(f=other)

    nan = float("nan")
    assert equal(nan, nan) == (True, True)
    assert equal(0.0, -0.0) == (False, False)


def test_bytes_may_come_from_any_buffer(tmp_path: Path) -> None:
    data = onnxwire.NodeProto(name="n").SerializeToString()
    (tmp_path / "file").write_bytes(data)
    with open(tmp_path / "file", "rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        buffers: tuple[Any, ...] = (
            *(bytearray(data), memoryview(data), memoryview(data * 2)[::1][: len(data)], mapped),
            *(array.array("B", data), numpy.frombuffer(data, "uint8")),
        )
        for buffer in buffers:
            message = onnxwire.NodeProto()
            assert message.ParseFromString(buffer) == len(data) and message.name == "n"
        mapped.close()
    raises(TypeError, lambda: onnxwire.NodeProto().ParseFromString("text"))
    their_buffer: Any = array.array("B", data)
    raises(TypeError, lambda: onnx.NodeProto().ParseFromString(their_buffer))


def test_messages_can_be_referred_to_weakly() -> None:
    message = onnxwire.NodeProto()
    assert weakref.ref(message)() is message
    raises(TypeError, lambda: weakref.ref(onnx.NodeProto()))


def test_copying_detaches_what_was_read_while_absent() -> None:
    for package, is_part in ((onnx, True), (onnxwire, False)):
        model: Any = package.ModelProto()
        graph = model.graph
        model.CopyFrom(package.ModelProto(ir_version=8))
        graph.name = "changed later"
        assert model.HasField("graph") == is_part


def test_pickles_of_both_hold_the_bytes() -> None:
    for package in (onnx, onnxwire):
        node: Any = package.NodeProto(name="n", op_type="Abs")
        assert node.SerializeToString() in pickle.dumps(node)
