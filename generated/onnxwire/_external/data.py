# Copied by wiregen from templates/onnx/_external/data.py; do not edit.
"""Reads, verifies and embeds external data.

What a tensor says of its data is described in ONNX's docs/ExternalData.md: the keys `location`,
`offset`, `length` and `checksum` of its field `external_data`. locations.py says which files
may be read.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

from .._runtime.message import Message
from .._tensors.layout import fields_with_data, layout_of, path_of
from .._tensors.places import TensorPlace, tensor_places
from ..messages.onnx import TensorProto
from .data_folder import DataFolder
from .error import ExternalDataError
from .locations import LocationError

_KEYS = frozenset(("location", "offset", "length", "checksum"))
# The `onnx` package leaves in a model from which folder it was loaded.
_KNOWN_KEYS = _KEYS | {"basepath"}
# Beyond 2**64 there is nothing, and converting long texts to numbers takes long.
_MOST_DIGITS = 20
_DIGEST_SIZE = 40

BaseFolder = str | os.PathLike[str] | None


class ExternalReference(NamedTuple):
    """What the field `external_data` of a tensor says; None where it does not say it."""

    location: str
    offset: int
    length: int | None
    checksum: str | None


def external_buffer(tensor: TensorProto, base_dir: BaseFolder = None) -> memoryview:
    """The data of a tensor that lies in another file: a read-only view, mapped, not read.

    The file is looked for beside the one that `load` read the tensor from, or in `base_dir`;
    a tensor that was read from bytes or made by hand knows no folder, and none is guessed. A
    tensor says where in the file its data begins, and may say how long it is: if it does not,
    or says 0, that follows from its shape and element type.

    Raises ExternalDataError if there is no such file or it may not be read (see locations.py),
    if the file is too short, or if the shape wants another number of bytes; keys that ONNX
    does not know are a warning.
    """
    return buffer_at(tensor, folder_of(base_dir) or tensor._origin, path_of(tensor))


def embed_external_data(message: Message, base_dir: BaseFolder = None) -> None:
    """Make external data part of a message, in all tensors that are in it.

    Their `raw_data` is then a view of the mapped file: nothing is copied before it is asked
    for as bytes. Nothing is changed if anything cannot be found. `save` embeds without changing
    the message, with `external_data=False`.
    """
    folder = folder_of(base_dir)
    places = list(external_places(message))
    views = [place_buffer(place, message, folder) for place in places]
    for place, view in zip(places, views, strict=True):
        embed(place.tensor, view)


def verify_external_data(message: Message, base_dir: BaseFolder = None) -> int:
    """Check the external data of all tensors in a message; return how many have a checksum.

    ExternalDataError if data cannot be read (as `external_buffer` says), or if a `checksum`
    is not the SHA-1 digest of the whole file, in hexadecimal digits of either case. Each file
    is read once.
    """
    verification = Verification(message, base_dir)
    return sum(map(verification.has_checksum, external_places(message)))


class Verification:
    """Checks the external data of the tensors in a message, each file once."""

    def __init__(self, message: Message, base_dir: BaseFolder = None) -> None:
        self._message = message
        self._folder = folder_of(base_dir)
        self._digest_by_file: dict[tuple[int, str], str] = {}

    def has_checksum(self, place: TensorPlace) -> bool:
        """True if a tensor gives a checksum; ExternalDataError if it or the data is wrong."""
        place_buffer(place, self._message, self._folder)
        reference = reference_of(place.tensor, place.path)
        if reference.checksum is None:
            return False
        found, wanted = self._digest(place, reference.location), reference.checksum.lower()
        if len(wanted) != _DIGEST_SIZE or wanted.strip("0123456789abcdef"):
            shown = ascii(reference.checksum[:60])
            reason = f"checksum {shown} is no SHA-1 digest; that of the file is {found}"
            raise ExternalDataError(reason, place.path, reference.location)
        if found != wanted:
            reason = f"the file's SHA-1 digest is {found}, its checksum says {wanted}"
            raise ExternalDataError(reason, place.path, reference.location)
        return True

    def _digest(self, place: TensorPlace, location: str) -> str:
        folder = folder_of_place(place, self._message, self._folder)
        assert folder is not None, "its data was read before"
        key = id(folder), location
        if key not in self._digest_by_file:
            self._digest_by_file[key] = folder.sha1(location)
        return self._digest_by_file[key]


def external_places(message: Message) -> Iterator[TensorPlace]:
    """The tensors in a message whose data lies in other files."""
    return (place for place in tensor_places(message) if is_external(place.tensor))


def is_external(tensor: TensorProto) -> bool:
    """True if the data of a tensor lies in another file."""
    return tensor.data_location == TensorProto.EXTERNAL


def embed(tensor: TensorProto, view: memoryview) -> None:
    """Make the data of an external tensor part of it, without a copy."""
    tensor.ClearField("external_data")
    tensor.ClearField("data_location")
    tensor._raw_data = view  # type: ignore[assignment]


def place_buffer(
    place: TensorPlace, message: Message, folder: DataFolder | None = None
) -> memoryview:
    """The data of an external tensor in a message."""
    return buffer_at(place.tensor, folder_of_place(place, message, folder), place.path)


def folder_of_place(
    place: TensorPlace, message: Message, folder: DataFolder | None = None
) -> DataFolder | None:
    """The folder for the data of a tensor: one that was given, its own, or the message's."""
    found: Any = place.tensor._origin
    return folder or found or message._origin


def buffer_at(tensor: TensorProto, folder: DataFolder | None, path: str) -> memoryview:
    """The data of an external tensor; `path` is what errors call it."""
    if not is_external(tensor):
        raise ExternalDataError("its data is in the tensor, not in another file", path)
    reference = reference_of(tensor, path)
    fields = fields_with_data(tensor)
    if fields:
        reason = f"the tensor has data in {fields[0]} too; one of them is wrong"
        raise ExternalDataError(reason, path, reference.location)
    layout = layout_of(tensor, path)

    def range_of(file_size: int) -> tuple[int, int]:
        return _range(reference, layout.byte_count, file_size)

    try:
        if tensor.data_type == TensorProto.STRING:
            raise LocationError("strings cannot lie in another file")
        if folder is None:
            raise LocationError(
                "the folder is not known, since the tensor was not read by `load`;"
                " `base_dir` can say it"
            )
        return folder.view(reference.location, range_of)
    except LocationError as error:
        raise ExternalDataError(str(error), path, reference.location) from None
    except OSError as error:
        reason = f"it cannot be read: {error.strerror}"
        raise ExternalDataError(reason, path, reference.location) from None


def reference_of(tensor: TensorProto, path: str) -> ExternalReference:
    """What a tensor says of its external data; the last one counts where it says a thing twice."""
    said = {entry.key: entry.value for entry in tensor.external_data}
    unknown = sorted(said.keys() - _KNOWN_KEYS)
    if unknown:
        shown = ", ".join(ascii(key[:60]) for key in unknown[:5])
        more = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
        warnings.warn(f"{path}: unknown keys of external data: {shown}{more}", stacklevel=2)
    location = said.get("location", "")
    return ExternalReference(
        location,
        _number("offset", said, path, location) or 0,
        _number("length", said, path, location),
        said.get("checksum"),
    )


def _number(key: str, said: dict[str, str], path: str, location: str) -> int | None:
    text = said.get(key)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit()) or len(text) > _MOST_DIGITS:
        shown = ascii(text if len(text) <= _MOST_DIGITS + 4 else f"{text[:_MOST_DIGITS]}...")
        reason = f"{key} {shown} is no number of bytes, in decimal digits"
        raise ExternalDataError(reason, path, location)
    return int(text)


def _range(reference: ExternalReference, size: int, file_size: int) -> tuple[int, int]:
    """Where the data of a tensor of some size begins and ends in a file."""
    if reference.length and reference.length != size:
        raise LocationError(f"length {reference.length}, but the tensor takes {size} bytes")
    end = reference.offset + size
    if end > file_size:
        reason = f"offset {reference.offset} and {size} bytes end at {end}"
        raise LocationError(f"{reason}, the file has {file_size} bytes")
    return reference.offset, end


def folder_of(base_dir: BaseFolder) -> DataFolder | None:
    """The folder of a model that lies in `base_dir`."""
    return None if base_dir is None else DataFolder(os.path.join(os.fspath(base_dir), "model"))
