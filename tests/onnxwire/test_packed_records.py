"""Long packed records, which stay records until their numbers are asked for, against google's."""

from __future__ import annotations

import copy
import math
import pickle
import random
import struct
from collections.abc import Iterable
from itertools import chain
from typing import Any

import onnx
import pytest
from google.protobuf.message import DecodeError as GoogleDecodeError

from onnxwire import DecodeError, TensorProto
from oracles.wire_tree import record, varint

COUNT = 5000
RANDOM = random.Random(7)


def numbers(lowest: int, highest: int) -> list[int]:
    """Numbers of all lengths in a range, its ends among them."""
    found = [lowest, highest, 0, 1, 127, 128]
    for _ in range(COUNT):
        number = RANDOM.getrandbits(RANDOM.randint(1, 64)) * RANDOM.choice((1, 1, 1, -1))
        found.append(min(max(number, lowest), highest))
    return found


FIELDS: dict[str, Iterable[float]] = {
    "float_data": [RANDOM.random() for _ in range(COUNT)] + [math.inf, -0.0],
    "double_data": [RANDOM.random() for _ in range(COUNT)] + [-math.inf, -0.0],
    "int32_data": numbers(-(2**31), 2**31 - 1),
    "int64_data": numbers(-(2**63), 2**63 - 1),
    "uint64_data": numbers(0, 2**64 - 1),
    "small": [n & 0xFFFF for n in numbers(0, 2**16)],
}


def google(name: str) -> onnx.TensorProto:
    field = "int32_data" if name == "small" else name
    values: dict[str, Any] = {field: FIELDS[name]}
    return onnx.TensorProto(name="t", **values)


@pytest.fixture(params=FIELDS)
def theirs(request: pytest.FixtureRequest) -> onnx.TensorProto:
    return google(request.param)


def field_of(theirs: onnx.TensorProto) -> str:
    return next(field.name for field, _ in theirs.ListFields() if field.name.endswith("_data"))


def test_the_bytes_are_the_same_before_and_after_the_numbers_are_read(
    theirs: onnx.TensorProto,
) -> None:
    data, name = theirs.SerializeToString(), field_of(theirs)
    ours = TensorProto.FromString(data)
    assert ours.SerializeToString() == data and ours.ByteSize() == len(data)
    assert list(getattr(ours, name)) == list(getattr(theirs, name))
    assert ours.SerializeToString() == data
    getattr(ours, name).append(3)
    getattr(theirs, name).append(3)
    assert ours.SerializeToString() == theirs.SerializeToString()


def test_the_record_can_be_seen_before_and_after_the_numbers_are_read(
    theirs: onnx.TensorProto,
) -> None:
    name = field_of(theirs)
    ours = TensorProto.FromString(theirs.SerializeToString())
    before = bytes(ours.ViewField(name))
    assert getattr(ours, name)
    assert bytes(ours.ViewField(name)) == before
    assert theirs.SerializeToString().count(varint(len(before)) + before) == 1


def test_floats_are_seen_where_they_are() -> None:
    ours = TensorProto.FromString(google("float_data").SerializeToString())
    seen = ours.ViewField("float_data").cast("f")
    assert list(seen) == list(google("float_data").float_data)
    assert list(TensorProto().ViewField("float_data")) == []


def test_a_second_record_and_single_numbers_join_the_first(theirs: onnx.TensorProto) -> None:
    name = field_of(theirs)
    first: dict[str, Any] = {name: list(getattr(theirs, name))[:3]}
    short = onnx.TensorProto(**first).SerializeToString()
    number = getattr(TensorProto, f"{name.upper()}_FIELD_NUMBER")
    width = {"float_data": 4, "double_data": 8}.get(name)
    single = (
        varint(number << 3) + b"\x05"
        if width is None
        else varint(number << 3 | (5 if width == 4 else 1)) + bytes(width)
    )
    whole = theirs.SerializeToString()
    for data in (whole + whole, whole + short + single, single + whole, short + whole + single):
        expected = onnx.TensorProto.FromString(data)
        ours = TensorProto.FromString(data)
        assert not ours.HasField("doc_string")  # Untouched, it would be written as it was.
        assert ours.SerializeToString() == expected.SerializeToString()
        assert list(getattr(ours, name)) == list(getattr(expected, name))


def test_copies_merges_and_pickles_hold_the_same(theirs: onnx.TensorProto) -> None:
    data, name = theirs.SerializeToString(), field_of(theirs)
    ours = TensorProto.FromString(data)
    copies = [copy.deepcopy(ours), pickle.loads(pickle.dumps(ours)), TensorProto(), TensorProto()]
    copies[2].CopyFrom(ours)
    copies[3].MergeFrom(ours)
    getattr(copies[0], name)[0] = 1
    assert ours.SerializeToString() == data
    assert all(copied == ours for copied in copies[1:])
    copies[3].MergeFrom(ours)
    theirs.MergeFrom(google_copy(theirs))
    assert copies[3].SerializeToString() == theirs.SerializeToString()


def google_copy(message: onnx.TensorProto) -> onnx.TensorProto:
    return onnx.TensorProto.FromString(message.SerializeToString())


def test_a_held_list_sees_what_is_merged() -> None:
    ours = TensorProto()
    held = ours.float_data
    ours.MergeFrom(TensorProto.FromString(google("float_data").SerializeToString()))
    assert held is ours.float_data and len(held) == COUNT + 2


@pytest.mark.parametrize(
    "last",
    [
        b"\x81\x00",
        b"\xff" * 9 + b"\x03",
        b"\xff" * 9 + b"\x00",
        b"\x80\x80\x00",
        b"\x85\x80\x80\x80\x10",
    ],
    ids=lambda last: last.hex(),
)
@pytest.mark.parametrize("name", ["int32_data", "int64_data", "uint64_data"])
def test_varints_that_are_longer_than_their_numbers_are_written_shorter(
    name: str, last: bytes
) -> None:
    number = getattr(TensorProto, f"{name.upper()}_FIELD_NUMBER")
    for body in (b"\x03" * COUNT + last, last + b"\x83\x01" * COUNT):
        data = record(number, body)
        ours, theirs = TensorProto.FromString(data), onnx.TensorProto.FromString(data)
        assert not ours.HasField("name")  # Untouched, it would be written as it was.
        assert ours.SerializeToString() == theirs.SerializeToString()
        assert list(getattr(ours, name)) == list(getattr(theirs, name))


@pytest.mark.parametrize(
    "body",
    [b"\x03" * COUNT + b"\x83", b"\x03" * COUNT + b"\x83" * 10 + b"\x03"],
    ids=["cut", "eleven bytes"],
)
@pytest.mark.parametrize("name", ["int32_data", "int64_data", "uint64_data"])
def test_damaged_varints_are_refused_when_the_message_is_decoded(name: str, body: bytes) -> None:
    data = record(getattr(TensorProto, f"{name.upper()}_FIELD_NUMBER"), body)
    with pytest.raises(GoogleDecodeError):
        onnx.TensorProto.FromString(data)
    with pytest.raises(DecodeError, match=rf"TensorProto\.{name}\[0\]: .* byte {COUNT + 3}"):
        TensorProto.FromString(data)


@pytest.mark.parametrize("offset", range(10))
@pytest.mark.parametrize("number", [-1, 2**35 - 1, 300])
def test_portions_hold_whole_numbers(number: int, offset: int) -> None:
    """Wherever a portion of a long record would end inside a varint."""
    values = [1] * offset + [number] * 100_000
    theirs = onnx.TensorProto(int64_data=values)
    ours = TensorProto.FromString(theirs.SerializeToString())
    kept: Any = ours._int64_data
    portions = [list(portion) for portion in kept.portions()]
    assert len(portions) > 2
    assert list(chain.from_iterable(portions)) == list(theirs.int64_data)
    assert kept.count() == len(values)


def test_a_record_that_ends_within_a_float_is_refused() -> None:
    data = record(4, bytes(4 * COUNT + 2))
    with pytest.raises(DecodeError, match=r"TensorProto\.float_data"):
        TensorProto.FromString(data)


def test_the_bits_of_nans_are_kept() -> None:
    body = struct.pack("<I", 0x7F800001) * COUNT
    data = record(4, body)
    ours = TensorProto.FromString(data)
    assert len(ours.float_data) == COUNT and math.isnan(ours.float_data[0])
    assert ours.SerializeToString() == data


def test_what_is_shown_takes_no_list() -> None:
    ours = TensorProto.FromString(google("float_data").SerializeToString())
    assert f"<{4 * (COUNT + 2)} bytes of numbers>" in repr(ours)


def test_equality_is_that_of_bits() -> None:
    zeros = [record(4, struct.pack("<f", zero) * COUNT) for zero in (0.0, -0.0)]
    # In a packed record, and in a list that was asked for.
    for is_list in (False, True):
        one, other = (TensorProto.FromString(data) for data in zeros)
        if is_list:
            assert list(one.float_data) == list(other.float_data)
        assert one != other and one == TensorProto.FromString(zeros[0])
