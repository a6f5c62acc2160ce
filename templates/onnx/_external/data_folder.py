"""The folder of a model's external data, verified against its state at load time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from typing import IO, Any
from weakref import WeakValueDictionary, ref

from .._runtime.mapped_file import FileState, Map, mapped
from .error import ExternalDataError
from .locations import LocationError, open_file, real_path, require_safe
from .portions import portions


class DataMap(Map):
    """A mapped data file."""

    def error(self, change: str) -> ValueError:
        """Return the error for a file that has been written to."""
        return ExternalDataError(_changed(change), location=self.file_name)


class DataFolder:
    """Where the external data of what was loaded from a file lies: beside that file.

    `load` gives one to all tensors that it reads, and notes the files that they name. No file
    is opened before its data is requested. It is then compared with what was noted and mapped,
    as long as a view of it exists. A file that `save` removes in the meantime stays available
    to everything that this process has loaded.
    """

    def __init__(self, path: str, *, is_mapped: bool = True) -> None:
        # Now: the current folder may be another one later.
        self._path = os.path.abspath(path)
        self._is_mapped = is_mapped
        self._state_by_location: dict[str, FileState | None] = {}
        self._map_by_location: WeakValueDictionary[str, DataMap] = WeakValueDictionary()
        self._kept_by_location: dict[str, DataMap | bytes] = {}

    def __reduce__(self) -> Any:
        return _unpickled, (self._path, self._is_mapped, dict(self._state_by_location))

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """The folder without links in it, and that of the file that the path leads to."""
        beside = os.path.realpath(os.path.dirname(self._path))
        real = os.path.dirname(os.path.realpath(self._path))
        return (beside,) if real == beside else (beside, real)

    def note(self, locations: Iterable[str]) -> None:
        """Remember what the files at some locations are."""
        for location in locations:
            self._state_by_location[location] = self._state(location)
        self._register()

    def _register(self) -> None:
        """Let `keep_removed_file` find the folder if files were noted."""
        if self._state_by_location:
            number = id(self)
            _folders[number] = ref(self, lambda _: _folders.pop(number, None))

    @property
    def is_current(self) -> bool:
        """True if all files that were noted are what they were."""
        return all(map(self.is_current_at, self._state_by_location))

    def is_current_at(self, location: str) -> bool:
        """True if the file at a location is what it was, if it was noted."""
        states = self._state_by_location
        return location not in states or states[location] == self._state(location)

    def view(self, location: str, range_of: Callable[[int], tuple[int, int]]) -> memoryview:
        """Return a part of a file; `range_of` is told the size of the file and chooses it.

        LocationError if there is no such file, if it may not be read, or if it is another one
        than when the model was loaded.
        """
        content = self._kept_by_location.get(location)
        if content is None:
            content = self._map_by_location.get(location)
        if isinstance(content, DataMap):
            _require_no(content.change())
        if content is not None:
            start, end = range_of(len(content))
            return memoryview(content)[start:end]
        path = self._path_of(location)
        with os.fdopen(open_file(self.folders, path), "rb") as file:
            self._require_noted(location, file)
            start, end = range_of(os.fstat(file.fileno()).st_size)
            content = mapped(DataMap, file) if self._is_mapped else None
            if content is None:
                file.seek(start)
                view = memoryview(file.read(end - start))
            else:
                content.file_name = location
                self._map_by_location[location] = content
                view = memoryview(content)[start:end]
            # Again: it may have changed in the meantime.
            self._require_noted(location, file)
            return view

    def sha1(self, location: str) -> str:
        """Return the SHA-1 digest of a whole file, in hexadecimal digits."""
        # Imported here: it takes long, and few need it.
        import hashlib

        digest = hashlib.sha1()
        for portion in portions([self.view(location, lambda size: (0, size))]):
            digest.update(portion)
        return digest.hexdigest()

    def keep(self, state: FileState, content: DataMap | bytes) -> None:
        """Use some content from now on where a file of this state was noted."""
        for location, noted in self._state_by_location.items():
            if noted == state:
                kept = self._map_by_location.get(location) or content
                self._kept_by_location.setdefault(location, kept)

    def has_noted(self, state: FileState) -> bool:
        """True if a file of this state was noted."""
        return state in self._state_by_location.values()

    def _state(self, location: str) -> FileState | None:
        """Return the state of the file at a location; None if there is none."""
        with suppress(OSError, ValueError):
            require_safe(location)
            paths = (os.path.join(folder, location) for folder in self.folders)
            return FileState.of(os.stat(next(filter(os.path.lexists, paths), "")))
        return None

    def _path_of(self, location: str) -> str:
        """Return the path without links of the file at a location."""
        try:
            return real_path(self.folders, location)
        except LocationError:
            if not self.is_current_at(location):
                raise LocationError(_changed("it was removed")) from None
            raise

    def _require_noted(self, location: str, file: IO[bytes]) -> None:
        """Raise LocationError unless a file is what it was when it was noted.

        A file that was not noted is, at its first use: its later uses must agree with that.
        """
        state = FileState.of(os.fstat(file.fileno()))
        noted = self._state_by_location.setdefault(location, state)
        _require_no("it was not there" if noted is None else noted.change_to(state))


def _unpickled(
    path: str, is_mapped: bool, state_by_location: dict[str, FileState | None]
) -> DataFolder:
    """Return a folder that was pickled: with the states noted then, not those of today's files."""
    folder = DataFolder(path, is_mapped=is_mapped)
    folder._state_by_location.update(state_by_location)
    folder._register()
    return folder


def _require_no(change: str) -> None:
    if change:
        raise LocationError(_changed(change))


def _changed(change: str) -> str:
    return f"the file was changed after the model was loaded: {change}; load the model again"


# Those that noted any file. A dict, since its values are listed in one step while other threads
# load, and signal handlers.
_folders: dict[int, ref[DataFolder]] = {}


def keep_removed_file(path: str) -> None:
    """Let everything that was loaded go on with a file that is about to be removed."""
    with open(path, "rb") as file:
        state = FileState.of(os.fstat(file.fileno()))
        folders = [folder() for folder in list(_folders.values())]
        users = [folder for folder in folders if folder is not None and folder.has_noted(state)]
        if users:
            content = mapped(DataMap, file) or file.read()
            if isinstance(content, DataMap):
                content.file_name = os.path.basename(path)
            for folder in users:
                folder.keep(state, content)
