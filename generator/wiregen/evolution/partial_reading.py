"""Reads as much of a tree of schemas as can be read, and says why the rest cannot.

A tree may hold files that do not parse, import something outside of it, or declare once more
what another one declares. Each is left out, together with the files that import it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from wiregen.evolution.facts import Declared, declared_in
from wiregen.lowering.symbols import Symbol, declare_files
from wiregen.schema import ir
from wiregen.source.diagnostics import Diagnostic, Faults, SchemaError, UsageError
from wiregen.source.roots import ImportRoots, fault_in_file_name
from wiregen.source.text import Span
from wiregen.syntax.nodes import FileNode, ImportNode
from wiregen.syntax.parser import parse
from wiregen.validation.reading import read


@dataclass(frozen=True, slots=True)
class NotRead:
    """A file that was left out, and why.

    `is_double` tells that it declares what another file declares; nothing is lost by that.
    """

    name: str
    fault: str
    is_double: bool = False


@dataclass(frozen=True, slots=True)
class PartialReading:
    """The files that were read, what they mean, and those that were left out."""

    names: tuple[str, ...]
    schema: ir.Schema
    not_read: tuple[NotRead, ...]

    def declared(self, without: Iterable[str] = ()) -> tuple[Declared, ...]:
        """What its files declare, some of them excepted."""
        left_out = set(without)
        return tuple(declared_in(self.schema, (n for n in self.names if n not in left_out)))


def read_what_can_be_read(names: Sequence[str], roots: ImportRoots) -> PartialReading:
    """Read some files; SchemaError with the faults of all of them if none can be read."""
    return _PartialReader(names, roots).read()


class _PartialReader:
    def __init__(self, names: Sequence[str], roots: ImportRoots) -> None:
        self._roots = roots
        self._names = tuple(names)
        self._node_by_name: dict[str, FileNode] = {}
        self._not_read: dict[str, NotRead] = {}
        self._diagnostics: list[Diagnostic] = []

    def read(self) -> PartialReading:
        for name in self._names:
            self._parse(name)
        self._roots = replace(
            self._roots, alias_by_name={**self._aliases(), **self._roots.alias_by_name}
        )
        self._leave_out_lacking_imports()
        self._leave_out_doubles()
        while True:
            names = self._left()
            try:
                schema = read(names, self._roots, Faults()).schema
            except SchemaError as error:
                self._leave_out_faulty(error)
            else:
                return PartialReading(names, schema, tuple(self._not_read.values()))

    def _left(self) -> tuple[str, ...]:
        left = tuple(name for name in self._names if name not in self._not_read)
        if not left:
            raise SchemaError(self._diagnostics)
        return left

    def _parse(self, name: str) -> None:
        source = self._roots.read(name)
        fault = fault_in_file_name(name)
        if source is None or fault:
            raise UsageError(fault or f"no file '{name}'")
        try:
            self._node_by_name[name] = parse(source)
        except SchemaError as error:
            self._leave_out(name, error.diagnostics[0])

    def _imports(self, name: str) -> Iterable[tuple[str, Span]]:
        """The files that a file imports, and where."""
        node = self._node_by_name.get(name)
        for item in node.items if node is not None else ():
            if isinstance(item, ImportNode):
                written = item.name.value.decode("utf-8", "surrogateescape")
                yield self._roots.real_name(written), item.name.span

    def _aliases(self) -> Mapping[str, str]:
        """Names under which files import others as if the tree started higher or lower."""
        aliases = {}
        for name in self._names:
            for written, _ in self._imports(name):
                if not fault_in_file_name(written) and self._roots.read(written) is None:
                    meant = [n for n in self._names if _is_end_of(n, written)]
                    if len(meant) == 1:
                        aliases[written] = meant[0]
        return aliases

    def _leave_out_lacking_imports(self) -> None:
        for name in self._names:
            for written, span in self._imports(name):
                if fault_in_file_name(written) or self._roots.read(written) is None:
                    self._leave_out(name, Diagnostic(span, f"no file '{written}' to import"))
        self._leave_out_importers()

    def _leave_out_doubles(self) -> None:
        """Leave out files that declare, or whose imports declare, a name that is taken."""
        taken: dict[str, Symbol] = {}
        read: set[str] = set()
        for name in self._left():
            wanted = self._with_imports(name) - read
            declared = dict[str, Symbol]()
            for file in sorted(wanted):
                declared |= declare_files((self._node_by_name[file],), Faults()).symbol_by_name
            double = next((n for n, symbol in declared.items() if _is_taken(n, symbol, taken)), "")
            if double:
                sentence = f"'{double}' is declared in {taken[double].file}, too"
                self._leave_out(name, Diagnostic(declared[double].span, sentence), is_double=True)
            else:
                taken |= declared
                read |= wanted
        self._leave_out_importers()

    def _with_imports(self, name: str) -> set[str]:
        """A file and those of the tree that it imports, also by way of others."""
        found, pending = set[str](), [name]
        while pending:
            at = pending.pop()
            if at in self._node_by_name and at not in found:
                found.add(at)
                pending += (imported for imported, _ in self._imports(at))
        return found

    def _leave_out_faulty(self, error: SchemaError) -> None:
        before = len(self._not_read)
        for diagnostic in error.diagnostics:
            self._leave_out(diagnostic.span.source.name, diagnostic)
        if len(self._not_read) == before:
            raise error
        self._leave_out_importers()

    def _leave_out_importers(self) -> None:
        """Leave out files that import what was left out."""
        is_more = True
        while is_more:
            before = len(self._not_read)
            for name in self._names:
                for imported, span in self._imports(name):
                    if imported in self._not_read:
                        is_double = self._not_read[imported].is_double
                        sentence = f"'{imported}' cannot be read"
                        self._leave_out(name, Diagnostic(span, sentence), is_double=is_double)
            is_more = len(self._not_read) > before

    def _leave_out(self, name: str, diagnostic: Diagnostic, *, is_double: bool = False) -> None:
        if name in self._names and name not in self._not_read:
            self._diagnostics.append(diagnostic)
            self._not_read[name] = NotRead(name, str(diagnostic).partition("\n")[0], is_double)


def _is_end_of(name: str, written: str) -> bool:
    """True if one of two paths is the other one without its first folders."""
    return name.endswith(f"/{written}") or written.endswith(f"/{name}")


def _is_taken(name: str, symbol: Symbol, taken: Mapping[str, Symbol]) -> bool:
    """True if a name is taken by something else; many files may declare parts of a package."""
    other = taken.get(name)
    return other is not None and not (other.what == symbol.what == "package")
