"""Formats schema elements for people: declarations and comments."""

from __future__ import annotations

from pathlib import PurePath

from wiregen.schema import ir
from wiregen.syntax.comments import Comments
from wiregen.syntax.nodes import (
    Aggregate,
    AggregateEntry,
    Constant,
    Decimal,
    Integer,
    ListConstant,
    NamedConstant,
    Text,
)


def source_name(file: ir.File) -> str:
    """A schema file as headers name it: one from outside the project, whose path differs by
    machine, by its name.
    """
    return file.name if PurePath(file.path).is_absolute() else file.path


def field_line(field: ir.Field) -> str:
    """`optional string name = 1`, with its options, as the schema has it."""
    label = f"{field.declared_label} " if field.declared_label else ""
    return (
        f"{label}{field.declared_type} {field.name} = {field.number}"
        f"{options_text(field.options)}"
    )


def options_text(options: tuple[ir.Option, ...]) -> str:
    """` [packed = true]`, or nothing."""
    if not options:
        return ""
    return f" [{', '.join(map(option_text, options))}]"


def option_text(option: ir.Option) -> str:
    """`packed = true`."""
    return f"{option.name} = {constant_text(option.written)}"


def range_text(found: ir.NumberRange) -> str:
    """`5`, or `5 to 9`."""
    return str(found.first) if found.first == found.last else f"{found.first} to {found.last}"


def constant_text(value: Constant) -> str:
    """A constant as it could stand in a schema, on one line."""
    match value:
        case NamedConstant(text, is_negative):
            return f"-{text}" if is_negative else text
        case Integer(0) if value.span.text.startswith("-"):
            return "-0"
        case Integer(number) | Decimal(number):
            return str(number)
        case Text(data):
            return quoted(data)
        case ListConstant(items):
            return f"[{', '.join(map(constant_text, items))}]"
        case Aggregate(entries):
            return f"{{ {' '.join(map(_entry_text, entries))} }}"


def quoted(data: bytes) -> str:
    """Bytes as a string literal, on one line."""
    return '"' + "".join(map(_letter, data)) + '"'


def _entry_text(entry: AggregateEntry) -> str:
    return f"{entry.name.text}: {constant_text(entry.value)}"


def _letter(byte: int) -> str:
    letter = chr(byte)
    if letter in '"\\':
        return "\\" + letter
    return letter if 0x20 <= byte < 0x7F else f"\\x{byte:02x}"


def comment_text(comments: Comments) -> str:
    """The words of a declaration: its leading comment, then its trailing one as a paragraph."""
    texts = (plain_text(comments.leading), plain_text(comments.trailing))
    return "\n\n".join(text for text in texts if text)


def plain_text(comment: str) -> str:
    """A comment without the space that follows its slashes, and without empty ends."""
    lines = [line.rstrip() for line in comment.split("\n")]
    indents = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    indent = min(indents, default=0)
    return "\n".join(line[indent:] for line in lines).strip("\n")
