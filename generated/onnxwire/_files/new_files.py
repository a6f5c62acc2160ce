# Copied by wiregen from templates/onnx/_files/new_files.py; do not edit.
"""Temporary files that replace their targets once they are complete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from errno import EACCES, EBUSY, EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM, EROFS
from tempfile import mkstemp
from typing import IO, Any

from .attributes import copy_attributes, give_access

# In a folder, or over a file, in which nothing may be replaced.
_NOT_ALLOWED = (EACCES, EBUSY, EPERM, EROFS)
# Not all file systems and mounts can flush.
_NOT_KNOWN = (EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP)
# How the names of files begin that are not complete.
PART = ".onnxwire-"


class NewFile:
    """A file that is written beside its place, and put there when it is complete.

    A file that replaces another one gets all its attributes; where that is impossible, and where
    no file can be replaced, the old file is written over instead (see `_write_over`). Data of a
    model, which never replaces other content, may be read by those who may read the model. It
    is private until it is complete.
    """

    def __init__(self, path: str, *, model: str = "") -> None:
        self.path = path
        self._is_data = bool(model)
        self._is_replacing = not model and os.path.lexists(path)
        self._like = next(filter(os.path.exists, [model or path]), "")
        # The file's own path as long as it is not in its place.
        self._temporary = ""
        self._must_write_over = False

    def write(self, portions: Iterable[Any], tell: Callable[[int], object] | None = None) -> None:
        """Write the content; `tell` is told the size of each portion."""
        file = self._opened()
        try:
            for portion in portions:
                file.write(portion)
                if tell is not None:
                    tell(len(portion))
            file.flush()
            self._finish(file)
            file.close()
        except BaseException:
            # Windows removes no open file; closing one fails where the disk is full.
            with suppress(OSError):
                file.close()
            self.remove()
            raise

    def move(self) -> None:
        """Put the file into its place, where another one may be."""
        if not self._must_write_over:
            try:
                os.replace(self._temporary, self.path)
                self._temporary = ""
                return
            except OSError as error:
                if error.errno not in _NOT_ALLOWED or not self._is_replacing:
                    raise
        _write_over(self.path, self._temporary)

    def claim(self) -> bool:
        """Put the file into its place unless there is a file; False if there is one."""
        try:
            os.link(self._temporary, self.path)
        except FileExistsError:
            return False
        except OSError:
            # Not all file systems have hard links.
            if os.path.lexists(self.path):
                return False
            os.rename(self._temporary, self.path)
            self._temporary = ""
        return True

    def remove(self) -> None:
        """Remove what did not get into its place, or has another name in its place."""
        if self._temporary:
            with suppress(FileNotFoundError):
                os.unlink(self._temporary)
            self._temporary = ""

    def _opened(self) -> IO[bytes]:
        name = f"{PART}{os.urandom(8).hex()}.part"
        path = os.path.join(os.path.dirname(self.path), name)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            descriptor = os.open(path, flags, 0o600 if self._like else 0o666)
            self._temporary = path
        except OSError as error:
            if error.errno not in _NOT_ALLOWED or not self._is_replacing:
                # The name that was asked for says more than the temporary one.
                error.filename = self.path
                raise
            descriptor, self._temporary = mkstemp(prefix=PART)
            self._must_write_over = True
        return os.fdopen(descriptor, "wb")

    def _finish(self, file: IO[bytes]) -> None:
        """Give the file its attributes, and flush it to the disk if anything depends on it."""
        if self._must_write_over:
            return
        descriptor = file.fileno()
        if self._like and not hasattr(os, "fchmod"):
            # On Windows, there is nothing but the bit of files that may only be read.
            os.chmod(self._temporary, os.stat(self._like).st_mode)
        elif self._is_replacing:
            self._must_write_over = not copy_attributes(self.path, descriptor)
        elif self._like:
            give_access(self._like, descriptor)
        if self._is_replacing or self._is_data:
            flush(descriptor)


def is_part(name: str) -> bool:
    """True if a name is one that files have while they are written."""
    return name.startswith(PART)


def require_writable(path: str) -> None:
    """Raise OSError for a file that may not be written, though it could be replaced."""
    os.close(os.open(path, os.O_WRONLY))


def flush(descriptor: int) -> None:
    """Flush a file or folder to the disk, if its file system can do that."""
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NOT_KNOWN:
            raise


def _write_over(path: str, source: str) -> None:
    """Write the content of another file into a file that stays the same file.

    This takes time, and may be interrupted. Until it is done, the first byte is zero, with which
    no message begins: the file is unreadable, and never a mixture of two messages.
    """
    with open(source, "rb") as content, open(path, "r+b") as file:
        first = content.read(1)
        before = file.read(1)
        size = os.fstat(file.fileno()).st_size
        _write_first(file, b"\0")
        try:
            _reserve(file, os.fstat(content.fileno()).st_size)
        except BaseException:
            # Nothing is lost yet.
            file.truncate(size)
            _write_first(file, before)
            raise
        file.truncate(1)
        file.seek(1)
        shutil.copyfileobj(content, file, 1 << 20)
        _write_first(file, first)
        if not first:
            file.truncate(0)


def _write_first(file: IO[bytes], byte: bytes) -> None:
    """Write the first byte, after all that was written before, and before all that will be."""
    file.flush()
    flush(file.fileno())
    file.seek(0)
    file.write(byte)
    file.flush()
    flush(file.fileno())


def _reserve(file: IO[bytes], size: int) -> None:
    """Raise OSError if a file cannot have some size, as far as that is known in advance."""
    if hasattr(os, "posix_fallocate") and size:
        try:
            os.posix_fallocate(file.fileno(), 0, size)
        except OSError as error:
            if error.errno not in _NOT_KNOWN:
                raise
