# Copied by wiregen from templates/runtime/_json/well_known.py; do not edit.
"""JSON mapping of timestamps, durations and field masks.

Also which those types are. The functions raise ValueError with a sentence that knows no path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from .._runtime.message import Message

_PACKAGE = "google.protobuf."
_KINDS = ("Bool", "Bytes", "Double", "Float", "Int32", "Int64", "String", "UInt32", "UInt64")

ANY = f"{_PACKAGE}Any"
DURATION = f"{_PACKAGE}Duration"
FIELD_MASK = f"{_PACKAGE}FieldMask"
LIST_VALUE = f"{_PACKAGE}ListValue"
STRUCT = f"{_PACKAGE}Struct"
TIMESTAMP = f"{_PACKAGE}Timestamp"
VALUE = f"{_PACKAGE}Value"
WRAPPERS = tuple(f"{_PACKAGE}{kind}Value" for kind in _KINDS)

_TIMESTAMP = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?"
    r"(?:Z|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))"
)
_DURATION = re.compile(r"(-?)([0-9]+)(?:\.([0-9]{1,9}))?s")
_EPOCH = datetime(1970, 1, 1)
_SECOND = timedelta(seconds=1)
# From the year 1 to the end of the year 9999.
_FIRST_SECOND = (datetime(1, 1, 1) - _EPOCH) // _SECOND
_LAST_SECOND = (datetime(9999, 12, 31, 23, 59, 59) - _EPOCH) // _SECOND
_LONGEST_DURATION = 315_576_000_000
_BILLION = 1_000_000_000


def timestamp_text(seconds: int, nanos: int) -> str:
    """A point in time as RFC 3339 writes it, in UTC."""
    _check_timestamp(seconds, nanos)
    return f"{(_EPOCH + seconds * _SECOND).isoformat()}{_fraction(nanos)}Z"


def timestamp_of(text: Any) -> tuple[int, int]:
    """The seconds and nanoseconds since 1970 of a point in time."""
    found = _TIMESTAMP.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise ValueError('a time such as "1972-01-01T10:00:20.021Z" is wanted')
    *parts, fraction, sign, hours, minutes = found.groups()
    year, month, day, hour, minute, second = map(int, parts)
    try:
        seconds = (datetime(year, month, day, hour, minute, second) - _EPOCH) // _SECOND
    except ValueError:
        # Said here, since Python's versions differ in what they say.
        raise ValueError("there is no such day or time") from None
    if sign is not None:
        offset = (int(hours) * 60 + int(minutes)) * 60
        seconds += offset if sign == "-" else -offset
    nanos = int((fraction or "").ljust(9, "0"))
    _check_timestamp(seconds, nanos)
    return seconds, nanos


def _check_timestamp(seconds: int, nanos: int) -> None:
    if not _FIRST_SECOND <= seconds <= _LAST_SECOND:
        raise ValueError(f"{seconds} seconds since 1970 are not in the years 1 to 9999")
    if not 0 <= nanos < _BILLION:
        raise ValueError(f"{nanos} nanoseconds are not in 0 to {_BILLION - 1}")


def duration_text(seconds: int, nanos: int) -> str:
    """A span of time as seconds with a fraction."""
    _check_duration(seconds, nanos)
    sign = "-" if seconds < 0 or nanos < 0 else ""
    return f"{sign}{abs(seconds)}{_fraction(abs(nanos))}s"


def duration_of(text: Any) -> tuple[int, int]:
    """The seconds and nanoseconds of a span of time, both of the same sign."""
    found = _DURATION.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise ValueError('a duration such as "-1.5s", of at most nine decimals, is wanted')
    sign, whole, fraction = found.groups()
    seconds, nanos = int(whole), int((fraction or "").ljust(9, "0"))
    if sign:
        seconds, nanos = -seconds, -nanos
    _check_duration(seconds, nanos)
    return seconds, nanos


def _check_duration(seconds: int, nanos: int) -> None:
    if abs(seconds) > _LONGEST_DURATION:
        raise ValueError(f"{seconds} seconds are not in ±{_LONGEST_DURATION}")
    if abs(nanos) >= _BILLION:
        raise ValueError(f"{nanos} nanoseconds are not in ±{_BILLION - 1}")
    if seconds * nanos < 0:
        raise ValueError(f"{seconds} seconds and {nanos} nanoseconds differ in sign")


def _fraction(nanos: int) -> str:
    """None, three, six or nine decimals, as many as are needed."""
    text = f"{nanos:09}"
    while text.endswith("000"):
        text = text[:-3]
    return f".{text}" if text else ""


def mask_text(paths: Iterable[str]) -> str:
    """The paths of a mask in lowerCamelCase, with commas between."""
    return ",".join(map(_camel_case, paths))


def mask_of(text: Any) -> list[str]:
    """The paths of a mask with underscores, as schemas write names."""
    if not isinstance(text, str):
        raise ValueError('paths with commas between, such as "fooBar,baz.qux", are wanted')
    if "_" in text:
        raise ValueError("the paths of a mask are in lowerCamelCase, without underscores")
    if not text:
        return []
    return ["".join(map(_with_underscore, path)) for path in text.split(",")]


def _camel_case(path: str) -> str:
    first, *words = path.split("_")
    # Other paths would be read back as different ones.
    if any(map(str.isupper, path)) or not all(word[:1].islower() for word in words):
        raise ValueError(f"the path {path!r} of a mask has no form in lowerCamelCase")
    return first + "".join(word[:1].upper() + word[1:] for word in words)


def _with_underscore(letter: str) -> str:
    return f"_{letter.lower()}" if letter.isupper() else letter


def message_of_type(type_url: Any) -> Message:
    """An empty message of the type that an Any names; the type must be in this package."""
    full_name = type_url.rpartition("/")[2] if isinstance(type_url, str) else ""
    # All messages of a package, and of no other, have this base.
    for message_class in Message.__subclasses__():
        descriptor = vars(message_class).get("DESCRIPTOR")
        if descriptor is not None and descriptor.full_name == full_name:
            return message_class()
    raise ValueError(f"this package has no message of the type {type_url!r}")
