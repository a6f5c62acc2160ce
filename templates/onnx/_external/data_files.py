"""Where `save` puts external data: a message and a wish in, files and what lies where in them out."""

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
from .data import embed, external_places, is_external, place_buffer, reference_of
from .data_file_names import names_of_tensors, require_file_name, shortened
from .portions import portions

_LARGEST_ALIGNMENT = 1 << 16


class ExternalData(NamedTuple):
    """How `save` puts the data of tensors into other files.

    All data goes into one file beside the model, `location`, whose name is that of the model
    and `.data` if it is not given; or each tensor's data into a file of its own, named after
    the tensor. Data of fewer bytes than `threshold` stays, or becomes, part of the model: what
    infers shapes or optimizes wants to see small tensors.

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

    def __init__(self, location: str) -> None:
        self.location = location
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
        self.files: list[DataFile] = []

    def portions(self, file: DataFile) -> Iterator[Any]:
        """The content of a file."""
        position = 0
        for offset, place in file.parts:
            content = content_of(place, self.message)
            yield from portions([bytes(offset - position), content])
            position = offset + len(content)

    def changes(self, location_by_location: dict[str, str]) -> Iterator[tuple[TensorPlace, Any]]:
        """The tensors that are written instead; some files may have other names for a while."""
        yield from self.embedded
        for place, file, offset, size in self.moved:
            location = location_by_location.get(file.location, file.location)
            yield place, _reference(place.tensor, location, offset, size, file.checksum)


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
    location = wish.location or shortened(model_name, ".data")
    require_file_name(location, model_name)
    names = [location for _ in moved]
    if wish.one_per_tensor:
        names = list(names_of_tensors([place for place, _ in moved], model_name))
    file_by_location: dict[str, DataFile] = {}
    found_by_source: dict[object, tuple[DataFile, int]] = {}
    for (place, size), name in zip(moved, names, strict=True):
        source = _source(place)
        found = found_by_source.get(source)
        if found is None:
            file = file_by_location.setdefault(name, DataFile(name))
            offset = -(-file.size // wish.alignment) * wish.alignment
            file.parts.append((offset, place))
            file.size = offset + size
            found = found_by_source[source] = file, offset
        plan.moved.append((place, *found, size))
    plan.files = list(file_by_location.values())
    if wish.checksum:
        for file in plan.files:
            file.checksum = _checksum(plan, file)
    return plan


def _source(place: TensorPlace) -> object:
    """The same for tensors that have their data from the same place: it is written once."""
    tensor = place.tensor
    if not is_external(tensor):
        return id(tensor)
    reference = reference_of(tensor, place.path)
    size = layout_of(tensor, place.path).byte_count
    return id(tensor._origin), reference.location, reference.offset, size


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


def _reference(
    tensor: TensorProto, location: str, offset: int, size: int, checksum: str | None
) -> TensorProto:
    copy = _without_data(tensor)
    said = {"location": location, "offset": str(offset), "length": str(size)}
    if checksum is not None:
        said["checksum"] = checksum
    copy.external_data = [{"key": key, "value": value} for key, value in said.items()]
    copy.data_location = TensorProto.EXTERNAL
    return copy


def _without_data(tensor: TensorProto) -> TensorProto:
    copy = TensorProto()
    copy._take(tensor)
    for name in (*DATA_FIELDS, "external_data", "data_location"):
        copy.ClearField(name)  # type: ignore[arg-type]
    return copy


def _checksum(plan: Plan, file: DataFile) -> str:
    # Imported here: it takes long, and few need it.
    import hashlib

    digest = hashlib.sha1()
    for portion in plan.portions(file):
        digest.update(portion)
    return digest.hexdigest()
