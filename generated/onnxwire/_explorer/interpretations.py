# Copied by wiregen from templates/runtime/_explorer/interpretations.py; do not edit.
"""Possible interpretations of an unknown field.

None of them is chosen: the bytes do not tell.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from .._runtime.errors import Malformed
from .._runtime.wire import read_uint64, scan
from .._text.terminal import quoted
from .value_notes import WIRE_WORDS, varints
from .values import LONGEST_TEXT, SHOWN, bytes_text, list_text, varint_count

_LONGEST = 1 << 20
_DEEPEST_GROUP = 100


@dataclass(frozen=True)
class Interpretation:
    """One reading of some bytes: as what, the value, and for a message what is in it."""

    type: str
    value: str
    inner: tuple[tuple[int, Interpretation], ...] = ()


def interpretations(
    wire_type: int, data: Any, body: int, stop: int, deepest: int = 2
) -> Iterator[Interpretation]:
    """All readings of the value of a record, messages down to some depth."""
    if wire_type == 0:
        yield from _of_varint(read_uint64(data, body)[0])
    elif wire_type == 5:
        unsigned, signed, number = _unpacked("Iif", data[body:stop])
        yield from (
            Interpretation("fixed32", str(unsigned)),
            Interpretation("sfixed32", str(signed)),
        )
        yield Interpretation("float", f"{number:.9g}")
    elif wire_type == 1:
        unsigned, signed, number = _unpacked("Qqd", data[body:stop])
        yield from (
            Interpretation("fixed64", str(unsigned)),
            Interpretation("sfixed64", str(signed)),
        )
        yield Interpretation("double", repr(number))
    elif wire_type == 2 and stop - body <= _LONGEST:
        yield from _of_bytes(bytes(data[body:stop]), deepest)


def _unpacked(codes: str, value: Any) -> tuple[Any, ...]:
    return tuple(struct.unpack(f"<{code}", value)[0] for code in codes)


def _of_varint(value: int) -> Iterator[Interpretation]:
    yield Interpretation("uint64", str(value))
    if value >> 63:
        yield Interpretation("int64", str(value - (1 << 64)))
    yield Interpretation("sint64", str((value >> 1) ^ -(value & 1)))
    if value < 2:
        yield Interpretation("bool", "true" if value else "false")


def _of_bytes(value: bytes, deepest: int) -> Iterator[Interpretation]:
    try:
        yield Interpretation("string", quoted(value.decode(), LONGEST_TEXT))
    except UnicodeDecodeError:
        pass
    if value and deepest:
        records = message_records(value)
        if records is not None:
            inner = tuple(
                (number, found)
                for number, wire_type, start, end in records[: SHOWN * 2]
                for found in _best(wire_type, value, start, end, deepest - 1)
            )
            words = f"{len(records)} record{'' if len(records) == 1 else 's'}"
            yield Interpretation("message", words, inner)
    numbers = _packed(value)
    if numbers is not None:
        count = varint_count(value, 0, len(value))
        yield Interpretation("packed varints", list_text([str(n) for n in numbers], count))
    for size, code, name in ((4, "f", "packed floats"), (8, "d", "packed doubles")):
        if value and len(value) % size == 0:
            first = struct.iter_unpack(f"<{code}", value[: SHOWN * size])
            texts = [f"{number:.9g}" for (number,) in first]
            yield Interpretation(name, list_text(texts, len(value) // size))


def _best(wire_type: int, value: bytes, start: int, end: int, deepest: int) -> list[Interpretation]:
    found = list(interpretations(wire_type, value, start, end, deepest))
    return found[:2] or [Interpretation(WIRE_WORDS[wire_type], bytes_text(value, start, end))]


def _packed(value: bytes) -> list[int] | None:
    """The first of some varints that take all of the bytes."""
    if not value or value[-1] > 127:
        return None
    ends = varint_count(value, 0, len(value))
    first = list(islice(varints(value, 0, len(value)), SHOWN))
    return first if len(first) == min(ends, SHOWN) else None


def message_records(value: bytes) -> list[tuple[int, int, int, int]] | None:
    """Number, wire type, start and end of the records of a message that takes all of the bytes."""
    try:
        records = [*scan(value, 0, len(value), _DEEPEST_GROUP)]
    except (Malformed, IndexError):
        return None
    return [(tag >> 3, tag & 7, start, after) for tag, start, _, after in records]
