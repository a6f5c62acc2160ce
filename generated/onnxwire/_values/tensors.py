# Copied by wiregen from templates/onnx/_values/tensors.py; do not edit.
"""Converts TensorProto from and to numpy arrays.

Every element type has one array type (see ElementType): that of numpy; for what numpy lacks that
of ml_dtypes where it is installed; else integers, one an element.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union

from .._external.data import buffer_at, folder_of
from .._tensors.arrays import as_array
from .._tensors.bit_packing import packed, unpacked
from .._tensors.element_types import (
    ELEMENT_TYPE_BY_DTYPE_NAME,
    ELEMENT_TYPE_BY_NUMBER,
    ElementType,
    element_name,
)
from .._tensors.error import TensorError
from .._tensors.layout import TensorLayout, data_field, layout_of, path_of, require_byte_count
from .._tensors.numpy_modules import Array, ml_dtype_of, require_numpy
from .._tensors.packed_numbers import entries_of_field
from .._tensors.small_floats import as_float32, is_small_float, rounded
from ..messages.onnx import TensorProto

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

SmallTypes = Literal["ml_dtypes", "bits", "float32"]
Folder = Union[str, os.PathLike[str], None]


def to_numpy(
    tensor: TensorProto,
    *,
    copy: bool = False,
    base_dir: Folder = None,
    small_types: SmallTypes = "ml_dtypes",
) -> NDArray[Any]:
    """The elements of a tensor as an array of its shape.

    The array is read-only whatever the type and wherever the data is: it may lie over the
    bytes of the message or of a mapped file, which it keeps alive, and is then not aligned if
    they are not. With `copy` it is aligned, and yours to change.

    Strings are `str` objects, bytes that are not UTF-8 surrogate escapes. Data that lies in
    another file is mapped, as `external_buffer` says; `base_dir` is the folder of the model, if
    it is not known from `load`. What numpy has no type
    for (bfloat16; floats of 8, 6 and 4 bits; integers of 4 and 2) is, by `small_types`:

    - `"ml_dtypes"`: of that package's types, if it is installed and has them, else as "bits";
    - `"bits"`: integers; for floats the pattern of bits, uint16 for bfloat16 and else uint8,
      for integers the number, int8 or uint8;
    - `"float32"`: floats as the same number in float32; integers as with "bits".

    TensorError if the tensor is not what the schema demands: sizes and data that disagree,
    data in two places or in a field of another type, entries of int32_data or uint64_data
    that the type has no room for. (A pattern may be written as a signed number too.)
    ModuleNotFoundError if numpy is not installed.
    """
    if not isinstance(tensor, TensorProto):
        raise TypeError(f"a TensorProto is wanted, not {type(tensor).__qualname__}")
    return Reading(copy, base_dir, small_types).array(tensor, path_of(tensor))


def from_numpy(array: ArrayLike, name: str = "", *, data_type: int | None = None) -> TensorProto:
    """The tensor of an array: little-endian in `raw_data`, strings in `string_data`.

    The element type is that of the array. `data_type` says which one it is if numpy lacks it:
    an array of integers, as `to_numpy(…, small_types="bits")` gives, is then taken as the
    patterns or numbers, one of float16, float32 or float64 is rounded to the type (see
    `onnxwire.small_floats.rounded`). It never turns one type into another otherwise.

    `str` and `bytes` make a STRING tensor. TensorError for what ONNX has no type for, for
    integers that do not fit, and for masked elements.
    """
    path = f"TensorProto {name!r}" if name else "TensorProto"
    values = as_array(array, path)
    element_type = _element_type(values, data_type, path)
    tensor = TensorProto(dims=values.shape, data_type=element_type.number)
    if name:
        tensor.name = name
    if element_type.field == "string_data":
        tensor.string_data = string_bytes(values.reshape(-1).tolist(), path)
    else:
        tensor.raw_data = _raw_bytes(values, element_type, path)
    return tensor


def array_of(
    layout: TensorLayout, buffer: Any, small_types: SmallTypes = "ml_dtypes", path: str = ""
) -> NDArray[Any]:
    """The array of some bytes in the form of `raw_data`, over these bytes where the type allows.

    TensorError unless they are as many as the layout takes.
    """
    numpy = require_numpy()
    require_byte_count(layout, memoryview(buffer).nbytes, "the data", path)
    element_type = layout.element_type
    if element_type.is_packed:
        codes = unpacked(buffer, element_type.bits, layout.element_count)
    else:
        dtype = numpy.dtype(element_type.dtype)
        if dtype.kind == "b":
            dtype = numpy.dtype(numpy.uint8)
        codes = numpy.frombuffer(buffer, dtype.newbyteorder("<"))
    array: NDArray[Any] = _shaped(_elements(codes, element_type, small_types), layout.shape, path)
    return array


class Reading(NamedTuple):
    """How tensors are to be read: the keywords of `to_numpy`."""

    copy: bool
    base_dir: Folder
    small_types: SmallTypes

    def array(self, tensor: TensorProto, path: str) -> NDArray[Any]:
        """As `to_numpy`; `path` is what errors call the tensor."""
        require_numpy()
        if self.small_types not in ("ml_dtypes", "bits", "float32"):
            raise ValueError(f"small_types: no such choice: {self.small_types!r}")
        layout = layout_of(tensor, path)
        field = data_field(tensor, layout, path)
        if field == "raw_data":
            array = array_of(layout, tensor.ViewField("raw_data"), self.small_types, path)
        elif field == "external_data":
            folder = folder_of(self.base_dir) or tensor._origin
            data = buffer_at(tensor, folder, path)
            array = array_of(layout, data, self.small_types, path)
        elif field == "string_data":
            array = _shaped(_strings(tensor.string_data), layout.shape, path)
        else:
            codes = _codes_of_entries(entries_of_field(tensor, field), layout, path)
            array = _elements(codes, layout.element_type, self.small_types)
            array = _shaped(array, layout.shape, path)
        if self.copy:
            return array.copy()
        array.flags.writeable = False
        return array


# --- from fields and bytes -------------------------------------------------------------


def _codes_of_entries(entries: Array, layout: TensorLayout, path: str) -> Array:
    """What the entries of a typed field hold: elements, or the patterns of their bits."""
    numpy = require_numpy()
    element_type = layout.element_type
    if element_type.is_complex:
        return entries.view(element_type.dtype)
    if element_type.dtype == entries.dtype.name:
        return entries
    # An entry holds the bits of one element, or of as many as share a byte.
    bits = 8 if element_type.bits in (2, 4) else element_type.bits
    lowest = -(1 << (bits - 1)) if entries.dtype.kind == "i" and bits != 6 else 0
    is_wrong = (entries < lowest) | (entries >= 1 << bits)
    if is_wrong.any():
        place = int(is_wrong.argmax())
        reason = f"{element_type.field}[{place}] is {entries[place]}, which is no pattern of"
        raise TensorError(f"{reason} {bits} bits, as {element_type.name} has", path)
    codes = entries.astype(numpy.uint8 if bits <= 8 else f"uint{bits}")
    if element_type.dtype == "bool":
        return codes != 0
    if element_type.bits in (2, 4):
        return unpacked(codes, element_type.bits, layout.element_count)
    return codes.view(element_type.dtype)


def _elements(codes: Array, element_type: ElementType, small_types: SmallTypes) -> Array:
    """Elements of their final type; `codes` are elements, or the patterns of their bits."""
    numpy = require_numpy()
    if element_type.dtype == "bool":
        # Any byte but 0 and 1 would be a truth value that numpy does not expect.
        return codes.view(bool) if codes.max(initial=0) <= 1 else codes != 0
    if not element_type.ml_dtype:
        return codes
    codes = codes.astype(codes.dtype.newbyteorder("="), copy=False)
    if small_types == "float32" and is_small_float(element_type):
        return as_float32(codes, element_type)
    ml_dtype = ml_dtype_of(element_type) if small_types == "ml_dtypes" else None
    if ml_dtype is not None:
        return codes.view(ml_dtype)
    if element_type.dtype == "int8":
        # The sign, from the highest bit of an element to that of its byte.
        spare = 8 - element_type.bits
        return (codes << spare).view(numpy.int8) >> spare
    return codes


def _strings(values: Iterable[bytes]) -> Array:
    numpy = require_numpy()
    texts = [value.decode("utf-8", "surrogateescape") for value in values]
    array = numpy.empty(len(texts), object)
    array[:] = texts
    return array


def _shaped(flat: Array, shape: tuple[int, ...], path: str) -> Array:
    try:
        return flat.reshape(shape)
    except ValueError as error:
        # Too many axes, or sizes beside a 0 that are too large.
        raise TensorError(f"numpy has no array of its shape: {error}", path) from None


# --- to fields and bytes ---------------------------------------------------------------


def _element_type(values: Array, data_type: int | None, path: str) -> ElementType:
    """The element type of an array, or the wanted one that it can be taken for."""
    if values.dtype.kind in "UST":
        own = ELEMENT_TYPE_BY_DTYPE_NAME["object"]
    else:
        found = ELEMENT_TYPE_BY_DTYPE_NAME.get(values.dtype.name)
        if found is None:
            raise TensorError(f"ONNX has no element type for {values.dtype}", path)
        own = found
    if data_type is None or data_type == own.number:
        return own
    wanted = ELEMENT_TYPE_BY_NUMBER.get(data_type)
    if wanted is not None and wanted.ml_dtype and not own.ml_dtype:
        is_float = own.dtype in ("float16", "float32", "float64") and is_small_float(wanted)
        if is_float or own.dtype == wanted.dtype:
            return wanted
    reason = f"an array of {values.dtype} is no {element_name(data_type)}; convert it first"
    raise TensorError(reason, path)


def _raw_bytes(values: Array, element_type: ElementType, path: str) -> bytes:
    if element_type.ml_dtype:
        values = _codes_of_array(values, element_type, path)
        if element_type.is_packed:
            return packed(values.reshape(-1), element_type.bits)
    data: bytes = values.astype(values.dtype.newbyteorder("<"), copy=False).tobytes()
    return data


def _codes_of_array(values: Array, element_type: ElementType, path: str) -> Array:
    """The patterns of the elements of an array of a type that numpy lacks, or stands in for it."""
    numpy = require_numpy()
    if values.dtype.name == element_type.ml_dtype:
        return numpy.ascontiguousarray(values).view(
            numpy.uint16 if element_type.bits == 16 else numpy.uint8
        )
    if values.dtype.kind == "f":
        return rounded(values, element_type, path)
    lowest, highest = 0, (1 << element_type.bits) - 1
    if element_type.dtype == "int8":
        lowest, highest = -(1 << (element_type.bits - 1)), highest >> 1
    is_wrong = (values < lowest) | (values > highest)
    if is_wrong.any():
        place = int(is_wrong.argmax())
        reason = f"element {place} is {values.reshape(-1)[place]}, {element_type.name} takes"
        raise TensorError(f"{reason} {lowest} to {highest}", path)
    return values


def string_bytes(values: list[Any], path: str) -> list[bytes]:
    """Texts in UTF-8, surrogate escapes as the bytes they stand for; bytes as they are."""
    encoded = []
    for place, value in enumerate(values):
        if isinstance(value, str):
            try:
                value = value.encode("utf-8", "surrogateescape")
            except UnicodeEncodeError:
                raise TensorError(f"element {place} has a lone surrogate", path) from None
        if not isinstance(value, bytes):
            kind = type(value).__qualname__
            reason = f"element {place} is of type {kind}; objects must be str or bytes"
            raise TensorError(reason, path)
        encoded.append(value)
    return encoded
