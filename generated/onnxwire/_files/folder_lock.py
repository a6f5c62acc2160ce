# Copied by wiregen from templates/onnx/_files/folder_lock.py; do not edit.
"""A folder lock that other threads and processes respect while saving."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import local
from typing import NamedTuple

from .new_files import flush

_HELD = local()


class FolderLock(NamedTuple):
    """A folder that is locked, if its file system can do that."""

    descriptor: int | None
    # False if others may save files in the folder at the same time.
    is_exclusive: bool

    def flush(self) -> None:
        """Flush the names of the folder's files to the disk, if its file system can do that."""
        if self.descriptor is not None:
            flush(self.descriptor)


@contextmanager
def locked(folder: str) -> Iterator[FolderLock]:
    """Lock a folder, waiting for others; without a lock where there are none.

    The lock is one of the folder itself: no file is left behind, and the system gives it up
    when the process ends. Windows and network file systems have no such locks. Neither has a
    signal handler that saves while the thread which it interrupts holds the lock: waiting would
    take forever.
    """
    try:
        descriptor = os.open(folder or os.curdir, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except OSError:
        # Windows opens no folders, and others may be closed to us.
        yield FolderLock(None, False)
        return
    try:
        with _held(descriptor) as is_exclusive:
            yield FolderLock(descriptor, is_exclusive)
    finally:
        os.close(descriptor)


@contextmanager
def _held(descriptor: int) -> Iterator[bool]:
    folders: set[tuple[int, int]] = _HELD.__dict__.setdefault("folders", set())
    status = os.fstat(descriptor)
    folder = (status.st_dev, status.st_ino)
    if folder in folders or not _lock(descriptor):
        yield False
        return
    folders.add(folder)
    try:
        yield True
    finally:
        folders.discard(folder)
        _unlock(descriptor)


def _lock(descriptor: int) -> bool:
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX)
        return True
    return False


def _unlock(descriptor: int) -> None:
    import fcntl

    # Not left to closing it: a process that was forked in the meantime has it open, too.
    fcntl.flock(descriptor, fcntl.LOCK_UN)
