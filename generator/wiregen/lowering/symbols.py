"""Symbol table of a schema, with protobuf's lookup rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from wiregen.source.diagnostics import Faults
from wiregen.source.text import Span
from wiregen.syntax.nodes import (
    EnumNode,
    EnumValueNode,
    ExtendNode,
    FieldNode,
    FileNode,
    GroupNode,
    MapFieldNode,
    MessageNode,
    OneofNode,
    PackageNode,
    RpcNode,
    ServiceNode,
)

TypeNode = MessageNode | GroupNode | EnumNode


@dataclass(frozen=True, slots=True)
class Symbol:
    """One declared name: what it names, in which file, and its node where it is a type."""

    what: str
    file: str
    span: Span
    type: TypeNode | None = None

    def __str__(self) -> str:
        return ("an " if self.what[0] in "aeiu" else "a ") + self.what


# What names can stand in, and be looked for after a dot.
_SCOPES = ("package", "message", "enum", "service")


class Symbols:
    """All declared names by full name."""

    def __init__(self) -> None:
        self._symbol_by_name: dict[str, Symbol] = {}
        self._files_by_package: dict[str, set[str]] = {}

    def declare_package(self, package: str, file: str, span: Span, faults: Faults) -> None:
        """Add a package, and those that it stands in; many files may declare the same."""
        parts = package.split(".")
        for count in range(1, len(parts) + 1):
            name = ".".join(parts[:count])
            self.declare(name, Symbol("package", file, span), faults)
            self._files_by_package.setdefault(name, set()).add(file)

    def declare(self, full_name: str, symbol: Symbol, faults: Faults) -> None:
        """Add a name; report one that is taken."""
        other = self._symbol_by_name.setdefault(full_name, symbol)
        if other is symbol or other.what == symbol.what == "package":
            return
        faults.report(
            symbol.span,
            f"the name '{full_name}' is taken: {other} is declared at {other.span!r}",
        )

    @property
    def symbol_by_name(self) -> Mapping[str, Symbol]:
        """All names with what they name."""
        return self._symbol_by_name

    @property
    def type_names(self) -> list[str]:
        """The full names of all messages and enums."""
        return [name for name, symbol in self._symbol_by_name.items() if symbol.type is not None]

    def find(self, full_name: str) -> Symbol | None:
        """The symbol with this full name."""
        return self._symbol_by_name.get(full_name)

    def resolve(
        self, name: str, scope: str, visible_files: frozenset[str], *, is_type: bool = True
    ) -> tuple[str, Symbol] | None:
        """The full name and symbol that a name means when written inside a scope.

        A leading dot says that the name is full. Otherwise the scopes are asked from the
        inside out for the name's first part, and the first that has it decides. Where a
        type is wanted, a lone name passes over what is none.
        """
        if name.startswith("."):
            return self._visible(name[1:], visible_files)
        first, _, rest = name.partition(".")
        for candidate in _scopes(scope):
            prefix = f"{candidate}.{first}" if candidate else first
            found = self._visible(prefix, visible_files)
            if found is None:
                continue
            if not rest:
                if is_type and found[1].type is None:
                    continue
                return found
            if found[1].what in _SCOPES:
                return self._visible(f"{prefix}.{rest}", visible_files)
        return None

    def _visible(self, full_name: str, files: frozenset[str]) -> tuple[str, Symbol] | None:
        symbol = self._symbol_by_name.get(full_name)
        if symbol is None:
            return None
        if symbol.what == "package":
            is_visible = any(file in files for file in self._files_by_package[full_name])
        else:
            is_visible = symbol.file in files
        return (full_name, symbol) if is_visible else None


def declare_files(files: Sequence[FileNode], faults: Faults) -> Symbols:
    """The table of everything that some files declare."""
    symbols = Symbols()
    for file in files:
        name = file.source.name
        package = package_of(file)
        for node in file.items:
            if isinstance(node, PackageNode):
                symbols.declare_package(package, name, node.name.span, faults)
        for full_name, symbol in _declarations(file.items, package, name):
            symbols.declare(full_name, symbol, faults)
    return symbols


def package_of(file: FileNode) -> str:
    """The package that a file declares; empty when it declares none."""
    packages = (node.name.text for node in file.items if isinstance(node, PackageNode))
    return next(packages, "")


def field_name(node: FieldNode | MapFieldNode | GroupNode) -> str:
    """The name of the field that a node declares; a group's is its message's in lower case."""
    return node.name.text.lower() if isinstance(node, GroupNode) else node.name.text


def join(scope: str, name: str) -> str:
    """A full name."""
    return f"{scope}.{name}" if scope else name


def _scopes(scope: str) -> Iterator[str]:
    while scope:
        yield scope
        scope = scope.rpartition(".")[0]
    yield ""


def _declarations(items: Sequence[object], scope: str, file: str) -> Iterator[tuple[str, Symbol]]:
    for node in items:
        match node:
            case MessageNode():
                yield join(scope, node.name.text), Symbol("message", file, node.name.span, node)
                yield from _declarations(node.items, join(scope, node.name.text), file)
            case GroupNode():
                yield join(scope, node.name.text), Symbol("message", file, node.name.span, node)
                yield from _declarations(node.items, join(scope, node.name.text), file)
                if field_name(node) != node.name.text:
                    yield join(scope, field_name(node)), Symbol("field", file, node.name.span)
            case EnumNode():
                yield join(scope, node.name.text), Symbol("enum", file, node.name.span, node)
                for value in values_of(node):
                    # Values live beside their enum, not in it, as in C++.
                    yield join(scope, value.name.text), Symbol("enum value", file, value.name.span)
            case OneofNode():
                yield join(scope, node.name.text), Symbol("oneof", file, node.name.span)
                yield from _declarations(node.items, scope, file)
            case FieldNode() | MapFieldNode():
                yield join(scope, node.name.text), Symbol("field", file, node.name.span)
            case ServiceNode():
                yield join(scope, node.name.text), Symbol("service", file, node.name.span)
                for rpc in node.items:
                    if isinstance(rpc, RpcNode):
                        full_name = join(join(scope, node.name.text), rpc.name.text)
                        yield full_name, Symbol("method", file, rpc.name.span)
            case ExtendNode():
                # Extensions belong to the scope that they are written in.
                for item in node.items:
                    if isinstance(item, GroupNode):
                        yield from _declarations([item], scope, file)
                    else:
                        yield join(scope, item.name.text), Symbol("extension", file, item.name.span)
            case _:
                pass


def values_of(node: EnumNode) -> list[EnumValueNode]:
    """The values of an enum in the order written."""
    return [item for item in node.items if isinstance(item, EnumValueNode)]


class _EveryFile(frozenset[str]):
    """A set that has every file, to find out whether only an import is missing."""

    def __contains__(self, item: object) -> bool:
        return True


EVERY_FILE = _EveryFile()
