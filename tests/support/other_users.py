"""Run a function in a child process: as another user, or among mounts of its own."""

from __future__ import annotations

import ctypes
import os
import shutil
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

NOBODY = 65534
_NEW_MOUNTS = 0x20000

needs_root = pytest.mark.skipif(
    not hasattr(os, "setresuid") or os.geteuid() != 0,
    reason="only root can make files of other users, and act as one",
)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can reach, unlike `tmp_path`."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def as_nobody(act: Callable[[], object]) -> str:
    """Call a function as a user who owns nothing; return its error, "" if there is none."""

    def become_nobody() -> None:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)

    return _in_child(become_nobody, act)


def with_own_mounts(prepare: Callable[[], object], act: Callable[[], object]) -> str:
    """As `as_nobody`, but as root; what `prepare` mounts is seen by the function alone."""

    def mount() -> None:
        # The processes around must not see the mounts: propagation is switched off.
        if _libc.unshare(_NEW_MOUNTS) or _libc.mount(b"none", b"/", None, 0x44000, None):
            raise OSError(ctypes.get_errno(), "no mounts of one's own")
        prepare()

    return _in_child(mount, act)


_libc = ctypes.CDLL(None, use_errno=True)


def bind(source: Path, target: Path, flags: int = 0) -> None:
    """Mount a file or folder at another path, or at its own."""
    for more in (0, 0x20 | flags) if flags else (0,):
        if _libc.mount(os.fsencode(source), os.fsencode(target), None, 0x1000 | more, None):
            raise OSError(ctypes.get_errno(), "mount failed", str(target))


def _in_child(prepare: Callable[[], object], act: Callable[[], object]) -> str:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        told = ""
        try:
            prepare()
            try:
                act()
            except OSError as error:
                told = f"{type(error).__name__}: {error}"
        except BaseException:
            told = traceback.format_exc()
        os.write(writer, told.encode()[:60000])
        os._exit(0)
    os.close(writer)
    with open(reader, encoding="utf-8") as file:
        told = file.read()
    _, status = os.waitpid(child, 0)
    assert status == 0
    return told
