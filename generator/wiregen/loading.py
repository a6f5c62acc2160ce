"""Finds schema files and what they import: names and folders in, parsed files out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wiregen.diagnostics import Diagnostic, SchemaError, UsageError
from wiregen.parser import parse
from wiregen.source import Source, Span
from wiregen.syntax import FileNode, ImportNode


@dataclass(frozen=True)
class ImportRoots:
    """Where imports are looked up: files at hand, folders in order; other names of one file.

    Paths are shown relative to `base`, so that messages do not depend on where a checkout
    lies. Files at hand lie in no folder: they come out of an archive.
    """

    folders: tuple[Path, ...]
    base: Path
    alias_by_name: Mapping[str, str] = field(default_factory=dict)
    data_by_name: Mapping[str, bytes] = field(default_factory=dict)

    def real_name(self, written: str) -> str:
        """The name of the file that an import means, once its alias is resolved."""
        return self.alias_by_name.get(written, written)

    def read(self, name: str) -> Source | None:
        """The text of a file, or None if no folder has it."""
        if name in self.data_by_name:
            return Source(name, name, _text(self.data_by_name[name]))
        for folder in (*self.folders, well_known_folder()):
            path = folder / name
            if path.is_file():
                return source_of(name, path, self.base)
        return None


def well_known_folder() -> Path:
    """The folder of protobuf's own files (`google/protobuf/timestamp.proto` and others).

    They come with wiregen: in the installed package, or among the schemas of a checkout. A
    folder of imports that has files of these names goes first.
    """
    installed = Path(__file__).parent / "well_known"
    checkout = Path(__file__).parents[2] / "schemas" / "protobuf"
    return installed if installed.is_dir() else checkout


def load(names: Sequence[str], roots: ImportRoots) -> list[FileNode]:
    """Parse the named files and everything they import; what is imported stands first."""
    loader = _Loader(roots)
    for name in names:
        source = roots.read(name)
        if source is None:
            where = ", ".join(_shown(folder, roots.base) for folder in roots.folders)
            raise UsageError(f"no file '{name}' in {where}")
        loader.visit(source, ())
    return list(loader.file_by_name.values())


class _Loader:
    def __init__(self, roots: ImportRoots) -> None:
        self._roots = roots
        self.file_by_name: dict[str, FileNode] = {}

    def visit(self, source: Source, open_names: tuple[str, ...]) -> None:
        if source.name in self.file_by_name:
            return
        node = parse(source)
        chain = (*open_names, source.name)
        for item in node.items:
            if isinstance(item, ImportNode):
                self._follow(item, chain)
        self.file_by_name[source.name] = node

    def _follow(self, node: ImportNode, chain: tuple[str, ...]) -> None:
        written = node.name.value.decode("utf-8", "replace")
        name = self._roots.real_name(written)
        if not written or any(part in ("", ".", "..") for part in written.split("/")):
            sentence = "an import is a path without '.', '..' and empty parts"
            raise SchemaError([_fault(node.name.span, sentence)])
        if name in chain:
            cycle = " -> ".join((*chain[chain.index(name) :], name))
            raise SchemaError([_fault(node.name.span, f"files import each other: {cycle}")])
        source = self._roots.read(name)
        if source is None:
            where = " or ".join(_shown(f, self._roots.base) for f in self._roots.folders)
            sentence = f"no file '{name}' to import{f' in {where}' if where else ''}"
            raise SchemaError([_fault(node.name.span, sentence)])
        self.visit(source, chain)


def _fault(span: Span, sentence: str) -> Diagnostic:
    return Diagnostic(span, sentence)


def source_of(name: str, path: Path, base: Path) -> Source:
    """The text of a file, whose path is shown relative to a folder."""
    return Source(name, _shown(path, base), _text(path.read_bytes()))


def _text(data: bytes) -> str:
    # A byte order mark at the start is no part of the schema. Strings may hold any bytes, so
    # those that are no UTF-8 are kept, as surrogates.
    return data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")


def _shown(path: Path, base: Path) -> str:
    try:
        return path.resolve().relative_to(base.resolve()).as_posix() or "."
    except ValueError:
        return path.as_posix()
