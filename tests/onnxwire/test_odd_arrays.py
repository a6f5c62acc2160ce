"""Arrays of all kinds as tensors: the right values, or an error; never others without a word."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import onnx
import pytest

import onnxwire
from onnxwire import TensorError, TensorProto, from_numpy, helper, to_numpy
from onnxwire._tensors.element_types import ELEMENT_TYPE_BY_NUMBER
from onnxwire.small_floats import rounded

MASKED = numpy.ma.array([1.0, 2.0, 3.0], mask=[False, True, False])
WAYS: dict[str, Callable[[Any], Any]] = {
    "from_numpy": from_numpy,
    "of a small type": lambda array: from_numpy(array, data_type=TensorProto.BFLOAT16),
    "make_tensor": lambda array: helper.make_tensor("t", TensorProto.FLOAT, [3], array),
    "make_tensor, raw": lambda array: helper.make_tensor("t", TensorProto.FLOAT, [3], array, True),
    "make_tensor, small": lambda array: helper.make_tensor("t", TensorProto.INT4, [3], array),
    "make_tensor, half": lambda array: helper.make_tensor("t", TensorProto.FLOAT16, [3], array),
    "make_tensor, text": lambda array: helper.make_tensor("t", TensorProto.STRING, [3], array),
    "make_tensor, bool": lambda array: helper.make_tensor("t", TensorProto.BOOL, [3], array),
    "from_list": lambda array: onnxwire.from_list([array]),
    "from_optional": onnxwire.from_optional,
    "from_dict": lambda array: onnxwire.from_dict({1: array}),
    "values": lambda array: onnxwire.from_sparse(array, [0, 1, 2], [9]),
    "indices": lambda array: onnxwire.from_sparse([1, 2, 3], array, [9]),
    "rounded": lambda array: rounded(array, ELEMENT_TYPE_BY_NUMBER[TensorProto.BFLOAT16], "t"),
    "attribute_value": lambda array: onnxwire.make_attribute("a", array),
    "make_node": lambda array: helper.make_node("Constant", [], ["y"], value_floats=array),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dtype", ["float32", "int64", "uint8", "bool", "U1", "O", "complex64"])
def test_masked_elements_are_an_error(way: str, dtype: str) -> None:
    masked = MASKED.astype(dtype)
    for array in (masked, list(masked), tuple(masked)):
        with pytest.raises(ValueError, match="TensorProto|elements|masked|indices"):
            WAYS[way](array)


def test_the_error_of_masked_elements_says_what_to_do() -> None:
    arrays: tuple[Any, ...] = (MASKED, [[MASKED]], [1.0, numpy.ma.masked], numpy.ma.masked)
    for array in (*arrays, (MASKED, MASKED)):
        with pytest.raises(TensorError, match=r"^TensorProto 'w': elements are masked; fill them"):
            from_numpy(array, "w")
    assert to_numpy(from_numpy(MASKED.filled(0))).tolist() == [1, 0, 3]


def test_arrays_that_could_have_masked_elements_and_have_none_are_taken() -> None:
    masks: tuple[Any, Any] = (numpy.ma.nomask, [False] * 3)
    for mask in masks:
        array = numpy.ma.array([1.0, 2.0, 3.0], mask=mask)
        assert to_numpy(from_numpy(array)).tolist() == [1, 2, 3]
        assert to_numpy(from_numpy([array])).tolist() == [[1, 2, 3]]


BASE = numpy.arange(24, dtype=numpy.int16).reshape(2, 3, 4)
RIGHT = {
    "a matrix": numpy.asarray([[1, 2], [3, 4]]).view(numpy.matrix),
    "a matrix of text": numpy.asarray([["a", "b"], ["c", "d"]]).view(numpy.matrix),
    "an array of characters": numpy.array(["a", "b"]).view(numpy.char.chararray),
    "fields of records": numpy.rec.array([(1, 2.5), (3, 4.5)], dtype=[("a", "i4"), ("b", "f4")]).b,
    "transposed": BASE.T,
    "with steps": BASE[:, ::2, ::-1],
    "bools with steps": numpy.array([True, False, True, False])[::2],
    "broadcast": numpy.broadcast_to(numpy.float32(1.5), (2, 3)),
    "read-only": numpy.frombuffer(b"12345678", numpy.int16),
    "not aligned": numpy.frombuffer(b"x12345678", numpy.uint8)[1:].view(numpy.float32),
    "in Fortran's order": numpy.asfortranarray(BASE),
    "without elements": numpy.zeros((0, 3), numpy.float16),
    "text without elements": numpy.zeros((2, 0), "U3"),
    "objects without elements": numpy.zeros(0, object),
    "a scalar": numpy.float32(2.5),
    "objects": numpy.array(["a\0", "ü"], object),
    "nested lists": [[1, 2], [3, 4]],
    "nested texts": [["a", "b"], ["c", "d"]],
    "one text": "text",
    "no values": [],
    "bools and integers": [True, 2],
    "integers and floats": [2**63, -1, 0.5],
}


@pytest.mark.parametrize("kind", RIGHT)
def test_arrays_of_all_kinds_have_their_values(kind: str) -> None:
    array: Any = RIGHT[kind]
    expected = numpy.asarray(array)
    found = onnx.numpy_helper.to_array(theirs(from_numpy(array)))
    assert found.shape == expected.shape and found.dtype.kind == expected.dtype.kind.replace(
        "U", "O"
    )
    if kind != "objects":
        # onnx loses the NUL.
        assert found.tolist() == expected.tolist()
    assert to_numpy(from_numpy(array)).tolist() == expected.tolist()


def theirs(tensor: TensorProto) -> onnx.TensorProto:
    return onnx.TensorProto.FromString(tensor.SerializeToString())


@pytest.mark.parametrize("code", ["i2", "u4", "i8", "f2", "f4", "f8", "c8", "c16", "U2", "b1"])
def test_arrays_of_both_byte_orders_have_their_values(code: str) -> None:
    values = numpy.array([1, 0, 1, 1]).astype(code)
    swapped = values.astype(values.dtype.newbyteorder())
    assert from_numpy(swapped) == from_numpy(values)
    assert to_numpy(from_numpy(swapped[::2])).tolist() == values[::2].tolist()


def test_a_mapped_array_has_its_values(tmp_path: Path) -> None:
    numpy.save(tmp_path / "a.npy", BASE)
    array = numpy.load(tmp_path / "a.npy", mmap_mode="r")
    assert to_numpy(from_numpy(array)).tolist() == BASE.tolist()


@pytest.mark.parametrize("text", ["a\0", "\0", "\0\0a\0\0", b"a\0", "ü\0"])
def test_texts_keep_their_nuls(text: Any) -> None:
    raw = text if isinstance(text, bytes) else text.encode()
    for values in ([text, "b"], (text, "b"), numpy.array([text, "b"], object)):
        assert list(from_numpy(values).string_data) == [raw, b"b"]
    assert list(from_numpy(text).string_data) == [raw]


WRONG = {
    "None among objects": numpy.array(["a", None], object),
    "numbers as objects": numpy.array([1, 2], object),
    "lists as objects": numpy.array([["a"], ["b", "c"]], object),
    "records": numpy.rec.array([(1, 2.5)], dtype=[("a", "i4"), ("b", "f4")]),
    "a structure": numpy.zeros(2, [("a", "i4")]),
    "bytes without a type": numpy.zeros(2, "V4"),
    "dates": numpy.array(["2020-01-01"], "datetime64[D]"),
    "times": numpy.array([1], "timedelta64[s]"),
    "long floats": numpy.zeros(2, numpy.longdouble),
    "lists of several lengths": [[1], [2, 3]],
    "None": None,
    "a dict": {"a": 1},
    "a set": {1},
    "fractions": [Fraction(1, 2)],
    "numbers and text": [1, "a"],
    "integers too large": [1 << 70],
    "integers of which numpy makes floats": [1 << 63, -1],
    "nested ones": [[1 << 63, 1], [0, -1]],
    "numpy's integers": [numpy.uint64(1 << 63), numpy.int64(-1)],
    "surrogates": ["\ud800"],
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_onnx_has_no_type_for_is_an_error(kind: str) -> None:
    with pytest.raises(TensorError, match="^TensorProto 'w': "):
        from_numpy(WRONG[kind], "w")  # type: ignore[arg-type]
