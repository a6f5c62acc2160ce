"""Parses schema files and, recursively, the files that they import."""

from __future__ import annotations

from collections.abc import Sequence

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
        written = node.name.value.decode("utf-8", "surrogateescape")
        fault = fault_in_file_name(written)
        if fault:
            raise SchemaError([_fault(node.name.span, fault)])
        name = self._roots.real_name(written)
        if name in chain:
            cycle = " -> ".join((*chain[chain.index(name) :], name))
            raise SchemaError([_fault(node.name.span, f"files import each other: {cycle}")])
        source = self._roots.read(name)
        if source is None:
            where = " or ".join(shown(f, self._roots.base) for f in self._roots.folders)
            sentence = f"no file '{name}' to import{f' in {where}' if where else ''}"
            raise SchemaError([_fault(node.name.span, sentence)])
        self.visit(source, chain)


def _fault(span: Span, sentence: str) -> Diagnostic:
    return Diagnostic(span, sentence)
