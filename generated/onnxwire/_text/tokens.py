# Copied by wiregen from templates/runtime/_text/tokens.py; do not edit.
"""Tokenizes the text format.

Tokens are those of google's parser in Python: words may hold + and -, a number is whatever
starts as one, and what fits nothing else is a token of one character.
"""

from __future__ import annotations

import re

from .escapes import unescaped

_TOKEN = re.compile(
    r"(?:\s+|\#[^\n]*)*" r"([a-zA-Z_][0-9a-zA-Z_+\-]*|(?:[0-9+\-]|\.[0-9])[0-9a-zA-Z_.+\-]*|.|\Z)"
)
_LONGEST_SHOWN = 40
QUOTES = ('"', "'")


class ParseError(ValueError):
    """Text that is no message of the wanted type: where, what was expected, what was found.

    Lines and columns are counted from 1; both are None if no place is at fault.
    """

    def __init__(
        self, message: str = "", line: int | None = None, column: int | None = None
    ) -> None:
        place = ":".join(str(number) for number in (line, column) if number is not None)
        super().__init__(f"{place}: {message}" if place else message)
        self._line = line
        self._column = column

    def GetLine(self) -> int | None:
        """The number of the line."""
        return self._line

    def GetColumn(self) -> int | None:
        """The number of the character in its line."""
        return self._column


class Tokens:
    """A text with a place in it: `token` is the next one, empty at the end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.token = ""
        # Where the token starts, and where the one after it is looked for.
        self.start = self._end = 0
        self.advance()

    def advance(self) -> None:
        """Go to the next token; of a literal, the token is only its first quote."""
        found = _TOKEN.match(self._text, self._end)
        assert found is not None
        self.token = found[1]
        self.start, self._end = found.span(1)

    def take(self, token: str) -> bool:
        """True if this is the next token, which is then passed."""
        if self.token != token:
            return False
        self.advance()
        return True

    def expect(self, *tokens: str) -> str:
        """Pass the next token, which must be one of these, and return it."""
        token = self.token
        if token not in tokens:
            raise self.expected(" or ".join(f"'{wanted}'" for wanted in tokens))
        self.advance()
        return token

    def identifier(self, what: str = "a name") -> str:
        """Pass a word and return it; `what` says what is expected."""
        return self._word(self.token[:1].isalpha() or self.token[:1] == "_", what)

    def name(self) -> str:
        """Pass the name or number of a field and return it."""
        first = self.token[:1]
        return self._word(first.isalnum() or first == "_", "the name of a field")

    def literal(self) -> bytes:
        """Pass a literal, and those that follow it, and return what they mean."""
        if self.token not in QUOTES:
            raise self.expected("a quoted string")
        pieces: list[bytes] = []
        while self.token in QUOTES:
            pieces.append(self._one_literal())
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def expected(self, what: str) -> ParseError:
        """The error that something else stands where the next token is."""
        return self.error(f"expected {what}, found {self._shown()}")

    def error(self, reason: str, at: int | None = None) -> ParseError:
        """An error at an offset of the text, or at the next token."""
        at = self.start if at is None else at
        line = self._text.count("\n", 0, at) + 1
        return ParseError(reason, line, at - self._text.rfind("\n", 0, at))

    def _word(self, is_one: bool, what: str) -> str:
        if not is_one:
            raise self.expected(what)
        word = self.token
        self.advance()
        return word

    def _one_literal(self) -> bytes:
        start = self._end
        stop = self._closing_quote(start)
        try:
            value = unescaped(self._text[start:stop])
        except (UnicodeDecodeError, UnicodeEncodeError) as error:
            # Without the codec's offset, which counts from somewhere else.
            raise self.error(f"a string that cannot be read: {error.reason}") from None
        except ValueError as error:
            raise self.error(f"a string that cannot be read: {error}") from None
        self._end = stop + 1
        self.advance()
        return value

    def _closing_quote(self, start: int) -> int:
        """Where a literal ends: at the first quote with an even number of backslashes before."""
        text, stop = self._text, start
        while (stop := text.find(self.token, stop)) >= 0:
            before = stop
            while before > start and text[before - 1] == "\\":
                before -= 1
            if (stop - before) % 2 == 0:
                break
            stop += 1
        if stop < 0 or text.find("\n", start, stop) >= 0:
            raise self.error(f"a string without closing quote in its line: {self._shown()}")
        return stop

    def _shown(self) -> str:
        if not self.token:
            return "the end of the text"
        if self.token not in QUOTES:
            token = self.token
        else:
            token = self._text[self.start : self.start + _LONGEST_SHOWN + 1].partition("\n")[0]
        cut = token if len(token) <= _LONGEST_SHOWN else token[: _LONGEST_SHOWN - 3] + "..."
        return f"'{cut}'"
