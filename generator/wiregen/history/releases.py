"""Reads the schemas in the releases of a project."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from wiregen.evolution.archives import schema_files
from wiregen.evolution.facts import Declared, declared_in
from wiregen.history.model import Release
from wiregen.project import HistorySettings
from wiregen.schema import ir
from wiregen.source.diagnostics import UsageError
from wiregen.source.roots import ImportRoots
from wiregen.validation.reading import read


@dataclass(frozen=True, slots=True)
class ReadRelease:
    """One release, and what its schema declares in the main variant and in others."""

    release: Release
    main: tuple[Declared, ...]
    by_variant: Mapping[str, tuple[Declared, ...]]


def read_releases(paths: Iterable[Path], settings: HistorySettings) -> list[ReadRelease]:
    """Read releases, in the order of their versions, which stand in the names of the paths."""
    path_by_name: dict[str, Path] = {}
    for path in paths:
        name = _version_in(path)
        if path_by_name.setdefault(name, path) is not path:
            raise UsageError(f"{path_by_name[name]} and {path} are both release {name}")
    names = sorted(path_by_name, key=_place)
    return [_read_release(name, path_by_name[name], settings) for name in names]


def _version_in(path: Path) -> str:
    """`1.2.3` of `name-1.2.3-py3-none-any.whl`, `name-1.2.3.tar.gz` or a folder `name-1.2.3`."""
    found = re.search(r"-(\d[^-]*?)(?:-.*\.whl|\.whl|\.zip|\.tar\.\w+|\.tgz)?$", path.name)
    if found is None:
        raise UsageError(f"no version in the name of {path}: 'name-1.2.3' is wanted")
    return found[1]


def _place(name: str) -> list[tuple[int, bool, str]]:
    """Where a version stands among others: numbers as such, `0rc1` before `0`."""
    parts = [re.match(r"(\d*)(.*)", part) for part in name.split(".")]
    return [(int(part[1] or 0), not part[2], part[2]) for part in parts if part]


def _read_release(name: str, path: Path, settings: HistorySettings) -> ReadRelease:
    root = f"{settings.root}/" if settings.root else ""
    data_by_name = {
        file.removeprefix(root): data
        for file, data in schema_files(path).items()
        if file.startswith(root)
    }
    main, *others = (
        _read_variant(variant, data_by_name, settings)
        for variant in (settings.variant, *settings.variants)
    )
    if not main.files:
        raise UsageError(f"{path} has no schema of {', '.join(settings.schemas)}")
    files_by_variant = {variant.name: variant.files for variant in others}
    release = Release(name, _version_number(main.schema, settings), main.files, files_by_variant)
    return ReadRelease(release, main.declared, {other.name: other.declared for other in others})


@dataclass(frozen=True, slots=True)
class _Variant:
    """The schema of one variant in one release."""

    name: str
    files: tuple[str, ...]
    schema: ir.Schema

    @property
    def declared(self) -> tuple[Declared, ...]:
        return tuple(declared_in(self.schema, self.files))


def _read_variant(
    variant: str, data_by_name: Mapping[str, bytes], settings: HistorySettings
) -> _Variant:
    file_by_name: dict[str, str] = {}
    for wanted in settings.schemas:
        own = settings.variants.get(variant, {}).get(wanted, wanted)
        # Early releases have one file for all variants.
        names = [own, wanted, *(other.get(wanted, own) for other in settings.variants.values())]
        file = next((name for name in names if name in data_by_name), None)
        if file is not None:
            file_by_name |= dict.fromkeys(names, file)
    files = tuple(dict.fromkeys(file_by_name.values()))
    # Files import each other with the folder in their names, or without.
    in_root = {f"{settings.root}/{name}": file_by_name.get(name, name) for name in data_by_name}
    roots = ImportRoots((), Path(), {**in_root, **file_by_name}, data_by_name)
    return _Variant(variant, files, read(files, roots).schema)


def _version_number(schema: ir.Schema, settings: HistorySettings) -> int | None:
    enum = schema.enum_by_name.get(settings.version_enum)
    values = enum.values if enum is not None else ()
    return next((v.number for v in values if v.name == settings.version_value), None)
