"""The only module that writes: the wanted files of a run in, changes on disk or a report out."""

from __future__ import annotations

import difflib
import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from wiregen.diagnostics import UsageError


@dataclass(frozen=True, slots=True)
class Drift:
    """How a folder differs from what it should hold."""

    missing: tuple[Path, ...]
    stale: tuple[Path, ...]
    extra: tuple[Path, ...]

    def __bool__(self) -> bool:
        return bool(self.missing or self.stale or self.extra)


def drift(wanted: Mapping[Path, str], folders: Iterable[Path]) -> Drift:
    """Compare wanted files with those on disk; `folders` hold nothing but wanted files."""
    missing = tuple(path for path in wanted if not path.is_file())
    stale = tuple(path for path, text in wanted.items() if path.is_file() and _read(path) != text)
    extra = tuple(path for folder in folders for path in _files(folder) if path not in wanted)
    return Drift(missing, stale, extra)


def write(wanted: Mapping[Path, str], folders: Iterable[Path]) -> Drift:
    """Write what is missing or stale, remove what is extra, leave the rest; say what was done."""
    found = drift(wanted, folders)
    for path in (*found.missing, *found.stale):
        try:
            _replace(path, wanted[path])
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror}") from None
    for path in found.extra:
        path.unlink()
    return found


def unified_diff(wanted: Mapping[Path, str], found: Drift, base: Path) -> str:
    """What is on disk against what should be, as a diff."""
    lines: list[str] = []
    for path in (*found.stale, *found.missing, *found.extra):
        name = shown(path, base)
        before = _read(path) if path.is_file() else ""
        lines += difflib.unified_diff(
            before.splitlines(keepends=True),
            wanted.get(path, "").splitlines(keepends=True),
            fromfile=f"on disk: {name}" if path.is_file() else "/dev/null",
            tofile=f"generated: {name}" if path in wanted else "/dev/null",
        )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def shown(path: Path, base: Path) -> str:
    """A path relative to a folder where it lies in it."""
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else str(path)


def _read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def _files(folder: Path) -> list[Path]:
    """The files of a folder that could be outputs: what Python leaves behind is none."""
    return sorted(
        path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )


def _replace(path: Path, text: str) -> None:
    """Write a file beside its place and move it there, so that it is never half written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(handle, "wb") as file:
            file.write(text.encode())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
