"""Rounding to the small floats, and what their patterns mean: as ml_dtypes and `onnx` have it."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from onnxwire import TensorError, from_numpy, to_numpy
from onnxwire._tensors.element_types import ELEMENT_TYPE_BY_NUMBER
from onnxwire.small_floats import as_float32, is_small_float, rounded
from oracles.arrays import type_name

SMALL_FLOATS = [
    number
    for number, element_type in ELEMENT_TYPE_BY_NUMBER.items()
    if is_small_float(element_type)
]
E8M0 = onnx.TensorProto.FLOAT8E8M0
every_small_float = pytest.mark.parametrize("number", SMALL_FLOATS, ids=type_name)
rounded_to_nearest = pytest.mark.parametrize(
    "number", [number for number in SMALL_FLOATS if number != E8M0], ids=type_name
)


def their_type(number: int) -> Any:
    return helper.tensor_dtype_to_np_dtype(number)


def codes_of(number: int) -> NDArray[Any]:
    bits = ELEMENT_TYPE_BY_NUMBER[number].bits
    return numpy.arange(1 << bits, dtype=numpy.uint16 if bits == 16 else numpy.uint8)


def test_they_are_all_the_floats_that_numpy_lacks() -> None:
    names = {type_name(number) for number in SMALL_FLOATS}
    assert names == {
        name
        for name in onnx.TensorProto.DataType.keys()
        if "FLOAT" in name and name not in ("FLOAT", "FLOAT16")
    }


@every_small_float
def test_every_pattern_is_the_number_that_ml_dtypes_says(number: int) -> None:
    codes = codes_of(number)
    with numpy.errstate(invalid="ignore"):
        wanted = codes.view(their_type(number)).astype(numpy.float32)
    found = as_float32(codes, ELEMENT_TYPE_BY_NUMBER[number])
    assert found.dtype == numpy.float32
    numpy.testing.assert_array_equal(found, wanted)
    numpy.testing.assert_array_equal(
        numpy.signbit(found[found == 0]), numpy.signbit(wanted[wanted == 0])
    )


@rounded_to_nearest
def test_every_number_of_a_type_keeps_its_pattern(number: int) -> None:
    codes = codes_of(number)
    numbers = as_float32(codes, ELEMENT_TYPE_BY_NUMBER[number])
    is_finite = numpy.isfinite(numbers)
    again = rounded(numbers[is_finite], ELEMENT_TYPE_BY_NUMBER[number], "")
    numpy.testing.assert_array_equal(again, codes[is_finite])


@rounded_to_nearest
def test_numbers_between_two_are_rounded_as_ml_dtypes_rounds_them(number: int) -> None:
    element_type = ELEMENT_TYPE_BY_NUMBER[number]
    numbers = as_float32(codes_of(number), element_type)
    numbers = numpy.unique(numbers[numpy.isfinite(numbers)]).astype(numpy.float64)
    halfway = ((numbers[1:] + numbers[:-1]) / 2).astype(numpy.float32)
    largest = numpy.float32(numpy.finfo(numpy.float32).max)
    near = [numpy.nextafter(halfway, -largest), halfway, numpy.nextafter(halfway, largest)]
    assert_rounded_as_theirs(numpy.concatenate(near), number)


@given(st.lists(st.floats(width=32, allow_nan=False), min_size=1, max_size=20))
@settings(max_examples=100, deadline=None)
def test_any_number_is_rounded_as_ml_dtypes_rounds_it(numbers: list[float]) -> None:
    for number in SMALL_FLOATS:
        if number != E8M0:
            assert_rounded_as_theirs(numpy.array(numbers, numpy.float32), number)


def assert_rounded_as_theirs(numbers: NDArray[Any], number: int) -> None:
    their = their_type(number)
    # Beyond the largest number is the largest, but in bfloat16, where `onnx` leaves infinity.
    kept = numbers if number == onnx.TensorProto.BFLOAT16 else clipped(numbers, their)
    wanted = kept.astype(their)
    found = rounded(numbers, ELEMENT_TYPE_BY_NUMBER[number], "")
    numpy.testing.assert_array_equal(found, wanted.view(found.dtype))
    tensor = from_numpy(numbers, data_type=number)
    assert tensor.raw_data == numpy_helper.from_array(wanted).raw_data


def clipped(numbers: NDArray[Any], their: Any) -> NDArray[Any]:
    largest = float(ml_dtypes.finfo(their).max)  # type: ignore[no-untyped-call]
    found: NDArray[Any] = numpy.clip(numbers, -largest, largest)
    return found


@every_small_float
def test_nan_stays_nan_or_is_refused(number: int) -> None:
    # Signalling, quiet and negative: the one that must not become infinity is the first.
    patterns = numpy.array([0x7F800001, 0x7FC00000, 0xFF800001, 0x7FFFFFFF], numpy.uint32)
    numbers = patterns.view(numpy.float32)
    if type_name(number).startswith(("FLOAT4", "FLOAT6")):
        with pytest.raises(TensorError, match=f"{type_name(number)} has no NaN, element 0 is NaN"):
            from_numpy(numbers, data_type=number)
        return
    assert numpy.isnan(to_numpy(from_numpy(numbers, data_type=number), small_types="float32")).all()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_scales_are_rounded_up_as_onnx_rounds_them(dtype: str) -> None:
    random = numpy.random.default_rng(8)
    exponents = (
        random.uniform(-14, 15, 2000) if dtype == "float16" else random.uniform(-126, 127, 2000)
    )
    numbers = (2.0**exponents).astype(dtype)
    numbers = numpy.concatenate([numbers, (2.0 ** numpy.arange(-14, 15)).astype(dtype)])
    wanted = numpy_helper.to_float8e8m0(numbers.astype(numpy.float32)).view(numpy.uint8)
    numpy.testing.assert_array_equal(rounded(numbers, ELEMENT_TYPE_BY_NUMBER[E8M0], ""), wanted)


def test_scales_at_the_borders() -> None:
    numbers = numpy.array([0.0, 2.0**-149, 2.0**-127, 2.0**127, 1e300, numpy.inf, numpy.nan])
    found = rounded(numbers, ELEMENT_TYPE_BY_NUMBER[E8M0], "")
    assert found.tolist() == [0, 0, 0, 254, 254, 255, 255]
    with pytest.raises(TensorError, match="FLOAT8E8M0 has no number below 0, element 1 is"):
        from_numpy(numpy.array([1.0, -1.0]), data_type=E8M0)
