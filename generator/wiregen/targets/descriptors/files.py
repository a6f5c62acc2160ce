"""The descriptors of schema files, as protoc makes them: a linked schema in, messages out.

The messages are those of `wiregen_descriptor`, which wiregen makes of descriptor.proto.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from wiregen.schema import ir
from wiregen.schema.default_text import default_text
from wiregen.schema.derived_names import entry_name, own_oneof_by_field
from wiregen.schema.option_types import OptionTypes
from wiregen.schema.scalars import (
    ENUM_DESCRIPTOR_NUMBER,
    GROUP_DESCRIPTOR_NUMBER,
    MESSAGE_DESCRIPTOR_NUMBER,
)
from wiregen.wire.encoding import encoded, merged
from wiregen_descriptor import (
    DescriptorProto,
    EnumDescriptorProto,
    EnumOptions,
    EnumValueOptions,
    ExtensionRangeOptions,
    FieldDescriptorProto,
    FieldOptions,
    FileDescriptorProto,
    FileOptions,
    Message,
    MessageOptions,
    MethodOptions,
    OneofOptions,
    ServiceDescriptorProto,
    ServiceOptions,
)

_Options = TypeVar(
    "_Options",
    EnumOptions,
    EnumValueOptions,
    ExtensionRangeOptions,
    FieldOptions,
    FileOptions,
    MessageOptions,
    MethodOptions,
    OneofOptions,
    ServiceOptions,
)
_OPTIONAL, _REQUIRED, _REPEATED = 1, 2, 3
_VISIBILITY = {"": 0, "local": 1, "export": 2}


class DescriptorMaker:
    """Makes the descriptors of a schema's files."""

    def __init__(self, schema: ir.Schema, types: OptionTypes) -> None:
        self._schema = schema
        self._types = types

    def file(self, name: str) -> FileDescriptorProto:
        """The descriptor of one file, without source info."""
        file = self._schema.file_by_name[name]
        made = FileDescriptorProto(name=file.name)
        if file.package:
            made.package = file.package
        self._add_imports(made, file)
        made.message_type.extend(map(self._message, file.messages))
        made.enum_type.extend(map(self._enum, file.enums))
        made.service.extend(map(self._service, file.services))
        made.extension.extend(map(self._extension, file.extensions))
        _set(made, self._options(file.options, FileOptions))
        if file.syntax.is_edition:
            made.syntax, made.edition = "editions", file.syntax.descriptor_number
        elif file.syntax is not ir.Syntax.PROTO2:
            made.syntax = file.syntax.value
        return made

    def _add_imports(self, made: FileDescriptorProto, file: ir.File) -> None:
        imports = [item for item in file.imports if not item.is_option]
        made.dependency.extend(item.file for item in imports)
        made.public_dependency.extend(i for i, item in enumerate(imports) if item.is_public)
        made.weak_dependency.extend(i for i, item in enumerate(imports) if item.is_weak)
        made.option_dependency.extend(item.file for item in file.imports if item.is_option)

    # Messages

    def _message(self, name: str) -> DescriptorProto:
        message = self._schema.message_by_name[name]
        made = DescriptorProto(name=message.name)
        for oneof in message.oneofs:
            declared = made.oneof_decl.add(name=oneof.name)
            _set(declared, self._options(oneof.options, OneofOptions))
        own_oneof = own_oneof_by_field(message)
        oneofs = [*(oneof.name for oneof in message.oneofs), *own_oneof.values()]
        for own_name in own_oneof.values():
            made.oneof_decl.add(name=own_name)
        for field in message.fields:
            described = self._field(field)
            oneof_name = field.oneof or own_oneof.get(field.name)
            if oneof_name is not None:
                described.oneof_index = oneofs.index(oneof_name)
            made.field.append(described)
        made.nested_type.extend(self._nested(message))
        made.enum_type.extend(map(self._enum, message.enums))
        made.extension.extend(map(self._extension, message.extensions))
        self._set_aside(made, message)
        _set(made, self._options(message.options, MessageOptions))
        if message.visibility:
            made.visibility = _VISIBILITY[message.visibility]
        return made

    def _nested(self, message: ir.Message) -> Iterator[DescriptorProto]:
        """Nested messages and those of maps' entries, in the order in which they are declared."""
        entries = [
            (field.span.start, self._entry(field, field.kind))
            for field in message.fields
            if isinstance(field.kind, ir.MapKind)
        ]
        nested = [
            (self._schema.message_by_name[name].span.start, self._message(name))
            for name in message.messages
        ]
        yield from (made for _, made in sorted(entries + nested, key=lambda pair: pair[0]))

    def _set_aside(self, made: DescriptorProto, message: ir.Message) -> None:
        for found in message.extension_ranges:
            numbers = found.numbers
            declared = made.extension_range.add(start=numbers.first, end=numbers.last + 1)
            _set(declared, self._options(found.options, ExtensionRangeOptions))
        for reserved in message.reserved:
            made.reserved_name.extend(reserved.names)
            for numbers in reserved.ranges:
                made.reserved_range.add(start=numbers.first, end=numbers.last + 1)

    # Fields

    def _field(self, field: ir.Field) -> FieldDescriptorProto:
        made = FieldDescriptorProto(name=field.name, number=field.number, json_name=field.json_name)
        if field.is_repeated:
            made.label = _REPEATED
        else:
            # Editions require a field by a feature; its label stays optional.
            made.label = _REQUIRED if field.declared_label == "required" else _OPTIONAL
        if isinstance(field.kind, ir.MapKind):
            made.type = MESSAGE_DESCRIPTOR_NUMBER
            made.type_name = f".{field.full_name.rpartition('.')[0]}.{entry_name(field.name)}"
        else:
            _set_type(made, field.kind)
            if made.type == GROUP_DESCRIPTOR_NUMBER and not field.declared_type.startswith(
                "group "
            ):
                # Editions delimit a message by a feature; its type stays what it is.
                made.type = MESSAGE_DESCRIPTOR_NUMBER
        if field.default is not None:
            made.default_value = default_text(field.default, field.kind)
        if field.is_proto3_optional:
            made.proto3_optional = True
        _set(made, self._options(field.options, FieldOptions))
        return made

    def _extension(self, name: str) -> FieldDescriptorProto:
        extension = self._schema.extension_by_name[name]
        made = self._field(extension.field)
        made.extendee = f".{extension.extendee}"
        return made

    def _entry(self, field: ir.Field, kind: ir.MapKind) -> DescriptorProto:
        entry = DescriptorProto(name=entry_name(field.name))
        features = tuple(option for option in field.options if option.parts[0].text == "features")
        parts = (("key", 1, ir.ScalarKind(kind.key)), ("value", 2, kind.value))
        for name, number, held in parts:
            made = entry.field.add(name=name, number=number, json_name=name, label=_OPTIONAL)
            _set_type(made, held)
            _set(made, self._options(features, FieldOptions))
        entry.options.map_entry = True
        return entry

    # Enums and services

    def _enum(self, name: str) -> EnumDescriptorProto:
        enum = self._schema.enum_by_name[name]
        made = EnumDescriptorProto(name=enum.name)
        for value in enum.values:
            declared = made.value.add(name=value.name, number=value.number)
            _set(declared, self._options(value.options, EnumValueOptions))
        for reserved in enum.reserved:
            made.reserved_name.extend(reserved.names)
            for numbers in reserved.ranges:
                # In enums, and only there, the end of a range belongs to it.
                made.reserved_range.add(start=numbers.first, end=numbers.last)
        _set(made, self._options(enum.options, EnumOptions))
        if enum.visibility:
            made.visibility = _VISIBILITY[enum.visibility]
        return made

    def _service(self, name: str) -> ServiceDescriptorProto:
        service = self._schema.service_by_name[name]
        made = ServiceDescriptorProto(name=service.name)
        for method in service.methods:
            declared = made.method.add(
                name=method.name, input_type=f".{method.request}", output_type=f".{method.response}"
            )
            if method.is_request_stream:
                declared.client_streaming = True
            if method.is_response_stream:
                declared.server_streaming = True
            if method.has_block:
                declared.options.SetInParent()
            _set(declared, self._options(method.options, MethodOptions))
        _set(made, self._options(service.options, ServiceOptions))
        return made

    # Options

    def _options(self, options: tuple[ir.Option, ...], message: type[_Options]) -> _Options | None:
        """The options message of an element; options of the schema's own stay unknown in it.

        None where nothing is set, or nothing that outlives the compiler.
        """
        settings = [option.setting for option in options if option.setting is not None]
        kept = [left for setting in settings if (left := self._compiled(setting)) is not None]
        if not kept:
            return None
        return message.FromString(encoded(merged(kept, self._types), self._types))

    def _compiled(self, value: ir.FieldValue) -> ir.FieldValue | None:
        """What is left of a setting once the compiler is done with it."""
        if self._types.is_for_compiler_only(value.field):
            return None
        if not isinstance(value.value, ir.MessageValue):
            return value
        kept = (self._compiled(inner) for inner in value.value.fields)
        return ir.FieldValue(
            value.field, ir.MessageValue(tuple(inner for inner in kept if inner is not None))
        )


def _set(made: Any, options: Message | None) -> None:
    """Give an element its options, if it has any."""
    if options is not None:
        made.options.CopyFrom(options)


def _set_type(made: FieldDescriptorProto, kind: ir.FieldKind) -> None:
    match kind:
        case ir.ScalarKind(scalar):
            made.type = scalar.descriptor_number
        case ir.EnumKind(name):
            made.type, made.type_name = ENUM_DESCRIPTOR_NUMBER, f".{name}"
        case ir.MessageKind(name, is_group):
            made.type = GROUP_DESCRIPTOR_NUMBER if is_group else MESSAGE_DESCRIPTOR_NUMBER
            made.type_name = f".{name}"
        case ir.MapKind():
            raise AssertionError("a map is described by the message of its entries")
