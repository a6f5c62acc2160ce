"""`make_tensor` of numbers of every class, for every element type, as `onnx.helper` makes it."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy
import onnx
import pytest

from onnxwire import TensorError, TensorProto, helper

TYPES = [
    *("FLOAT", "DOUBLE", "FLOAT16", "COMPLEX64", "COMPLEX128", "BOOL"),
    *(f"{sign}INT{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)),
]
VALUES: dict[str, Any] = {
    "an int": 1,
    "a whole float": 1.0,
    "a negative zero": -0.0,
    "a bool": True,
    "zero": 0,
    "numpy's bool": numpy.True_,
    "numpy's float": numpy.float64(3.0),
    "numpy's integer": numpy.int16(7),
    "a fraction that is whole": Fraction(4, 2),
}
ARRAYS = [
    numpy.array([1, 0], dtype)
    for dtype in ("float16", "float32", "float64", "bool", "int8", "uint8", "int64", "uint64")
]


def made(values: Any, data_type: int) -> tuple[Any, Any]:
    """The tensors that both sides make."""
    theirs = onnx.helper.make_tensor("t", data_type, [len(values)], values)
    return helper.make_tensor("t", data_type, [len(values)], values), theirs


@pytest.mark.parametrize("named", VALUES)
@pytest.mark.parametrize("type_name", TYPES)
def test_values_are_taken_as_by_onnx(type_name: str, named: str) -> None:
    ours, theirs = made([VALUES[named]], TensorProto.DataType.Value(type_name))
    assert ours.SerializeToString() == theirs.SerializeToString()


@pytest.mark.parametrize("array", ARRAYS, ids=lambda array: str(array.dtype))
@pytest.mark.parametrize("type_name", TYPES)
def test_arrays_of_any_kind_are_taken_as_by_onnx(type_name: str, array: Any) -> None:
    ours, theirs = made(array, TensorProto.DataType.Value(type_name))
    assert ours.SerializeToString() == theirs.SerializeToString()


@pytest.mark.parametrize("type_name", [name for name in TYPES if "INT" in name])
@pytest.mark.parametrize(
    "value", [1.5, math.inf, -math.inf, math.nan, 1e300, 2**64, Fraction(1, 2), "1", None, 1j]
)
def test_what_is_no_whole_number_that_fits_is_refused(type_name: str, value: Any) -> None:
    data_type = TensorProto.DataType.Value(type_name)
    with pytest.raises(TensorError, match=rf"^TensorProto 't': element 1 is .*, no {type_name}$"):
        helper.make_tensor("t", data_type, [2], [1, value])


@pytest.mark.parametrize(
    ("type_name", "value"),
    [
        *(("FLOAT", value) for value in (1e39, -1e39, 10**400, 3.5e38)),
        *(("DOUBLE", value) for value in (10**400, -(10**400))),
        *(("COMPLEX64", value) for value in (1e39, complex(0, 1e39), 10**400)),
        ("COMPLEX128", 10**400),
        *(("FLOAT16", value) for value in (65520.0, 10**400)),
    ],
)
def test_numbers_that_are_too_large_are_refused(type_name: str, value: Any) -> None:
    data_type = TensorProto.DataType.Value(type_name)
    with pytest.raises(TensorError, match=f"too large for {type_name}$"):
        helper.make_tensor("t", data_type, [1], [value])


def test_infinite_numbers_stay_so() -> None:
    values = [math.inf, -math.inf, math.nan]
    for type_name in ("FLOAT", "DOUBLE", "FLOAT16"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            ours, theirs = made(values, TensorProto.DataType.Value(type_name))
        assert ours.SerializeToString() == theirs.SerializeToString()


@pytest.mark.parametrize("elem_type", [0, 6, 99])
def test_no_message_is_dropped_for_want_of_a_type(elem_type: int) -> None:
    tensor = helper.make_tensor("t", TensorProto.FLOAT, [1], [1.0])
    calls: tuple[Callable[[], Any], ...] = (
        lambda: helper.make_sequence("s", elem_type, [tensor]),
        lambda: helper.make_optional("o", elem_type, tensor),
    )
    for call in calls:
        with pytest.raises(TypeError, match=f"^elem_type is {elem_type}, which is no kind"):
            call()
    if elem_type:
        make_theirs: Any = onnx.helper.make_sequence
        with pytest.raises(TypeError):
            make_theirs("s", elem_type, [])
        with pytest.raises(TypeError, match="no kind of value"):
            helper.make_sequence("s", elem_type, [])
    else:
        assert helper.make_sequence("s", 0, []).elem_type == 0
        assert helper.make_optional("o", 0, None).elem_type == 0
