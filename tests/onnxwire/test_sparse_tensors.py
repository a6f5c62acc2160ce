"""Sparse tensors: both forms of indices, refused where ONNX's checker refuses them."""

from __future__ import annotations

from typing import Any

import numpy
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import checker, helper, numpy_helper

from onnxwire import (
    SparseArray,
    SparseTensorProto,
    TensorError,
    TensorProto,
    from_numpy,
    from_sparse,
    to_sparse,
)
from oracles.arrays import TYPE_NUMBERS, assert_same_array, random_array, type_name


def sparse_tensor(values: Any, indices: Any, shape: list[int]) -> SparseTensorProto:
    return SparseTensorProto(
        values=from_numpy(numpy.array(values, numpy.float32), "v"),
        indices=None if indices is None else from_numpy(numpy.array(indices, numpy.int64)),
        dims=shape,
    )


def check(message: SparseTensorProto) -> None:
    checker.check_sparse_tensor(onnx.SparseTensorProto.FromString(message.SerializeToString()))


@pytest.mark.parametrize("indices", [[1, 5], [[0, 1], [1, 2]]], ids=["linear", "coordinates"])
def test_both_forms_of_indices_give_the_same_array(indices: Any) -> None:
    found = to_sparse(sparse_tensor([5, 7], indices, [2, 3]))
    assert found.values.tolist() == [5, 7]
    assert found.indices.tolist() == [[0, 1], [1, 2]]
    assert found.shape == (2, 3)
    assert found.to_dense().tolist() == [[0, 5, 0], [0, 0, 7]]
    assert repr(found) == "<SparseArray float32[2, 3], 2 stored>"


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4), st.integers(0, 2**32), st.booleans())
@settings(max_examples=100, deadline=None)
def test_what_is_made_of_a_dense_array_gives_it_back(
    shape: list[int], seed: int, is_linear: bool
) -> None:
    dense = numpy.random.default_rng(seed).integers(0, 3, shape).astype(numpy.int16)
    places = numpy.flatnonzero(dense) if is_linear else numpy.argwhere(dense)
    made = from_sparse(dense[dense != 0], places, shape, "v")
    theirs = helper.make_sparse_tensor(
        numpy_helper.from_array(dense[dense != 0], "v"), numpy_helper.from_array(places), shape
    )
    assert made == SparseTensorProto.FromString(theirs.SerializeToString())
    check(made)
    assert_same_array(to_sparse(made).to_dense(), dense)


@pytest.mark.parametrize("number", TYPE_NUMBERS, ids=type_name)
def test_values_can_be_of_any_type(number: int) -> None:
    values = random_array(number, (3,))
    found = to_sparse(from_sparse(values, [0, 4, 5], (2, 3)))
    assert_same_array(found.values, values)
    dense = found.to_dense()
    assert_same_array(dense.reshape(-1)[[0, 4, 5]], values)
    assert dense[0, 1] == (
        "" if number == onnx.TensorProto.STRING else numpy.zeros(1, dense.dtype)[0]
    )


WRONG = {
    "transposed": (([5, 7, 9], [[0, 0, 1], [0, 1, 2]], [2, 3]), r"\[3\] or \[3, 2\] is wanted"),
    "rank 3": (([5, 7], [[[1], [5]]], [2, 3]), r"the shape is \[1, 2, 1\]"),
    "too few columns": (([5, 7], [[1], [2]], [2, 3]), r"\[2\] or \[2, 2\] is wanted"),
    "too many rows": (([5], [1, 2], [6]), r"the shape is \[2\], \[1\] or \[1, 1\] is wanted"),
    "scalar": (([5], 0, [6]), r"the shape is \[\], \[1\] or \[1, 1\] is wanted"),
    "unsorted": (([5, 7], [5, 1], [2, 3]), r"indices\[1\]: not behind the one before"),
    "doubled": (([5, 7], [1, 1], [2, 3]), r"indices\[1\]: not behind the one before"),
    "unsorted rows": (
        ([5, 7, 9], [[0, 2], [1, 0], [0, 3]], [4, 4]),
        r"indices\[2\]: not behind the one before",
    ),
    "doubled rows": (([5, 7], [[0, 2], [0, 2]], [4, 4]), r"indices\[1\]: not behind"),
    "beyond": (([5, 7], [1, 6], [2, 3]), r"indices\[1\]: 6 is out of range, 0 to 5"),
    "negative": (([5, 7], [-1, 5], [2, 3]), r"indices\[0\]: -1 is out of range, 0 to 5"),
    "beyond along an axis": (
        ([5, 7], [[0, 1], [0, 3]], [2, 3]),
        r"indices\[1\]\[1\]: 3 is out of range, 0 to 2",
    ),
    "nothing to index": (([5], [0], [0, 3]), "0 is out of range"),
    "no indices": (([5, 7], None, [2, 3]), "indices is not set, but values has 2 elements"),
    "no axis": (([5], [0], []), "dims is empty"),
    "two axes of values": (([[5]], [0], [2]), r"values: the shape is \[1, 1\], \[NNZ\] is wanted"),
}


@pytest.mark.parametrize(("parts", "reason"), WRONG.values(), ids=WRONG)
def test_wrong_indices_are_refused_where_they_are(parts: tuple[Any, ...], reason: str) -> None:
    message = sparse_tensor(*parts)
    with pytest.raises(TensorError, match=f"^SparseTensorProto 'v'.*{reason}"):
        to_sparse(message)
    with pytest.raises(checker.ValidationError):
        check(message)


def test_indices_of_another_type_are_refused() -> None:
    message = sparse_tensor([5], [1], [2])
    message.indices = from_numpy(numpy.array([1], numpy.int32))
    with pytest.raises(TensorError, match="indices: the type is INT32, INT64 is wanted"):
        to_sparse(message)
    with pytest.raises(checker.ValidationError):
        check(message)


def test_indices_in_the_typed_field_are_read() -> None:
    message = sparse_tensor([5], [1], [2])
    message.indices = TensorProto(data_type=TensorProto.INT64, dims=[1], int64_data=[1])
    check(message)
    assert to_sparse(message).to_dense().tolist() == [0, 5]


@pytest.mark.parametrize(
    "indices", [None, [], numpy.zeros((0, 2))], ids=["absent", "linear", "rows"]
)
def test_nothing_stored_is_all_zeros(indices: Any) -> None:
    message = sparse_tensor([], indices, [2, 3])
    check(message)
    assert to_sparse(message).indices.shape == (0, 2)
    assert to_sparse(message).to_dense().tolist() == [[0] * 3] * 2


def test_a_shape_that_no_memory_holds_is_refused_before_it_is_allocated() -> None:
    found = to_sparse(sparse_tensor([5], [2**50 - 1], [2**25, 2**25]))
    assert found.indices.tolist() == [[2**25 - 1, 2**25 - 1]]
    with pytest.raises(TensorError, match=f"takes {2**52} bytes, more than {2**32}"):
        found.to_dense()
    small = to_sparse(sparse_tensor([5], [2], [3]))
    with pytest.raises(TensorError, match="takes 12 bytes, more than 11"):
        small.to_dense(most_bytes=11)
    with pytest.raises(TensorError, match="2\\*\\*63 elements or more"):
        to_sparse(sparse_tensor([5], [2], [2**62, 2]))


def test_faults_of_the_parts_are_told_with_their_place() -> None:
    message = sparse_tensor([5], [1], [2])
    message.values.raw_data = b""
    with pytest.raises(TensorError) as caught:
        to_sparse(message)
    assert (
        str(caught.value) == "SparseTensorProto 'v'.values: FLOAT[1] takes 4 bytes, raw_data has 0"
    )
    with pytest.raises(TensorError, match="values is not set"):
        to_sparse(SparseTensorProto(dims=[1]))
    with pytest.raises(TypeError, match="a SparseTensorProto is wanted, not TensorProto"):
        to_sparse(TensorProto())  # type: ignore[arg-type]


def test_indices_that_are_no_integers_of_64_bits_are_refused() -> None:
    for indices in ([0.5], [2**63]):
        with pytest.raises(TensorError, match="indices must be integers of 64 bits"):
            from_sparse([1.0], indices, [2])


def test_a_sparse_array_can_be_made_by_hand() -> None:
    array = SparseArray(numpy.array([2.5]), numpy.array([[1, 0]]), (2, 2))
    assert array.to_dense().tolist() == [[0, 0], [2.5, 0]]
