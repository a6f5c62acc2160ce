"""Formatted code that was formatted before, kept by content in the user's cache folder.

Formatting is three quarters of a run, and most of what a run makes was made by the one before. An
entry is found by everything that decides it: the code, the formatter's version and its mode. What
cannot be read or written is no error: the code is formatted again.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import platformdirs

# Names the folder to use, or none if it is empty.
VARIABLE = "WIREGEN_CACHE"
_KEPT_SECONDS = 30 * 24 * 3600
_DAY_SECONDS = 24 * 3600


class FormatCache:
    """The formatted texts of one formatter."""

    def __init__(self, formatter: str) -> None:
        named = os.environ.get(VARIABLE)
        parent = platformdirs.user_cache_dir("wiregen") if named is None else named
        self._folder = Path(parent) / "formatted" if parent else None
        self._formatter = formatter

    def find(self, code: str) -> str | None:
        """The formatted text of some code; None if it is not known."""
        path = self._path(code)
        if path is None:
            return None
        try:
            digest, text = path.read_bytes().decode().split("\n", 1)
            is_whole = digest == _digest(text)
            if is_whole and time.time() - path.stat().st_mtime > _DAY_SECONDS:
                os.utime(path)
        except (OSError, ValueError):
            return None
        return text if is_whole else None

    def keep(self, code: str, text: str) -> None:
        """Note what some code is when it is formatted."""
        path = self._path(code)
        if path is None:
            return
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(f"{_digest(text)}\n{text}".encode())
            os.replace(file.name, path)
        except OSError:
            return

    def forget_old(self) -> None:
        """Remove what no run has used for a month."""
        for path in self._paths():
            try:
                if time.time() - path.stat().st_mtime > _KEPT_SECONDS:
                    path.unlink()
            except OSError:
                continue

    def _paths(self) -> Iterator[Path]:
        if self._folder is not None and self._folder.is_dir():
            yield from self._folder.iterdir()

    def _path(self, code: str) -> Path | None:
        if self._folder is None:
            return None
        return self._folder / _digest(f"{self._formatter}\n{code}")


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
