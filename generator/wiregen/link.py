"""Links parsed files: syntax nodes in, the schema's intermediate representation out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wiregen import ir
from wiregen.comments import Comments
from wiregen.declarations import DeclarationLinker, names_of
from wiregen.diagnostics import Faults
from wiregen.features import DEFAULTS, chosen
from wiregen.loading import ImportRoots
from wiregen.options import option_nodes, options, report_repeated
from wiregen.symbols import declare_files, package_of
from wiregen.syntax import EnumNode, FileNode, ImportNode, MessageNode, PackageNode, SyntaxNode


def link(files: Sequence[FileNode], roots: ImportRoots, faults: Faults) -> ir.Schema:
    """Resolve every name of some files, imported ones first, and decide what fields are.

    Faults are noted, not raised: what cannot be resolved is left out, so that the rest can
    still be checked.
    """
    symbols = declare_files(files, faults)
    imports_by_file = {file.source.name: tuple(_imports(file, roots)) for file in files}
    linked: dict[str, ir.File] = {}
    messages: dict[str, ir.Message] = {}
    enums: dict[str, ir.Enum] = {}
    for file in files:
        syntax = _syntax_of(file, faults)
        _check_packages(file, faults)
        _check_imports(file, faults)
        name = file.source.name
        visible = _visible_files(name, imports_by_file)
        linker = DeclarationLinker(name, syntax, symbols, visible, faults)
        own_options = option_nodes(file.items)
        report_repeated(own_options, faults)
        features = chosen(DEFAULTS[syntax], own_options, "file", syntax, faults)
        linker.declare(file.items, package_of(file), features)
        linked[name] = _file(file, syntax, imports_by_file[name])
        messages.update(linker.message_by_name)
        enums.update(linker.enum_by_name)
    return ir.Schema(linked, messages, enums)


def _imports(file: FileNode, roots: ImportRoots) -> Iterable[ir.Import]:
    for node in file.items:
        if isinstance(node, ImportNode):
            written = node.name.value.decode("utf-8", "replace")
            yield ir.Import(
                written, roots.real_name(written), node.is_public, node.is_weak, node.name.span
            )


def _visible_files(name: str, imports_by_file: dict[str, tuple[ir.Import, ...]]) -> frozenset[str]:
    """A file sees itself, what it imports, and what those import publicly."""
    visible = {name}
    pending = [item.file for item in imports_by_file[name]]
    while pending:
        other = pending.pop()
        if other not in visible:
            visible.add(other)
            pending += (item.file for item in imports_by_file[other] if item.is_public)
    return frozenset(visible)


def _syntax_of(file: FileNode, faults: Faults) -> ir.Syntax:
    statements = [node for node in file.items if isinstance(node, SyntaxNode)]
    if not statements:
        return ir.Syntax.PROTO2
    first, *others = statements
    for other in others:
        faults.report(other.span, "the syntax is stated twice")
    if file.items[0] is not first:
        faults.report(first.span, "the syntax must be the first statement of the file")
    written = first.value.value.decode("utf-8", "replace")
    for syntax in ir.Syntax:
        if (syntax.value, syntax.is_edition) == (written, first.is_edition):
            return syntax
    kind = "edition" if first.is_edition else "syntax"
    known = " or ".join(f'"{s.value}"' for s in ir.Syntax if s.is_edition == first.is_edition)
    faults.report(first.value.span, f"expected {kind} {known}, found '{written}'")
    return ir.Syntax.PROTO2


def _check_packages(file: FileNode, faults: Faults) -> None:
    packages = [node for node in file.items if isinstance(node, PackageNode)]
    for other in packages[1:]:
        faults.report(other.span, f"the package is '{packages[0].name.text}' already")


def _check_imports(file: FileNode, faults: Faults) -> None:
    seen: set[bytes] = set()
    for node in file.items:
        if isinstance(node, ImportNode):
            if node.name.value in seen:
                faults.report(node.name.span, f"{node.name.span.text} is imported twice")
            seen.add(node.name.value)


def _file(node: FileNode, syntax: ir.Syntax, imports: tuple[ir.Import, ...]) -> ir.File:
    package = package_of(node)
    statement = next((item for item in node.items if isinstance(item, SyntaxNode)), None)
    return ir.File(
        name=node.source.name,
        path=node.source.path,
        syntax=syntax,
        package=package,
        imports=imports,
        messages=names_of(node.items, package, MessageNode),
        enums=names_of(node.items, package, EnumNode),
        options=options(node.items),
        comments=statement.comments if statement is not None else Comments(),
        dangling=node.dangling,
    )
