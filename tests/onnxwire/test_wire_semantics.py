"""The freedoms of the wire format: what different writers may write for the same message.

Each case is bytes, the message type, and what must be found in them; google's parser has to
agree on every one, in the values and in the bytes that are written again.
"""

from __future__ import annotations

import struct
from typing import Any

import onnx
import pytest
from oracles.comparison import assert_same
from oracles.message_types import BY_NAME
from oracles.roundtrips import Rejection, roundtrip
from oracles.wire_tree import record, tag, varint

from onnxwire import AttributeProto, ModelProto, NodeProto, TensorProto, TypeProto

TEN_BYTES_OF_MINUS_1 = b"\xff" * 9 + b"\x01"


def decoded(name: str, data: bytes) -> Any:
    """A message of ours that is the same, and is written in the same bytes, as google's."""
    ours = BY_NAME[name].ours.FromString(data)
    assert_same(ours, BY_NAME[name].theirs.FromString(data))
    return ours


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


# --- fields that stand more than once ------------------------------------------------------


def test_the_last_of_a_scalar_wins() -> None:
    data = b"".join(tag(1, 0) + varint(number) for number in (3, 9, 4)) + record(2, b"a") * 2
    message = decoded("ModelProto", data + record(2, b"last"))
    assert (message.ir_version, message.producer_name) == (4, "last")


def test_parts_of_a_message_are_merged() -> None:
    def graph(*fields: bytes) -> bytes:
        return record(7, b"".join(fields))

    node, name, text = record(1, record(4, b"Abs")), record(2, b"g"), record(10, b"text")
    data = graph(node, name) + record(2, b"between") + graph(node, text) + graph(record(2, b"last"))
    graph_found = decoded("ModelProto", data).graph
    assert (graph_found.name, graph_found.doc_string) == ("last", "text")
    assert [node.op_type for node in graph_found.node] == ["Abs", "Abs"]
    # An empty part takes nothing away, and alone it makes the message present.
    assert decoded("ModelProto", graph(name) + graph()).graph.name == "g"
    assert decoded("ModelProto", graph()).HasField("graph")


def test_parts_are_merged_at_every_depth() -> None:
    # type.sequence_type.elem_type.tensor_type: its element type in one part, its shape in the other.
    def value_info(tensor_field: bytes) -> bytes:
        return record(2, record(4, record(1, record(1, tensor_field))))

    data = value_info(tag(1, 0) + b"\x07") + value_info(record(2, record(1, b"")))
    tensor = decoded("ValueInfoProto", data).type.sequence_type.elem_type.tensor_type
    assert (tensor.elem_type, len(tensor.shape.dim)) == (7, 1)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (tag(1, 0) + b"\x05" + record(2, b"N"), "dim_param"),
        (record(2, b"N") + tag(1, 0) + b"\x05", "dim_value"),
        (record(2, b"N") + tag(1, 0) + b"\x00", "dim_value"),
        (tag(1, 0) + b"\x05" + record(2, b""), "dim_param"),
        (tag(1, 0) + b"\x05" + record(3, b"") + record(1, b""), "dim_value"),
    ],
)
def test_the_last_member_of_a_oneof_wins(data: bytes, expected: str) -> None:
    message = decoded("TensorShapeProto.Dimension", data)
    assert message.WhichOneof("value") == expected


def test_a_message_in_a_oneof_is_merged_with_itself_but_not_over_another() -> None:
    tensor, shape = record(1, tag(1, 0) + b"\x07"), record(1, record(2, b""))
    sequence = record(4, b"")
    merged = decoded("TypeProto", tensor + shape).tensor_type
    assert (merged.elem_type, merged.HasField("shape")) == (7, True)
    assert decoded("TypeProto", tensor + sequence).WhichOneof("value") == "sequence_type"
    again = decoded("TypeProto", tensor + sequence + shape).tensor_type
    assert (again.elem_type, again.HasField("shape")) == (0, True)


def test_fields_in_any_order_are_written_by_number() -> None:
    message = decoded("NodeProto", record(4, b"Abs") + record(2, b"y") + record(1, b"x"))
    assert message == NodeProto(input=["x"], output=["y"], op_type="Abs")


def test_merging_bytes_is_like_reading_them_one_after_the_other() -> None:
    first = AttributeProto(name="a", ints=[1], t=TensorProto(dims=[1])).SerializeToString()
    second = AttributeProto(ints=[2], t=TensorProto(dims=[2], name="t")).SerializeToString()
    ours, theirs = AttributeProto(), onnx.AttributeProto()
    for message in (ours, theirs):
        message.MergeFromString(first)
        message.MergeFromString(second)
    assert_same(ours, theirs)
    assert ours == AttributeProto.FromString(first + second)


def test_floats_keep_their_bits_when_they_are_no_numbers() -> None:
    patterns = (0x7F800000, 0xFF800000, 0x7F800001, 0x7FC00000, 0xFFA5A5A5, 0x7FFFFFFF, 0x80000000)
    packed = struct.pack(
        f"<{len(patterns)}I",
        *patterns,
    )
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
    assert (copied, repr(copied), copied.ByteSize()) == (message, repr(message), len(data))


def test_bytes_of_another_type_are_a_message_of_unknown_fields_or_none() -> None:
    assert not decoded("ModelProto", b"").ListFields()
    tensor = onnx.TensorProto(dims=[1], data_type=1, raw_data=b"abcd").SerializeToString()
    assert decoded("ModelProto", tensor).ir_version == 1
    assert isinstance(roundtrip(ModelProto, b"\x08"), Rejection)
