"""Resolves versions named on the command line to schemas.

A word names a folder, a `.proto` file, a wheel or source archive, a path in a revision of
a git repository (`REV:path`), or an installed package.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from wiregen.evolution.archives import SUFFIX, schema_files
from wiregen.evolution.partial_reading import PartialReading, read_what_can_be_read
from wiregen.evolution.revisions import files_in_revision
from wiregen.project import HistorySettings, Package
from wiregen.source.diagnostics import Faults, UsageError
from wiregen.source.roots import ImportRoots
from wiregen.validation.reading import Reading, read


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a schema: the files that belong to it, and where they are looked up.

    `is_one_file` tells that a single file was named, whose own name says nothing then.
    """

    names: tuple[str, ...]
    roots: ImportRoots
    is_one_file: bool = False
    # Files that stand beside the schemas of a package, and that it knows nothing of.
    not_read: tuple[str, ...] = ()

    def read(self) -> Reading:
        """Its files, parsed and linked; SchemaError if anything is wrong in them."""
        return read(self.names, self.roots, Faults())

    def read_what_can_be_read(self) -> PartialReading:
        """As many of its files as can be read; all of them where one was named."""
        if self.is_one_file:
            return PartialReading(self.names, self.read().schema, ())
        return read_what_can_be_read(self.names, self.roots)

    def without_folder(self, folder: str) -> Version:
        """The same files with shorter names."""
        data = {name.removeprefix(folder): d for name, d in self.roots.data_by_name.items()}
        names = tuple(name.removeprefix(folder) for name in self.names)
        return replace(self, names=names, roots=replace(self.roots, data_by_name=data))


def versions_named(
    words: Sequence[str], packages: Sequence[Package], folder: Path
) -> tuple[Version, Version]:
    """Two versions to be compared.

    One may start at a folder that stands in the other; files have the names that they share.
    """
    old, new = (version_named(word, packages, folder) for word in words)
    return _aligned(old, new)


def _aligned(old: Version, new: Version) -> tuple[Version, Version]:
    """The versions without those first folders of all their files that keep them apart."""
    pairs = [
        (start, other)
        for start in _common_folders(old.names)
        for other in _common_folders(new.names)
    ]
    start, other = max(pairs, key=lambda pair: _names_in_common(old, pair[0], new, pair[1]))
    return old.without_folder(start), new.without_folder(other)


def _names_in_common(old: Version, start: str, new: Version, other: str) -> int:
    names = {name.removeprefix(start) for name in old.names}
    return len(names & {name.removeprefix(other) for name in new.names})


def _common_folders(names: Sequence[str]) -> list[str]:
    """The folders that all files lie in, the shortest path first: `""`, `a/`, `a/b/`."""
    folders = [name.split("/")[:-1] for name in names]
    shared = 0
    while all(len(f) > shared and f[shared] == folders[0][shared] for f in folders):
        shared += 1
    return ["".join(f"{part}/" for part in folders[0][:count]) for count in range(shared + 1)]


def version_named(word: str, packages: Sequence[Package], folder: Path) -> Version:
    """The version that a word names, seen from a folder.

    Where it has the schemas of one of the packages, by the names that these have in releases,
    it is read with the package's aliases and under the package's own names, so that versions
    can be compared whatever their files are called.
    """
    data_by_name, single = files_named(word, folder)
    if not data_by_name:
        raise UsageError(f"no {SUFFIX} file in {word}")
    aliases = {name: file for package in packages for name, file in package.aliases.items()}
    if single:
        return Version((single,), ImportRoots((), folder, aliases, data_by_name), True)
    for package in packages:
        if package.history is not None:
            found = version_of(package, data_by_name)
            if found is not None:
                return found
    return Version(tuple(data_by_name), ImportRoots((), folder, aliases, data_by_name))


def version_of(package: Package, data_by_name: Mapping[str, bytes]) -> Version | None:
    """The schemas of a package among some files, if any of them is there."""
    settings = package.history
    root = f"{settings.root}/" if settings is not None and settings.root else ""
    has_root = any(name.startswith(root) for name in data_by_name)
    in_root = {
        name.removeprefix(root): data
        for name, data in data_by_name.items()
        if name.startswith(root) or not has_root
    }
    # The name of each schema in the package, and that of the file which is that schema.
    found: dict[str, str] = {}
    aliases = dict(package.aliases)
    for own in package.schemas:
        names = _names_in_releases(own, settings)
        aliases |= dict.fromkeys((*names, *(root + name for name in names)), own)
        file = next((name for name in names if name in in_root), None)
        if file is not None:
            found[own] = file
    if not found:
        return None
    known = {own: in_root[file] for own, file in found.items()}
    left = tuple(name for name in in_root if name not in aliases)
    roots = ImportRoots((), package.base, aliases, known | {name: in_root[name] for name in left})
    return Version(tuple(known), roots, not_read=left)


def _names_in_releases(own: str, settings: HistorySettings | None) -> tuple[str, ...]:
    """What a schema of a package is called in releases, the main variant's name first."""
    if settings is not None:
        for name in settings.schemas:
            others = tuple(files.get(name, name) for files in settings.variants.values())
            if own == name or own in others:
                return (name, *others, own)
    return (own,)


def files_named(word: str, folder: Path) -> tuple[dict[str, bytes], str]:
    """Files by name, and the name of the one that is meant if not all are."""
    path = folder / word
    if path.is_file() and path.suffix == SUFFIX:
        return {file.name: file.read_bytes() for file in path.parent.glob(f"*{SUFFIX}")}, path.name
    if path.exists():
        return schema_files(path), ""
    if ":" in word:
        return files_in_revision(word, folder)
    return _installed_files(word), ""


def _installed_files(package: str) -> dict[str, bytes]:
    spec = find_spec(package) if package.isidentifier() else None
    folders = spec.submodule_search_locations if spec is not None else None
    if not folders:
        raise UsageError(f"'{package}' is no file or folder, no REV:path and no installed package")
    return {
        f"{package}/{name}": data
        for folder in folders
        for name, data in schema_files(Path(folder)).items()
    }
