"""The intermediate representation for people: a schema in, one line per declaration out."""

from __future__ import annotations

from collections.abc import Iterator

from wiregen import ir
from wiregen.schema_text import field_line


def to_text(schema: ir.Schema) -> str:
    """Files, messages, fields, oneofs and enums with what was decided about them."""
    lines: list[str] = []
    for file in schema.file_by_name.values():
        syntax = f"edition {file.syntax.value}" if file.syntax.is_edition else file.syntax.value
        lines.append(f"file {file.name} ({syntax}, package {file.package or 'none'})")
        for message in schema.messages_of(file):
            lines += (f"  {line}" for line in _message_lines(message))
        for enum in schema.enums_of(file):
            lines.append(f"  enum {enum.full_name} ({'closed' if enum.is_closed else 'open'})")
            lines += (f"    {value.name} = {value.number}" for value in enum.values)
    return "\n".join(lines) + "\n"


def _message_lines(message: ir.Message) -> Iterator[str]:
    yield f"message {message.full_name}"
    for field in message.fields:
        yield f"  {field_line(field)}  -- {', '.join(_facts(field))}"
    for reserved in message.reserved:
        ranges = [
            str(r.first) if r.first == r.last else f"{r.first} to {r.last}" for r in reserved.ranges
        ]
        yield f"  reserved {', '.join((*ranges, *reserved.names))}"


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
