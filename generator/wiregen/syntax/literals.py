"""Values of number and string literals."""

from __future__ import annotations

import re

# Everything that starts with a backslash; escape_value tells what is an escape sequence.
ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}"  # one character as two halves
    r"|\\(?:[0-7]{1,3}|[xX][0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)",
    re.DOTALL,
)
_SIMPLE_ESCAPES = {
    "a": b"\a",
    "b": b"\b",
    "f": b"\f",
    "n": b"\n",
    "r": b"\r",
    "t": b"\t",
    "v": b"\v",
    "?": b"?",
    "\\": b"\\",
    "'": b"'",
    '"': b'"',
}


def escape_value(escape: str) -> bytes | None:
    """The bytes that an escape sequence stands for, or None if there is no such sequence."""
    kind, digits = escape[1], escape[2:]
    if len(escape) == 12:
        halves = b"".join(int(half, 16).to_bytes(2, "big") for half in (digits[:4], digits[6:]))
        return halves.decode("utf-16-be").encode()
    if kind in "01234567":
        # Three octal digits may be more than a byte; protoc keeps the lower eight bits.
        return bytes([int(escape[1:], 8) & 0xFF])
    if kind in "xX" and digits:
        return bytes([int(digits, 16)])
    if kind in "uU" and digits:
        point = int(digits, 16)
        if point < 0x110000:
            return chr(point).encode("utf-8", "surrogatepass")
        # Above the last character, protoc keeps the escape sequence itself, up to a limit.
        return f"\\U{point:08x}".encode() if point < 0x200000 else None
    return _SIMPLE_ESCAPES.get(kind) if not digits else None


_INTEGER = re.compile(r"0[xX][0-9A-Fa-f]+|0[0-7]*|[1-9][0-9]*")
# Of an integer of 64 bits.
_MOST_DIGITS = 20
_DECIMAL = re.compile(
    r"((0|[1-9][0-9]*)\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|(0|[1-9][0-9]*)[eE][+-]?[0-9]+"
)


def number_value(text: str) -> int | float | None:
    """The value of a number literal; an integer beyond 64 bits becomes a float, as in protoc."""
    if _INTEGER.fullmatch(text):
        if text[:2] in ("0x", "0X"):
            return int(text, 16)
        if text[0] == "0":
            return int(text, 8)
        # Infinite, if it has several hundred digits.
        is_integer = len(text) <= _MOST_DIGITS and int(text) < 1 << 64
        return int(text) if is_integer else float(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return None
