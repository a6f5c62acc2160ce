# Copied by wiregen from templates/onnx/_files/saving.py; do not edit.
"""Saves a model and its data files.

How a model never gets another one's data:

1. Content of a data file never changes. `save` names it after the content; a file that has its
   name must have that content, or `save` fails. So whoever reads a model, old or new, finds its
   data or none.
2. Everything is written under temporary names first and flushed. Then data files get their
   names, then the model replaces the old one, then data that only the old one needed is removed.
   Whatever interrupts this leaves the old model with its data or the new one with its data, and
   at worst a file too many.
3. The steps from the first name to the last removal hold a lock on the folder, so that nobody
   removes what somebody else is about to mention. What was found before must still be so then,
   else all begins anew. Without a lock (see folder_lock.py) nothing is removed.
4. A message remembers what its data files were when it was loaded (see data_folder.py), and its
   own file (see mapped_file.py): programs that overwrite files cause errors, not mixtures.
"""

from __future__ import annotations

import os
import stat
import warnings
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any, Union

from .._external.data import folder_of_place, is_external, reference_of
from .._external.data_files import DataFile, ExternalData, Plan, embedding, moving, planned
from .._external.data_folder import DataFolder
from .._external.error import ExternalDataError
from .._external.locations import LocationError, real_path, require_safe
from .._external.mentions import may_mention_external_data
from .._external.portions import portions
from .._runtime.mapped_file import FileState
from .._runtime.message import Message
from .._runtime.untouched import class_of, place_of
from .._tensors.places import TensorPlace, tensor_places, with_tensors
from .folder_lock import FolderLock, locked
from .new_files import NewFile, require_writable
from .replaced_data import data_of_model, remove_unmentioned

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
    with suppress(FileNotFoundError):
        require_writable(path)
    while not _attempt(message, path, wish, encode, tell):
        # Somebody else has saved something that matters to this message.
        pass


def _attempt(message: Message, path: str, wish: Wish, encode: Encode, tell: Tell | None) -> bool:
    """Write a message; False if others interfered, and nothing has changed."""
    homes: list[DataFolder] = []
    plan = _plan(message, path, wish, homes)
    with ExitStack() as stack:
        change = _Change(plan, path)
        stack.callback(change.remove_parts)
        change.write(encode, tell)
        lock = stack.enter_context(locked(os.path.dirname(path)))
        if not all(home.is_current for home in homes) or not change.is_possible():
            return False
        return change.move(lock)


class _Change:
    """New files of a message and its data, and their way into their places."""

    def __init__(self, plan: Plan, path: str) -> None:
        self._plan = plan
        self._path = path
        self._model = NewFile(path)
        # Data files that are new, and what there must be in the places of all data files.
        self._data: list[NewFile] = []
        self._state_by_path: dict[str, FileState | None] = {}

    def write(self, encode: Encode, tell: Tell | None) -> None:
        """Write all new files, each beside its place."""
        # First: a message may be one that cannot be written.
        pieces = encode(with_tensors(self._plan.message, self._plan.changes()))
        for file in self._plan.files:
            target = os.path.join(os.path.dirname(self._path), file.location)
            status = _status(target)
            if status is not None and not _has_content(target, status, file, self._plan):
                status = None
            self._state_by_path[target] = None if status is None else FileState.of(status)
            if status is None or status.st_nlink > 1:
                self._data.append(NewFile(target, model=self._path))
                self._data[-1].write(self._plan.portions(file), tell)
        self._model.write(portions(pieces), tell)

    def is_possible(self) -> bool:
        """True if all data files are still what they were."""
        for path, state in self._state_by_path.items():
            status = _status(path)
            if state != (None if status is None else FileState.of(status)):
                return False
        return True

    def move(self, lock: FolderLock) -> bool:
        """Put all new files into their places; False if others have taken one of them."""
        replaced = data_of_model(self._path) if os.path.exists(self._path) else set()
        claimed: list[str] = []
        try:
            for new in self._data:
                if self._state_by_path[new.path] is not None:
                    # Of the same content, with other names that may be anywhere.
                    new.move()
                elif not new.claim():
                    return False
                else:
                    claimed.append(new.path)
                    # It must have one name when a model mentions it.
                    new.remove()
            if self._data:
                lock.flush()
            self._model.move()
        except OSError:
            for path in claimed if lock.is_exclusive else ():
                os.unlink(path)
            raise
        if replaced and lock.is_exclusive:
            # The model is saved. Files too many do no harm.
            with suppress(OSError):
                lock.flush()
                remove_unmentioned(os.path.dirname(self._path), replaced)
        return True

    def remove_parts(self) -> None:
        """Remove all new files that did not get into their places."""
        for new in (self._model, *self._data):
            new.remove()


def _status(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except FileNotFoundError:
        return None


def _has_content(path: str, status: os.stat_result, file: DataFile, plan: Plan) -> bool:
    """True if a file has the content that a data file must have; False if it is gone by now.

    ExternalDataError if it is there and has other content.
    """
    if not stat.S_ISREG(status.st_mode):
        reason = "there is a link, or no regular file, of this name"
        raise ExternalDataError(reason, "", file.location)
    with suppress(FileNotFoundError), open(path, "rb") as found:
        if status.st_size == file.size:
            if all(found.read(len(portion)) == portion for portion in plan.portions(file)):
                return True
    if not os.path.lexists(path):
        return False
    reason = "a file of this name has other content, and models may refer to it"
    hint = "remove it, or choose another name, or none (external_data=True)"
    raise ExternalDataError(f"{reason}; {hint}", "", file.location)


def _plan(message: Message, path: str, wish: Wish, homes: list[DataFolder]) -> Plan:
    """Return a plan; it is valid as long as data files in some folders are what they were."""
    if wish is None:
        return moving(message, path) if _has_strays(message, path, homes) else Plan(message)
    if wish is False:
        return embedding(message)
    if wish is True:
        wish = ExternalData()
    return planned(message, path, ExternalData(wish) if isinstance(wish, str) else wish)


def _has_strays(message: Message, path: str, homes: list[DataFolder]) -> bool:
    """True if the data of a tensor would not be found from the file that a message is saved to."""
    folder = DataFolder(path)
    is_home_by_id: dict[int, bool] = {}

    def is_at_home(origin: DataFolder) -> bool:
        """True if what is beside one file is beside the other one, too."""
        if id(origin) not in is_home_by_id:
            is_home = folder.folders[0] in origin.folders and origin.is_current
            is_home_by_id[id(origin)] = is_home
            if is_home:
                homes.append(origin)
        return is_home_by_id[id(origin)]

    def is_wanted(part: Message) -> bool:
        place = place_of(part)
        if place is None:
            return True
        data, start, end = place
        if data.origin is not None and is_at_home(data.origin):
            return False
        data.require_unchanged()
        return may_mention_external_data(data, start, end, class_of(part))

    def is_stray(place: TensorPlace) -> bool:
        location = reference_of(place.tensor, place.path).location
        origin = folder_of_place(place, message)
        try:
            require_safe(location)
            if origin is not None:
                return not is_at_home(origin)
            return _is_missing(place, location, folder)
        except LocationError as error:
            raise ExternalDataError(str(error), place.path, location) from None

    places = tensor_places(message, is_wanted)
    strays = 0
    for place in places:
        # All are looked at: each may be worth a warning, or an error.
        if is_external(place.tensor):
            strays += is_stray(place)
    return strays > 0


def _is_missing(place: TensorPlace, location: str, folder: DataFolder) -> bool:
    """Warn if there is no data of a tensor that knows no folder; it is no stray."""
    try:
        real_path(folder.folders, location)
    except LocationError as error:
        # It may be written yet: this is how others make such models.
        warnings.warn(f"{place.path}: external data {ascii(location)}: {error}", stacklevel=9)
    return False
