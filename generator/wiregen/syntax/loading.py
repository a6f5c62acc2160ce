"""Parses schema files and, recursively, the files that they import."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from wiregen.source.diagnostics import Diagnostic, SchemaError, UsageError
from wiregen.source.roots import ImportRoots, fault_in_file_name, shown
from wiregen.source.text import Source, Span
from wiregen.syntax.nodes import FileNode, ImportNode
from wiregen.syntax.parser import parse


def load(names: Sequence[str], roots: ImportRoots) -> list[FileNode]:
    """Parse the named files and everything they import; what is imported stands first."""
    loader = _Loader(roots)
    for name in names:
        fault = fault_in_file_name(name)
        if fault:
            raise UsageError(fault)
        source = roots.read(name)
        if source is None:
            where = ", ".join(shown(folder, roots.base) for folder in roots.folders)
            raise UsageError(f"no file '{name}' in {where}")
        loader.visit(source)
    return list(loader.file_by_name.values())


@dataclass(frozen=True, slots=True)
class _OpenFile:
    """A file of which some imports are still to be read."""

    name: str
    node: FileNode
    imports: Iterator[ImportNode]


class _Loader:
    def __init__(self, roots: ImportRoots) -> None:
        self._roots = roots
        self.file_by_name: dict[str, FileNode] = {}

    def visit(self, source: Source) -> None:
        """Read a file and all that it imports, however long a chain the imports are."""
        open_by_name: dict[str, _OpenFile] = {}
        wanted: Source | None = source
        while wanted is not None or open_by_name:
            if wanted is not None and wanted.name not in self.file_by_name:
                open_by_name[wanted.name] = _opened(wanted)
            elif not open_by_name:
                return
            wanted = self._next(open_by_name)

    def _next(self, open_by_name: dict[str, _OpenFile]) -> Source | None:
        """The next file that the innermost open one imports; without one, it is done."""
        innermost = next(reversed(open_by_name.values()))
        for node in innermost.imports:
            return self._imported(node, open_by_name)
        self.file_by_name[innermost.name] = open_by_name.pop(innermost.name).node
        return None

    def _imported(self, node: ImportNode, open_by_name: Mapping[str, _OpenFile]) -> Source:
        written = node.name.value.decode("utf-8", "surrogateescape")
        fault = fault_in_file_name(written)
        if fault:
            raise SchemaError([_fault(node.name.span, fault)])
        name = self._roots.real_name(written)
        if name in open_by_name:
            chain = [*open_by_name]
            cycle = " -> ".join((*chain[chain.index(name) :], name))
            raise SchemaError([_fault(node.name.span, f"files import each other: {cycle}")])
        source = self._roots.read(name)
        if source is None:
            where = " or ".join(shown(f, self._roots.base) for f in self._roots.folders)
            sentence = f"no file '{name}' to import{f' in {where}' if where else ''}"
            raise SchemaError([_fault(node.name.span, sentence)])
        return source


def _opened(source: Source) -> _OpenFile:
    node = parse(source)
    imports = (item for item in node.items if isinstance(item, ImportNode))
    return _OpenFile(source.name, node, imports)


def _fault(span: Span, sentence: str) -> Diagnostic:
    return Diagnostic(span, sentence)
