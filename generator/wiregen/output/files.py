"""Writes single files, atomically if a file is replaced; writes through links and devices."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

from wiregen.source.diagnostics import UsageError

# What names an open descriptor of some process, or a device: there is nothing to replace.
_OPEN_FILES = ("/dev/", "/proc/")
# More links than any system follows.
_MOST_LINKS = 64


def write_file(path: Path, data: bytes) -> None:
    """Write a file that a user names, or leave what is there as it is and raise UsageError.

    A symbolic link is followed. A device, a pipe or an open descriptor (`/dev/stdout`, a process
    substitution) is written to; everything else is replaced in one step and keeps its mode.
    """
    try:
        if is_written_in_place(path):
            path.write_bytes(data)
        else:
            target = Path(os.path.realpath(path))
            target.parent.mkdir(parents=True, exist_ok=True)
            replace_file(target, data)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


def replace_file(path: Path, data: bytes) -> None:
    """Replace a file, or make it, in one step: readers see the old content or the new one."""
    staged = path.parent / f".wiregen-{os.getpid()}.tmp"
    try:
        write_staged(staged, data, path)
        os.replace(staged, path)
    except BaseException:
        with contextlib.suppress(OSError):
            staged.unlink()
        raise


def write_staged(staged: Path, data: bytes, path: Path) -> None:
    """Write the file that is to take the place of another, with its mode and owner."""
    staged.write_bytes(data)
    try:
        before = path.stat()
    except FileNotFoundError:
        return
    if not stat.S_ISREG(before.st_mode):
        raise OSError(errno.EEXIST, f"expected a file, got a {_kind(before.st_mode)}", str(path))
    made = staged.stat()
    if hasattr(os, "chown") and (made.st_uid, made.st_gid) != (before.st_uid, before.st_gid):
        # Only a privileged user can keep the owner of somebody else's file.
        with contextlib.suppress(OSError):
            os.chown(staged, before.st_uid, before.st_gid)
    os.chmod(staged, stat.S_IMODE(before.st_mode))


def is_written_in_place(path: Path) -> bool:
    """True if a path leads to something that must not be replaced by a file of the same name."""
    step = os.path.abspath(path)
    for _ in range(_MOST_LINKS):
        if step.startswith(_OPEN_FILES):
            return True
        if not os.path.islink(step):
            break
        step = os.path.normpath(os.path.join(os.path.dirname(step), os.readlink(step)))
    return os.path.exists(step) and not os.path.isfile(step) and not os.path.isdir(step)


def _kind(mode: int) -> str:
    return "folder" if stat.S_ISDIR(mode) else "device"
