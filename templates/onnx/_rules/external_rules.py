"""Rules for external tensors: location, range and existence.

Nothing outside of the model's folder is looked at, and no file is opened.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from typing import Any

from .._external.locations import LocationError, real_path, require_own_file, require_safe
from .types import Mark, Violation, Visit

_ALIGNMENT = 4096


def external_paths_stay_inside(visit: Visit) -> Iterator[Violation]:
    """The path is relative, and no part of it leads out of the folder."""
    location = _entry(visit.message, "location")
    if location is not None and not _is_inside(location):
        yield _violation("location", f"location {ascii(location)}")


def external_files_exist(visit: Visit) -> Iterator[Violation]:
    """The file is there and an ordinary one: no link, no folder."""
    location = _entry(visit.message, "location")
    if visit.start.folder is None or location is None or not _is_inside(location):
        return
    status = _status(visit, location)
    if status is None:
        yield _violation("location", f"location {ascii(location)}: no such file")
        return
    try:
        require_own_file(status)
    except LocationError as error:
        yield _violation("location", f"location {ascii(location)}: {error}")


def external_ranges_fit(visit: Visit) -> Iterator[Violation]:
    """Offset and length are decimal numbers, and the file goes on to their end."""
    wrong = [
        _violation(key, f"{key} {ascii(text)}")
        for key in ("offset", "length")
        if (text := _entry(visit.message, key)) is not None and not _is_number(text)
    ]
    yield from wrong
    location = _entry(visit.message, "location")
    if wrong or location is None or visit.start.folder is None or not _is_inside(location):
        return
    status = _status(visit, location)
    end = _number(visit.message, "offset") + _number(visit.message, "length")
    if status is not None and stat.S_ISREG(status.st_mode) and end > status.st_size:
        yield _violation("length", f"bytes up to {end} of {status.st_size} in {ascii(location)}")


def external_offsets_are_aligned(visit: Visit) -> Iterator[Violation]:
    """The offset is a multiple of the size of a page."""
    text = _entry(visit.message, "offset")
    if text is not None and _is_number(text) and int(text) % _ALIGNMENT:
        yield _violation("offset", f"offset {text}")


def _violation(key: str, what: str) -> Violation:
    return Violation("external_data", what, (Mark("external_data", key, "value"),))


def _entry(tensor: Any, key: str) -> str | None:
    """The last entry of a key: readers keep that one."""
    found: list[str] = [entry.value for entry in tensor.external_data if entry.key == key]
    return found[-1] if found else None


# No file is longer than a number of so many digits says.
_MOST_DIGITS = 20


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


def _number(tensor: Any, key: str) -> int:
    return int(_entry(tensor, key) or 0)


def _is_inside(location: str) -> bool:
    """True if a location stays in its folder, on any system."""
    try:
        require_safe(location)
    except LocationError:
        return False
    return True


def _status(visit: Visit, location: str) -> os.stat_result | None:
    """What is known of a file; None if it is not there or stands behind a link that leads away."""
    assert visit.start.folder is not None
    folder = os.path.realpath(os.fspath(visit.start.folder))
    try:
        real_path((folder,), location)
        return os.lstat(os.path.join(folder, location))
    except (LocationError, OSError):
        return None
