"""Converts SparseTensorProto from and to arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._tensors.arrays import as_array
from .._tensors.error import TensorError
from .._tensors.layout import count_elements, layout_of, shape_text
from .._tensors.numpy_modules import Array, require_numpy
from ..messages.onnx import SparseTensorProto, TensorProto
from .tensors import Folder, Reading, SmallTypes, from_numpy

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

# 4 GiB: a few bytes of a file can ask for any amount.
_MOST_DENSE_BYTES = 1 << 32


class SparseArray:
    """The stored elements of a sparse tensor: NNZ of them.

    `values` has the shape [NNZ]; `indices` the shape [NNZ, rank], a row with the index of the
    element along each axis, ascending, int64; `shape` is that of the dense tensor.
    """

    __slots__ = ("values", "indices", "shape")

    def __init__(self, values: NDArray[Any], indices: NDArray[Any], shape: tuple[int, ...]) -> None:
        self.values = values
        self.indices = indices
        self.shape = shape

    def to_dense(self, *, most_bytes: int = _MOST_DENSE_BYTES) -> NDArray[Any]:
        """The dense array, writable and of the type of the values.

        Where nothing is stored, all bits are zero; strings are empty there.
        TensorError if it would take more than `most_bytes`.
        """
        numpy = require_numpy()
        count = count_elements(self.shape, "SparseArray")
        needed = count * self.values.dtype.itemsize
        if needed > most_bytes:
            reason = f"the dense array of shape {shape_text(self.shape)} takes {needed} bytes"
            raise TensorError(f"{reason}, more than {most_bytes}", "SparseArray")
        dense: NDArray[Any] = numpy.zeros(self.shape, self.values.dtype)
        if self.values.dtype.kind == "O":
            dense[...] = ""
        dense[tuple(self.indices.T)] = self.values
        return dense

    def __repr__(self) -> str:
        kind = f"{self.values.dtype}{shape_text(self.shape)}"
        return f"<SparseArray {kind}, {len(self.values)} stored>"


def to_sparse(
    sparse_tensor: SparseTensorProto,
    *,
    copy: bool = False,
    base_dir: Folder = None,
    small_types: SmallTypes = "ml_dtypes",
) -> SparseArray:
    """The stored elements of a sparse tensor; the keywords are those of `to_numpy`.

    Both forms of indices are read, [NNZ, rank] and the linear one, [NNZ]. TensorError if they
    are of another shape or type, out of range, not ascending or doubled (SparseTensorProto
    demands that), or if `dims` has no size.
    """
    if not isinstance(sparse_tensor, SparseTensorProto):
        raise TypeError(f"a SparseTensorProto is wanted, not {type(sparse_tensor).__qualname__}")
    name = sparse_tensor.values.name
    path = f"SparseTensorProto {name!r}" if name else "SparseTensorProto"
    return read_sparse(sparse_tensor, Reading(copy, base_dir, small_types), path)


def read_sparse(sparse_tensor: SparseTensorProto, reading: Reading, path: str) -> SparseArray:
    """As `to_sparse`; `path` is what errors call the sparse tensor."""
    shape = tuple(sparse_tensor.dims)
    if not shape:
        raise TensorError("dims is empty: a sparse tensor has at least one axis", path)
    count = count_elements(shape, path)
    if not sparse_tensor.HasField("values"):
        raise TensorError("values is not set", path)
    layout = layout_of(sparse_tensor.values, f"{path}.values")
    if len(layout.shape) != 1:
        reason = f"the shape is {shape_text(layout.shape)}, [NNZ] is wanted"
        raise TensorError(reason, f"{path}.values")
    values = reading.array(sparse_tensor.values, f"{path}.values")
    indices = _indices(sparse_tensor, layout.element_count, shape, count, reading, path)
    return SparseArray(values, indices, shape)


def from_sparse(
    values: ArrayLike,
    indices: ArrayLike,
    shape: Sequence[int],
    name: str = "",
    *,
    data_type: int | None = None,
) -> SparseTensorProto:
    """The sparse tensor of some values and their places, in the form of the indices given.

    `values` has the shape [NNZ]; `indices` [NNZ, rank], or [NNZ] for the linear form;
    `data_type` is that of `from_numpy`. TensorError for what `to_sparse` would refuse.
    """
    numpy = require_numpy()
    places = as_array(indices, "SparseTensorProto")
    if places.size == 0:
        places = places.astype(numpy.int64)
    if places.dtype.kind not in "iu" or (places > (1 << 63) - 1).any():
        raise TensorError("indices must be integers of 64 bits", "SparseTensorProto")
    made = SparseTensorProto(
        values=from_numpy(values, name, data_type=data_type),
        indices=from_numpy(places.astype(numpy.int64)),
        dims=shape,
    )
    to_sparse(made)
    return made


def _indices(
    sparse_tensor: SparseTensorProto,
    stored: int,
    shape: tuple[int, ...],
    count: int,
    reading: Reading,
    path: str,
) -> Array:
    """The indices of the stored elements along each axis, checked."""
    numpy = require_numpy()
    if not sparse_tensor.HasField("indices"):
        if stored:
            raise TensorError(f"indices is not set, but values has {stored} elements", path)
        return numpy.zeros((0, len(shape)), numpy.int64)
    path = f"{path}.indices"
    layout = layout_of(sparse_tensor.indices, path)
    if layout.element_type.number != TensorProto.INT64:
        raise TensorError(f"the type is {layout.element_type.name}, INT64 is wanted", path)
    if layout.shape not in ((stored,), (stored, len(shape))):
        found = shape_text(layout.shape)
        reason = f"the shape is {found}, [{stored}] or [{stored}, {len(shape)}] is wanted"
        raise TensorError(reason, path)
    places = reading.array(sparse_tensor.indices, path)
    if len(layout.shape) == 1:
        _require_in_range(places, count, path)
        _require_ascending(places[1:] > places[:-1], path)
        return _along_axes(places, shape)
    _require_in_range(places, shape, path)
    steps = places[1:] - places[:-1]
    # Rows compare from left to right: the first axis along which two differ decides.
    deciding = (steps != 0).argmax(axis=1)
    _require_ascending(steps[numpy.arange(len(steps)), deciding] > 0, path)
    return places


def _along_axes(places: Array, shape: tuple[int, ...]) -> Array:
    """The index along each axis of positions in row-major order."""
    numpy = require_numpy()
    made = numpy.empty((len(places), len(shape)), numpy.int64)
    if len(places):
        for axis in reversed(range(len(shape))):
            places, made[:, axis] = numpy.divmod(places, shape[axis])
    return made


def _require_in_range(places: Array, sizes: int | tuple[int, ...], path: str) -> None:
    numpy = require_numpy()
    is_wrong = (places < 0) | (places >= numpy.array(sizes, numpy.int64))
    if is_wrong.any():
        place = numpy.argwhere(is_wrong)[0].tolist()
        size = sizes if isinstance(sizes, int) else sizes[place[1]]
        reason = f"{places[tuple(place)]} is out of range, 0 to {size - 1}"
        raise TensorError(reason, path + "".join(f"[{index}]" for index in place))


def _require_ascending(ascends: Array, path: str) -> None:
    if not ascends.all():
        place = int((~ascends).argmax()) + 1
        reason = "not behind the one before it: indices must ascend, without duplicates"
        raise TensorError(reason, f"{path}[{place}]")
