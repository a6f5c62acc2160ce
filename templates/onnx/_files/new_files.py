"""Files that take the place of others when they are complete: a path and bytes in, a new file out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any


class NewFile:
    """A file that is written under another name, beside the file whose place it will take.

    Nobody may read it who may not read that file, or, if there is none yet, the one that it is
    `like`. A file that others are given up for is on the disk before they are.
    """

    def __init__(self, path: str, *, like: str = "") -> None:
        self.set_path(path)
        self.is_in_place = False
        self._model = next(filter(os.path.exists, (path, like)), None)
        name = f".onnxwire-{os.urandom(8).hex()}.part"
        self._temporary = os.path.join(os.path.dirname(path), name)

    def set_path(self, path: str) -> None:
        """Choose another place for the file, in the same folder."""
        self.path = path
        self.is_replacing = os.path.lexists(path)

    def write(self, portions: Iterable[Any], tell: Callable[[int], object] | None = None) -> None:
        """Write the content; `tell` is told the size of each portion."""
        mode = os.stat(self._model).st_mode & 0o7777 if self._model else None

        def opener(name: str, flags: int) -> int:
            return os.open(name, flags, 0o666 if mode is None else mode)

        with open(self._temporary, "xb", opener=opener) as file:
            try:
                for portion in portions:
                    file.write(portion)
                    if tell is not None:
                        tell(len(portion))
                if mode is not None:
                    file.flush()
                    os.fsync(file.fileno())
                    os.chmod(self._temporary, mode)
            except BaseException:
                # Windows removes no open file; closing one fails where the disk is full.
                with suppress(OSError):
                    file.close()
                self.remove()
                raise

    def twin(self) -> NewFile:
        """Another new file of the same content, for the same place."""
        twin = NewFile(self.path)
        try:
            os.link(self._temporary, twin._temporary)
        except OSError:
            # Not all file systems have hard links.
            with open(self._temporary, "rb") as file:
                twin._model = self._temporary
                twin.write(iter(partial(file.read, 1 << 20), b""))
        return twin

    def move(self) -> None:
        """Put the file into its place."""
        os.replace(self._temporary, self.path)
        self.is_in_place = True

    def remove(self) -> None:
        """Remove the file, unless it is in its place."""
        if not self.is_in_place:
            with suppress(FileNotFoundError):
                os.unlink(self._temporary)
