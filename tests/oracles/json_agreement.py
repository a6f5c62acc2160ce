"""Reads JSON by our parser and by google's: whether they agree, or in which known way they differ."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from google.protobuf import json_format as theirs
from google.protobuf.message import DecodeError


@dataclass(frozen=True)
class Difference:
    """A class of texts that one of the two refuses: what the refusal says, and who accepts."""

    name: str
    refusal: re.Pattern[str]
    is_refused_by_us: bool = True


def _ours(name: str, *reasons: str) -> Difference:
    return Difference(name, re.compile(f"(^|: )({'|'.join(reasons)})", re.DOTALL))


def _google(name: str, *errors: str) -> Difference:
    return Difference(name, re.compile("|".join(errors), re.DOTALL), is_refused_by_us=False)


# Ours refuses what google's parser accepts by accident of Python, and never as what it says.
DIFFERENCES = (
    # Google's iterates over whatever stands there: an empty list or text is an empty message,
    # and so is any text while unknown fields are ignored.
    _ours("a list or text for a message", r'an object is wanted, not (a list|")'),
    # Google's passes over characters that are not base64, and over what follows the padding.
    _ours("other characters in base64", "base64 is wanted"),
    # What Python's int() and float() read beyond numbers: spaces, underscores, other digits,
    # "inf".
    _ours(
        "numbers in quotes that are no JSON",
        r'an integer is wanted, not ".*[\s_\\].*"',
        r'a number is wanted, not "(.*[\s_\\].*|(?i:[+-]?(inf|infinity|nan)))"',
    ),
    # Without quotes, and as a float, google's refuses the same numbers; otherwise it stores
    # an infinity.
    _ours(
        "floats out of range in quotes or without a point",
        r'a float of 32 bits is wanted, ("|-?\d+ )',
        r'a finite number, .*, is wanted, not ("|-?\d+$)',
    ),
    # Google's takes true for 1, cuts fractions off, takes NaN for an unknown name, and lets
    # numbers of more than 32 bits overflow.
    _ours(
        "enums that are no integers of 32 bits",
        r"a name or number of \S+ is wanted, not (true|false)",
        r"an integer is wanted, not -?[\d.eNI]",
        r"-?\d+ is not in -2147483648 to 2147483647",
    ),
    # RFC 3339 has two digits in each place; durations have digits, at most nine behind a point.
    _ours("loose times and durations", "a time such as", "a duration such as"),
    # Google's stores a number that it refuses to write.
    _ours("infinities for a Value", "a finite number, .*, is wanted, not -?(Infinity|NaN)"),
    # Google's passes over other keys beside the value of a well-known type.
    _ours("other keys in an Any", "the keys '@type' and 'value' are wanted"),
    # Both write the largest float as 3.4028235e+38, which is larger before it is rounded.
    _google("the largest float", "Float value too (large|small)"),
    # In proto2, bytes of a text that are no UTF-8 are written as halves of pairs and read back.
    _google("bytes that are no UTF-8", "Unpaired surrogate", "can't encode character"),
    # A lone surrogate as the name of an enum's value makes google's look-up fail.
    _google("surrogates in names of enums", "SystemError"),
    # Both write null for NullValue, also in lists and maps, where google's does not read it;
    # and for lists of NullValue and Value, null is not absence to google's, but an exception.
    _google(
        "null with lists of null",
        r"null is not allowed to be .*nulls",
        r"argument must be a string.* not 'NoneType'",
        "has no attribute 'null_value'",
        "Assignment not allowed to (map, or )?repeated field",
    ),
    # Google's refuses a key in brackets, which names an extension, also as an unknown one.
    _google("unknown extensions", "does not have extensions"),
)


@dataclass(frozen=True)
class Outcome:
    """What a parser makes of a text: bytes of a message, or a refusal."""

    data: bytes | None
    refusal: str = ""


def their_outcome(their_class: Any, text: str, *, ignores_unknown: bool) -> Outcome:
    """What google's parser makes of a text; whatever it raises is a refusal."""
    pool = their_class.DESCRIPTOR.file.pool
    try:
        message = theirs.Parse(text, their_class(), ignores_unknown, pool)
        return Outcome(message.SerializePartialToString(deterministic=True))
    except Exception as error:
        return Outcome(None, f"{type(error).__name__}: {error}")


def our_outcome(
    json_format: Any, our_class: Any, their_class: Any, text: str, *, ignores_unknown: bool
) -> Outcome:
    """What our parser makes of a text; a refusal must be a ParseError with the message's name."""
    message = our_class()
    try:
        assert json_format.Parse(text, message, ignores_unknown) is message
    except json_format.ParseError as error:
        assert message == our_class(), "a refused text left something in the message"
        name = our_class.DESCRIPTOR.name
        assert error.path.startswith(name) and str(error) == f"{error.path}: {error.reason}"
        return Outcome(None, error.reason)
    data = message.SerializePartialToString()
    try:
        # Once more through google's classes, which order the entries of maps in their own way.
        again = their_class.FromString(data)
    except DecodeError:
        # JSON may be nested deeper than bytes: there, the entry of a map is a level, too.
        return Outcome(data)
    return Outcome(again.SerializePartialToString(deterministic=True))


def difference(
    json_format: Any, our_class: Any, their_class: Any, text: str, *, ignores_unknown: bool
) -> str | None:
    """The name of the way in which the two differ about a text; AssertionError if it is new."""
    other = their_outcome(their_class, text, ignores_unknown=ignores_unknown)
    ours = our_outcome(json_format, our_class, their_class, text, ignores_unknown=ignores_unknown)
    if ours.data == other.data:
        return None
    for known in DIFFERENCES:
        refused, accepted = (ours, other) if known.is_refused_by_us else (other, ours)
        if refused.data is None and accepted.data is not None:
            if known.refusal.search(refused.refusal):
                return known.name
    raise AssertionError(f"{text}\nours: {ours}\ngoogle's: {other}")
