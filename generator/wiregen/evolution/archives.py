"""Schema files in a folder, wheel or source archive of a release."""

from __future__ import annotations

import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from wiregen.source.diagnostics import UsageError

SUFFIX = ".proto"


def schema_files(path: Path) -> dict[str, bytes]:
    """All `.proto` files by their paths in the release; nothing is written to disk."""
    try:
        if path.is_dir():
            return dict(_in_folder(path))
        if zipfile.is_zipfile(path):
            return dict(_in_wheel(path))
        if path.is_file() and tarfile.is_tarfile(path):
            return dict(_in_source_archive(path))
    except (OSError, tarfile.TarError, zipfile.BadZipFile) as error:
        raise UsageError(f"cannot read {path}: {error}") from None
    raise UsageError(f"{path} is no folder, wheel or source archive")


def _in_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        yield path.relative_to(folder).as_posix(), path.read_bytes()


def _in_wheel(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith(SUFFIX):
                yield name, archive.read(name)


def _in_source_archive(path: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(path) as archive:
        for member in archive:
            if member.isfile() and member.name.endswith(SUFFIX):
                data = archive.extractfile(member)
                assert data is not None
                # All that a source archive holds is in one folder, `name-version`.
                _, *parts = PurePosixPath(member.name).parts
                yield "/".join(parts), data.read()
