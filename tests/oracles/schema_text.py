"""Writes descriptors as schemas, as far as classes need it: without options of people's own.

Wheels carry generated modules and seldom the schemas; each module has its descriptor in it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from textwrap import indent

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    ServiceDescriptorProto,
)

_F = FieldDescriptorProto
_LABELS = {
    _F.LABEL_OPTIONAL: "optional ",
    _F.LABEL_REQUIRED: "required ",
    _F.LABEL_REPEATED: "repeated ",
}


def descriptor_in(module: str) -> FileDescriptorProto | None:
    """The descriptor that a generated module has in its code; None if it has none."""
    for node in ast.walk(ast.parse(module)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "AddSerializedFile" and isinstance(node.args[0], ast.Constant):
                data = node.args[0].value
                assert isinstance(data, bytes)
                return FileDescriptorProto.FromString(data)
    return None


def schema_text(file: FileDescriptorProto) -> str:
    """A schema that declares what a descriptor declares."""
    assert file.syntax in ("", "proto2", "proto3"), file.name
    writer = _Writer(is_proto3=file.syntax == "proto3")
    lines = [f'syntax = "{file.syntax or "proto2"}";']
    lines += [f"package {file.package};"] if file.package else []
    lines += [f'import "{name}";' for name in file.dependency]
    return "\n".join((*lines, *writer.declarations(file), *map(_service, file.service), ""))


def _service(service: ServiceDescriptorProto) -> str:
    lines = []
    for method in service.method:
        given = f"{'stream ' if method.client_streaming else ''}{method.input_type}"
        made = f"{'stream ' if method.server_streaming else ''}{method.output_type}"
        lines.append(f"rpc {method.name}({given}) returns ({made});")
    return _block(f"service {service.name}", lines)


def _block(head: str, lines: Iterable[str]) -> str:
    return f"{head} {{\n{indent(chr(10).join(lines), '  ')}\n}}"


class _Writer:
    def __init__(self, *, is_proto3: bool) -> None:
        self._is_proto3 = is_proto3

    def declarations(self, holder: FileDescriptorProto | DescriptorProto) -> Iterator[str]:
        """The messages, enums and extensions of a file or a message."""
        if isinstance(holder, FileDescriptorProto):
            messages, fields = holder.message_type, list(holder.extension)
        else:
            messages, fields = holder.nested_type, [*holder.extension, *holder.field]
        groups = {f.type_name.rpartition(".")[2] for f in fields if f.type == _F.TYPE_GROUP}
        for message in messages:
            if not message.options.map_entry and message.name not in groups:
                yield _block(f"message {message.name}", self._content(message))
        yield from map(self._enum, holder.enum_type)
        nested = {message.name: message for message in messages}
        for field in holder.extension:
            yield _block(f"extend {field.extendee}", [self._field(field, nested)])

    def _content(self, message: DescriptorProto) -> Iterator[str]:
        nested = {inner.name: inner for inner in message.nested_type}
        yield from self.declarations(message)
        if message.options.message_set_wire_format:
            yield "option message_set_wire_format = true;"
        if message.options.deprecated_legacy_json_field_conflicts:
            yield "option deprecated_legacy_json_field_conflicts = true;"
        for index, oneof in enumerate(message.oneof_decl):
            members = [
                f for f in message.field if f.HasField("oneof_index") and f.oneof_index == index
            ]
            if not members[0].proto3_optional:
                lines = [self._field(field, nested, label="") for field in members]
                yield _block(f"oneof {oneof.name}", lines)
        for field in message.field:
            if not field.HasField("oneof_index") or field.proto3_optional:
                yield self._field(field, nested)
        for extended in message.extension_range:
            yield f"extensions {extended.start} to {extended.end - 1};"
        for reserved in message.reserved_range:
            yield f"reserved {reserved.start} to {reserved.end - 1};"
        for name in message.reserved_name:
            yield f'reserved "{name}";'

    def _field(
        self,
        field: FieldDescriptorProto,
        nested: dict[str, DescriptorProto],
        label: str | None = None,
    ) -> str:
        inner = nested.get(field.type_name.rpartition(".")[2])
        if label is None:
            is_plain = field.label == _F.LABEL_OPTIONAL and self._is_proto3
            label = "" if is_plain and not field.proto3_optional else _LABELS[field.label]
        if inner is not None and inner.options.map_entry:
            key, value = map(_type, inner.field)
            return f"map<{key}, {value}> {field.name} = {field.number};"
        options = (
            [f"packed = {str(field.options.packed).lower()}"]
            if field.options.HasField("packed")
            else []
        )
        if field.HasField("default_value"):
            options.append(f"default = {_default(field)}")
        listed = f" [{', '.join(options)}]" if options else ""
        if field.type == _F.TYPE_GROUP:
            assert inner is not None
            return _block(f"{label}group {inner.name} = {field.number}", self._content(inner))
        return f"{label}{_type(field)} {field.name} = {field.number}{listed};"

    def _enum(self, enum: EnumDescriptorProto) -> str:
        lines = ["option allow_alias = true;"] if enum.options.allow_alias else []
        if enum.options.deprecated_legacy_json_field_conflicts:
            lines.append("option deprecated_legacy_json_field_conflicts = true;")
        lines += [f"{value.name} = {value.number};" for value in enum.value]
        return _block(f"enum {enum.name}", lines)


def _type(field: FieldDescriptorProto) -> str:
    return field.type_name or _F.Type.Name(field.type).removeprefix("TYPE_").lower()


def _default(field: FieldDescriptorProto) -> str:
    if field.type == _F.TYPE_STRING:
        text = "".join(f"\\x{byte:02x}" for byte in field.default_value.encode())
        return f'"{text}"'
    return f'"{field.default_value}"' if field.type == _F.TYPE_BYTES else field.default_value
