"""Formats and parses scalar values of the text format."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable
from typing import Any

from .._runtime.descriptor import FieldDescriptor
from .escapes import escaped, escaped_bytes

Write = Callable[[Any], str]

_FLOATS = (FieldDescriptor.TYPE_FLOAT, FieldDescriptor.TYPE_DOUBLE)
_pack_float = struct.Struct("<f").pack

# --- writing -----------------------------------------------------------------------------


def writer(field: FieldDescriptor, as_utf8: bool) -> Write:
    """What writes the values of a field of scalars."""
    if field.enum_type is not None:
        names = field.enum_type.names
        return lambda value: names.get(value) or str(int(value))
    if field.type == FieldDescriptor.TYPE_STRING:
        return lambda value: f'"{escaped(value, as_utf8)}"'
    return _WRITERS.get(field.type, str)


def short_writer(field: FieldDescriptor) -> Write:
    """As `writer`, but floats as C's printf writes them in its %g format."""
    if field.type == FieldDescriptor.TYPE_FLOAT:
        return _short_float
    if field.type == FieldDescriptor.TYPE_DOUBLE:
        return _short_double
    return writer(field, True)


def format_writer(field: FieldDescriptor, float_format: Any, double_format: Any) -> Write | None:
    """What writes floats by a format of the caller's, if there is one for this field."""
    is_double = field.type == FieldDescriptor.TYPE_DOUBLE
    wanted = double_format if is_double and double_format is not None else float_format
    if field.type not in _FLOATS or wanted is None:
        return None
    return lambda value: format(value, wanted)


def _bytes(value: bytes) -> str:
    # Of a mapped file, it may be a view.
    return f'"{escaped_bytes(bytes(value))}"'


def _bool(value: bool) -> str:
    return "true" if value else "false"


def float_text(value: float) -> str:
    """A 32-bit float by the fewest digits, six at least, that are no other 32-bit float's."""
    if not math.isfinite(value):
        return str(value)
    bits = _pack_float(value)
    for digits in (6, 7, 8):
        number = float(f"{value:.{digits}g}")
        if _pack_float(number) == bits:
            return str(number)
    # Nine are always enough.
    return str(float(f"{value:.9g}"))


def _short_float(value: float) -> str:
    short = f"{value:.6g}"
    if not math.isfinite(value) or _pack_float(float(short)) == _pack_float(value):
        return short
    return f"{value:.9g}"


def _short_double(value: float) -> str:
    short = f"{value:.15g}"
    return short if not math.isfinite(value) or float(short) == value else f"{value:.17g}"


_WRITERS: dict[int, Write] = {
    FieldDescriptor.TYPE_BYTES: _bytes,
    FieldDescriptor.TYPE_BOOL: _bool,
    FieldDescriptor.TYPE_FLOAT: float_text,
}

# --- reading -----------------------------------------------------------------------------

_OCTAL = re.compile(r"(-?)0([0-9]+)")
_OCTAL_START = re.compile(r"-?0[0-9]")
_NAMED_FLOAT = re.compile(r"(-?inf(?:inity)?|nan)f", re.IGNORECASE)
_BOOLS = {
    **dict.fromkeys(("true", "t", "1", "True"), True),
    **dict.fromkeys(("false", "f", "0", "False"), False),
}


def scalar(field: FieldDescriptor, token: str) -> Any:
    """The value of a token for a field that is no string; ValueError says what is expected.

    Whether the value is in the range of the type is not looked at: the field does that.
    """
    if field.enum_type is not None:
        return _read_enum(field, token)
    if field.type == FieldDescriptor.TYPE_BOOL:
        if token not in _BOOLS:
            raise ValueError("true or false")
        return _BOOLS[token]
    return read_float(token) if field.type in _FLOATS else read_integer(token)


def read_integer(token: str) -> int:
    """A number in decimal, in octal after a 0, or after 0x, 0o or 0b."""
    try:
        return int(token, 0)
    except ValueError:
        octal = _OCTAL.fullmatch(token)
    try:
        return int("".join(octal.groups()) if octal else "", 8)
    except ValueError:
        raise ValueError("an integer") from None


def _read_enum(field: FieldDescriptor, token: str) -> int:
    assert field.enum_type is not None
    try:
        return int(token, 0)
    except ValueError:
        member = field.enum_type.members.get(token)
    if member is None:
        raise ValueError(f"a value of {field.enum_type.full_name}")
    return member


def read_float(token: str) -> float:
    """A number, `inf` or `nan`, as Python reads them; an `f` may follow, as in C."""
    try:
        if _OCTAL_START.match(token):
            raise ValueError
        try:
            return float(token)
        except ValueError:
            named = _NAMED_FLOAT.fullmatch(token)
            return float(named[1] if named else token.rstrip("fF"))
    except ValueError:
        raise ValueError("a float") from None
