"""Tensors to arrays and back: as `onnx.numpy_helper` does, without copies, and read-only."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from onnx import helper, numpy_helper

import onnxwire
from onnxwire import TensorError, TensorProto, from_numpy, to_numpy
from onnxwire._tensors.element_types import ELEMENT_TYPE_BY_NUMBER
from oracles.arrays import (
    SHAPES,
    TYPE_NUMBERS,
    assert_same_array,
    ours,
    random_array,
    their_array,
    their_typed_tensor,
    type_name,
)
from oracles.real_files import RealFile, real_files

every_type = pytest.mark.parametrize("number", TYPE_NUMBERS, ids=type_name)
NOT_STRING = [number for number in TYPE_NUMBERS if number != onnx.TensorProto.STRING]
every_type_of_bits = pytest.mark.parametrize("number", NOT_STRING, ids=type_name)
OF_NUMPY = [number for number in NOT_STRING if not ELEMENT_TYPE_BY_NUMBER[number].ml_dtype]
SMALL = [number for number in TYPE_NUMBERS if ELEMENT_TYPE_BY_NUMBER[number].ml_dtype]


def test_no_element_type_is_missed() -> None:
    assert len(TYPE_NUMBERS) == 28
    assert sorted(ELEMENT_TYPE_BY_NUMBER) == TYPE_NUMBERS


@every_type
def test_raw_data_is_read_as_onnx_reads_it(number: int) -> None:
    for shape in SHAPES:
        theirs = numpy_helper.from_array(random_array(number, shape))
        assert_same_array(to_numpy(ours(theirs)), their_array(theirs))


@every_type
def test_typed_fields_are_read_as_onnx_reads_them(number: int) -> None:
    for shape in SHAPES:
        array = random_array(number, shape)
        theirs = their_typed_tensor(array, number)
        assert not theirs.HasField("raw_data")
        found = to_numpy(ours(theirs))
        assert_same_array(found, their_array(theirs))
        assert_same_array(found, array)


@every_type
def test_arrays_become_the_bytes_that_onnx_makes_of_them(number: int) -> None:
    for shape in SHAPES:
        array = random_array(number, shape)
        made = from_numpy(array, "t")
        assert (
            made.SerializeToString()
            == ours(numpy_helper.from_array(array, "t")).SerializeToString()
        )
        assert_same_array(to_numpy(made), array)


@every_type_of_bits
def test_arrays_that_do_not_lie_in_one_piece_are_taken_in_order(number: int) -> None:
    array = random_array(number, (5, 6))
    for view in (array.T, array[::2, ::-1], array[1:2].T):
        assert_same_array(to_numpy(from_numpy(view)), numpy.ascontiguousarray(view))


@pytest.mark.parametrize("number", OF_NUMPY, ids=type_name)
def test_byte_order_of_an_array_does_not_show_in_the_tensor(number: int) -> None:
    array = random_array(number, (3, 5))
    swapped = array.astype(array.dtype.newbyteorder(">"))
    assert from_numpy(swapped) == from_numpy(array)


@given(
    arrays.arrays(
        st.one_of(
            arrays.floating_dtypes(endianness="?"),
            arrays.integer_dtypes(endianness="?"),
            arrays.unsigned_integer_dtypes(endianness="?"),
            arrays.complex_number_dtypes(sizes=(64, 128), endianness="?"),
            arrays.boolean_dtypes(),
        ).filter(lambda dtype: dtype.itemsize <= 16 and dtype.name != "float128"),
        arrays.array_shapes(min_dims=0, min_side=0, max_dims=4),
    )
)
@settings(max_examples=150, deadline=None)
def test_any_array_of_numpy_goes_to_a_tensor_and_back(array: Any) -> None:
    # `onnx` takes one byte order only.
    native = array.astype(array.dtype.newbyteorder("="))
    theirs = numpy_helper.from_array(native)
    made = from_numpy(array)
    assert made.raw_data == theirs.raw_data and made.data_type == theirs.data_type
    assert list(made.dims) == list(theirs.dims)
    assert_same_array(to_numpy(made), native)


@given(
    st.sampled_from(SMALL),
    arrays.array_shapes(min_dims=0, min_side=0, max_dims=3, max_side=9),
    st.integers(0, 2**32),
)
@settings(max_examples=150, deadline=None)
def test_any_array_of_ml_dtypes_goes_to_a_tensor_and_back(
    number: int, shape: tuple[int, ...], seed: int
) -> None:
    array = random_array(number, shape, seed)
    made = from_numpy(array)
    assert made.raw_data == numpy_helper.from_array(array).raw_data
    assert_same_array(to_numpy(made), array)


@pytest.mark.parametrize(
    "file", [file for file in real_files() if file.message_type.name == "TensorProto"], ids=str
)
def test_tensor_files_are_read_as_onnx_reads_them(file: RealFile) -> None:
    theirs = onnx.TensorProto.FromString(file.data)
    found = to_numpy(onnxwire.load(file.path, TensorProto))
    assert_same_array(found, their_array(theirs))
    assert_same_array(to_numpy(from_numpy(found)), found)


def test_tensors_of_models_are_read_as_onnx_reads_them() -> None:
    count = 0
    for file in real_files():
        if file.message_type.name == "ModelProto":
            model, their_model = onnxwire.load(file.path), onnx.load(file.path)
            for tensor, theirs in zip(tensors_of(model), tensors_of(their_model), strict=True):
                assert_same_array(to_numpy(tensor), their_array(theirs))
                count += 1
    assert count > 1000


def tensors_of(model: Any) -> list[Any]:
    in_nodes = [attribute.t for node in model.graph.node for attribute in node.attribute]
    return [*model.graph.initializer, *(tensor for tensor in in_nodes if tensor.data_type)]


# --- no copy, read-only ----------------------------------------------------------------


@every_type
def test_arrays_are_read_only_whatever_they_are_made_of(number: int) -> None:
    array = random_array(number, (3, 2))
    for theirs in (numpy_helper.from_array(array), their_typed_tensor(array, number)):
        tensor = ours(theirs)
        found = to_numpy(tensor)
        with pytest.raises(ValueError, match="read-only"):
            found[0, 0] = found[1, 1]
        mine = to_numpy(tensor, copy=True)
        mine[0, 0] = mine[1, 1]
        assert mine.flags.aligned and mine.flags.owndata
        assert_same_array(to_numpy(tensor), their_array(theirs))


@pytest.mark.parametrize("data_type", [1, 2, 6, 7, 9, 10, 11, 14, 16, 17])
def test_arrays_lie_over_the_mapped_file(data_type: int, tmp_path: Path) -> None:
    theirs = numpy_helper.from_array(random_array(data_type, (3000,)), "odd")
    (tmp_path / "t.pb").write_bytes(theirs.SerializeToString())
    tensor = onnxwire.load(tmp_path / "t.pb", TensorProto)
    found, again = to_numpy(tensor), to_numpy(tensor)
    address = [array.__array_interface__["data"][0] for array in (found, again)]
    assert address[0] == address[1]
    del tensor
    gc.collect()
    # The file is still mapped, for the array.
    assert_same_array(found, their_array(theirs))


@pytest.mark.parametrize("gap", range(1, 9))
@pytest.mark.parametrize("data_type", [1, 11, 15, 16])
def test_arrays_at_odd_places_compute_as_others_do(
    data_type: int, gap: int, tmp_path: Path
) -> None:
    array = numpy.arange(40).astype(helper.tensor_dtype_to_np_dtype(data_type))
    theirs = numpy_helper.from_array(array, "n" * gap)
    (tmp_path / "t.pb").write_bytes(theirs.SerializeToString())
    found = to_numpy(onnxwire.load(tmp_path / "t.pb", TensorProto))
    assert_same_array(found + found, array + array)
    assert found.sum() == array.sum()


# --- strings and truth values ----------------------------------------------------------


def test_strings_are_text_and_odd_bytes_survive() -> None:
    tensor = TensorProto(data_type=TensorProto.STRING, dims=[3])
    tensor.string_data = [b"\xff\xfe", "é".encode(), b"end\0"]
    found = to_numpy(tensor)
    assert found.tolist() == ["\udcff\udcfe", "é", "end\0"]
    assert from_numpy(found) == tensor


@pytest.mark.parametrize(
    "array",
    [
        numpy.array(["a", "bcd"]),
        numpy.array([b"a", b"bcd"]),
        numpy.array(["a", b"bcd"], object),
        ["a", "bcd"],
    ],
    ids=["str", "bytes", "objects", "list"],
)
def test_all_kinds_of_strings_make_the_same_tensor(array: Any) -> None:
    made = from_numpy(array)
    assert made.string_data == [b"a", b"bcd"] and made.data_type == TensorProto.STRING


def test_numbers_and_nested_lists_are_taken_as_numpy_takes_them() -> None:
    assert from_numpy(1.5) == from_numpy(numpy.array(1.5))
    assert from_numpy([[True], [False]]) == from_numpy(numpy.array([[True], [False]]))


def test_any_byte_but_0_is_true() -> None:
    raw = TensorProto(data_type=TensorProto.BOOL, dims=[4], raw_data=b"\0\1\2\xff")
    typed = TensorProto(data_type=TensorProto.BOOL, dims=[4], int32_data=[0, 1, 2, -1])
    for tensor in (raw, typed):
        found = to_numpy(tensor)
        assert_same_array(found, numpy.array([False, True, True, True]))


# --- what numpy has no type for --------------------------------------------------------


@pytest.mark.parametrize("number", SMALL, ids=type_name)
def test_numbers_are_the_same_in_float32_and_in_integers(number: int) -> None:
    array = random_array(number, (4, 25))
    tensor = from_numpy(array)
    bits = to_numpy(tensor, small_types="bits")
    if "INT" in type_name(number):
        assert_same_array(bits, array.astype(bits.dtype))
        assert_same_array(to_numpy(tensor, small_types="float32"), bits)
    else:
        assert_same_array(bits, array.view(bits.dtype))
        with numpy.errstate(invalid="ignore"):
            wanted = array.astype(numpy.float32)
        numpy.testing.assert_array_equal(to_numpy(tensor, small_types="float32"), wanted)
    assert from_numpy(bits, data_type=number) == tensor


WITHOUT_ML_DTYPES = """
import sys
sys.modules["ml_dtypes"] = None
import onnxwire
tensor = onnxwire.TensorProto.FromString(bytes.fromhex(sys.argv[1]))
array = onnxwire.to_numpy(tensor)
again = onnxwire.from_numpy(array, data_type=tensor.data_type)
print(array.dtype.name, array.tolist(), again == tensor)
"""


def test_without_ml_dtypes_arrays_are_the_integers() -> None:
    for number, wanted in (
        (onnx.TensorProto.BFLOAT16, "uint16 [16256, 49152] True"),
        (onnx.TensorProto.INT4, "int8 [1, -2] True"),
        (onnx.TensorProto.UINT2, "uint8 [1, 2] True"),
        (onnx.TensorProto.FLOAT6E2M3, "uint8 [8, 48] True"),
        (onnx.TensorProto.FLOAT, "float32 [1.0, -2.0] True"),
    ):
        numbers = [1, 2] if number == onnx.TensorProto.UINT2 else [1, -2]
        array = numpy.array(numbers).astype(helper.tensor_dtype_to_np_dtype(number))
        data = numpy_helper.from_array(array).SerializeToString()
        assert run(WITHOUT_ML_DTYPES, data.hex()) == wanted


def test_an_older_ml_dtypes_that_lacks_a_type_is_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    tensor = from_numpy(numpy.array([1, -2]).astype(ml_dtypes.float4_e2m1fn))
    monkeypatch.delattr(ml_dtypes, "float4_e2m1fn")
    assert_same_array(to_numpy(tensor), numpy.array([2, 12], numpy.uint8))


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
import onnxwire
for call in (
    lambda: onnxwire.to_numpy(onnxwire.TensorProto(data_type=1, dims=[0])),
    lambda: onnxwire.from_numpy([1.0]),
):
    try:
        call()
    except ImportError as error:
        print(error)
"""


def test_without_numpy_the_error_says_what_to_install() -> None:
    lines = set(run(WITHOUT_NUMPY).splitlines())
    assert lines == {"tensors as arrays need numpy, which is not installed: pip install numpy"}


def run(code: str, *words: str) -> str:
    command = [sys.executable, "-W", "error", "-c", code, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


# --- what cannot be made a tensor ------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: from_numpy(numpy.array(["2020"], "M8[Y]")), "no element type for datetime64"),
        (lambda: from_numpy(numpy.zeros(2, "i4,f4")), "no element type for"),
        (lambda: from_numpy(numpy.array([1], ml_dtypes.float8_e4m3)), "no element type for"),
        (lambda: from_numpy(numpy.array(["a", None], object)), "element 1 is of type NoneType"),
        (lambda: from_numpy(["\ud800"]), "element 0 has a lone surrogate"),
        (
            lambda: from_numpy(numpy.array([0, 8], "int8"), data_type=22),
            "element 1 is 8, INT4 takes -8 to 7",
        ),
        (
            lambda: from_numpy(numpy.array([4], "uint8"), data_type=25),
            "element 0 is 4, UINT2 takes 0 to 3",
        ),
        (lambda: from_numpy(numpy.array([64], "uint8"), data_type=27), "FLOAT6E2M3 takes 0 to 63"),
        (
            lambda: from_numpy(numpy.array([1], "int64"), data_type=1),
            "of int64 is no FLOAT; convert it",
        ),
        (lambda: from_numpy(numpy.array([1], "int64"), data_type=16), "of int64 is no BFLOAT16"),
        (lambda: from_numpy(numpy.array([1], "float32"), data_type=0), "is no UNDEFINED"),
        (lambda: from_numpy(numpy.array([1], "float32"), data_type=99), "is no <data type 99>"),
        (
            lambda: from_numpy(numpy.array([1], ml_dtypes.float8_e5m2), data_type=17),
            "of float8_e5m2 is no FLOAT8E4M3FN",
        ),
    ],
)
def test_arrays_that_are_no_tensor_are_refused(call: Callable[[], object], reason: str) -> None:
    with pytest.raises(TensorError, match=f"TensorProto.*{reason}"):
        call()
