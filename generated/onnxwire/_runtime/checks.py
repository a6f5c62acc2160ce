# Copied by wiregen from templates/runtime/_runtime/checks.py; do not edit.
"""Checks and converts values when fields are set.

What is stored is always a plain int, float, bool, str or bytes, so that
reading never has to look again. A value of a wrong type is a TypeError, one out of range a
ValueError; both name the field.
"""

from __future__ import annotations

import struct
import sys
from operator import index
from typing import Any

from .wire import pack_nan, read_nan

_pack_float = struct.Struct("<f").pack
_unpack_float = struct.Struct("<f").unpack


def _integer(value: Any, field: str, smallest: int, largest: int) -> int:
    if type(value) is not int:
        # A bool of numpy's has an index as well, but neither kind means a number.
        if type(value).__name__ in ("bool", "bool_"):
            raise TypeError(f"{field}: an int is wanted, not {_shown(value)}")
        try:
            # The value of a subclass of int, whatever its own conversions say.
            value = int.__int__(index(value))
        except TypeError:
            raise TypeError(f"{field}: an int is wanted, not {_shown(value)}") from None
    number: int = value
    if not smallest <= number <= largest:
        raise ValueError(f"{field}: {number} is not in {smallest} to {largest}")
    return number


# A plain int in range, which is what comes nearly always, is let through at once: a field is set in 77 ns, not in 101.


def int32(value: Any, field: str) -> int:
    """An integer of 32 bits with sign."""
    if type(value) is int and -0x80000000 <= value <= 0x7FFFFFFF:
        return value
    return _integer(value, field, -0x80000000, 0x7FFFFFFF)


def int64(value: Any, field: str) -> int:
    """An integer of 64 bits with sign."""
    if type(value) is int and -0x8000000000000000 <= value <= 0x7FFFFFFFFFFFFFFF:
        return value
    return _integer(value, field, -0x8000000000000000, 0x7FFFFFFFFFFFFFFF)


def uint32(value: Any, field: str) -> int:
    """An integer of 32 bits without sign."""
    if type(value) is int and 0 <= value <= 0xFFFFFFFF:
        return value
    return _integer(value, field, 0, 0xFFFFFFFF)


def uint64(value: Any, field: str) -> int:
    """An integer of 64 bits without sign."""
    if type(value) is int and 0 <= value <= 0xFFFFFFFFFFFFFFFF:
        return value
    return _integer(value, field, 0, 0xFFFFFFFFFFFFFFFF)


def double(value: Any, field: str) -> float:
    """A float of 64 bits; everything that has `__float__` will do."""
    if isinstance(value, float):
        # Also the value of a subclass, whatever its own conversion says.
        return float.__float__(value)
    # What has elements to set is an array, even if it has one element or no dimension.
    if isinstance(value, (str, bytes)) or hasattr(value, "__setitem__"):
        raise TypeError(f"{field}: a float is wanted, not {_shown(value)}")
    try:
        return float(value)
    except TypeError:
        raise TypeError(f"{field}: a float is wanted, not {_shown(value)}") from None


def float32(value: Any, field: str) -> float:
    """A float, rounded to the 32 bits that the field holds."""
    number = value if type(value) is float else double(value, field)
    if number != number:
        # The conversions of C would make a signalling NaN a quiet one.
        nan: float = read_nan(pack_nan(number), 0)
        return nan
    try:
        rounded: float = _unpack_float(_pack_float(number))[0]
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")
    return rounded


def packed_floats(values: Any) -> bytes | None:
    """The bytes of an array of 32-bit floats as a packed field has them; None for other values.

    One by one, numbers of an array become Python's, and their signalling NaNs quiet ones.
    """
    if isinstance(values, (list, tuple)) or hasattr(values, "mask"):
        return None
    try:
        view = memoryview(values)
    except TypeError:
        return None
    is_packed = view.format == "f" and view.ndim == 1 and sys.byteorder == "little"
    return view.tobytes() if is_packed else None


def boolean(value: Any, field: str) -> bool:
    """A bool; integers of 64 bits will do."""
    if isinstance(value, bool):
        return value
    if type(value).__name__ in ("bool", "bool_"):
        # A bool of numpy's has no index.
        return bool(value)
    # What has elements to set is an array, even if it has one element or no dimension.
    if hasattr(value, "__setitem__") or not hasattr(value, "__index__"):
        raise TypeError(f"{field}: a bool is wanted, not {_shown(value)}")
    return int64(value, field) != 0


def string(value: Any, field: str) -> str:
    """A str, or the UTF-8 bytes of one.

    Strings read from files that are not UTF-8 hold the odd bytes as surrogate escapes
    (U+DC80 to U+DCFF); they may be set again, so that copying a name always works.
    """
    if type(value) is str and value.isascii():
        return value
    text = _text(value, field)
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise ValueError(f"{field}: this text has a lone surrogate: {_shown(value)}") from None
    return text


def utf8_string(value: Any, field: str) -> str:
    """A str that UTF-8 can hold, or the UTF-8 bytes of one."""
    if type(value) is str and value.isascii():
        return value
    text = _text(value, field)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{field}: UTF-8 cannot hold this text: {_shown(value)}") from None
    return text


def _text(value: Any, field: str) -> str:
    """The value of a string, whatever the conversions of its class say."""
    if isinstance(value, bytes):
        try:
            return bytes.decode(value)
        except UnicodeDecodeError:
            raise ValueError(f"{field}: these bytes are not UTF-8: {_shown(value)}") from None
    if not isinstance(value, str):
        raise TypeError(f"{field}: a str is wanted, not {_shown(value)}")
    return str.__str__(value)


def byte_string(value: Any, field: str) -> bytes:
    """A bytes object."""
    if not isinstance(value, bytes):
        raise TypeError(f"{field}: bytes are wanted, not {_shown(value)}")
    return bytes.__bytes__(value)


def closed_enum(value: Any, field: str, enum: Any) -> int:
    """A number of an enum, by number or name; others are refused."""
    if type(value) is int and value in enum.DESCRIPTOR.names:
        return value
    if isinstance(value, str):
        return open_enum(value, field, enum)
    number = int32(value, field)
    if number not in enum.DESCRIPTOR.names:
        raise ValueError(f"{field}: {number} is no {enum.DESCRIPTOR.name}")
    return number


def open_enum(value: Any, field: str, enum: Any) -> int:
    """A number of an enum by its name, or any 32-bit number."""
    if isinstance(value, str):
        number = enum.DESCRIPTOR.members.get(str.__str__(value))
        if number is None:
            raise ValueError(f"{field}: {enum.DESCRIPTOR.name} has no value {value!r}")
        return int(number)
    return int32(value, field)


def nonzero(value: Any) -> Any:
    """The value, or None for the default of a field that is present only when it differs."""
    # A negative zero is no default: its bits differ.
    return value if value or str(value) == "-0.0" else None


def _shown(value: Any) -> str:
    text = repr(value)
    text = text if len(text) <= 60 else text[:57] + "..."
    return f"{text} ({type(value).__name__})"
