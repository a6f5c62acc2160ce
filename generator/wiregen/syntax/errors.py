"""Turns exceptions of the parser into diagnostics."""

from __future__ import annotations

from lark import UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

from wiregen.source.diagnostics import Diagnostic
from wiregen.source.text import Source, Span

_PUNCTUATION = {
    "EQUAL": "'='",
    "SEMICOLON": "';'",
    "OPEN": "'{'",
    "CLOSE": "'}'",
    "LPAR": "'('",
    "RPAR": "')'",
    "LSQB": "'['",
    "RSQB": "']'",
    "LESSTHAN": "'<'",
    "MORETHAN": "'>'",
    "COMMA": "','",
    "COLON": "':'",
    "DOT": "'.'",
    "SLASH": "'/'",
    "MINUS": "'-'",
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a string",
    "$END": "the end of the file",
}


def syntax_error(source: Source, error: UnexpectedInput) -> Diagnostic:
    """What was expected at the first place that does not fit, and what stands there."""
    at = error.pos_in_stream if error.pos_in_stream is not None else len(source.text)
    match error:
        case _ if source.text.startswith("/*", at):
            return Diagnostic(
                Span(source, at, at + 2), "this comment does not end: '*/' is missing"
            )
        case UnexpectedToken() if error.token.type != "$END":
            span = Span(source, at, at + len(str(error.token)))
            return Diagnostic(span, f"expected {_expected(error.accepts)}, found '{error.token}'")
        case UnexpectedToken() | UnexpectedEOF():
            return _end_of_file(source, error)
        case UnexpectedCharacters():
            return Diagnostic(Span(source, at, at + 1), _bad_character(source.text, at))
    raise AssertionError(f"unknown kind of syntax error: {error!r}")


def _end_of_file(source: Source, error: UnexpectedToken | UnexpectedEOF) -> Diagnostic:
    last = max(0, len(source.text.rstrip()) - 1)
    expected = error.accepts if isinstance(error, UnexpectedToken) else error.expected
    sentence = f"expected {_expected({str(name) for name in expected})}, found the end of the file"
    return Diagnostic(Span(source, last, last + 1), sentence)


def _expected(terminals: set[str]) -> str:
    if "NAME" in terminals:
        # Wherever a name may stand, the keywords may too: naming them all would say nothing.
        terminals = {name for name in terminals if name in _PUNCTUATION}
    words = sorted({_PUNCTUATION.get(name, f"'{name.lower()}'") for name in terminals})
    if len(words) > 1:
        return ", ".join(words[:-1]) + " or " + words[-1]
    return words[0] if words else "nothing more"


def _bad_character(text: str, at: int) -> str:
    letter = text[at]
    if letter in "\"'":
        return "this string does not end on its line"
    if letter == "#":
        return "'#' starts no comment here: use '//'"
    return f"unexpected character {letter!r}"
