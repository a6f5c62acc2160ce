"""The wanted content of an output folder, and its difference from the disk."""

from __future__ import annotations

import difflib
import os
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wiregen.output.lock import Listed, digest, lock_name, lock_text, read_lock
from wiregen.source.diagnostics import UsageError


@dataclass(frozen=True, slots=True)
class OutputFolder:
    """The files that one target wants in one folder; other files there belong to others."""

    folder: Path
    target: str
    content_by_path: Mapping[Path, bytes]

    @property
    def lock(self) -> Path:
        """The lock file, which lists what was written."""
        return self.folder / lock_name(self.target)

    @property
    def staging(self) -> Path:
        """The folder in which new content waits to be put in place."""
        return self.folder / f".wiregen-{self.target}.tmp"

    def listed(self) -> Listed:
        """What the lock file on disk lists."""
        return read_lock(self.lock)

    def hashes(self) -> Iterator[tuple[str, str]]:
        """The path of each file in the folder, with its hash."""
        for path, content in self.content_by_path.items():
            yield path.relative_to(self.folder).as_posix(), digest(content)

    def lock_text(self) -> str:
        """The lock file as it should be."""
        return lock_text(self.hashes())


@dataclass(frozen=True, slots=True)
class Drift:
    """How a folder differs from what it should hold."""

    missing: tuple[Path, ...]
    stale: tuple[Path, ...]
    # Files that an earlier run wrote and that are no longer wanted.
    extra: tuple[Path, ...]

    def __bool__(self) -> bool:
        return bool(self.missing or self.stale or self.extra)


def drift(output: OutputFolder) -> Drift:
    """Compare a folder with what it should hold, the lock file included."""
    wanted = {**output.content_by_path, output.lock: output.lock_text().encode()}
    missing = tuple(path for path in wanted if not path.is_file())
    stale = tuple(
        path
        for path, content in wanted.items()
        if path not in missing and path.read_bytes() != content
    )
    listed = (output.folder / name for name in output.listed())
    extra = tuple(path for path in listed if path not in output.content_by_path and path.is_file())
    return Drift(missing, stale, extra)


def unified_diff(output: OutputFolder, found: Drift, base: Path) -> str:
    """The files on disk against those that should be there; the lock file is left out."""
    lines: list[str] = []
    for path in (*found.stale, *found.missing, *found.extra):
        if path == output.lock:
            continue
        name = shown(path, base)
        before = _text(path.read_bytes()) if path.is_file() else ""
        is_wanted = path in output.content_by_path
        lines += difflib.unified_diff(
            before.splitlines(keepends=True),
            _text(output.content_by_path.get(path, b"")).splitlines(keepends=True),
            fromfile=f"on disk: {name}" if path.is_file() else "/dev/null",
            tofile=f"generated: {name}" if is_wanted else "/dev/null",
        )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def check_paths(outputs: Sequence[OutputFolder]) -> None:
    """Refuse paths outside of their folder, and two that some file systems hold for one."""
    path_by_key: dict[str, Path] = {}
    for output in outputs:
        for path in output.content_by_path:
            if not Path(os.path.normpath(path)).is_relative_to(os.path.normpath(output.folder)):
                raise UsageError(f"{path} lies outside of the folder {output.folder}")
            key = unicodedata.normalize("NFC", os.path.normpath(path).casefold())
            other = path_by_key.setdefault(key, path)
            if other is not path:
                raise UsageError(
                    f"{other} and {path} would be one file where names ignore case;"
                    " rename one of the schemas, or choose another folder"
                )


def shown(path: Path, base: Path) -> str:
    """A path relative to a folder where it lies in it."""
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else str(path)


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")
