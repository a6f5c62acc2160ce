"""Makes the descriptors of schema files, as protoc does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wiregen.descriptors.values import described
from wiregen.schema import ir
from wiregen.schema.default_text import default_text
from wiregen.schema.derived_names import entry_name, own_oneof_by_field
from wiregen.schema.option_types import OptionTypes
from wiregen.schema.scalars import (
    ENUM_DESCRIPTOR_NUMBER,
    GROUP_DESCRIPTOR_NUMBER,
    MESSAGE_DESCRIPTOR_NUMBER,
)
from wiregen.wire.encoding import merged

_OPTIONAL, _REQUIRED, _REPEATED = 1, 2, 3
_VISIBILITY = {"": None, "local": 1, "export": 2}


class DescriptorMaker:
    """Makes the descriptors of a schema's files."""

    def __init__(
        self, schema: ir.Schema, types: OptionTypes, *, with_all_json_names: bool = True
    ) -> None:
        self._schema = schema
        self._types = types
        self._with_all_json_names = with_all_json_names

    def file(self, name: str, places: ir.MessageValue | None) -> ir.MessageValue:
        """Return the descriptor of one file, with its source info if there is any."""
        file = self._schema.file_by_name[name]
        imports = [item for item in file.imports if not item.is_option]
        syntax = None if file.syntax is ir.Syntax.PROTO2 else file.syntax.value
        return described(
            "FileDescriptorProto",
            name=file.name,
            package=file.package or None,
            dependency=[item.file for item in imports],
            public_dependency=[i for i, item in enumerate(imports) if item.is_public],
            weak_dependency=[i for i, item in enumerate(imports) if item.is_weak],
            option_dependency=[item.file for item in file.imports if item.is_option],
            message_type=list(map(self._message, file.messages)),
            enum_type=list(map(self._enum, file.enums)),
            service=list(map(self._service, file.services)),
            extension=list(map(self._extension, file.extensions)),
            options=self._options(file.options),
            syntax="editions" if file.syntax.is_edition else syntax,
            edition=file.syntax.descriptor_number if file.syntax.is_edition else None,
            source_code_info=places,
        )

    # Messages

    def _message(self, name: str) -> ir.MessageValue:
        message = self._schema.message_by_name[name]
        own_oneof = own_oneof_by_field(message)
        oneofs = [*(oneof.name for oneof in message.oneofs), *own_oneof.values()]
        return described(
            "DescriptorProto",
            name=message.name,
            field=[
                self._field(field, oneofs.index(oneof) if oneof is not None else None)
                for field in message.fields
                for oneof in (field.oneof or own_oneof.get(field.name),)
            ],
            extension=list(map(self._extension, message.extensions)),
            nested_type=list(self._nested(message)),
            enum_type=list(map(self._enum, message.enums)),
            extension_range=[
                _range(
                    "DescriptorProto.ExtensionRange",
                    found.numbers.first,
                    found.numbers.last + 1,
                    self._options(found.options),
                )
                for found in message.extension_ranges
            ],
            oneof_decl=[
                *(
                    described(
                        "OneofDescriptorProto", name=item.name, options=self._options(item.options)
                    )
                    for item in message.oneofs
                ),
                *(described("OneofDescriptorProto", name=own) for own in own_oneof.values()),
            ],
            options=self._options(message.options),
            reserved_range=[
                _range("DescriptorProto.ReservedRange", numbers.first, numbers.last + 1)
                for reserved in message.reserved
                for numbers in reserved.ranges
            ],
            reserved_name=[name for reserved in message.reserved for name in reserved.names],
            visibility=_VISIBILITY[message.visibility],
        )

    def _nested(self, message: ir.Message) -> Iterator[ir.MessageValue]:
        """Yield nested messages and those of maps' entries in the order of declaration."""
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

    # Fields

    def _field(
        self, field: ir.Field, oneof_index: int | None, extendee: str | None = None
    ) -> ir.MessageValue:
        number, type_name = _type(field)
        # Editions require a field by a feature; its label stays optional.
        label = _REQUIRED if field.declared_label == "required" else _OPTIONAL
        default = field.default
        return described(
            "FieldDescriptorProto",
            name=field.name,
            extendee=extendee,
            number=field.number,
            label=_REPEATED if field.is_repeated else label,
            type=number,
            type_name=type_name,
            default_value=None if default is None else default_text(default, field.kind),
            options=self._options(field.options),
            oneof_index=oneof_index,
            json_name=field.json_name if self._tells_json_name(field) else None,
            proto3_optional=field.is_proto3_optional or None,
        )

    def _tells_json_name(self, field: ir.Field) -> bool:
        if self._with_all_json_names:
            return True
        return any(option.parts[0].text == "json_name" for option in field.options)

    def _extension(self, name: str) -> ir.MessageValue:
        extension = self._schema.extension_by_name[name]
        return self._field(extension.field, None, f".{extension.extendee}")

    def _entry(self, field: ir.Field, kind: ir.MapKind) -> ir.MessageValue:
        features = tuple(option for option in field.options if option.parts[0].text == "features")
        parts = (("key", 1, ir.ScalarKind(kind.key)), ("value", 2, kind.value))
        fields = []
        for name, number, held in parts:
            type_number, type_name = _type_of_kind(held)
            fields.append(
                described(
                    "FieldDescriptorProto",
                    name=name,
                    number=number,
                    label=_OPTIONAL,
                    type=type_number,
                    type_name=type_name,
                    options=self._options(features),
                    json_name=name if self._with_all_json_names else None,
                )
            )
        options = described("MessageOptions", map_entry=True)
        return described(
            "DescriptorProto", name=entry_name(field.name), field=fields, options=options
        )

    # Enums and services

    def _enum(self, name: str) -> ir.MessageValue:
        enum = self._schema.enum_by_name[name]
        return described(
            "EnumDescriptorProto",
            name=enum.name,
            value=[
                described(
                    "EnumValueDescriptorProto",
                    name=value.name,
                    number=value.number,
                    options=self._options(value.options),
                )
                for value in enum.values
            ],
            options=self._options(enum.options),
            reserved_range=[
                # In enums, and only there, the end of a range belongs to it.
                _range("EnumDescriptorProto.EnumReservedRange", numbers.first, numbers.last)
                for reserved in enum.reserved
                for numbers in reserved.ranges
            ],
            reserved_name=[name for reserved in enum.reserved for name in reserved.names],
            visibility=_VISIBILITY[enum.visibility],
        )

    def _service(self, name: str) -> ir.MessageValue:
        service = self._schema.service_by_name[name]
        return described(
            "ServiceDescriptorProto",
            name=service.name,
            method=list(map(self._method, service.methods)),
            options=self._options(service.options),
        )

    def _method(self, method: ir.Method) -> ir.MessageValue:
        # A block without options leaves empty ones.
        empty = ir.MessageValue(()) if method.has_block else None
        return described(
            "MethodDescriptorProto",
            name=method.name,
            input_type=f".{method.request}",
            output_type=f".{method.response}",
            options=self._options(method.options) or empty,
            client_streaming=method.is_request_stream or None,
            server_streaming=method.is_response_stream or None,
        )

    # Options

    def _options(self, options: Sequence[ir.Option]) -> ir.MessageValue | None:
        """Return the options message of an element.

        None where nothing is set, or nothing that outlives the compiler.
        """
        settings = [option.setting for option in options if option.setting is not None]
        kept = [left for setting in settings if (left := self._compiled(setting)) is not None]
        return merged(kept, self._types) if kept else None

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


def _range(
    message: str, start: int, end: int, options: ir.MessageValue | None = None
) -> ir.MessageValue:
    if options is None:
        return described(message, start=start, end=end)
    return described(message, start=start, end=end, options=options)


def _type(field: ir.Field) -> tuple[int, str | None]:
    """Return the number of a field's type, and its name if it has one."""
    if isinstance(field.kind, ir.MapKind):
        scope = field.full_name.rpartition(".")[0]
        return MESSAGE_DESCRIPTOR_NUMBER, f".{scope}.{entry_name(field.name)}"
    number, name = _type_of_kind(field.kind)
    if number == GROUP_DESCRIPTOR_NUMBER and not field.declared_type.startswith("group "):
        # Editions delimit a message by a feature; its type stays what it is.
        number = MESSAGE_DESCRIPTOR_NUMBER
    return number, name


def _type_of_kind(kind: ir.FieldKind) -> tuple[int, str | None]:
    match kind:
        case ir.ScalarKind(scalar):
            return scalar.descriptor_number, None
        case ir.EnumKind(name):
            return ENUM_DESCRIPTOR_NUMBER, f".{name}"
        case ir.MessageKind(name, is_group):
            number = GROUP_DESCRIPTOR_NUMBER if is_group else MESSAGE_DESCRIPTOR_NUMBER
            return number, f".{name}"
        case ir.MapKind():
            raise AssertionError("a map is described by the message of its entries")
