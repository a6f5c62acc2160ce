# Copied by wiregen from templates/onnx/_external/data_files.py; do not edit.
"""Lays out external data in files when a model is saved."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from .._runtime.message import Message
from .._tensors.element_types import DATA_FIELDS
from .._tensors.error import TensorError
from .._tensors.layout import layout_of
from .._tensors.places import TensorPlace, tensor_places
from .._tensors.stored_data import has_bytes, stored_bytes
from ..messages.onnx import TensorProto
from .data import (
    embed,
    external_places,
    folder_of_place,
    is_external,
    place_buffer,
    reference_of,
)
from .data_file_names import content_name, require_file_name
from .portions import portions

_LARGEST_ALIGNMENT = 1 << 16


class ExternalData(NamedTuple):
    """How `save` puts the data of tensors into other files.

    All data goes into one file beside the model, or each tensor's data into a file of its own.
    The name of a data file is that of the model, the name of the tensor if there is one file
    per tensor, 16 digits that follow from the content, and `.data`. `location` is another name
    for the one file: if there is a file of this name, it must have the same content. Data of
    fewer bytes than `threshold` stays, or becomes, part of the model: what infers shapes or
    optimizes wants to see small tensors.

    Data begins at multiples of `alignment`: 4096 lets systems map it, Windows wants 65536.
    With `checksum`, tensors tell the SHA-1 digest of their file.

    Strings, the indices of sparse tensors, which ONNX's checker wants to see, and tensors
    whose data does not fit their shape, stay in the model.
    """

    location: str = ""
    threshold: int = 1024
    one_per_tensor: bool = False
    alignment: int = 4096
    checksum: bool = False

    def require_sense(self) -> None:
        """Raise ValueError for what cannot be done."""
        alignment = self.alignment
        if not 0 < alignment <= _LARGEST_ALIGNMENT or alignment & (alignment - 1):
            raise ValueError(f"alignment {alignment}: a power of two up to 65536 is wanted")
        if self.one_per_tensor and self.location:
            raise ValueError("one file per tensor, or one with a location: not both")


class DataFile:
    """A file of external data that is to be written."""

    def __init__(self, tensor_name: str = "") -> None:
        # Of its only tensor, if it is of one alone.
        self.tensor_name = tensor_name
        # Its name. It depends on the content, unless it was given.
        self.location = ""
        # The offset of each part, and a tensor that it belongs to.
        self.parts: list[tuple[int, TensorPlace]] = []
        self.size = 0
        self.checksum: str | None = None


class Plan:
    """What becomes of the tensors of a message when it is written."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self.embedded: list[tuple[TensorPlace, TensorProto]] = []
        # Each tensor with its file, the offset and the size of its data there.
        self.moved: list[tuple[TensorPlace, DataFile, int, int]] = []

    @property
    def files(self) -> list[DataFile]:
        """The files that are needed; several with equal content are one."""
        return list({file.location: file for _, file, _, _ in self.moved}.values())

    def portions(self, file: DataFile) -> Iterator[Any]:
        """The content of a file."""
        position = 0
        for offset, place in file.parts:
            content = content_of(place, self.message)
            yield from portions([bytes(offset - position), content])
            position = offset + len(content)

    def changes(self) -> Iterator[tuple[TensorPlace, Any]]:
        """The tensors that are written instead."""
        yield from self.embedded
        for place, file, offset, size in self.moved:
            yield place, _reference(place.tensor, file, offset, size)


def content_of(place: TensorPlace, message: Message) -> Any:
    """The data of a tensor as the bytes that another file has, wherever it is now."""
    if is_external(place.tensor):
        return place_buffer(place, message)
    return stored_bytes(place.tensor, place.path)


def planned(message: Message, path: str, wish: ExternalData) -> Plan:
    """A plan that does to all tensors of a message what is wished; the model goes to `path`."""
    wish.require_sense()
    plan = Plan(message)
    moved = []
    for place in tensor_places(message):
        size = _size(place)
        if size is not None and size >= wish.threshold and not place.is_index:
            moved.append((place, size))
        elif is_external(place.tensor):
            plan.embedded.append((place, _embedded(place, message)))
    return _laid_out(plan, moved, path, wish)


def embedding(message: Message) -> Plan:
    """A plan that makes all external data part of the message."""
    plan = Plan(message)
    for place in external_places(message):
        plan.embedded.append((place, _embedded(place, message)))
    return plan


def moving(message: Message, path: str) -> Plan:
    """A plan that writes all external data anew, and leaves other data where it is."""
    places = list(external_places(message))
    sizes = [len(place_buffer(place, message)) for place in places]
    return _laid_out(Plan(message), list(zip(places, sizes, strict=True)), path, ExternalData())


def _laid_out(
    plan: Plan, moved: list[tuple[TensorPlace, int]], path: str, wish: ExternalData
) -> Plan:
    """The plan with files for some tensors and the sizes of their data."""
    model_name = os.path.basename(path)
    if wish.location:
        require_file_name(wish.location, model_name)
    whole = DataFile()
    found_by_source: dict[object, tuple[DataFile, int]] = {}
    for place, size in moved:
        source = _source(place, plan.message)
        found = found_by_source.get(source)
        if found is None:
            name = place.tensor.name or place.steps
            file = DataFile(name) if wish.one_per_tensor else whole
            offset = -(-file.size // wish.alignment) * wish.alignment
            file.parts.append((offset, place))
            file.size = offset + size
            found = found_by_source[source] = file, offset
        plan.moved.append((place, *found, size))
    for file in {id(file): file for file, _ in found_by_source.values()}.values():
        _name(file, plan, model_name, wish)
    return plan


def _name(file: DataFile, plan: Plan, model_name: str, wish: ExternalData) -> None:
    """Give a file its name, and its checksum if that is wanted."""
    # Imported here: it takes long, and few need it.
    import hashlib

    checksum, digest = hashlib.sha1(), hashlib.sha256()
    wanted = [checksum] * wish.checksum + [digest] * (not wish.location)
    for portion in plan.portions(file) if wanted else ():
        for hash_ in wanted:
            hash_.update(portion)
    file.checksum = checksum.hexdigest() if wish.checksum else None
    file.location = wish.location or content_name(model_name, file.tensor_name, digest.hexdigest())


def _source(place: TensorPlace, message: Message) -> object:
    """The same for tensors that have their data from the same place: it is written once."""
    tensor = place.tensor
    if not is_external(tensor):
        return id(tensor)
    reference = reference_of(tensor, place.path)
    size = layout_of(tensor, place.path).byte_count
    folder = folder_of_place(place, message)
    return id(folder), reference.location, reference.offset, size


def _size(place: TensorPlace) -> int | None:
    """The bytes of a tensor's data in another file; None if it cannot be in one."""
    try:
        layout = layout_of(place.tensor)
        return layout.byte_count if has_bytes(place.tensor, layout, place.path) else None
    except TensorError:
        return None


def _embedded(place: TensorPlace, message: Message) -> TensorProto:
    copy = _without_data(place.tensor)
    embed(copy, place_buffer(place, message))
    return copy


def _reference(tensor: TensorProto, file: DataFile, offset: int, size: int) -> TensorProto:
    copy = _without_data(tensor)
    said = {"location": file.location, "offset": str(offset), "length": str(size)}
    if file.checksum is not None:
        said["checksum"] = file.checksum
    copy.external_data = [{"key": key, "value": value} for key, value in said.items()]
    copy.data_location = TensorProto.EXTERNAL
    return copy


def _without_data(tensor: TensorProto) -> TensorProto:
    copy = TensorProto()
    copy._take(tensor)
    for name in (*DATA_FIELDS, "external_data", "data_location"):
        copy.ClearField(name)  # type: ignore[arg-type]
    return copy
