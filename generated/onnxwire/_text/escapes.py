# Copied by wiregen from templates/runtime/_text/escapes.py; do not edit.
"""Escapes and unescapes string literals of the text format."""

from __future__ import annotations

import re
import sys

_SHORT = {"\t": r"\t", "\n": r"\n", "\r": r"\r", '"': r"\"", "'": r"\'", "\\": r"\\"}
_IN_OCTAL = (*range(0x20), 0x7F)
_OF_TEXT = {
    **{code: f"\\{code:03o}" for code in _IN_OCTAL},
    **{ord(letter): escape for letter, escape in _SHORT.items()},
    # The bytes of a string that is not UTF-8 are kept as these surrogates.
    **{0xDC00 + byte: f"\\{byte:03o}" for byte in range(0x80, 0x100)},
}
_OF_BYTE = tuple(
    f"\\{byte:03o}" if byte >= 0x80 else _OF_TEXT.get(byte, chr(byte)) for byte in range(0x100)
)
# How many bytes are escaped at once: their pieces take many times their own memory.
_CHUNK = 1 << 16

# What Python's own unescaping would read as something else, or not at all. Two backslashes
# are matched with them, so that the second is not taken for the start of another escape.
_ODD_ESCAPE = re.compile(
    r"\\(?:(?P<pair>\\)|x(?P<digit>[0-9a-fA-F])(?![0-9a-fA-F])|(?P<large>[4-7][0-7]{2})"
    r"|u(?P<short>[0-9a-fA-F]{4})|U(?P<long>[0-9a-fA-F]{8})|(?P<other>[^0-7abfnrtvxuUN\"'\\]))"
)


def escaped(text: str, as_utf8: bool) -> str:
    """A string; `as_utf8` leaves what is not ASCII as it is."""
    if as_utf8 or text.isascii():
        return text.translate(_OF_TEXT)
    return escaped_bytes(text.encode("utf-8", "surrogateescape"))


def escaped_bytes(data: bytes) -> str:
    """Bytes, in ASCII: all others as three octal digits."""
    starts = range(0, len(data), _CHUNK)
    return "".join(["".join(map(_OF_BYTE.__getitem__, data[at : at + _CHUNK])) for at in starts])


def unescaped(text: str) -> bytes:
    """The bytes that a literal means; ValueError for an escape that means none.

    A backslash before a letter that makes no escape stands for itself, as google's parser
    in Python has it.
    """
    if "\\" not in text:
        return text.encode()
    # What is not ASCII passes as the Latin-1 letters of its UTF-8 bytes.
    canonical = _ODD_ESCAPE.sub(_canonical, text).encode()
    return canonical.decode("unicode_escape").encode("latin-1")


def _canonical(found: re.Match[str]) -> str:
    """An escape as Python reads it."""
    kind = found.lastgroup
    if kind == "pair":
        return found[0]
    if kind == "digit":
        return rf"\x0{found['digit']}"
    if kind == "large":
        raise ValueError(f"{found[0]} is more than a byte holds")
    if kind == "other":
        return "\\" + found[0]
    code = int(found["short"] or found["long"], 16)
    if code > sys.maxunicode:
        raise ValueError(f"{found[0]} is beyond Unicode")
    character = chr(code)
    # One that has to be escaped itself is already a byte.
    return character if character >= "\x80" else rf"\x{ord(character):02x}"
