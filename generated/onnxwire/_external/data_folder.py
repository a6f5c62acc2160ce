# Copied by wiregen from templates/onnx/_external/data_folder.py; do not edit, run `wiregen generate`.
"""The folder of a model with the files of external data in it: a location in, bytes out."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property

from mmap import ACCESS_READ
from typing import Any
from weakref import WeakSet, WeakValueDictionary

from .locations import LocationError, is_inside, open_file, real_path
from .portions import portions
from .._runtime.untouched import Map


class DataFolder:
    """Where the external data of what was loaded from a file lies: beside that file.

    `load` gives one to all tensors that it reads. Nothing is looked at before data is asked
    for; then its file is mapped, as long as somebody has a view of it. A file that `save`
    replaces in the meantime stays what it was, to those who were loaded before.
    """

    def __init__(self, path: str, *, is_mapped: bool = True) -> None:
        # Now: the current folder may be another one later.
        self._path = os.path.abspath(path)
        self._is_mapped = is_mapped
        self._map_by_path: WeakValueDictionary[str, Map] = WeakValueDictionary()
        self._replaced_by_path: dict[str, Map | bytes] = {}
        _folders.add(self)

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """The folder without links in it, and that of the file that the path leads to."""
        beside = os.path.realpath(os.path.dirname(self._path))
        real = os.path.dirname(os.path.realpath(self._path))
        return (beside,) if real == beside else (beside, real)

    @property
    def has_replaced_files(self) -> bool:
        """Whether some locations mean files that have other content by now."""
        return bool(self._replaced_by_path)

    def is_current(self, location: str) -> bool:
        """Whether a location still means the file that it meant; LocationError if it is none."""
        return real_path(self.folders, location) not in self._replaced_by_path

    def view(self, location: str, range_of: Callable[[int], tuple[int, int]]) -> memoryview:
        """A part of a file; `range_of` says which, and is told the size of the file.

        LocationError if there is no such file, or none that may be read.
        """
        path = real_path(self.folders, location)
        content = self._replaced_by_path.get(path)
        if content is None:
            content = self._map_by_path.get(path)
        if content is not None:
            start, end = range_of(len(content))
            return memoryview(content)[start:end]
        with os.fdopen(open_file(self.folders, path), "rb") as file:
            start, end = range_of(os.fstat(file.fileno()).st_size)
            content = self._mapped(path, file) if self._is_mapped else None
            if content is not None:
                return memoryview(content)[start:end]
            file.seek(start)
            return memoryview(file.read(end - start))

    def sha1(self, location: str) -> str:
        """The SHA-1 digest of a whole file, in hexadecimal digits."""
        # Imported here: it takes long, and few need it.
        import hashlib

        digest = hashlib.sha1()
        for portion in portions([self.view(location, lambda size: (0, size))]):
            digest.update(portion)
        return digest.hexdigest()

    def content(self, path: str) -> Map | bytes:
        """A whole file, by its path without links."""
        with os.fdopen(open_file(self.folders, path), "rb") as file:
            found = self._mapped(path, file)
            return file.read() if found is None else found

    def keep(self, path: str, content: Map | bytes) -> None:
        """Go on with what was in a file, by its path without links."""
        # What somebody has a view of may have been replaced before, by somebody else.
        self._replaced_by_path.setdefault(path, self._map_by_path.get(path) or content)

    def _mapped(self, path: str, file: Any) -> Map | None:
        """The map of a file; None for one that cannot be mapped."""
        # An empty file cannot be, and not all file systems map theirs.
        with suppress(OSError, ValueError):
            found = Map(file.fileno(), 0, access=ACCESS_READ)
            self._map_by_path[path] = found
            return found
        return None


# All that somebody still has.
_folders: WeakSet[DataFolder] = WeakSet()


def keep_replaced_file(path: str) -> None:
    """Let all that was loaded go on with a file, by its path without links, that is replaced."""
    folders = [f for f in list(_folders) if any(is_inside(path, folder) for folder in f.folders)]
    if folders:
        with suppress(LocationError):
            content = folders[0].content(path)
            for folder in folders:
                folder.keep(path, content)
