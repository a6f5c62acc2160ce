"""The descriptors that a linked schema amounts to, to be compared with those of others."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any

from google.protobuf import text_encoding, text_format
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    Edition,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)
from google.protobuf.message import Message

from wiregen import ir
from wiregen.schema_text import constant_text

_FLOAT_CODES = {FieldDescriptorProto.TYPE_DOUBLE: "d", FieldDescriptorProto.TYPE_FLOAT: "f"}
# What stands in descriptors and not in wiregen's IR.
_LEFT_OUT = ("source_code_info", "service", "extension")


def comparable(file: FileDescriptorProto) -> FileDescriptorProto:
    """A descriptor of protoc's, without what the IR leaves out, floats in one spelling."""
    copy = FileDescriptorProto()
    copy.CopyFrom(file)
    # Options of the schema's own are unknown fields to this process.
    copy.DiscardUnknownFields()
    _settle(copy)
    return copy


def _settle(message: Message) -> None:
    for field, value in message.ListFields():
        is_range = message.DESCRIPTOR is DescriptorProto.ExtensionRange.DESCRIPTOR
        if field.name in _LEFT_OUT or (field.name == "options" and is_range):
            message.ClearField(field.name)
        elif field.name == "options" and not value.ListFields():
            message.ClearField("options")
        elif field.message_type is not None and field.is_repeated:
            for item in value:
                _settle(item)
    if isinstance(message, DescriptorProto):
        _move_entries_back(message)
    if isinstance(message, FieldDescriptorProto) and message.HasField("default_value"):
        code = _FLOAT_CODES.get(message.type)
        if code is not None:
            value = struct.pack(code, float(message.default_value))
            message.default_value = repr(struct.unpack(code, value)[0])


def _move_entries_back(message: DescriptorProto) -> None:
    """Put the entries of maps behind the messages that are written as such."""
    nested = sorted(message.nested_type, key=lambda inner: inner.options.map_entry)
    del message.nested_type[:]
    message.nested_type.extend(nested)


def described(schema: ir.Schema, name: str) -> FileDescriptorProto:
    """The descriptor of one file, as the IR has it."""
    file = schema.file_by_name[name]
    made = FileDescriptorProto(name=name)
    if file.package:
        made.package = file.package
    if file.syntax.is_edition:
        made.syntax, made.edition = "editions", Edition.Value(f"EDITION_{file.syntax.value}")
    elif file.syntax is not ir.Syntax.PROTO2:
        made.syntax = file.syntax.value
    for index, item in enumerate(file.imports):
        made.dependency.append(item.written)
        if item.is_public:
            made.public_dependency.append(index)
        if item.is_weak:
            made.weak_dependency.append(index)
    made.message_type.extend(
        _message(schema.message_by_name[name], schema) for name in file.messages
    )
    made.enum_type.extend(_enum(schema.enum_by_name[name]) for name in file.enums)
    _set_options(made, file.options)
    return made


def _message(message: ir.Message, schema: ir.Schema) -> DescriptorProto:
    made = DescriptorProto(name=message.name)
    for oneof in message.oneofs:
        _set_options(made.oneof_decl.add(name=oneof.name), oneof.options)
    oneofs = [oneof.name for oneof in message.oneofs]
    for field in message.fields:
        described_field = made.field.add()
        _describe(described_field, field, schema)
        if field.oneof is not None:
            described_field.oneof_index = oneofs.index(field.oneof)
        elif field.is_proto3_optional:
            # protoc gives each `optional` of proto3 a oneof of its own, behind the others.
            described_field.proto3_optional = True
            described_field.oneof_index = len(made.oneof_decl)
            made.oneof_decl.add(name=_name_of_own_oneof(field, message))
    made.nested_type.extend(
        _message(schema.message_by_name[name], schema) for name in message.messages
    )
    for field in message.fields:
        if isinstance(field.kind, ir.MapKind):
            made.nested_type.append(_entry(field, field.kind))
    made.enum_type.extend(_enum(schema.enum_by_name[name]) for name in message.enums)
    for extensions in message.extension_ranges:
        made.extension_range.add(start=extensions.first, end=extensions.last + 1)
    for reserved in message.reserved:
        made.reserved_name.extend(reserved.names)
        for numbers in reserved.ranges:
            made.reserved_range.add(start=numbers.first, end=numbers.last + 1)
    _set_options(made, message.options)
    return made


def _name_of_own_oneof(field: ir.Field, message: ir.Message) -> str:
    taken = {item.name for item in (*message.fields, *message.oneofs)}
    name = f"_{field.name}"
    while name in taken:
        name = f"X{name}"
    return name


def _describe(made: FieldDescriptorProto, field: ir.Field, schema: ir.Schema) -> None:
    made.name, made.number, made.json_name = field.name, field.number, field.json_name
    if field.is_repeated:
        made.label = FieldDescriptorProto.LABEL_REPEATED
    elif field.declared_label == "required":
        # Editions require a field by a feature; its label stays optional.
        made.label = FieldDescriptorProto.LABEL_REQUIRED
    else:
        made.label = FieldDescriptorProto.LABEL_OPTIONAL
    if isinstance(field.kind, ir.MapKind):
        made.type = FieldDescriptorProto.TYPE_MESSAGE
        parent = field.full_name.rpartition(".")[0]
        made.type_name = f".{parent}.{_entry_name(field)}"
    else:
        _set_type(made, field.kind)
        if made.type == made.TYPE_GROUP and not field.declared_type.startswith("group "):
            # Editions delimit a message by a feature; its type stays what it is.
            made.type = made.TYPE_MESSAGE
    if field.default is not None:
        made.default_value = _default_text(field.default)
    _set_options(made, field.options, left_out=("default", "json_name"))


def _set_type(made: FieldDescriptorProto, kind: ir.FieldKind) -> None:
    match kind:
        case ir.ScalarKind(scalar):
            made.type = scalar.descriptor_number
        case ir.EnumKind(name):
            made.type, made.type_name = FieldDescriptorProto.TYPE_ENUM, f".{name}"
        case ir.MessageKind(name, is_group):
            is_message = FieldDescriptorProto.TYPE_MESSAGE
            made.type = FieldDescriptorProto.TYPE_GROUP if is_group else is_message
            made.type_name = f".{name}"


def _entry_name(field: ir.Field) -> str:
    return "".join(part[:1].upper() + part[1:] for part in field.name.split("_")) + "Entry"


def _entry(field: ir.Field, kind: ir.MapKind) -> DescriptorProto:
    entry = DescriptorProto(name=_entry_name(field))
    entry.options.map_entry = True
    for name, number, held in (("key", 1, ir.ScalarKind(kind.key)), ("value", 2, kind.value)):
        made = entry.field.add(name=name, number=number, json_name=name)
        made.label = FieldDescriptorProto.LABEL_OPTIONAL
        _set_type(made, held)
    return entry


def _enum(enum: ir.Enum) -> EnumDescriptorProto:
    made = EnumDescriptorProto(name=enum.name)
    for value in enum.values:
        _set_options(made.value.add(name=value.name, number=value.number), value.options)
    for reserved in enum.reserved:
        made.reserved_name.extend(reserved.names)
        for numbers in reserved.ranges:
            # In enums, and only there, the end of a range belongs to it.
            made.reserved_range.add(start=numbers.first, end=numbers.last)
    _set_options(made, enum.options)
    return made


def _default_text(default: ir.Default) -> str:
    match default:
        case bool():
            return str(default).lower()
        case bytes():
            return text_encoding.CEscape(default, as_utf8=False)
        case float():
            return repr(default)
        case _:
            return str(default)


def _set_options(made: Any, options: Iterable[ir.Option], left_out: tuple[str, ...] = ()) -> None:
    """Set protobuf's own options; the schema's own, in parentheses, are left out."""
    for option in options:
        if option.name in left_out or "(" in option.name:
            continue
        *outer, last = option.name.split(".")
        text = f"{last}: {constant_text(option.value)}"
        for name in reversed(outer):
            text = f"{name} {{ {text} }}"
        text_format.Merge(text, made.options)
