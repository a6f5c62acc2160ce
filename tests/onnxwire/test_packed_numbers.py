"""Large typed fields become arrays from the record that they were read from, without a list."""

from __future__ import annotations

import sys

import numpy
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onnxwire import TensorError, TensorProto, to_numpy
from onnxwire._runtime.packed import Packed
from onnxwire._tensors import packed_numbers
from onnxwire._tensors.element_types import ELEMENT_TYPE_BY_NUMBER
from onnxwire._tensors.packed_numbers import varint_numbers
from oracles.arrays import (
    TYPE_NUMBERS,
    assert_same_array,
    ours,
    random_array,
    their_array,
    their_typed_tensor,
    type_name,
)

NUMBERS = [number for number in TYPE_NUMBERS if number != onnx.TensorProto.STRING]


@pytest.mark.parametrize("number", NUMBERS, ids=type_name)
def test_large_fields_are_read_as_onnx_reads_them(number: int) -> None:
    # Enough that two and four in an entry make a large record too.
    array = random_array(number, (7, 3001))
    theirs = their_typed_tensor(array, number)
    tensor = ours(theirs)
    slot = f"_{ELEMENT_TYPE_BY_NUMBER[number].field}"
    was_packed = type(getattr(tensor, slot)) is Packed
    # Negative numbers of 32 bits are written with ten bytes, and then a list is made at once.
    assert was_packed == (type_name(number) not in ("INT8", "INT16", "INT32"))
    assert_same_array(to_numpy(tensor), their_array(theirs))
    assert (type(getattr(tensor, slot)) is Packed) == was_packed
    tensor.dims[0] = 8
    with pytest.raises(TensorError, match=rf"{slot[1:]} has {len(getattr(tensor, slot[1:]))}$"):
        to_numpy(tensor)


def test_fields_of_fixed_width_are_not_copied() -> None:
    theirs = their_typed_tensor(random_array(onnx.TensorProto.FLOAT, (5000,)), 1)
    tensor = ours(theirs)
    address = to_numpy(tensor).__array_interface__["data"][0]
    assert address == to_numpy(tensor).__array_interface__["data"][0]
    # A list that somebody asked for is what counts from then on.
    tensor.float_data[0] = 77
    assert to_numpy(tensor)[0] == 77


def test_entries_are_counted_without_numpy_too(monkeypatch: pytest.MonkeyPatch) -> None:
    random = numpy.random.default_rng(5)
    numbers = (2 ** (random.random(3000) * 62)).astype(numpy.int64)
    tensor = ours(onnx.TensorProto(data_type=7, dims=[3000], int64_data=numbers))
    assert type(tensor._int64_data) is Packed
    assert packed_numbers.entry_count(tensor, "int64_data") == 3000
    monkeypatch.delitem(sys.modules, "numpy")
    assert packed_numbers.entry_count(tensor, "int64_data") == 3000


@given(
    st.lists(
        st.integers(0, 64).flatmap(
            lambda bits: st.integers(max(0, (1 << bits) - 3), (1 << bits) - 1)
        ),
        max_size=60,
    ),
    st.sampled_from([10, 11, 64, 1 << 17]),
)
@settings(max_examples=300, deadline=None)
def test_varints_of_all_widths_are_read_in_pieces_of_any_size(
    numbers: list[int], piece_bytes: int
) -> None:
    theirs = onnx.TensorProto(uint64_data=numbers)
    record = ours(theirs).ViewField("uint64_data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed_numbers, "_PIECE_BYTES", piece_bytes)
        found = varint_numbers(record)
    assert_same_array(found, numpy.array(theirs.uint64_data, numpy.uint64))


def test_an_empty_field_has_no_numbers() -> None:
    assert to_numpy(TensorProto(data_type=TensorProto.INT64, dims=[0])).tolist() == []
