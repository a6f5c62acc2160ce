"""Finds and removes data files that no model needs any longer."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

from .._external.data_file_names import content_ending, is_content_name
from .._external.data_folder import keep_removed_file
from .._external.mentions import is_message, mentioned
from .._runtime.mapped_file import Map, mapped
from .new_files import is_part
from .resemblance import ROOTS

_TEXT_START = 512
_CONTROLS = bytes([*range(9), *range(14, 32)])


def data_of_model(path: str) -> set[str]:
    """Return the names of the data files that a saved model mentions, and that `save` named."""
    names = {
        name for name in os.listdir(os.path.dirname(path) or os.curdir) if is_content_name(name)
    }
    try:
        return _mentioned(path, names) if names else names
    except OSError:
        return set()


def remove_unmentioned(folder: str, names: set[str]) -> None:
    """Remove those of some data files that no file in their folder mentions.

    What this process has loaded keeps its data. OSError, before anything is removed, if a file
    cannot be read, since it may mention them.
    """
    unmentioned = set(names)
    with os.scandir(folder or os.curdir) as entries:
        for entry in entries:
            if not unmentioned:
                return
            if entry.is_file() and not is_content_name(entry.name) and not is_part(entry.name):
                unmentioned -= _mentioned(entry.path, unmentioned)
    for name in unmentioned:
        path = os.path.join(folder, name)
        with suppress(FileNotFoundError):
            keep_removed_file(path)
            os.unlink(path)


def _mentioned(path: str, names: set[str]) -> set[str]:
    """Return those of some names that a file mentions, whatever message it holds, or text."""
    with open(path, "rb") as file:
        data: Any = mapped(Map, file) or file.read()
    if _is_text(bytes(data[:_TEXT_START])):
        # JSON and text format may escape a part of the name, but not its end.
        return {name for name in names if data.find(content_ending(name).encode()) >= 0}
    if not is_message(data):
        return set()
    name_by_bytes = {name.encode("utf-8", "surrogateescape"): name for name in names}
    return {name_by_bytes[found] for found in mentioned(data, name_by_bytes, ROOTS)}


def _is_text(start: bytes) -> bool:
    return start.translate(None, _CONTROLS) == start
