"""Numbers that are no numbers keep their bits, whatever way they come into a message."""

from __future__ import annotations

import copy
import pickle
import struct
from collections.abc import Callable
from typing import Any

import numpy
import onnx
import pytest

from onnxwire import AttributeProto, TensorProto

# Quiet and signalling, of either sign, with their payload at either end.
PATTERNS = (0x7FC00000, 0x7FA00001, 0xFFA00001, 0x7F800001, 0xFF800001, 0x7FFFFFFF, 0xFFFFFFFF)
DOUBLE_PATTERNS = (
    *(0x7FF8000000000000, 0x7FF0000000000001, 0xFFF0000000000001),
    *(0x7FF4000020000000, 0xFFFFFFFFFFFFFFFF),
)


NAMES = {"f": "float_data", "d": "double_data"}


def bits_of(values: Any, code: str) -> list[int]:
    """The bits of each number, as an encoder writes them."""
    data = constructed(values, code)[0].SerializeToString()
    data = data[-struct.calcsize(code) * len(values) :]
    unsigned = {"f": "I", "d": "Q"}[code]
    return list(struct.unpack(f"<{len(values)}{unsigned}", data))


def read(patterns: tuple[int, ...], code: str) -> Any:
    """A list of numbers with these patterns, as decoded."""
    size = struct.calcsize(code)
    tags = {"f": b"\x25", "d": b"\x51"}
    data = b"".join(tags[code] + bits.to_bytes(size, "little") for bits in patterns)
    return list_of(TensorProto.FromString(data), code)


def list_of(message: Any, code: str) -> Any:
    return getattr(message, NAMES[code])


def new_list(code: str) -> Any:
    return list_of(TensorProto(), code)


def inserted(values: Any, code: str) -> Any:
    target = new_list(code)
    for value in reversed(values):
        target.insert(0, value)
    return target


def appended(values: Any, code: str) -> Any:
    target = new_list(code)
    for value in values:
        target.append(value)
    return target


def set_one_by_one(values: Any, code: str) -> Any:
    target = new_list(code)
    target.extend([1.0] * len(values))
    for index, value in enumerate(values):
        target[index] = value
    return target


def changed(values: Any, code: str, change: Callable[[Any, Any], object]) -> Any:
    target = new_list(code)
    change(target, values)
    return target


def constructed(values: Any, code: str) -> tuple[TensorProto, Any]:
    fields: dict[str, Any] = {NAMES[code]: values}
    message = TensorProto(**fields)
    return message, list_of(message, code)


def merged(values: Any, code: str) -> Any:
    target = TensorProto()
    target.MergeFrom(constructed(values, code)[0])
    return list_of(target, code)


def assigned(values: Any, code: str) -> Any:
    message = TensorProto()
    setattr(message, NAMES[code], values)
    return list_of(message, code)


WAYS: dict[str, Callable[[Any, str], Any]] = {
    "append": appended,
    "insert": inserted,
    "index": set_one_by_one,
    "extend": lambda values, code: changed(values, code, lambda to, new: to.extend(new)),
    "extend by an iterator": lambda values, code: changed(
        values, code, lambda to, new: to.extend(iter(new))
    ),
    "slice": lambda values, code: changed(
        values, code, lambda to, new: to.__setitem__(slice(None), new)
    ),
    "+=": lambda values, code: changed(values, code, lambda to, new: to.__iadd__(new)),
    "MergeFrom": lambda values, code: changed(values, code, lambda to, new: to.MergeFrom(new)),
    "constructor": lambda values, code: constructed(values, code)[1],
    "assignment": assigned,
    "MergeFrom of a message": merged,
    "copy": lambda values, code: list_of(copy.deepcopy(constructed(values, code)[0]), code),
    "pickle": lambda values, code: list_of(
        pickle.loads(pickle.dumps(constructed(values, code)[0])), code
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("code", "patterns"), [("f", PATTERNS), ("d", DOUBLE_PATTERNS)])
def test_patterns_are_kept(way: str, code: str, patterns: tuple[int, ...]) -> None:
    values = read(patterns, code)
    assert bits_of(WAYS[way](values, code), code) == list(patterns)
    # As numbers of Python, in a list of them.
    assert bits_of(WAYS[way](list(values), code), code) == list(patterns)


@pytest.mark.parametrize("dtype", [numpy.float32, numpy.float64])
def test_patterns_of_arrays_are_kept(dtype: Any) -> None:
    bits, code = (PATTERNS, "f") if dtype is numpy.float32 else (DOUBLE_PATTERNS, "d")
    array = numpy.array(bits, numpy.dtype(f"u{dtype().itemsize}")).view(dtype)
    assert bits_of(array, code) == list(bits)
    assert bits_of(changed(array, code, lambda to, new: to.extend(new)), code) == list(bits)


@pytest.mark.parametrize("bits", PATTERNS)
def test_patterns_of_singular_fields_are_kept(bits: int) -> None:
    data = b"\x15" + struct.pack("<I", bits)
    attribute = AttributeProto.FromString(data)
    assert attribute.SerializeToString() == data
    assert AttributeProto(f=attribute.f).SerializeToString() == data
    other = AttributeProto()
    other.f = attribute.f
    assert other.SerializeToString() == data
    assert onnx.AttributeProto.FromString(data).SerializeToString() == data


@pytest.mark.parametrize("bits", [0x7FF0000000000001, 0x7FF0000010000000, 0xFFF000001FFFFFFF])
def test_patterns_too_narrow_for_a_float_stay_no_number(bits: int) -> None:
    """The bits that a float keeps of such a double are all zero; it must not become infinity."""
    (value,) = struct.unpack("<d", struct.pack("<Q", bits))
    attribute = AttributeProto(f=value, floats=[value])
    for number in (attribute.f, *attribute.floats):
        assert number != number
    again = AttributeProto.FromString(attribute.SerializeToString())
    assert again.f != again.f and again.floats[0] != again.floats[0]
    assert numpy.isnan(onnx.AttributeProto.FromString(attribute.SerializeToString()).f)
