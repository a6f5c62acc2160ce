"""Writes tensors as files of arrays, as `numpy.save` does."""

from __future__ import annotations

import io
import os
from typing import Any

from .._external.data import is_external, place_buffer
from .._external.portions import portions, write_pieces
from .._files.new_files import NewFile
from .._files.user_paths import errors_naming
from .._runtime.message import Message
from .._tensors.numpy_modules import require_numpy
from .._tensors.places import TensorPlace
from .._text.terminal import printable
from .._values.tensors import to_numpy
from .progress import Progress
from .standard_streams import target_of
from .tensor_table import shown_name


def save_array(place: TensorPlace, message: Message, path: str) -> None:
    """Write a tensor to a file, what numpy has no type for as wider numbers, and report it."""
    array = _array(place, message)
    target = target_of(path)
    with Progress("writing") as progress:
        if not isinstance(target, str):
            write_pieces(_pieces(array), target, progress.tell)
            return
        with errors_naming(path):
            new = NewFile(os.path.realpath(path))
            try:
                new.write(portions(_pieces(array)), progress.tell)
                new.move()
            finally:
                new.remove()
    note = "; load it with allow_pickle=True" if array.dtype.kind == "O" else ""
    shown = f"{array.dtype}{list(array.shape)}"
    print(f"{printable(shown_name(place))}: {shown} in {printable(path)}{note}")


def _array(place: TensorPlace, message: Message) -> Any:
    tensor = place.tensor
    if is_external(tensor):
        # Found with the folder of the message, if the tensor has none of its own.
        place_buffer(place, message)
        tensor._origin = tensor._origin or message._origin
    array = to_numpy(tensor, small_types="float32")
    if array.dtype.kind == "O" and not any(text.endswith("\0") for text in array.flat):
        # Arrays of text need no pickle, and lose NULs at the end.
        array = array.astype(str)
    return array


def _pieces(array: Any) -> list[Any]:
    numpy = require_numpy()
    start, npy = io.BytesIO(), numpy.lib.format
    if array.dtype.kind == "O":
        npy.write_array(start, array)
        return [start.getvalue()]
    npy.write_array_header_1_0(start, npy.header_data_from_array_1_0(array))
    return [start.getvalue(), memoryview(array.reshape(-1).view(numpy.uint8))]
