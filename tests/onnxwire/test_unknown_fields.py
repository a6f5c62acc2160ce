"""Fields that the schema does not know stay, byte for byte, whatever is done with the message."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import onnx
import pytest

from onnxwire import GraphProto, ModelProto, NodeProto, TensorProto
from oracles.comparison import assert_same, decoded
from oracles.wire_tree import record, tag, varint

# Each wire type once, a group with a group in it, numbers and lengths in more bytes than needed.
RECORDS = {
    "varint": tag(150, 0) + varint(2**64 - 1),
    "overlong varint": tag(150, 0) + b"\x81\x80\x80\x00",
    "64 bits": tag(151, 1) + b"12345678",
    "length-delimited": record(152, b"\x08\x01\xff"),
    "overlong length": tag(152, 2) + b"\x82\x80\x00" + b"ab",
    "empty": record(153, b""),
    "32 bits": tag(154, 5) + b"1234",
    "group": tag(155, 3) + tag(1, 0) + b"\x07" + tag(2, 3) + tag(2, 4) + tag(155, 4),
    "empty group": tag(2**29 - 1, 3) + tag(2**29 - 1, 4),
    "group with field number 0": tag(155, 3) + b"\x00\x01" + tag(155, 4),
    "overlong tag": b"\x80\x8a\x80\x80\x00" + b"\x01",
}
UNKNOWN = b"".join(RECORDS.values())
KNOWN = tag(1, 0) + b"\x08" + record(2, b"producer")


def graph(*nodes: bytes) -> bytes:
    return record(7, b"".join(record(1, node) for node in nodes) + record(2, b"g") + UNKNOWN)


@pytest.mark.parametrize("unknown", RECORDS.values(), ids=RECORDS)
def test_an_unknown_field_is_written_after_the_known_ones_as_it_was(unknown: bytes) -> None:
    message = decoded("ModelProto", unknown + KNOWN)
    assert message.SerializeToString() == KNOWN + unknown
    assert message.ByteSize() == len(KNOWN + unknown)


def test_unknown_fields_keep_their_order_among_themselves() -> None:
    backwards = b"".join(reversed(RECORDS.values()))
    data = tag(1, 0) + b"\x08" + backwards + record(2, b"producer") + UNKNOWN
    assert decoded("ModelProto", data).SerializeToString() == KNOWN + backwards + UNKNOWN


def test_unknown_fields_stay_at_every_depth_when_known_ones_change() -> None:
    data = KNOWN + graph(record(4, b"Abs") + UNKNOWN, UNKNOWN)
    ours, theirs = decoded("ModelProto", data), onnx.ModelProto.FromString(data)
    for model in (ours, theirs):
        model.graph.node[1].name = "changed"
        model.graph.ClearField("name")
        del model.graph.node[0].input[:]
    assert_same(ours, theirs)
    assert ours.SerializeToString().count(UNKNOWN) == 3


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("ModelProto", record(1, b"ir_version as bytes")),
        ("ModelProto", tag(1, 5) + b"1234"),
        ("ModelProto", tag(1, 1) + b"12345678"),
        ("ModelProto", tag(2, 0) + b"\x05"),
        ("ModelProto", tag(7, 0) + b"\x05"),
        ("ModelProto", tag(7, 3) + record(1, b"") + tag(7, 4)),
        ("TensorProto", tag(4, 0) + b"\x01"),
        ("TensorProto", tag(10, 5) + b"1234"),
        ("TensorProto", tag(1, 1) + b"12345678"),
        ("TensorProto", tag(9, 0) + b"\x01"),
        ("TensorProto", record(14, b"\x01")),
    ],
)
def test_a_known_number_with_another_wire_type_is_an_unknown_field(name: str, data: bytes) -> None:
    message = decoded(name, data)
    assert not message.ListFields()
    assert message.SerializeToString() == data


@pytest.mark.parametrize("number", [2, 99, 2**31 - 1, 2**32 - 1, 2**64 - 1, 2**32 + 2])
def test_a_number_that_its_enum_does_not_know_is_an_unknown_field(number: int) -> None:
    location = tag(14, 0) + varint(number)
    message = decoded("TensorProto", tag(14, 0) + b"\x01" + location)
    # The one before it, which is known, stays.
    assert message.data_location is TensorProto.EXTERNAL
    assert not decoded("TensorProto", location).HasField("data_location")
    decoded("AttributeProto", tag(20, 0) + varint(number))


def test_an_enum_number_is_known_by_its_low_32_bits() -> None:
    location = tag(14, 0) + varint(2**32 + TensorProto.EXTERNAL)
    assert decoded("TensorProto", location).data_location is TensorProto.EXTERNAL


def merged(model: ModelProto) -> ModelProto:
    copied = ModelProto()
    copied.MergeFrom(model)
    return copied


def copied_from(model: ModelProto) -> ModelProto:
    copied = ModelProto(producer_name="replaced")
    copied.CopyFrom(model)
    return copied


def parsed_into(model: ModelProto) -> ModelProto:
    copied = ModelProto(producer_name="replaced")
    copied.ParseFromString(model.SerializeToString())
    return copied


@pytest.mark.parametrize(
    "duplicate",
    [
        copy.copy,
        copy.deepcopy,
        merged,
        copied_from,
        parsed_into,
        lambda model: pickle.loads(pickle.dumps(model)),
        lambda model: ModelProto.FromString(model.SerializeToString()),
    ],
    ids=["copy", "deepcopy", "MergeFrom", "CopyFrom", "ParseFromString", "pickle", "FromString"],
)
def test_copies_have_the_unknown_fields_too(duplicate: Callable[[ModelProto], ModelProto]) -> None:
    data = KNOWN + graph(UNKNOWN) + UNKNOWN
    again = duplicate(ModelProto.FromString(data))
    assert_same(again, onnx.ModelProto.FromString(data))
    assert again == ModelProto.FromString(data) != ModelProto.FromString(KNOWN + graph(b""))


def test_merging_puts_unknown_fields_behind_each_other() -> None:
    first, second = RECORDS["varint"], RECORDS["group"]
    ours, theirs = ModelProto.FromString(first), onnx.ModelProto.FromString(first)
    ours.MergeFrom(ModelProto.FromString(KNOWN + second))
    theirs.MergeFrom(onnx.ModelProto.FromString(KNOWN + second))
    assert_same(ours, theirs)
    assert ours.SerializeToString() == KNOWN + first + second
    ours.MergeFromString(first)
    assert ours.SerializeToString() == KNOWN + first + second + first


def test_a_part_that_is_set_in_another_model_brings_its_unknown_fields() -> None:
    source = GraphProto.FromString(record(1, UNKNOWN) + UNKNOWN)
    model = ModelProto(graph=source)
    model.graph.node.append(source.node[0])
    model.graph.node.add().CopyFrom(source.node[0])
    node = record(1, UNKNOWN)
    assert model.graph.SerializeToString() == node * 3 + UNKNOWN


def test_unknown_fields_go_when_they_are_discarded_at_every_depth() -> None:
    data = KNOWN + graph(record(4, b"Abs") + UNKNOWN) + UNKNOWN
    ours, theirs = ModelProto.FromString(data), onnx.ModelProto.FromString(data)
    ours.DiscardUnknownFields()
    theirs.DiscardUnknownFields()
    assert_same(ours, theirs)
    assert ours == ModelProto(
        ir_version=8,
        producer_name="producer",
        graph=GraphProto(name="g", node=[NodeProto(op_type="Abs")]),
    )


def test_clearing_a_message_forgets_its_unknown_fields_and_clearing_a_field_does_not() -> None:
    message = ModelProto.FromString(KNOWN + UNKNOWN)
    message.ClearField("ir_version")
    message.ClearField("producer_name")
    assert message.SerializeToString() == UNKNOWN
    message.Clear()
    assert message == ModelProto()
