"""Tensors that contradict themselves: an error that says how, before anything is allocated."""

from __future__ import annotations

import time
import tracemalloc
from math import prod
from typing import Any

import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import checker

from onnxwire import OptionalProto, SequenceProto, TensorError, TensorProto, to_numpy
from onnxwire._tensors.element_types import DATA_FIELDS, ELEMENT_TYPE_BY_NUMBER
from onnxwire._tensors.layout import layout_of
from oracles.arrays import TYPE_NUMBERS, type_name

FLOAT, UINT8 = TensorProto.FLOAT, TensorProto.UINT8
NOT_STRING = [number for number in TYPE_NUMBERS if number != onnx.TensorProto.STRING]


def reason_of(tensor: TensorProto) -> str:
    with pytest.raises(TensorError) as caught:
        to_numpy(tensor)
    return str(caught.value)


@pytest.mark.parametrize("number", NOT_STRING, ids=type_name)
def test_raw_data_of_another_size_is_refused_with_both_sizes(number: int) -> None:
    # What `onnx` says a type takes, of 5 elements.
    needed = -(-5 * bits(number) // 8)
    tensor = TensorProto(name="w", data_type=number, dims=[5])
    for size in {0, 1, needed - 1, needed + 1, needed * 2} - {needed}:
        tensor.raw_data = bytes(size)
        reason = reason_of(tensor)
        assert reason.startswith(f"TensorProto 'w': {type_name(number)}[5] takes {needed} bytes")
        assert reason.endswith(f"raw_data has {size}")
        if size < needed:
            with pytest.raises(checker.ValidationError):
                checker.check_tensor(onnx.TensorProto.FromString(tensor.SerializeToString()))
    tensor.raw_data = bytes(needed)
    checker.check_tensor(onnx.TensorProto.FromString(tensor.SerializeToString()))
    assert to_numpy(tensor).shape == (5,)


def bits(number: int) -> int:
    """The bits of an element, told by the name of its type or by numpy."""
    name = type_name(number)
    small = {"UINT4": 4, "INT4": 4, "FLOAT4E2M1": 4, "UINT2": 2, "INT2": 2}
    if name in small or name.startswith("FLOAT6"):
        return small.get(name, 6)
    return onnx.helper.tensor_dtype_to_np_dtype(number).itemsize * 8


@pytest.mark.parametrize("number", TYPE_NUMBERS, ids=type_name)
def test_typed_fields_of_another_length_are_refused_with_both_lengths(number: int) -> None:
    name = type_name(number)
    field = ELEMENT_TYPE_BY_NUMBER[number].field
    needed = {4: 3, 2: 2}.get(ELEMENT_TYPE_BY_NUMBER[number].bits, 5)
    needed *= 2 if name.startswith("COMPLEX") else 1
    tensor = TensorProto(data_type=number, dims=[5])
    one = b"" if field == "string_data" else 0
    for count in {0, 1, needed - 1, needed + 1, needed * 2} - {needed}:
        setattr(tensor, field, [one] * count)
        reason = reason_of(tensor)
        assert f"{name}[5] takes {needed} entries" in reason
        assert reason.endswith(f"{field} has {count}")
        assert ("pairs" in reason) == name.startswith("COMPLEX")
    setattr(tensor, field, [one] * needed)
    assert to_numpy(tensor).shape == (5,)


@pytest.mark.parametrize(
    ("dims", "reason"),
    [
        ([-1], r"dims \[-1\]: negative size along axis 0"),
        ([2, -(2**63)], "negative size along axis 1"),
        ([0, -1], "negative size along axis 1"),
        ([2**62, 2], "2\\*\\*63 elements or more"),
        ([2**62, 4], "2\\*\\*63 elements or more"),
        ([2**32, 2**32], "2\\*\\*63 elements or more"),
        ([2**62], f"takes {2**64} bytes, raw_data has 4"),
        ([10**6], "takes 4000000 bytes, raw_data has 4"),
        ([3] * 10, r"FLOAT\[3, 3, 3, 3, 3, 3, 3, 3, \.\.\. 10 axes\] takes"),
        ([1] * 70, "numpy has no array of its shape"),
        ([0], "takes 0 bytes, raw_data has 4"),
    ],
)
def test_sizes_are_checked_before_anything_is_allocated(dims: list[int], reason: str) -> None:
    tensor = TensorProto(data_type=FLOAT, dims=dims, raw_data=bytes(4))
    tracemalloc.start()
    with pytest.raises(TensorError, match=reason):
        to_numpy(tensor)
    assert tracemalloc.get_traced_memory()[1] < 200_000
    tracemalloc.stop()


def test_no_elements_but_a_size_that_no_array_has() -> None:
    tensor = TensorProto(data_type=FLOAT, dims=[0, 2**62, 2**62])
    assert "numpy has no array of its shape" in reason_of(tensor)


def test_very_many_sizes_are_refused_at_once() -> None:
    tensor = TensorProto(data_type=FLOAT, dims=[2**62] * 200_000)
    start = time.perf_counter()
    reason = reason_of(tensor)
    # To multiply them all would take minutes.
    assert time.perf_counter() - start < 20
    assert len(reason) < 300


@pytest.mark.parametrize("number", TYPE_NUMBERS, ids=type_name)
def test_data_in_the_field_of_another_type_is_refused_with_the_right_one(number: int) -> None:
    home = ELEMENT_TYPE_BY_NUMBER[number].field
    for field in DATA_FIELDS[1:]:
        if field == home:
            continue
        tensor = TensorProto(data_type=number, dims=[1])
        setattr(tensor, field, [b"x"] if field == "string_data" else [1])
        reason = reason_of(tensor)
        assert f"its data is in {field}, but {type_name(number)} belongs in {home}" in reason
        with pytest.raises(checker.ValidationError):
            checker.check_tensor(onnx.TensorProto.FromString(tensor.SerializeToString()))


@pytest.mark.parametrize("raw", [b"", bytes(4)], ids=["empty", "full"])
def test_data_in_two_places_is_refused(raw: bytes) -> None:
    tensor = TensorProto(data_type=FLOAT, dims=[1], raw_data=raw, float_data=[3])
    assert "data in both raw_data and float_data" in reason_of(tensor)
    theirs = onnx.TensorProto.FromString(tensor.SerializeToString())
    # The checker does not see data that is there and empty, but then the reader fails.
    fails = checker.check_tensor if raw else onnx.numpy_helper.to_array
    with pytest.raises((checker.ValidationError, ValueError)):
        fails(theirs)


def test_strings_have_no_raw_data() -> None:
    tensor = TensorProto(data_type=TensorProto.STRING, dims=[1], raw_data=b"x")
    assert "strings belong in string_data, not in raw_data" in reason_of(tensor)


@pytest.mark.parametrize(
    ("tensor", "reason"),
    [
        (TensorProto(dims=[0]), "data_type is not set"),
        (TensorProto(data_type=0), "data_type is UNDEFINED"),
        (TensorProto(data_type=29), "unknown data_type 29"),
        (TensorProto(data_type=-1), "unknown data_type -1"),
    ],
)
def test_a_missing_or_unknown_type_is_named(tensor: TensorProto, reason: str) -> None:
    assert reason_of(tensor) == f"TensorProto: {reason}"


@pytest.mark.parametrize(
    ("name", "taken", "refused"),
    [
        ("UINT8", {0: 0, 255: 255, -1: 255}, [256, 300, -129]),
        ("INT8", {127: 127, -128: -128, 255: -1, 128: -128}, [256, -129]),
        ("BOOL", {1: 1, 0: 0, 2: 1, 255: 1, -1: 1}, [256, 65536, -129]),
        ("UINT16", {65535: 65535, -1: 65535}, [65536, -32769]),
        ("INT16", {-32768: -32768, 65535: -1}, [65536]),
        ("FLOAT16", {0x3800: 0.5, 0xC000: -2.0, 0xC000 - 0x10000: -2.0}, [0x13800]),
        ("BFLOAT16", {0x3F80: 1.0, -128: float("-inf")}, [0x10000]),
        ("FLOAT8E5M2", {0x3C: 1.0, 0xBC: -1.0, 0xBC - 256: -1.0}, [0x100]),
        ("FLOAT6E2M3", {0x08: 1.0, 0x28: -1.0}, [64, -1]),
        ("INT4", {0xF8: -8, 0xF8 - 256: -8, 7: 7}, [256, -129]),
        ("UINT2", {0xFF: 3, -1: 3}, [256]),
        ("UINT32", {2**32 - 1: 2**32 - 1}, [2**32, 2**64 - 1]),
    ],
)
def test_entries_hold_a_pattern_with_sign_or_without_and_nothing_wider(
    name: str, taken: dict[int, float], refused: list[int]
) -> None:
    number = TensorProto.DataType.Value(name)
    field = ELEMENT_TYPE_BY_NUMBER[number].field
    tensor = TensorProto(data_type=number, dims=[1])
    for entry, value in taken.items():
        setattr(tensor, field, [entry])
        theirs = onnx.TensorProto.FromString(tensor.SerializeToString())
        assert to_numpy(tensor) == value == onnx.numpy_helper.to_array(theirs)
    for entry in refused:
        setattr(tensor, field, [entry])
        assert f"{field}[0] is {entry}, which is no pattern of" in reason_of(tensor)


def test_bits_that_no_element_uses_are_not_looked_at() -> None:
    for number, data, wanted in ((22, b"\x87\xff", [7, -8, -1]), (26, b"\xfd", [1, -1])):
        tensor = TensorProto(data_type=number, dims=[len(wanted)], raw_data=data)
        assert to_numpy(tensor).astype(int).tolist() == wanted


@st.composite
def odd_tensors(draw: st.DrawFn) -> TensorProto:
    """Tensors that are right but for a number of entries, a field, a size or a type, or are right."""
    number = draw(st.sampled_from(TYPE_NUMBERS))
    element_type = ELEMENT_TYPE_BY_NUMBER[number]
    shape = draw(st.lists(st.integers(0, 4), max_size=3))
    count = prod(shape) + draw(st.sampled_from([0, 0, 0, 0, -1, 1]))
    tensor = TensorProto(data_type=number, dims=shape)
    if count > 0 and draw(st.booleans()) and element_type.bits:
        size = element_type.byte_count(count)
        tensor.raw_data = draw(st.binary(min_size=size, max_size=size))
    elif count > 0:
        wide = draw(st.sampled_from([0, 0, 0, 1]))
        highest = (1 << min(8 if element_type.is_packed else element_type.bits, 31) + wide) - 1
        size = element_type.entry_count(count)
        entries: Any = (
            st.binary(max_size=2)
            if number == TensorProto.STRING
            else (st.integers(0, min(max(highest, 1), 2**31 - 1)))
        )
        setattr(tensor, element_type.field, draw(st.lists(entries, min_size=size, max_size=size)))
    if draw(st.sampled_from([False] * 9 + [True])):
        setattr(tensor, draw(st.sampled_from(DATA_FIELDS[1:])), [])
        tensor.dims.append(draw(st.sampled_from([0, 1, -1, 2**40, 2**63 - 1])))
    if draw(st.sampled_from([False] * 9 + [True])):
        tensor.data_type = draw(st.integers(-1, 30))
    return tensor


@given(odd_tensors())
@settings(max_examples=500, deadline=None)
def test_what_is_read_is_what_onnx_reads_and_all_else_is_refused(tensor: TensorProto) -> None:
    try:
        found = to_numpy(tensor)
    except TensorError:
        return
    try:
        wanted = onnx.numpy_helper.to_array(onnx.TensorProto.FromString(tensor.SerializeToString()))
    except UnicodeDecodeError:
        assert tensor.data_type == TensorProto.STRING
        return
    assert found.dtype == wanted.dtype and found.shape == wanted.shape
    if tensor.data_type == TensorProto.STRING:
        assert [text.rstrip("\0") for text in found.reshape(-1)] == wanted.reshape(-1).tolist()
    elif tensor.data_type == TensorProto.BOOL:
        assert (found == wanted.view("uint8").astype(bool)).all()
    else:
        assert found.tobytes() == wanted.tobytes()


def test_a_segment_is_refused() -> None:
    tensor = TensorProto(data_type=FLOAT, dims=[1], float_data=[1], segment={"begin": 0, "end": 1})
    assert "segment" in reason_of(tensor) and "SequenceProto" not in reason_of(tensor)


def test_data_in_another_file_is_not_taken_for_none() -> None:
    tensor = TensorProto(data_type=FLOAT, dims=[0], data_location=TensorProto.EXTERNAL)
    assert "external data" in reason_of(tensor)


@pytest.mark.parametrize(
    ("message", "called"),
    [
        (SequenceProto(name="seq_in", elem_type=1, tensor_values=[TensorProto()]), "seq_in"),
        (OptionalProto(name="o", elem_type=1, tensor_value=TensorProto()), "o"),
        (SequenceProto(name="seq_empty", elem_type=1), "seq_empty"),
    ],
)
def test_sequences_and_optionals_read_as_a_tensor_are_recognized(
    message: SequenceProto | OptionalProto, called: str
) -> None:
    tensor = TensorProto.FromString(message.SerializeToString())
    assert f"could be a SequenceProto or OptionalProto named '{called}'" in reason_of(tensor)


def test_ordinary_tensors_without_data_are_not_taken_for_sequences() -> None:
    for dims in ([2, 3], [224, 224, 3], [64, 64], [110]):
        assert "Sequence" not in reason_of(TensorProto(data_type=FLOAT, dims=dims))


def test_the_layout_is_told_without_numpy_or_data() -> None:
    layout = layout_of(TensorProto(data_type=TensorProto.INT4, dims=[3, 2**40]))
    assert layout.shape == (3, 2**40) and layout.element_count == 3 * 2**40
    assert layout.byte_count == 3 * 2**39
    assert str(layout) == "INT4[3, 1099511627776]"


def test_another_message_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="a TensorProto is wanted, not SequenceProto"):
        to_numpy(SequenceProto())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no such choice: 'float'"):
        to_numpy(TensorProto(data_type=1, dims=[0]), small_types="float")  # type: ignore[arg-type]


def test_an_error_of_a_tensor_is_a_value_error_with_its_parts() -> None:
    with pytest.raises(ValueError) as caught:
        to_numpy(TensorProto(name="w", data_type=UINT8, dims=[1]))
    assert isinstance(caught.value, TensorError)
    assert caught.value.path == "TensorProto 'w'"
    assert caught.value.reason == "UINT8[1] takes 1 entry, int32_data has 0"
