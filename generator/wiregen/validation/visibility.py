"""Validates visibility of messages and enums (edition 2024 and later)."""

from __future__ import annotations

from collections.abc import Iterator

from wiregen.schema import ir
from wiregen.schema.elements import features_of
from wiregen.schema.scalars import LARGEST_FIELD_NUMBER
from wiregen.source.diagnostics import Faults
from wiregen.source.text import Span

_EXPORT_ALL, _EXPORT_TOP_LEVEL, _LOCAL_ALL, _STRICT = 1, 2, 3, 4


def check_visibility(schema: ir.Schema, faults: Faults) -> None:
    """Report names that are local to another file, and exports that a strict file forbids."""
    for file, kind, span in _uses(schema):
        match kind:
            case ir.MessageKind(name):
                declared: ir.Message | ir.Enum = schema.message_by_name[name]
            case ir.EnumKind(name):
                declared = schema.enum_by_name[name]
            case _:
                continue
        if declared.file != file and not _is_exported(declared, schema):
            faults.report(span, f"'{declared.full_name}' is local to '{declared.file}'")
    declared_types: list[ir.Message | ir.Enum] = [*schema.message_by_name.values()]
    declared_types += schema.enum_by_name.values()
    for item in declared_types:
        if item.visibility == "export" and _default(item.file, schema) == _STRICT:
            _check_strict(item, schema, faults)


def _uses(schema: ir.Schema) -> Iterator[tuple[str, ir.FieldKind, Span]]:
    """The types that are used: the file that uses one, the type, and where."""
    for message in schema.message_by_name.values():
        for field in message.fields:
            kind = field.kind.value if isinstance(field.kind, ir.MapKind) else field.kind
            yield message.file, kind, field.span
    for extension in schema.extension_by_name.values():
        yield extension.file, extension.field.kind, extension.field.span
        if extension.extendee in schema.message_by_name:
            yield extension.file, ir.MessageKind(extension.extendee), extension.extendee_span
    for service in schema.service_by_name.values():
        for method in service.methods:
            for name in (method.request, method.response):
                yield service.file, ir.MessageKind(name), method.span


def _is_exported(item: ir.Message | ir.Enum, schema: ir.Schema) -> bool:
    if item.visibility:
        return item.visibility == "export"
    default = _default(item.file, schema)
    if default == _EXPORT_TOP_LEVEL:
        return _is_top_level(item, schema)
    return default == _EXPORT_ALL


def _is_top_level(item: ir.Message | ir.Enum, schema: ir.Schema) -> bool:
    return item.full_name.rpartition(".")[0] not in schema.message_by_name


def _default(name: str, schema: ir.Schema) -> int:
    """The visibility of what a file marks neither as `export` nor as `local`."""
    file = schema.file_by_name[name]
    own = features_of(file.options).get("default_symbol_visibility")
    if own is not None:
        return own
    return _EXPORT_TOP_LEVEL if file.syntax.has_visibility else _EXPORT_ALL


def _check_strict(item: ir.Message | ir.Enum, schema: ir.Schema, faults: Faults) -> None:
    if _is_top_level(item, schema):
        return
    outer = schema.message_by_name[item.full_name.rpartition(".")[0]]
    if isinstance(item, ir.Enum) and _is_namespace(outer, schema):
        return
    faults.report(item.span, "a strict file exports nothing that is nested")


def _is_namespace(message: ir.Message, schema: ir.Schema) -> bool:
    """True if a message is there only to hold enums: not exported, and without a free number."""
    ranges = [found for reserved in message.reserved for found in reserved.ranges]
    is_full = any((r.first, r.last) == (1, LARGEST_FIELD_NUMBER) for r in ranges)
    return is_full and message.visibility != "export" and _is_top_level(message, schema)
