"""Values of odd classes, set in every way: taken, or refused, as by google's classes."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator
from enum import Enum, IntEnum
from typing import Any

import numpy as np
from google.protobuf.descriptor import FieldDescriptor

from oracles.any_schema import attribute, is_map
from support.kitchen import Kitchen

Setter = Callable[[Any, str, Any], None]


class Op(str, Enum):  # noqa: UP042 - what people have
    """What people use for names; its `str` is `Op.RELU`."""

    RELU = "Relu"


class Number(IntEnum):
    FIVE = 5


class LyingText(str):
    def __str__(self) -> str:
        return "a lie"

    def encode(self, encoding: str = "", errors: str = "") -> bytes:
        return b"a lie"

    def isascii(self) -> bool:
        return True


class LyingBytes(bytes):
    def __bytes__(self) -> bytes:
        return b"a lie"

    def decode(self, encoding: str = "", errors: str = "") -> str:
        return "a lie"


class LyingInteger(int):
    def __int__(self) -> int:
        return 99

    def __index__(self) -> int:
        return 99

    def __bool__(self) -> bool:
        return False


class LyingFloat(float):
    def __float__(self) -> float:
        return 99.0


class Indexed:
    def __index__(self) -> int:
        return 7


def nan(bits: int) -> float:
    (number,) = struct.unpack("<d", bits.to_bytes(8, "little"))
    return float(number)


VALUES: tuple[Any, ...] = (
    *(Op.RELU, LyingText("é"), LyingText("x"), "é", "a\0b", "", "\udcff", "\ud800"),
    *(LyingBytes(b"x"), b"x", b"\xff", b"", bytearray(b"x"), memoryview(b"x")),
    *(Number.FIVE, LyingInteger(5), Indexed(), True, 0, -1, 1 << 31, 1 << 32, 1 << 63, 1 << 64),
    *(LyingFloat(1.5), 1.0, 1.5, 1e39, math.inf, -0.0, math.nan, nan(0x7FF8_0000_0000_0001)),
    *(np.int32(5), np.int64(-5), np.uint8(5), np.float32(1.5), np.float64(1.5), np.bool_(True)),
    *(np.str_("x"), np.bytes_(b"x"), np.array(5), np.array([5]), np.array(1.5), "7", "FIVE"),
    *(None, object(), [], {}, (), 1j, 10**400),
)


def by_attribute(message: Any, name: str, value: Any) -> None:
    setattr(message, name, value)


def by_keyword(message: Any, name: str, value: Any) -> None:
    message.CopyFrom(type(message)(**{name: value}))


WAYS: dict[str, tuple[Setter, ...]] = {
    "singular": (by_attribute, by_keyword),
    "repeated": (
        lambda message, name, value: getattr(message, name).append(value),
        lambda message, name, value: getattr(message, name).extend([value]),
        lambda message, name, value: getattr(message, name).insert(0, value),
        lambda message, name, value: getattr(message, name).__setitem__(slice(0, 0), [value]),
        lambda message, name, value: by_keyword(message, name, [value]),
    ),
}


def fields(kitchen: Kitchen) -> Iterator[tuple[Any, Any, FieldDescriptor, tuple[Setter, ...]]]:
    """The fields of both sides, with the ways to set them; maps come as keys and as values."""
    for name, theirs in kitchen.theirs.items():
        for field in theirs.DESCRIPTOR.fields:
            classes = kitchen.ours[name], theirs
            if is_map(field):
                yield *classes, field, tuple(map_ways(field))
            elif field.message_type is None:
                yield *classes, field, WAYS["repeated" if field.is_repeated else "singular"]


def map_ways(field: FieldDescriptor) -> Iterator[Setter]:
    assert field.message_type is not None
    key, value = (field.message_type.fields_by_name[name] for name in ("key", "value"))
    if value.message_type is None:
        yield lambda message, name, odd: getattr(message, name).__setitem__(
            odd, value.default_value
        )
        yield lambda message, name, odd: getattr(message, name).__setitem__(key.default_value, odd)
        yield lambda message, name, odd: getattr(message, name).setdefault(odd, value.default_value)
        yield lambda message, name, odd: by_keyword(message, name, {odd: value.default_value})
    else:
        yield lambda message, name, odd: getattr(message, name)[odd].SetInParent()


def result(message_class: Any, name: str, way: Setter, value: Any) -> bytes | None:
    """The bytes of a message in which a value was set; None if it was refused, nothing changed."""
    message = message_class()
    try:
        way(message, name, value)
    except (TypeError, ValueError, OverflowError):
        assert message.SerializePartialToString() == b""
        return None
    data: bytes = message.SerializePartialToString()
    return data


def is_known_difference(field: FieldDescriptor, value: Any) -> bool:
    """True for what differences.md tells of."""
    if isinstance(value, np.ndarray):
        # Maps are dicts, which cannot be asked for what has no hash.
        return is_map(field)
    is_text = field.type == FieldDescriptor.TYPE_STRING or is_map(field)
    # Strings of proto2 that are not UTF-8.
    return is_text and isinstance(value, str) and value == "\udcff"


def test_values_are_taken_as_by_google(kitchen: Kitchen) -> None:
    compared, different = 0, []
    for our_class, their_class, field, ways in fields(kitchen):
        for way in ways:
            for value in VALUES:
                if way in WAYS["singular"] and value is None and way is by_keyword:
                    # Absent on both sides, whatever the field.
                    continue
                ours = result(our_class, attribute(our_class, field), way, value)
                theirs = result(their_class, field.name, way, value)
                compared += 1
                if ours != theirs and not is_known_difference(field, value):
                    different.append((field.full_name, value, ways.index(way), ours, theirs))
    assert different == []
    assert compared > 5000
