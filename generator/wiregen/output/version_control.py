"""Finds files that git can restore, which are safe to overwrite."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

# So many names fit on a command line of any system.
_MANY = 200


def recoverable(paths: Sequence[Path], folder: Path) -> set[Path]:
    """The files of a folder whose present content is in its git repository, if it is in one."""
    found: set[Path] = set()
    for start in range(0, len(paths), _MANY):
        names = [path.relative_to(folder).as_posix() for path in paths[start : start + _MANY]]
        tracked = _names(folder, "ls-files", "-z", "--", *names)
        changed = _names(folder, "diff", "--name-only", "--relative", "-z", "--", *names)
        if tracked is not None and changed is not None:
            found |= {folder / name for name in tracked - changed}
    return found


def _names(folder: Path, *words: str) -> set[str] | None:
    """The names that a git command lists; None if it fails, as it does outside of repositories."""
    command = ("git", "--literal-pathspecs", *words)
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    except OSError:
        return None
    if done.returncode != 0:
        return None
    return set(filter(None, done.stdout.decode("utf-8", "surrogateescape").split("\0")))
