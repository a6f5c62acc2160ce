"""Where we differ from `onnx.numpy_helper` and `onnx.helper` on purpose: the second table of differences.md."""

from __future__ import annotations

from typing import Any

import numpy
import onnx
import pytest
from onnx import helper as theirs
from onnx import numpy_helper

from onnxwire import (
    SparseTensorProto,
    TensorError,
    from_dict,
    from_list,
    from_numpy,
    helper,
    to_dict,
    to_list,
    to_numpy,
    to_sparse,
)
from oracles.arrays import ours

X = numpy.array([1.0, 2.0], numpy.float32)


def refused(message: Any) -> bool:
    with pytest.raises(TensorError):
        to_numpy(ours(message))
    return True


def test_writing_to_an_array() -> None:
    raw, typed = numpy_helper.from_array(X), theirs.make_tensor("t", 1, [2], X)
    assert [numpy_helper.to_array(tensor).flags.writeable for tensor in (raw, typed)] == [0, 1]
    assert [to_numpy(ours(tensor)).flags.writeable for tensor in (raw, typed)] == [0, 0]


def test_data_that_is_not_as_long_as_the_sizes_say() -> None:
    for number in (onnx.TensorProto.UINT2, onnx.TensorProto.UINT4, onnx.TensorProto.FLOAT6E2M3):
        long = onnx.TensorProto(data_type=number, dims=[1], raw_data=bytes(9))
        assert numpy_helper.to_array(long).shape == (1,) and refused(long)
    negative = onnx.TensorProto(data_type=1, dims=[-1], raw_data=bytes(8))
    assert numpy_helper.to_array(negative).shape == (2,) and refused(negative)


def test_entries_that_the_type_has_no_room_for() -> None:
    tensor = onnx.TensorProto(data_type=onnx.TensorProto.UINT8, dims=[1], int32_data=[300])
    assert numpy_helper.to_array(tensor) == 44 and refused(tensor)


def test_data_in_two_places() -> None:
    tensor = onnx.TensorProto(data_type=1, dims=[2], raw_data=bytes(8), float_data=[1, 2])
    assert numpy_helper.to_array(tensor).tolist() == [0, 0] and refused(tensor)


def test_strings_that_end_with_nul_or_are_not_utf_8() -> None:
    tensor = onnx.TensorProto(data_type=onnx.TensorProto.STRING, dims=[1], string_data=[b"a\0"])
    assert numpy_helper.to_array(tensor).tolist() == ["a"]
    assert to_numpy(ours(tensor)).tolist() == ["a\0"]
    tensor.string_data[0] = b"\xff"
    with pytest.raises(UnicodeDecodeError):
        numpy_helper.to_array(tensor)
    assert from_numpy(to_numpy(ours(tensor))) == ours(tensor)


def test_arrays_of_another_byte_order() -> None:
    with pytest.raises(ValueError, match="Unable to convert type"):
        numpy_helper.from_array(X.astype(">f4"))
    assert from_numpy(X.astype(">f4")) == from_numpy(X)


def test_sparse_tensors() -> None:
    sparse = theirs.make_sparse_tensor(
        numpy_helper.from_array(X), numpy_helper.from_array(numpy.array([0, 2])), [3]
    )
    with pytest.raises(ValueError, match='has no "segment" field'):
        numpy_helper.to_array(sparse)  # type: ignore[arg-type]
    found = to_sparse(SparseTensorProto.FromString(sparse.SerializeToString()))
    assert found.to_dense().tolist() == [1, 0, 2]


def test_values_in_sequences_and_maps() -> None:
    for values in ([None, X], [{1: [X]}]):
        with pytest.raises((TypeError, ValueError)):
            numpy_helper.from_list(values)
        found = to_list(from_list(values))
        assert repr(found) == repr(values)


def test_keys_that_are_strings() -> None:
    message = onnx.MapProto(key_type=onnx.TensorProto.STRING, string_keys=[b"a"])
    message.values.CopyFrom(numpy_helper.from_list([X]))
    assert list(numpy_helper.to_dict(message)) == [b"a"]
    assert list(to_dict(ours(message))) == ["a"]
    assert from_dict(to_dict(ours(message))) == ours(message)


def test_numbers_that_do_not_fit() -> None:
    for number, value, wrong in (
        (onnx.TensorProto.UINT4, 17, 1),
        (onnx.TensorProto.FLOAT4E2M1, float("nan"), -0.0),
    ):
        with numpy.errstate(invalid="ignore"):
            tensor = theirs.make_tensor("t", number, [1], [value])
        assert float(numpy_helper.to_array(tensor)[0]) == wrong
        with pytest.raises(TensorError):
            helper.make_tensor("t", number, [1], [value])
