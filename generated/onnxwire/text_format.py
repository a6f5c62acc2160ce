# Copied by wiregen from templates/runtime/text_format.py; do not edit.
"""Parses and prints protobuf's text format.

The functions have the names, parameters and results of google.protobuf.text_format. There
is no pool of descriptors here: `descriptor_pool` is taken and not looked at, an Any shows
its bytes, and the name of an extension is unknown.

What does not parse is a ParseError, and nothing else is raised for a text. Fields that were
read before the error stay in the message, as with google's functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ._text.parser import ParseOptions, fill
from ._text.printer import Printer, PrintOptions
from ._text.tokens import ParseError

if TYPE_CHECKING:
    from ._runtime.message import Message

__all__ = [
    "Merge",
    "MergeLines",
    "MessageToBytes",
    "MessageToString",
    "Parse",
    "ParseError",
    "ParseLines",
    "PrintMessage",
]

MessageType = TypeVar("MessageType", bound="Message")
Formatter = Callable[[Any, int, bool], "str | None"]


class Writable(Protocol):
    """A file to print to."""

    def write(self, text: str, /) -> object:
        """Add some text."""
        ...


def MessageToString(
    message: Message,
    as_utf8: bool = True,
    as_one_line: bool = False,
    use_short_repeated_primitives: bool = False,
    pointy_brackets: bool = False,
    use_index_order: bool = False,
    use_field_number: bool = False,
    descriptor_pool: Any = None,
    indent: int = 0,
    message_formatter: Formatter | None = None,
    print_unknown_fields: bool = False,
    force_colon: bool = False,
    *,
    float_format: str | None = None,
    double_format: str | None = None,
) -> str:
    """The text of a message.

    `as_utf8` leaves letters that are not ASCII as they are, `as_one_line` puts spaces for
    ends of lines, `use_short_repeated_primitives` writes lists of numbers in brackets,
    `pointy_brackets` has < and > around messages, `use_index_order` keeps the order of the
    schema, `use_field_number` writes numbers for names, `indent` is the number of spaces
    before each line, `print_unknown_fields` adds what the schema does not know, and
    `force_colon` has a colon before messages, too. A `message_formatter` is asked first
    about each message; it gives its text or None.

    `float_format` and `double_format` are formats for floats, as for format(); a
    `float_format` alone is for doubles, too.
    """
    options = PrintOptions(
        as_utf8=as_utf8,
        as_one_line=as_one_line,
        use_short_repeated_primitives=use_short_repeated_primitives,
        pointy_brackets=pointy_brackets,
        use_index_order=use_index_order,
        use_field_number=use_field_number,
        message_formatter=message_formatter,
        print_unknown_fields=print_unknown_fields,
        force_colon=force_colon,
        float_format=float_format,
        double_format=double_format,
    )
    text = "".join(Printer(options).pieces(message, indent))
    return text.rstrip() if as_one_line else text


def MessageToBytes(message: Message, **options: Any) -> bytes:
    """The text of a message in UTF-8; the options are those of `MessageToString`."""
    return MessageToString(message, **options).encode()


def PrintMessage(
    message: Message,
    out: Writable,
    indent: int = 0,
    as_utf8: bool = True,
    as_one_line: bool = False,
    use_short_repeated_primitives: bool = False,
    pointy_brackets: bool = False,
    use_index_order: bool = False,
    use_field_number: bool = False,
    descriptor_pool: Any = None,
    message_formatter: Formatter | None = None,
    print_unknown_fields: bool = False,
    force_colon: bool = False,
    *,
    float_format: str | None = None,
    double_format: str | None = None,
) -> None:
    """Write the text of a message to a file; the options are those of `MessageToString`."""
    options = PrintOptions(
        as_utf8=as_utf8,
        as_one_line=as_one_line,
        use_short_repeated_primitives=use_short_repeated_primitives,
        pointy_brackets=pointy_brackets,
        use_index_order=use_index_order,
        use_field_number=use_field_number,
        message_formatter=message_formatter,
        print_unknown_fields=print_unknown_fields,
        force_colon=force_colon,
        float_format=float_format,
        double_format=double_format,
    )
    for piece in Printer(options).pieces(message, indent):
        out.write(piece)


def Parse(
    text: str | bytes,
    message: MessageType,
    allow_unknown_extension: bool = False,
    allow_field_number: bool = False,
    descriptor_pool: Any = None,
    allow_unknown_field: bool = False,
    max_recursion_depth: int | None = None,
) -> MessageType:
    """Add what a text holds to a message, and return the message.

    A field that is not repeated may stand only once, and must not be set before.
    `allow_unknown_extension` and `allow_unknown_field` pass over what the schema does not
    know, `allow_field_number` takes numbers for names, and `max_recursion_depth` limits how
    many messages may stand inside one another.
    """
    options = ParseOptions(
        allow_unknown_extension=allow_unknown_extension,
        allow_field_number=allow_field_number,
        allow_unknown_field=allow_unknown_field,
        max_recursion_depth=max_recursion_depth,
    )
    fill(message, _decoded(text), options)
    return message


def Merge(
    text: str | bytes,
    message: MessageType,
    allow_unknown_extension: bool = False,
    allow_field_number: bool = False,
    descriptor_pool: Any = None,
    allow_unknown_field: bool = False,
    max_recursion_depth: int | None = None,
) -> MessageType:
    """As `Parse`, but fields may stand several times, and be set: the last value counts."""
    options = ParseOptions(
        may_repeat=True,
        allow_unknown_extension=allow_unknown_extension,
        allow_field_number=allow_field_number,
        allow_unknown_field=allow_unknown_field,
        max_recursion_depth=max_recursion_depth,
    )
    fill(message, _decoded(text), options)
    return message


def ParseLines(
    lines: Iterable[str | bytes],
    message: MessageType,
    allow_unknown_extension: bool = False,
    allow_field_number: bool = False,
    descriptor_pool: Any = None,
    allow_unknown_field: bool = False,
    max_recursion_depth: int | None = None,
) -> MessageType:
    """As `Parse`, for a text in lines, with or without the ends of lines."""
    return Parse(
        _joined(lines),
        message,
        allow_unknown_extension,
        allow_field_number,
        descriptor_pool,
        allow_unknown_field,
        max_recursion_depth,
    )


def MergeLines(
    lines: Iterable[str | bytes],
    message: MessageType,
    allow_unknown_extension: bool = False,
    allow_field_number: bool = False,
    descriptor_pool: Any = None,
    allow_unknown_field: bool = False,
    max_recursion_depth: int | None = None,
) -> MessageType:
    """As `Merge`, for a text in lines, with or without the ends of lines."""
    return Merge(
        _joined(lines),
        message,
        allow_unknown_extension,
        allow_field_number,
        descriptor_pool,
        allow_unknown_field,
        max_recursion_depth,
    )


def _decoded(text: str | bytes) -> str:
    if isinstance(text, str):
        return text
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        before = text[: error.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise ParseError("this text is not UTF-8", line, column) from None


def _joined(lines: Iterable[str | bytes]) -> str:
    return "\n".join([_decoded(line).removesuffix("\n") for line in lines])
