"""Prints messages and enums as proto source without comments."""

from __future__ import annotations

from collections.abc import Iterator

from wiregen.schema import ir
from wiregen.schema.prose import field_line, option_text, options_text
from wiregen.source.text import Span


def message_lines(message: ir.Message, schema: ir.Schema) -> tuple[str, ...]:
    """A message in file order; what is nested in it is shown by its head alone."""
    statements = [
        *((option.span, [f"option {option_text(option)};"]) for option in message.options),
        *((field.span, [f"{field_line(field)};"]) for field in message.fields if not field.oneof),
        *((oneof.span, list(_oneof_lines(oneof, message))) for oneof in message.oneofs),
        *((reserved.span, [reserved_line(reserved)]) for reserved in message.reserved),
        *((r.numbers.span, [_extensions_line(r)]) for r in message.extension_ranges),
        *(_nested(schema.message_by_name[name].span, "message", name) for name in message.messages),
        *(_nested(schema.enum_by_name[name].span, "enum", name) for name in message.enums),
    ]
    return _block(f"message {message.name}", statements)


def enum_lines(enum: ir.Enum) -> tuple[str, ...]:
    """An enum in file order."""
    statements = [
        *((option.span, [f"option {option_text(option)};"]) for option in enum.options),
        *((value.span, [f"{value_line(value)};"]) for value in enum.values),
        *((reserved.span, [reserved_line(reserved)]) for reserved in enum.reserved),
    ]
    return _block(f"enum {enum.name}", statements)


def value_line(value: ir.EnumValue) -> str:
    """`NAME = 1`, with its options."""
    return f"{value.name} = {value.number}{options_text(value.options)}"


def reserved_line(reserved: ir.Reserved) -> str:
    """`reserved 12, 16 to 19;`"""
    numbers = (
        str(found.first) if found.first == found.last else f"{found.first} to {found.last}"
        for found in reserved.ranges
    )
    names = (f'"{name}"' for name in reserved.names)
    return f"reserved {', '.join((*numbers, *names))};"


def _extensions_line(found: ir.ExtensionRange) -> str:
    return f"extensions {found.numbers.first} to {found.numbers.last}{options_text(found.options)};"


def _oneof_lines(oneof: ir.Oneof, message: ir.Message) -> Iterator[str]:
    yield f"oneof {oneof.name} {{"
    for field in message.fields:
        if field.oneof == oneof.name:
            yield f"  {field_line(field)};"
    yield "}"


def _nested(span: Span, keyword: str, full_name: str) -> tuple[Span, list[str]]:
    return span, [f"{keyword} {full_name.rpartition('.')[2]} {{ ... }}"]


def _block(head: str, statements: list[tuple[Span, list[str]]]) -> tuple[str, ...]:
    ordered = sorted(statements, key=lambda statement: statement[0].start)
    return (f"{head} {{", *(f"  {line}" for _, lines in ordered for line in lines), "}")
