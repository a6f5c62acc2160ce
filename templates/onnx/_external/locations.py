"""Opens data files by location, inside the model's folder only.

A model may come from anybody, and must not make anybody's files readable. So a location is a
relative path, and the file lies inside of the model's folder after all links are followed: a
link may lead to another place in there, not out of it. Where the path of the model is a link
itself, the folder of the file that it leads to is one of the model's folders, too: so files of
a store of downloads, which are links side by side, are found.

These rules are looked at before a file is opened, and hold for what was opened: it is reached
from the folder step by step, and no step may be a link that was put there in between.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence

_DRIVE = re.compile(r"[A-Za-z]:")
# A pipe that nobody writes to, and a terminal, must not hold up or take over the process.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_FLAGS |= getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
# A folder can be passed through that cannot be listed.
_FOLDER_FLAGS = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
_HAS_STEPS = os.open in os.supports_dir_fd


class LocationError(ValueError):
    """A location that leads to no file, or to none that may be read."""


def require_safe(location: str) -> None:
    """Raise LocationError for a location that no file system needs to be asked about.

    It is so on all systems, and a backslash separates on all of them: a model that is safe
    on one is safe on the others.
    """
    if not location:
        raise LocationError("the location is missing or empty")
    if "\0" in location:
        raise LocationError("the location has a NUL character in it")
    path = location.replace("\\", "/")
    if path.startswith("/") or _DRIVE.match(path):
        raise LocationError("the location is not relative to the model's folder")
    if os.name == "nt" and ":" in path:
        raise LocationError("the location names a stream of a file")
    depth = 0
    for step in path.split("/"):
        depth += -1 if step == ".." else step not in ("", ".")
        if depth < 0:
            raise LocationError("the location leads out of the model's folder")
    if depth == 0:
        raise LocationError("the location is that of the model's folder itself")


def real_path(folders: Sequence[str], location: str) -> str:
    """The path without links of the file that a location means in a model's folders."""
    require_safe(location)
    candidates = [os.path.join(folder, location) for folder in folders]
    path = next(filter(os.path.lexists, candidates), "")
    if not path:
        raise LocationError(f"there is no such file in {' or '.join(folders)}")
    real = os.path.realpath(path)
    if not any(is_inside(real, folder) for folder in folders):
        raise LocationError(f"a link leads out of the model's folder, to {real}")
    return real


def open_file(folders: Sequence[str], path: str) -> int:
    """A descriptor of a file in one of some folders, by its path without links."""
    folder = next(folder for folder in folders if is_inside(path, folder))
    try:
        descriptor = _open_steps(folder, os.path.relpath(path, folder).split(os.sep))
    except OSError as error:
        raise LocationError(f"it cannot be opened: {error.strerror}") from None
    try:
        require_own_file(os.fstat(descriptor))
    except LocationError:
        os.close(descriptor)
        raise
    return descriptor


def require_own_file(status: os.stat_result) -> None:
    """Raise LocationError unless a file is a regular one with a single name.

    A hard link may be another name of a file outside of the model's folder, and nothing tells
    whether it is.
    """
    if not stat.S_ISREG(status.st_mode):
        raise LocationError("it is not a regular file")
    if status.st_nlink > 1:
        reason = f"the file has {status.st_nlink} names (hard links)"
        raise LocationError(f"{reason}, and others may be outside the model's folder; copy it")


def _open_steps(folder: str, steps: list[str]) -> int:
    if not _HAS_STEPS:
        return os.open(os.path.join(folder, *steps), _FLAGS)
    descriptor = os.open(folder, _FOLDER_FLAGS)
    for index, step in enumerate(steps):
        flags = _FLAGS if index == len(steps) - 1 else _FOLDER_FLAGS
        try:
            inner = os.open(step, flags | _NO_LINK, dir_fd=descriptor)
        finally:
            os.close(descriptor)
        descriptor = inner
    return descriptor


def is_inside(path: str, folder: str) -> bool:
    """True if a path without links leads to something in a folder without links."""
    return os.path.normcase(path).startswith(os.path.normcase(os.path.join(folder, "")))
