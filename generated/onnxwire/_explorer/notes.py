# Copied by wiregen from templates/runtime/_explorer/notes.py; do not edit.
"""Kinds of notes on records, with their severity."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from .._rules.findings import Level


class Effect(IntEnum):
    """How much a note counts against reading bytes as some message; the most counts."""

    NONE = 0
    # A parser takes all of it; a writer may put the same values into other bytes.
    ODD = 1
    # A parser takes it, and loses or changes a value.
    CHANGED = 2
    # A parser takes it as an unknown field.
    UNKNOWN = 3
    # A parser refuses it.
    DAMAGE = 4


@dataclass(frozen=True)
class NoteKind:
    """One kind of note: its mark in a table, and a sentence with places for values."""

    code: str
    mark: str
    level: Level
    effect: Effect
    sentence: str
    # The same in a few words, for the line of the record.
    short: str = ""


class Note(NamedTuple):
    """A note on one record."""

    kind: NoteKind
    values: tuple[object, ...] = ()

    @property
    def sentence(self) -> str:
        """What there is to say, as a sentence."""
        return self.kind.sentence.format(*self.values)

    @property
    def short(self) -> str:
        """The same in a few words."""
        return (self.kind.short or self.kind.sentence).format(*self.values)


def _form(code: str, sentence: str, short: str = "") -> NoteKind:
    """A value that writers would put into other bytes."""
    return NoteKind(code, "~", "note", Effect.ODD, sentence, short)


def _changed(code: str, sentence: str, short: str = "", mark: str = "~") -> NoteKind:
    level: Level = "error" if mark == "!" else "warning"
    return NoteKind(code, mark, level, Effect.CHANGED, sentence, short)


def _damage(code: str, sentence: str, short: str = "") -> NoteKind:
    return NoteKind(code, "!", "error", Effect.DAMAGE, sentence, short)


OTHER_FORM = _form("other-form", "{0}, which is legal; this schema writes {1}", "{0}")
CONTROL_CHARACTERS = NoteKind(
    *("control-characters", "~", "note", Effect.ODD, "the text has control characters")
)

LONG_VARINT = _form("long-varint", "{0} bytes where {1} would do", "{0} bytes where {1} suffices")
LONG_TAG = _form("long-tag", "a tag of {0} bytes where {1} would do", "long tag")
LONG_LENGTH = _form("long-length", "a length of {0} bytes where {1} would do", "long length")
TRUNCATED = _changed("truncated-number", "{0} has more than 32 bits: it is truncated to {1}")
OTHER_NUMBER = _form("number-form", "{0} is read as {1}, which is written otherwise")
TENTH_BYTE = _changed("tenth-byte", "bits beyond the 64th: parsers drop them", mark="!")
ODD_BOOL = _form("odd-bool", "{0} is read as true, which is written as 1")
EMPTY_PACKED = _form("empty-packed", "a packed record without values: writers leave it out")
SPLIT_LIST = _form("split-list", "a further packed record of {0}: writers put all values in one")
DEFAULT = _form("default-value", "the default value of a field without presence is not written")
INVALID_TEXT = _changed("invalid-utf8", "the text is not UTF-8 at byte {0:#x}", "not UTF-8")
ORDER = _form(
    "order", "field {0} after field {1}: writers put fields in order of number", "out of order"
)
AGAIN_SCALAR = _changed(
    "repeated-singular", "a second value of {0} (the first is at {1:#x}): parsers keep this one"
)
AGAIN_MESSAGE = _changed(
    "merged-message", "a second occurrence of {0} (the first is at {1:#x}): parsers merge both"
)
ONEOF = _changed(
    "second-of-oneof", "a second member of oneof {0}, after {1} at {2:#x}: only the last is kept"
)
MAP_ENTRY = _changed("map-entry", "an entry of a map that writers would write otherwise")

UNKNOWN_FIELD = NoteKind("unknown-field", "?", "warning", Effect.UNKNOWN, "{0} has no field {1}")
CLOSED_ENUM = NoteKind(
    *("unknown-enum-number", "?", "warning", Effect.UNKNOWN),
    "{0} is no number of {1}: parsers keep it as an unknown field",
)
WIRE_TYPE = NoteKind(
    *("wire-type", "!", "error", Effect.UNKNOWN),
    "the schema expects {0} and this is {1}: parsers treat it as an unknown field",
    "schema expects {0}; parsers treat this as unknown",
)

CUT = _damage("cut", "file ends at {0:#x}. open: {1}", "{2}")
CUT_INSIDE = _damage("cut-inside", "{0} declared, {1} present, {2} missing")
OVERRUN = _damage(
    "overrun", "{0} needs the bytes up to {1:#x}, and what it stands in ends at {2:#x}"
)
BAD_TAG = _damage("bad-tag", "a tag of more than 32 bits")
BAD_LENGTH = _damage("bad-length", "a length in more bytes than any parser takes")
BAD_VARINT = _damage("bad-varint", "a varint of more than ten bytes")
FIELD_ZERO = _damage("field-zero", "field number 0 does not exist")
NO_WIRE_TYPE = _damage("no-wire-type", "wire type {0} does not exist")
END_OF_GROUP = _damage("end-of-group", "the end of a group that was not started")
OPEN_GROUP = _damage("open-group", "a group that does not end, or not as it should")
BAD_PACKED = _damage("bad-packed", "a packed record of {0} bytes that does not end with a value")
REFUSED_TEXT = _damage("refused-utf8", "the text is not UTF-8: parsers refuse it", "not UTF-8")
TOO_DEEP = _damage("too-deep", "more than {0} messages in one another: parsers refuse it")
PADDING = _damage("zero-padding", "{0} zero bytes after the last record", "zero padding")
