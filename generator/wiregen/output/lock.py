"""The lock file of an output: which files a run wrote, and the SHA-256 of each.

It stands in the folder of the output and is committed with it. A later run overwrites and removes
a file only if the list has it and its content is the listed one; everything else in the folder
belongs to somebody else. The format is that of `sha256sum --check`.

A list that git merged, or that holds the marks of a conflict, is read as the sum of both sides: a
file may be listed with several hashes, and lines in any other form are passed over.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

_HEAD = "# Files written by wiregen, with their SHA-256. Do not edit; commit it with them.\n"
_LINE = re.compile(r"([0-9a-f]{64})  (.+)")

# By its path in the folder, the hashes of what a run may have written to a file.
Listed = Mapping[str, frozenset[str]]


def lock_name(target: str) -> str:
    """The name of the lock file of what a target writes."""
    return f"wiregen-{target}.lock"


def digest(data: bytes) -> str:
    """The SHA-256 of a file's content."""
    return hashlib.sha256(data).hexdigest()


def lock_text(hashes: Iterable[tuple[str, str]]) -> str:
    """The text of a lock file that lists paths with their hashes."""
    return _HEAD + "".join(f"{digest}  {path}\n" for path, digest in sorted(set(hashes)))


def read_lock(path: Path) -> Listed:
    """The files that a lock file lists; none if there is no lock file."""
    if not path.is_file():
        return {}
    found: dict[str, frozenset[str]] = {}
    for line in path.read_bytes().decode("utf-8", "replace").splitlines():
        listed = _LINE.fullmatch(line)
        if listed is not None and _is_below(listed[2]):
            found[listed[2]] = found.get(listed[2], frozenset()) | {listed[1]}
    return found


def _is_below(path: str) -> bool:
    """True if a listed path stays in the folder, whoever wrote the list."""
    return not path.startswith("/") and ".." not in PurePosixPath(path).parts and "\\" not in path
