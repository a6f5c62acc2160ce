# pyright: reportPrivateUsage=false
"""Prints messages in the text format.

There is no recursion here: the messages that are still open are a list of generators, so
that no message is nested too deep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from .._runtime.decoding import NESTING_LIMIT
from .._runtime.descriptor import Descriptor, FieldDescriptor
from .scalars import Write, format_writer, short_writer, writer
from .targets import group_name, is_no_default
from .unknown import unknown_pieces

if TYPE_CHECKING:
    from .._runtime.message import Message

    Pieces = Iterator["str | Pieces"]

_STEP = 2
# Messages that are nested deeper than decoders allow are not indented further, since margins
# would take the square of the depth.
_DEEPEST_INDENT = _STEP * NESTING_LIMIT
_TEXTS = (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES)
_INVERTED = bytes(range(0xFF, -1, -1))


@dataclass(frozen=True)
class PrintOptions:
    """How a text looks; the names are those of `MessageToString`."""

    as_utf8: bool = True
    as_one_line: bool = False
    use_short_repeated_primitives: bool = False
    pointy_brackets: bool = False
    use_index_order: bool = False
    use_field_number: bool = False
    message_formatter: Callable[[Any, int, bool], str | None] | None = None
    print_unknown_fields: bool = False
    force_colon: bool = False
    float_format: str | None = None
    double_format: str | None = None


class _Line(NamedTuple):
    """What is the same in all lines of a field: `write` is None for messages."""

    field: FieldDescriptor
    label: str
    write: Write | None


class Printer:
    """Prints messages as google's MessageToString does."""

    def __init__(self, options: PrintOptions) -> None:
        self._options = options
        self._lines_by_name: dict[str, list[_Line]] = {}
        self._opening, self._closing = "<>" if options.pointy_brackets else "{}"
        self._end = " " if options.as_one_line else "\n"

    def pieces(self, message: Message, indent: int) -> Iterator[str]:
        """The text of a message."""
        open_messages: list[Pieces] = [self._message(message, indent)]
        while open_messages:
            for piece in open_messages[-1]:
                if not isinstance(piece, str):
                    open_messages.append(piece)
                    break
                yield piece
            else:
                open_messages.pop()

    def _message(self, message: Message, indent: int) -> Pieces:
        options = self._options
        if options.message_formatter is not None:
            formatted = options.message_formatter(message, indent, options.as_one_line)
            if formatted is not None:
                yield f"{' ' * indent}{formatted}{self._end}"
                return
        for line in self._lines(message.DESCRIPTOR):
            value = message._value(line.field)
            if value is not None:
                yield from self._field(line, value, indent)
        if options.print_unknown_fields and message._unknown is not None:
            yield from unknown_pieces(bytes(message._unknown), indent, self._end)

    def _field(self, line: _Line, value: Any, indent: int) -> Pieces:
        field, label, write = line
        start = " " * indent + label
        if write is None:
            if field.map_value is not None:
                for key, item in self._in_order(field, value):
                    yield from self._braced(start, self._entry(field, key, item, indent), indent)
            else:
                for child in value if field.is_repeated else (value,):
                    yield from self._braced(
                        start, self._message(child, self._inner(indent)), indent
                    )
        elif not field.is_repeated:
            yield f"{start}{write(value)}{self._end}"
        elif not value:
            return
        elif self._options.use_short_repeated_primitives and field.type not in _TEXTS:
            yield f"{start}[{', '.join(map(write, value))}]{self._end}"
        else:
            yield f"{start}{f'{self._end}{start}'.join(map(write, value))}{self._end}"

    def _braced(self, start: str, content: Pieces, indent: int) -> Pieces:
        yield f"{start}{self._opening}{self._end}"
        yield content
        margin = "" if self._options.as_one_line else " " * indent
        yield f"{margin}{self._closing}{self._end}"

    def _inner(self, indent: int) -> int:
        is_flat = self._options.as_one_line or indent >= _DEEPEST_INDENT
        return indent if is_flat else indent + _STEP

    def _entry(self, field: FieldDescriptor, key: Any, item: Any, indent: int) -> Pieces:
        for part, value in ((field.map_key, key), (field.map_value, item)):
            assert part is not None
            if self._is_shown(part, value):
                yield from self._field(self._line(part), value, self._inner(indent))

    def _lines(self, descriptor: Descriptor) -> list[_Line]:
        """The fields of a message in the order of their lines."""
        name = descriptor.full_name
        if name not in self._lines_by_name:
            fields = list(descriptor.fields)
            if not self._options.use_index_order:
                fields.sort(key=lambda field: field.number)
            self._lines_by_name[name] = [self._line(field) for field in fields]
        return self._lines_by_name[name]

    def _line(self, field: FieldDescriptor) -> _Line:
        options = self._options
        is_message = field.message_class is not None or field.map_value is not None
        name = str(field.number) if options.use_field_number else self._name(field)
        colon = ":" if options.force_colon or not is_message else ""
        return _Line(field, f"{name}{colon} ", None if is_message else self._writer(field))

    # --- what str() does otherwise ---------------------------------------------------

    def _name(self, field: FieldDescriptor) -> str:
        return group_name(field) or field.name

    def _writer(self, field: FieldDescriptor) -> Write:
        options = self._options
        wanted = format_writer(field, options.float_format, options.double_format)
        return wanted or writer(field, options.as_utf8)

    def _in_order(self, field: FieldDescriptor, entries: Mapping[Any, Any]) -> list[Any]:
        return sorted(entries.items(), key=lambda entry: entry[0])

    def _is_shown(self, part: FieldDescriptor, value: Any) -> bool:
        return part.has_presence or part.message_class is not None or is_no_default(value)


class ShortPrinter(Printer):
    """Prints messages as google's implementation in C does for str()."""

    def _name(self, field: FieldDescriptor) -> str:
        return field.name

    def _writer(self, field: FieldDescriptor) -> Write:
        return short_writer(field)

    def _in_order(self, field: FieldDescriptor, entries: Mapping[Any, Any]) -> list[Any]:
        return sorted(entries.items(), key=lambda entry: _bits(entry[0]))

    def _is_shown(self, part: FieldDescriptor, value: Any) -> bool:
        return True


def short_text(message: Message) -> str:
    """The text of a message as str() gives it: without unknown fields."""
    return "".join(ShortPrinter(PrintOptions()).pieces(message, 0))


def _bits(key: Any) -> Any:
    """What google's C sorts maps by: signed numbers as unsigned ones, texts backwards."""
    if isinstance(key, str):
        return key.encode("utf-8", "surrogateescape").translate(_INVERTED)
    return int(key) & 0xFFFFFFFFFFFFFFFF
