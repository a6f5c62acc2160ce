"""Dumps the IR as text, one line per declaration."""

from __future__ import annotations

from collections.abc import Iterator

from wiregen.schema import ir
from wiregen.schema.prose import field_line, option_text, options_text, range_text


def to_text(schema: ir.Schema) -> str:
    """Files, messages, fields, oneofs, enums and services with what was decided about them."""
    lines: list[str] = []
    for file in schema.file_by_name.values():
        syntax = f"edition {file.syntax.value}" if file.syntax.is_edition else file.syntax.value
        lines.append(f"file {file.name} ({syntax}, package {file.package or 'none'})")
        lines += (f"  {line}" for line in _option_lines(file.options))
        for message in schema.messages_of(file):
            lines += (f"  {line}" for line in _message_lines(message))
        for enum in schema.enums_of(file):
            lines += (f"  {line}" for line in _enum_lines(enum))
        for extension in schema.extensions_of(file):
            lines.append(f"  extend {extension.extendee}")
            lines.append(f"    {_field_line(extension.field)}, {extension.field.full_name}")
        for service in schema.services_of(file):
            lines += (f"  {line}" for line in _service_lines(service))
    return "\n".join(lines) + "\n"


def _option_lines(options: tuple[ir.Option, ...]) -> Iterator[str]:
    for option in options:
        yield f"option {option_text(option)}  -- {_field_set(option)}"


def _field_set(option: ir.Option) -> str:
    """The full name of the field that an option sets."""
    setting = option.setting
    assert setting is not None
    for _ in option.parts[1:]:
        assert isinstance(setting.value, ir.MessageValue)
        (setting,) = setting.value.fields
    return setting.field


def _message_lines(message: ir.Message) -> Iterator[str]:
    visibility = f"{message.visibility} " if message.visibility else ""
    yield f"{visibility}message {message.full_name}"
    yield from (f"  {line}" for line in _option_lines(message.options))
    for field in message.fields:
        yield f"  {_field_line(field)}"
    for found in message.extension_ranges:
        yield f"  extensions {range_text(found.numbers)}{options_text(found.options)}"
    for reserved in message.reserved:
        yield f"  {_reserved_line(reserved)}"


def _field_line(field: ir.Field) -> str:
    return f"{field_line(field)}  -- {', '.join(_facts(field))}"


def _enum_lines(enum: ir.Enum) -> Iterator[str]:
    visibility = f"{enum.visibility} " if enum.visibility else ""
    yield f"{visibility}enum {enum.full_name} ({'closed' if enum.is_closed else 'open'})"
    yield from (f"  {line}" for line in _option_lines(enum.options))
    for value in enum.values:
        yield f"  {value.name} = {value.number}{options_text(value.options)}"
    for reserved in enum.reserved:
        yield f"  {_reserved_line(reserved)}"


def _service_lines(service: ir.Service) -> Iterator[str]:
    yield f"service {service.full_name}"
    yield from (f"  {line}" for line in _option_lines(service.options))
    for method in service.methods:
        request = f"{'stream ' if method.is_request_stream else ''}{method.request}"
        response = f"{'stream ' if method.is_response_stream else ''}{method.response}"
        yield f"  rpc {method.name}({request}) returns ({response})"
        yield from (f"    {line}" for line in _option_lines(method.options))


def _reserved_line(reserved: ir.Reserved) -> str:
    return f"reserved {', '.join((*map(range_text, reserved.ranges), *reserved.names))}"


def _facts(field: ir.Field) -> Iterator[str]:
    match field.kind:
        case ir.MessageKind(name) | ir.EnumKind(name):
            yield name
        case ir.ScalarKind() | ir.MapKind():
            pass
    yield field.wire_type.name
    if field.is_packed:
        yield "packed"
    if field.presence is not None:
        yield f"{field.presence.value} presence"
    if field.oneof is not None:
        yield f"oneof {field.oneof}"
    if field.default is not None:
        yield f"default {field.default!r}"
