"""The freedoms of the wire format: what different writers may write for the same message.

Each case is bytes, the message type, and what must be found in them; google's parser has to
agree on every one, in the values and in the bytes that are written again.
"""

from __future__ import annotations

import copy
import pickle
import struct
from typing import Any

import onnx
import pytest

from onnxwire import ModelProto, NodeProto, TensorProto, TypeProto
from oracles.comparison import decoded
from oracles.message_types import BY_NAME
from oracles.roundtrips import Rejection, roundtrip
from oracles.wire_tree import record, tag

TEN_BYTES_OF_MINUS_1 = b"\xff" * 9 + b"\x01"


def field(message: str, name: str) -> int:
    """The number of a field, as google has it."""
    number: int = BY_NAME[message].theirs.DESCRIPTOR.fields_by_name[name].number
    return number


# --- repeated numbers: packed, unpacked, mixed ---------------------------------------------


def floats(*numbers: float) -> bytes:
    return struct.pack(f"<{len(numbers)}f", *numbers)


@pytest.mark.parametrize(
    ("message", "name", "packed", "single", "wire_type", "expected"),
    [
        ("AttributeProto", "ints", b"\x01\x02", TEN_BYTES_OF_MINUS_1, 0, [1, 2, -1]),
        ("AttributeProto", "floats", floats(0.5, -2), floats(3), 5, [0.5, -2.0, 3.0]),
        ("TensorProto", "dims", b"\x02\x80\x01", b"\x05", 0, [2, 128, 5]),
        ("TensorProto", "float_data", floats(0.5, -2), floats(3), 5, [0.5, -2.0, 3.0]),
        ("TensorProto", "int32_data", b"\x01\x02", TEN_BYTES_OF_MINUS_1, 0, [1, 2, -1]),
        ("TensorProto", "int64_data", b"\x01\x02", TEN_BYTES_OF_MINUS_1, 0, [1, 2, -1]),
        ("TensorProto", "uint64_data", b"\x01\x02", TEN_BYTES_OF_MINUS_1, 0, [1, 2, 2**64 - 1]),
        ("TensorProto", "double_data", struct.pack("<d", 0.1), struct.pack("<d", 2), 1, [0.1, 2]),
        ("MapProto", "keys", b"\x07\x08", b"\x09", 0, [7, 8, 9]),
    ],
)
def test_numbers_are_read_in_either_form_and_written_in_the_declared_one(
    message: str, name: str, packed: bytes, single: bytes, wire_type: int, expected: list[Any]
) -> None:
    number = field(message, name)
    one = tag(number, wire_type) + single
    for data in (
        record(number, packed) + one,
        record(number, packed) + record(number, single),
        record(number, b"") + record(number, packed) + record(number, b"") + one,
        record(number, packed + single),
    ):
        assert getattr(decoded(message, data), name) == expected
    # The other order, with a known field of another number in between.
    assert getattr(decoded(message, one + record(number, packed)), name) == (
        expected[-1:] + expected[:-1]
    )


def test_an_empty_packed_record_adds_nothing() -> None:
    message = decoded("TensorProto", record(field("TensorProto", "float_data"), b""))
    assert message.float_data == []
    assert message.SerializeToString() == b""


def test_lists_that_were_changed_are_written_in_the_declared_form() -> None:
    ours = decoded("TensorProto", record(1, b"\x02\x03") + tag(7, 0) + b"\x05")
    theirs = onnx.TensorProto(dims=[2, 3, 4], int64_data=[5, 6])
    ours.dims.append(4)
    ours.int64_data.append(6)
    assert ours.SerializeToString() == theirs.SerializeToString()


# --- varints -------------------------------------------------------------------------------

VARINTS = {
    "minus 1 in ten bytes": TEN_BYTES_OF_MINUS_1,
    "minus 1 in five bytes": b"\xff\xff\xff\xff\x0f",
    "five bytes with bits beyond the 32nd": b"\xff\xff\xff\xff\x7f",
    "bits above an int32": b"\x85\x80\x80\x80\x80\x01",
    "2**31": b"\x80\x80\x80\x80\x08",
    "2**32": b"\x80\x80\x80\x80\x10",
    "2**63": b"\x80" * 9 + b"\x01",
    "bits beyond the 64th": b"\xff" * 9 + b"\x7f",
    "0 in two bytes": b"\x80\x00",
    "0 in ten bytes": b"\x80" * 9 + b"\x00",
    "5 in nine bytes": b"\x85" + b"\x80" * 7 + b"\x00",
}


@pytest.mark.parametrize("data", VARINTS.values(), ids=VARINTS)
@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("TensorProto", "data_type"),
        ("TensorProto", "data_location"),
        ("TensorProto", "int32_data"),
        ("TensorProto", "int64_data"),
        ("TensorProto", "uint64_data"),
        ("AttributeProto", "type"),
        ("AttributeProto", "ints"),
        ("ModelProto", "ir_version"),
        ("TensorShapeProto.Dimension", "dim_value"),
        ("TensorProto.Segment", "begin"),
    ],
)
def test_varints_wider_than_needed_lose_what_the_type_does_not_hold(
    message: str, name: str, data: bytes
) -> None:
    decoded(message, tag(field(message, name), 0) + data)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (VARINTS["minus 1 in ten bytes"], -1),
        (VARINTS["minus 1 in five bytes"], -1),
        (VARINTS["bits beyond the 64th"], -1),
        (VARINTS["bits above an int32"], 5),
        (VARINTS["2**31"], -(2**31)),
        (VARINTS["0 in ten bytes"], 0),
    ],
)
def test_an_int32_is_the_low_32_bits_with_sign(data: bytes, expected: int) -> None:
    assert decoded("TensorProto", tag(2, 0) + data).data_type == expected
    assert decoded("TensorProto", record(5, data * 2)).int32_data == [expected, expected]


def test_negative_numbers_are_written_in_ten_bytes() -> None:
    written = TensorProto(data_type=-1, int32_data=[-1], int64_data=[-1]).SerializeToString()
    ten = TEN_BYTES_OF_MINUS_1
    assert written == tag(2, 0) + ten + record(5, ten) + record(7, ten)


def test_lengths_and_tags_in_more_bytes_than_needed_are_read() -> None:
    # At most five bytes for either, as google has it.
    data = b"\x92\x80\x80\x80\x00" + b"\x84\x80\x80\x80\x00" + b"name"
    assert decoded("ModelProto", data).producer_name == "name"


# --- everything else ---------------------------------------------------------------------


def test_fields_in_any_order_are_written_by_number() -> None:
    message = decoded("NodeProto", record(4, b"Abs") + record(2, b"y") + record(1, b"x"))
    assert message == NodeProto(input=["x"], output=["y"], op_type="Abs")


def test_floats_keep_their_bits_when_they_are_no_numbers() -> None:
    patterns = (0x7F800000, 0xFF800000, 0x7F800001, 0x7FC00000, 0xFFA5A5A5, 0x7FFFFFFF, 0x80000000)
    packed = struct.pack(f"<{len(patterns)}I", *patterns)
    assert roundtrip(TensorProto, record(4, packed)) == record(4, packed)
    decoded("TensorProto", record(4, packed))
    for pattern in patterns:
        bits = struct.pack("<I", pattern)
        decoded("AttributeProto", tag(2, 5) + bits + tag(7, 5) + bits)
    wide = struct.pack("<3Q", 0x7FF0000000000001, 0xFFF8000000000000, 0x7FFFFFFFFFFFFFFF)
    decoded("TensorProto", record(10, wide))


def test_deep_messages_can_be_used_like_others() -> None:
    data = b""
    for _ in range(50):
        data = record(4, record(1, data))
    message = decoded("TypeProto", data)
    assert message == TypeProto.FromString(data)
    copied = TypeProto()
    copied.CopyFrom(message)
    for again in (copied, copy.deepcopy(message), pickle.loads(pickle.dumps(message))):
        assert (again, repr(again), again.ByteSize()) == (message, repr(message), len(data))


def test_bytes_of_another_type_are_a_message_of_unknown_fields_or_none() -> None:
    assert not decoded("ModelProto", b"").ListFields()
    tensor = onnx.TensorProto(dims=[1], data_type=1, raw_data=b"abcd").SerializeToString()
    assert decoded("ModelProto", tensor).ir_version == 1
    assert isinstance(roundtrip(ModelProto, b"\x08"), Rejection)
