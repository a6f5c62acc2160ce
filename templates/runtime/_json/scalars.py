"""Converts scalar values from and to JSON.

What is read is only brought into the field's type. Whether the field takes it (its range, its
enum's numbers) is checked when it is set, as for any value.
"""

from __future__ import annotations

import binascii
import json
import math
import re
import struct
from collections.abc import Callable, Mapping
from typing import Any

from .._runtime.descriptor import EnumDescriptor, FieldDescriptor
from .errors import EnumStringValueParseError, ParseError

NULL_ENUM = "google.protobuf.NullValue"

# Numbers that stand in quotes. What else Python reads, such as spaces around a number,
# underscores in it and digits of other scripts, no other implementation of JSON does.
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_LOOSE_INTEGER = re.compile(r"\s*[+-]?\d+(?:_\d+)*\s*")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]*={0,2}")
_STANDARD_ALPHABET = str.maketrans("-_", "+/")
_FLOAT_BY_NAME = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_LONGEST_SHOWN = 60


def shown(value: Any) -> str:
    """A value as the sentences of errors name it."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, (list, tuple)):
        return "a list"
    text = json.dumps(value, default=repr)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


# --- writing -----------------------------------------------------------------------------


def written_double(value: float) -> float | str:
    """A float, or the name of one that JSON cannot write."""
    if math.isfinite(value):
        return value
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


def written_float(value: float) -> float | str:
    """A 32-bit float with as few digits, from six on, as are enough to tell it from others."""
    if not math.isfinite(value):
        return written_double(value)
    for digits in range(6, 9):
        short = float(f"{value:.{digits}g}")
        if struct.unpack("<f", struct.pack("<f", short))[0] == value:
            return short
    return float(f"{value:.9g}")


def written_bytes(value: bytes) -> str:
    """Bytes as base64."""
    return binascii.b2a_base64(value, newline=False).decode("ascii")


def written_key(value: Any) -> str:
    """The key of a map: always a text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def bare_if_exact(value: int) -> int | str:
    """A 64-bit integer as a number if a float can hold it, otherwise as a text."""
    return value if float(value) == value else str(value)


WRITER_BY_TYPE: dict[int, Callable[[Any], Any]] = {
    FieldDescriptor.TYPE_DOUBLE: written_double,
    FieldDescriptor.TYPE_FLOAT: written_float,
    FieldDescriptor.TYPE_INT64: str,
    FieldDescriptor.TYPE_UINT64: str,
    FieldDescriptor.TYPE_INT32: int,
    FieldDescriptor.TYPE_FIXED64: str,
    FieldDescriptor.TYPE_FIXED32: int,
    FieldDescriptor.TYPE_BOOL: bool,
    FieldDescriptor.TYPE_STRING: str,
    FieldDescriptor.TYPE_BYTES: written_bytes,
    FieldDescriptor.TYPE_UINT32: int,
    FieldDescriptor.TYPE_SFIXED32: int,
    FieldDescriptor.TYPE_SFIXED64: str,
    FieldDescriptor.TYPE_SINT32: int,
    FieldDescriptor.TYPE_SINT64: str,
}


# --- reading -----------------------------------------------------------------------------


def read_integer(value: Any) -> Any:
    """An integer, also in quotes, and also written as a float without a fraction."""
    if type(value) is int:
        return value
    try:
        if isinstance(value, str) and _INTEGER.fullmatch(value):
            return int(value)
        if isinstance(value, float) or (isinstance(value, str) and _NUMBER.fullmatch(value)):
            number = float(value)
            if number.is_integer():
                return int(number)
        elif not isinstance(value, bool) and hasattr(value, "__index__"):
            return value
    except ValueError:
        # Python reads no integers of thousands of digits.
        pass
    raise ParseError(f"an integer is wanted, not {shown(value)}")


def read_double(value: Any) -> float:
    """A float, also in quotes; NaN and the infinities in quotes only."""
    if isinstance(value, str):
        if value in _FLOAT_BY_NAME:
            return _FLOAT_BY_NAME[value]
        number = float(value) if _NUMBER.fullmatch(value) else None
    else:
        number = _float_of(value)
    if number is None:
        raise ParseError(f"a number is wanted, not {shown(value)}")
    if not math.isfinite(number):
        raise ParseError(
            'a finite number, or "NaN", "Infinity" or "-Infinity" in quotes, is wanted,'
            f" not {shown(value)}"
        )
    return number


def _float_of(value: Any) -> float | None:
    if not hasattr(value, "__float__") and not hasattr(value, "__index__"):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf
    except (TypeError, ValueError):
        return None


def read_float(value: Any) -> float:
    """A float that rounds to one of 32 bits."""
    number = read_double(value)
    try:
        struct.pack("<f", number)
    except OverflowError:
        raise ParseError(f"a float of 32 bits is wanted, {shown(value)} is too large") from None
    return number


def read_boolean(value: Any) -> bool:
    """A bool, and nothing else."""
    if not isinstance(value, bool):
        raise ParseError(f"true or false is wanted, not {shown(value)}")
    return value


def read_text(value: Any, errors: str = "strict") -> str:
    """A text that can be written as UTF-8."""
    if not isinstance(value, str):
        raise ParseError(f"a text is wanted, not {shown(value)}")
    if not value.isascii():
        try:
            value.encode("utf-8", errors)
        except UnicodeEncodeError:
            raise ParseError(f"this text has a lone surrogate: {shown(value)}") from None
    return value


def read_bytes(value: Any) -> bytes:
    """Bytes from base64 of either alphabet, with or without padding."""
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    if not isinstance(text, str) or not _BASE64.fullmatch(text):
        raise ParseError(f"base64 is wanted, not {shown(value)}")
    text = text.rstrip("=").translate(_STANDARD_ALPHABET)
    if len(text) % 4 == 1:
        raise ParseError(f"base64 is wanted, {shown(value)} lacks its end")
    return binascii.a2b_base64(text + "=" * (-len(text) % 4))


def read_enum(enum: EnumDescriptor, value: Any) -> int:
    """The number of an enum's value, by name or number; whether the enum has it is seen later."""
    if value is None and enum.full_name == NULL_ENUM:
        return 0
    if isinstance(value, str):
        if value in enum.members:
            return int(enum.members[value])
        # A number that is misspelt is not the name of a value to be added some day.
        if not _LOOSE_INTEGER.fullmatch(value):
            raise EnumStringValueParseError(f"{enum.full_name} has no value {shown(value)}")
    elif isinstance(value, bool) or not hasattr(value, "__index__") and type(value) is not float:
        raise ParseError(f"a name or number of {enum.full_name} is wanted, not {shown(value)}")
    number: int = read_integer(value)
    return number


def read_key(field: FieldDescriptor, value: Any) -> Any:
    """The key of a map, which is always a text in JSON."""
    if field.type == FieldDescriptor.TYPE_BOOL:
        if value not in ("true", "false"):
            raise ParseError(f'"true" or "false" is wanted as the key, not {shown(value)}')
        return value == "true"
    return read_scalar(field, value)


def read_scalar(field: FieldDescriptor, value: Any) -> Any:
    """A value of a field that is neither a message nor an enum."""
    if field.type == FieldDescriptor.TYPE_STRING and not field.is_utf8_checked:
        # Bytes that are no UTF-8 stand there as halves of pairs (U+DC80 to U+DCFF).
        return read_text(value, "surrogateescape")
    return READER_BY_TYPE[field.type](value)


READER_BY_TYPE: dict[int, Callable[[Any], Any]] = {
    FieldDescriptor.TYPE_DOUBLE: read_double,
    FieldDescriptor.TYPE_FLOAT: read_float,
    FieldDescriptor.TYPE_INT64: read_integer,
    FieldDescriptor.TYPE_UINT64: read_integer,
    FieldDescriptor.TYPE_INT32: read_integer,
    FieldDescriptor.TYPE_FIXED64: read_integer,
    FieldDescriptor.TYPE_FIXED32: read_integer,
    FieldDescriptor.TYPE_BOOL: read_boolean,
    FieldDescriptor.TYPE_STRING: read_text,
    FieldDescriptor.TYPE_BYTES: read_bytes,
    FieldDescriptor.TYPE_UINT32: read_integer,
    FieldDescriptor.TYPE_SFIXED32: read_integer,
    FieldDescriptor.TYPE_SFIXED64: read_integer,
    FieldDescriptor.TYPE_SINT32: read_integer,
    FieldDescriptor.TYPE_SINT64: read_integer,
}
