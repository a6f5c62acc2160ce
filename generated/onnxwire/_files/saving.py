# Copied by wiregen from templates/onnx/_files/saving.py; do not edit, run `wiregen generate`.
"""Puts a model and its external data into their places: a message and a path in, files out.

Two files cannot take the places of two others at once, and whoever is killed in between must not
leave a model with the data of another one. So where a file of data is replaced, its new content
first gets a name of its own, and the model's place is taken by one that refers to that name;
then the old data is given up, and the model's place is taken by the one that refers to the
right name. Every model that ever stands there has its data beside it.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Union

from .._external.data import folder_of_place, is_external, reference_of
from .._external.data_files import DataFile, ExternalData, Plan, embedding, moving, planned
from .._external.data_folder import DataFolder, keep_removed_file
from .._external.error import ExternalDataError
from .._external.locations import LocationError, real_path, require_safe
from .._external.mentions import may_mention_external_data
from .._external.portions import portions
from .._runtime.message import Message
from .._runtime.untouched import class_of, place_of
from .._tensors.places import TensorPlace, tensor_places, with_tensors
from .new_files import NewFile

Tell = Callable[[int], object]
Encode = Callable[[Any], list[bytes]]
Wish = Union[ExternalData, str, bool, None]


def save_to_file(
    message: Message,
    path: str,
    wish: Wish,
    encode: Encode = Message._complete_pieces,
    tell: Tell | None = None,
) -> None:
    """Write a message to a file, by its path without links, as `save` says.

    `encode` gives the bytes of a message in pieces; `tell` is told the size of each portion
    that is written.
    """
    plan = _plan(message, path, wish)
    with ExitStack() as stack:
        change = _Change(plan, path, encode, tell)
        stack.callback(change.remove_what_is_left)
        change.write()
        change.move()


class _Change:
    """New files of a message and its external data, and their way into their places."""

    def __init__(self, plan: Plan, path: str, encode: Encode, tell: Tell | None) -> None:
        self._plan = plan
        self._path = path
        self._encode = encode
        self._tell = tell
        self._written: list[NewFile] = []
        # Files of data, under names that nothing refers to yet.
        self._data: list[NewFile] = []
        # Those that replace other ones in the end, and by their locations what the content is
        # called before.
        self._twins: list[NewFile] = []
        self._interim_by_location: dict[str, str] = {}
        self._models: list[NewFile] = []
        self._is_data_needed = False

    def write(self) -> None:
        """Write all new files, each beside its place."""
        # First: a message may be one that cannot be written.
        pieces = self._pieces({})
        for file in self._plan.files:
            _require_no_link(self._target(file), file.location)
        for file in self._plan.files:
            if not _holds(self._target(file), file, self._plan):
                self._write_data(file)
        if self._interim_by_location:
            self._write_model(self._pieces(self._interim_by_location))
        self._write_model(pieces)

    def move(self) -> None:
        """Put all new files into their places; the model always has its data beside it."""
        for new in self._data:
            _keep_replaced(new.path)
            new.move()
        # Whatever interrupts this, data that a model may need is not removed.
        self._is_data_needed = True
        try:
            self._models[0].move()
        except OSError:
            self._is_data_needed = False
            raise
        for twin in self._twins:
            _keep_replaced(twin.path)
            twin.move()
        if self._twins:
            self._models[1].move()
        for name in self._interim_by_location.values():
            os.unlink(os.path.join(os.path.dirname(self._path), name))

    def remove_what_is_left(self) -> None:
        """Remove all new files that did not get into their places, or got there in vain."""
        for new in self._written:
            new.remove()
        for new in self._data:
            if new.is_in_place and not new.is_replacing and not self._is_data_needed:
                os.unlink(new.path)

    def _write_data(self, file: DataFile) -> None:
        new = self._new_file(self._target(file))
        new.write(self._plan.portions(file), self._tell)
        self._data.append(new)
        if new.is_replacing and os.path.lexists(self._path):
            self._twins.append(new.twin())
            self._written.append(self._twins[-1])
            new.set_path(f"{new.path}.{os.urandom(4).hex()}")
            self._interim_by_location[file.location] = os.path.basename(new.path)

    def _write_model(self, pieces: list[bytes]) -> None:
        self._models.append(self._new_file(self._path))
        self._models[-1].write(portions(pieces), self._tell)

    def _new_file(self, path: str) -> NewFile:
        self._written.append(NewFile(path, like=self._path))
        return self._written[-1]

    def _pieces(self, location_by_location: dict[str, str]) -> list[bytes]:
        changes = self._plan.changes(location_by_location)
        return self._encode(with_tensors(self._plan.message, changes))

    def _target(self, file: DataFile) -> str:
        return os.path.join(os.path.dirname(self._path), file.location)


def _keep_replaced(path: str) -> None:
    """Let everything that was loaded go on with a file that is about to be replaced."""
    if os.path.exists(path):
        keep_removed_file(path)


def _require_no_link(path: str, location: str) -> None:
    if os.path.lexists(path) and (os.path.islink(path) or not os.path.isfile(path)):
        raise ExternalDataError("there is a link, or no regular file, of this name", "", location)


def _holds(path: str, file: DataFile, plan: Plan) -> bool:
    """Whether a file has the right content already, and is nobody else's by another name."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return False
    if status.st_size != file.size or status.st_nlink != 1:
        return False
    with open(path, "rb") as found:
        return all(found.read(len(portion)) == portion for portion in plan.portions(file))


def _plan(message: Message, path: str, wish: Wish) -> Plan:
    if wish is None:
        return moving(message, path) if _has_strays(message, path) else Plan(message)
    if wish is False:
        return embedding(message)
    if wish is True:
        wish = ExternalData()
    return planned(message, path, ExternalData(wish) if isinstance(wish, str) else wish)


def _has_strays(message: Message, path: str) -> bool:
    """Whether the data of a tensor would not be found from the file that a message is saved to."""
    folder = DataFolder(path)

    def is_wanted(part: Message) -> bool:
        place = place_of(part)
        if place is None:
            return True
        data, start, end = place
        return not _is_at_home(data.origin, folder) and may_mention_external_data(
            data, start, end, class_of(part)
        )

    places = tensor_places(message, is_wanted)
    # All are looked at: each may be worth a warning, or an error.
    strays = [_is_stray(place, message, folder) for place in places if is_external(place.tensor)]
    return any(strays)


def _is_at_home(origin: DataFolder | None, folder: DataFolder) -> bool:
    """Whether what is beside one file is beside another one, too."""
    if origin is None or not origin.is_current:
        return False
    return folder.folders[0] in origin.folders


def _is_stray(place: TensorPlace, message: Message, folder: DataFolder) -> bool:
    location = reference_of(place.tensor, place.path).location
    origin = folder_of_place(place, message)
    try:
        require_safe(location)
        if _is_at_home(origin, folder):
            return False
        if origin is not None:
            same_folder = folder.folders[0] in origin.folders
            return not (same_folder and origin.is_current_at(location))
    except LocationError as error:
        raise ExternalDataError(str(error), place.path, location) from None
    try:
        real_path(folder.folders, location)
    except LocationError as error:
        # It may be written yet: this is how others make such models.
        warnings.warn(f"{place.path}: external data {ascii(location)}: {error}", stacklevel=5)
    return False
