"""Links parsed files into one schema."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from wiregen.lowering.declarations import (
    DeclarationLinker,
    extension_names,
    message_names,
    names_of,
)
from wiregen.lowering.features import DEFAULTS, chosen
from wiregen.lowering.naming_style import check_name
from wiregen.lowering.options import option_nodes, written
from wiregen.lowering.resolve import OptionResolver
from wiregen.lowering.symbols import Symbols, declare_files, package_of
from wiregen.lowering.type_names import TypeNames
from wiregen.schema import ir
from wiregen.schema.option_types import OptionTypes
from wiregen.source.diagnostics import Faults, whole
from wiregen.source.roots import ImportRoots
from wiregen.syntax.comments import Comments
from wiregen.syntax.nodes import (
    EnumNode,
    FileNode,
    ImportNode,
    PackageNode,
    ServiceNode,
    SyntaxNode,
)

_LONGEST_PACKAGE = 511
_MOST_PACKAGE_PARTS = 101


def link(
    files: Sequence[FileNode],
    roots: ImportRoots,
    faults: Faults,
    built_in: ir.Schema | None,
    asked_for: Collection[str] = (),
) -> ir.Schema:
    """Resolve every name of some files, imported ones first, and decide what fields are.

    `built_in` is the schema of descriptor.proto, which declares what options there are; None
    where that very file is linked. Unused imports are warnings in the files that are asked
    for, and nobody's business in others. Faults are noted, not raised: what cannot be resolved is
    left out, so that the rest can still be checked.
    """
    symbols = declare_files(files, faults)
    imports_by_file = {file.source.name: tuple(_imports(file, roots)) for file in files}
    used_by_file: dict[str, set[str]] = {}
    schema = ir.Schema({}, {}, {}, {}, {})
    for file in files:
        name = file.source.name
        visible = _visible_files(name, imports_by_file, for_options=False)
        types = TypeNames(symbols, visible, faults)
        schema = _with_file(schema, file, imports_by_file[name], symbols, types, faults)
        used_by_file[name] = types.used_files
    option_types = OptionTypes(schema, built_in)
    resolver_by_file = {
        name: OptionResolver(
            name,
            option_types,
            symbols,
            _visible_files(name, imports_by_file, for_options=True),
            faults,
        )
        for name in imports_by_file
    }
    schema = _with_options(schema, resolver_by_file)
    for name in asked_for:
        used = used_by_file[name] | resolver_by_file[name].used_files
        _warn_of_unused(schema.file_by_name[name], used, schema, faults)
    return schema


def _with_file(
    schema: ir.Schema,
    file: FileNode,
    imports: tuple[ir.Import, ...],
    symbols: Symbols,
    types: TypeNames,
    faults: Faults,
) -> ir.Schema:
    """A schema with one more file, whose options are not resolved yet."""
    syntax = _syntax_of(file, faults)
    _check_packages(file, faults)
    _check_imports(file, syntax, faults)
    name = file.source.name
    linker = DeclarationLinker(name, syntax, symbols, types, faults)
    features = chosen(DEFAULTS[syntax], option_nodes(file.items), syntax, faults)
    for node in file.items:
        if isinstance(node, PackageNode):
            check_name(node.name, "package", features, faults)
    linker.declare(file.items, package_of(file), features)
    return ir.Schema(
        {**schema.file_by_name, name: _file(file, syntax, imports)},
        {**schema.message_by_name, **linker.message_by_name},
        {**schema.enum_by_name, **linker.enum_by_name},
        {**schema.extension_by_name, **linker.extension_by_name},
        {**schema.service_by_name, **linker.service_by_name},
    )


def _with_options(schema: ir.Schema, resolver_by_file: Mapping[str, OptionResolver]) -> ir.Schema:
    """The same schema with every option resolved."""
    by_file = resolver_by_file
    return ir.Schema(
        {name: by_file[name].file(file) for name, file in schema.file_by_name.items()},
        {name: by_file[m.file].message(m) for name, m in schema.message_by_name.items()},
        {name: by_file[e.file].enum(e) for name, e in schema.enum_by_name.items()},
        {
            name: replace(extension, field=by_file[extension.file].field(extension.field))
            for name, extension in schema.extension_by_name.items()
        },
        {name: by_file[s.file].service(s) for name, s in schema.service_by_name.items()},
    )


# --- imports -------------------------------------------------------------------------------


def _imports(file: FileNode, roots: ImportRoots) -> Iterable[ir.Import]:
    for node in file.items:
        if isinstance(node, ImportNode):
            name = node.name.value.decode("utf-8", "replace")
            modifier = node.modifier.text if node.modifier is not None else ""
            yield ir.Import(
                written=name,
                file=roots.real_name(name),
                is_public=modifier == "public",
                is_weak=modifier == "weak",
                is_option=modifier == "option",
                comments=node.comments,
                span=node.name.span,
            )


def _visible_files(
    name: str, imports_by_file: Mapping[str, tuple[ir.Import, ...]], *, for_options: bool
) -> frozenset[str]:
    """A file sees itself, what it imports, and what those import publicly.

    What is imported for options only is seen by options only.
    """
    visible = {name}
    pending = [i.file for i in imports_by_file[name] if for_options or not i.is_option]
    while pending:
        other = pending.pop()
        if other not in visible:
            visible.add(other)
            pending += (item.file for item in imports_by_file[other] if item.is_public)
    return frozenset(visible)


def _check_imports(file: FileNode, syntax: ir.Syntax, faults: Faults) -> None:
    seen: set[bytes] = set()
    option_import = None
    for node in file.items:
        if not isinstance(node, ImportNode):
            continue
        if node.name.value in seen:
            faults.report(node.name.span, f"{node.name.span.text} is imported twice")
        seen.add(node.name.value)
        modifier = node.modifier
        if modifier is not None and modifier.text == "option":
            option_import = node
            if not syntax.has_visibility:
                faults.report(modifier.span, "'import option' belongs to edition 2024 and later")
        elif option_import is not None:
            faults.report(node.span, "imports stand before those that are for options only")
        if modifier is not None and modifier.text == "weak" and syntax.has_visibility:
            faults.report(modifier.span, "edition 2024 has no weak imports")


def _warn_of_unused(file: ir.File, used: set[str], schema: ir.Schema, faults: Faults) -> None:
    """Warn of imports that nothing in a file needs; public ones are there for others."""
    for item in file.imports:
        hands_on = any(inner.is_public for inner in schema.file_by_name[item.file].imports)
        if item.file not in used and not item.is_public and not hands_on:
            faults.warn(item.span, f"nothing here uses '{item.written}'")


# --- files ---------------------------------------------------------------------------------


def _syntax_of(file: FileNode, faults: Faults) -> ir.Syntax:
    statements = [node for node in file.items if isinstance(node, SyntaxNode)]
    if not statements:
        return ir.Syntax.PROTO2
    first, *others = statements
    for other in others:
        faults.report(other.span, "the syntax is stated twice")
    if file.has_early_semicolon or file.items[0] is not first:
        faults.report(first.span, "the syntax must be the first statement of the file")
    name = first.value.value.decode("utf-8", "replace")
    for syntax in ir.Syntax:
        if (syntax.value, syntax.is_edition) == (name, first.is_edition):
            return syntax
    kind = "edition" if first.is_edition else "syntax"
    known = " or ".join(f'"{s.value}"' for s in ir.Syntax if s.is_edition == first.is_edition)
    faults.report(first.value.span, f"expected {kind} {known}, found '{name}'")
    return ir.Syntax.PROTO2


def _check_packages(file: FileNode, faults: Faults) -> None:
    packages = [node for node in file.items if isinstance(node, PackageNode)]
    for other in packages[1:]:
        faults.report(other.span, f"the package is '{packages[0].name.text}' already")
    for node in packages:
        if len(node.name.text) > _LONGEST_PACKAGE:
            faults.report(node.name.span, f"a package has up to {_LONGEST_PACKAGE} letters")
        if node.name.text.count(".") >= _MOST_PACKAGE_PARTS:
            faults.report(node.name.span, f"a package has up to {_MOST_PACKAGE_PARTS} parts")


def _file(node: FileNode, syntax: ir.Syntax, imports: tuple[ir.Import, ...]) -> ir.File:
    package = package_of(node)
    statement = next((item for item in node.items if isinstance(item, SyntaxNode)), None)
    packages = [item for item in node.items if isinstance(item, PackageNode)]
    return ir.File(
        name=node.source.name,
        path=node.source.path,
        syntax=syntax,
        package=package,
        imports=imports,
        messages=message_names(node.items, package),
        enums=names_of(node.items, package, EnumNode),
        extensions=extension_names(node.items, package),
        services=names_of(node.items, package, ServiceNode),
        options=written(option_nodes(node.items)),
        comments=statement.comments if statement is not None else Comments(),
        package_comments=packages[0].comments if packages else Comments(),
        dangling=node.dangling,
        span=statement.span if statement is not None else whole(node.source),
    )
