# Copied by wiregen from templates/runtime/_text/skipping.py; do not edit.
"""Skips unknown fields in the text format."""

from __future__ import annotations

from .scalars import read_float, read_integer
from .tokens import QUOTES, Tokens

_MESSAGE_STARTS = ("{", "<")
_INTEGERS = range(-(1 << 63), 1 << 64)


def extension_name(tokens: Tokens) -> str:
    """Pass the name of an extension, after its opening bracket, and return it."""
    name = _dotted_name(tokens)
    tokens.expect("]")
    return name


def skip_contents(tokens: Tokens) -> None:
    """Pass what follows the name of a field: a value, a message, or a list of them.

    Whether it is one or the other shows only in the text itself.
    """
    # The tokens that end what is still open, innermost last.
    ends: list[str] = []
    _skip_start(tokens, ends)
    while ends:
        end = ends[-1]
        if end == "]":
            _skip_next_in_list(tokens, ends)
        elif tokens.token in (">", "}"):
            tokens.expect(end)
            ends.pop()
            _skip_after(tokens, ends)
        else:
            _skip_name(tokens)
            _skip_start(tokens, ends)


def _skip_start(tokens: Tokens, ends: list[str]) -> None:
    """What follows a name, up to the start of the first message in it."""
    if not tokens.take(":") or tokens.token in _MESSAGE_STARTS:
        _open_message(tokens, ends)
    elif not tokens.take("["):
        _skip_scalar(tokens)
        _skip_after(tokens, ends)
    elif tokens.take("]"):
        _skip_after(tokens, ends)
    else:
        ends.append("]")
        _skip_element(tokens, ends)


def _skip_next_in_list(tokens: Tokens, ends: list[str]) -> None:
    if tokens.expect(",", "]") == ",":
        _skip_element(tokens, ends)
    else:
        ends.pop()
        _skip_after(tokens, ends)


def _skip_element(tokens: Tokens, ends: list[str]) -> None:
    if tokens.token in _MESSAGE_STARTS:
        _open_message(tokens, ends)
    else:
        _skip_scalar(tokens)


def _open_message(tokens: Tokens, ends: list[str]) -> None:
    ends.append("}" if tokens.expect("{", "<") == "{" else ">")


def _skip_after(tokens: Tokens, ends: list[str]) -> None:
    """What may separate a field from the next one, where the field ended."""
    if ends and ends[-1] != "]" and not tokens.take(","):
        tokens.take(";")


def _skip_name(tokens: Tokens) -> None:
    if not tokens.take("["):
        tokens.name()
        return
    # Of an extension, or the address of a type in an Any: "type.googleapis.com/a.b".
    if _dotted_name(tokens).count(".") == 2 and tokens.take("/"):
        _dotted_name(tokens)
    tokens.expect("]")


def _dotted_name(tokens: Tokens) -> str:
    names = [tokens.identifier()]
    while tokens.take("."):
        names.append(tokens.identifier())
    return ".".join(names)


def _skip_scalar(tokens: Tokens) -> None:
    if tokens.token in QUOTES:
        tokens.literal()
    elif _is_number(tokens.token):
        tokens.advance()
    else:
        tokens.identifier("a value")


def _is_number(token: str) -> bool:
    try:
        read_float(token)
    except ValueError:
        pass
    else:
        return True
    try:
        return read_integer(token) in _INTEGERS
    except ValueError:
        return False
