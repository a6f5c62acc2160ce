# Copied by wiregen from templates/runtime/_text/parser.py; do not edit.
"""Parses the text format.

There is no recursion here: messages that are still open are a list, so that no text is
nested too deep.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .._runtime.descriptor import FieldDescriptor
from .scalars import read_integer, scalar
from .skipping import extension_name, skip_contents
from .targets import MessageTarget, Target
from .tokens import Tokens

if TYPE_CHECKING:
    from .._runtime.message import Message


@dataclass(frozen=True)
class ParseOptions:
    """What a text may hold.

    `may_repeat` lets a field that is not repeated stand several times: the last one counts.
    """

    may_repeat: bool = False
    allow_unknown_extension: bool = False
    allow_field_number: bool = False
    allow_unknown_field: bool = False
    max_recursion_depth: int | None = None


class _Open:
    """A message whose text is being read, and the token that ends it."""

    __slots__ = ("end", "field", "is_in_list", "target")

    def __init__(
        self, target: Target, end: str, field: FieldDescriptor | None, is_in_list: bool
    ) -> None:
        self.target = target
        self.end = end
        self.field = field
        self.is_in_list = is_in_list


def fill(message: Message, text: str, options: ParseOptions) -> None:
    """Add what a text holds to a message."""
    _Parser(Tokens(text), options).fill(message)


class _Parser:
    def __init__(self, tokens: Tokens, options: ParseOptions) -> None:
        self._tokens = tokens
        self._options = options
        self._open: list[_Open] = []

    def fill(self, message: Message) -> None:
        tokens = self._tokens
        # The end of the text is an empty token.
        self._push(MessageTarget(message), "", None, False)
        while True:
            innermost = self._open[-1]
            if tokens.token != innermost.end:
                self._field(innermost.target)
            elif innermost.field is None:
                return
            else:
                tokens.advance()
                innermost.target.finish()
                self._open.pop()
                self._after_message(innermost, innermost.field)

    def _push(self, target: Target, end: str, field: FieldDescriptor | None, listed: bool) -> None:
        deepest = self._options.max_recursion_depth
        if deepest is not None and len(self._open) >= deepest:
            raise self._tokens.error(f"messages are nested deeper than {deepest}")
        self._open.append(_Open(target, end, field, listed))

    def _after_message(self, closed: _Open, field: FieldDescriptor) -> None:
        if closed.is_in_list and self._tokens.expect(",", "]") == ",":
            self._enter(self._open[-1].target, field, True)
        else:
            self._pass_separator()

    def _pass_separator(self) -> None:
        if not self._tokens.take(","):
            self._tokens.take(";")

    def _field(self, target: Target) -> None:
        """A field, or the beginning of one that holds messages."""
        tokens = self._tokens
        at = tokens.start
        if tokens.token in (">", "}", ""):
            raise tokens.expected(f"'{self._open[-1].end}'" if tokens.token == "" else "a field")
        field = self._named_field(target)
        if field is None:
            skip_contents(tokens)
            self._pass_separator()
            return
        if not self._options.may_repeat and (rival := target.rival(field)) is not None:
            reason = f"{field.name} and {rival} are of one oneof, and only one can be set"
            raise tokens.error(reason, at)
        is_message = field.message_class is not None or field.map_value is not None
        if is_message:
            tokens.take(":")
        else:
            tokens.expect(":")
        if not field.is_repeated and not self._options.may_repeat and target.holds(field):
            raise tokens.error(f"{field.name} is set already, and is not repeated", at)
        if not field.is_repeated or not tokens.take("["):
            if is_message:
                self._enter(target, field, False)
                return
            self._scalar(target, field)
        elif not tokens.take("]"):
            if is_message:
                self._enter(target, field, True)
                return
            self._scalar(target, field)
            while tokens.expect(",", "]") == ",":
                self._scalar(target, field)
        self._pass_separator()

    def _named_field(self, target: Target) -> FieldDescriptor | None:
        """The field whose name stands next; None for one that is unknown and to be skipped."""
        tokens, options = self._tokens, self._options
        at = tokens.start
        if tokens.take("["):
            name = extension_name(tokens)
            if not options.allow_unknown_extension:
                raise tokens.error(f"[{name}] is no extension that is known here", at)
            return None
        name = tokens.name()
        field: FieldDescriptor | None
        if options.allow_field_number and name.isdigit():
            number = _field_number(name)
            if number is None:
                raise tokens.error(f"'{name}' is no number of a field", at)
            field = target.by_number.get(number)
        else:
            field = target.field_named(name)
        if field is None and not options.allow_unknown_field:
            raise tokens.error(target.no_field(name), at)
        return field

    def _enter(self, target: Target, field: FieldDescriptor, is_in_list: bool) -> None:
        end = "}" if self._tokens.expect("{", "<") == "{" else ">"
        self._push(target.enter(field), end, field, is_in_list)

    def _scalar(self, target: Target, field: FieldDescriptor) -> None:
        tokens = self._tokens
        at = tokens.start
        value: Any
        if field.type == FieldDescriptor.TYPE_BYTES:
            value = tokens.literal()
        elif field.type == FieldDescriptor.TYPE_STRING:
            try:
                value = tokens.literal().decode()
            except UnicodeDecodeError:
                raise tokens.error(f"{field.name}: this string is not UTF-8", at) from None
        else:
            try:
                value = scalar(field, tokens.token)
            except ValueError as expected:
                raise tokens.expected(str(expected)) from None
            tokens.advance()
        try:
            target.put(field, value)
        except (TypeError, ValueError) as error:
            raise tokens.error(str(error), at) from None


def _field_number(name: str) -> int | None:
    """The number that stands for a name; as in google's parser, one of 64 bits with sign."""
    try:
        number = read_integer(name)
    except ValueError:
        return None
    return number if number < 1 << 63 else None
