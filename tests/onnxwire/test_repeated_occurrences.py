"""Singular fields that stand more than once: the last wins, and messages are merged.

Google's parser has to agree on every case, in the values and in the bytes written again.
"""

from __future__ import annotations

import onnx
import pytest

from onnxwire import AttributeProto, TensorProto, TypeProto, ValueInfoProto
from oracles.comparison import assert_same, decoded
from oracles.roundtrips import Rejection, roundtrip
from oracles.wire_tree import record, tag, varint


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


def test_a_second_part_replaces_a_oneof_as_if_it_followed_the_first_record_by_record() -> None:
    def value_info(*fields: bytes) -> bytes:
        return record(2, b"".join(fields))

    tensor, shape, sequence = (
        record(1, tag(1, 0) + b"\x07"),
        record(1, record(2, b"")),
        record(4, b""),
    )
    # The sequence takes the first tensor away, so that the last has nothing to be merged with.
    found = decoded("ValueInfoProto", value_info(tensor) + value_info(sequence, shape)).type
    assert (found.tensor_type.elem_type, found.tensor_type.HasField("shape")) == (0, True)
    # The same one level further down, and with odd things in the second part.
    element, unknown = record(4, record(1, tensor)), tag(99, 3) + tag(99, 4)
    again = record(4, record(1, sequence + unknown + shape) + unknown + record(1, unknown))
    decoded("ValueInfoProto", value_info(element) + value_info(again, unknown))
    for end in range(len(again)):
        data = value_info(element) + value_info(again[:end])
        theirs = roundtrip(onnx.ValueInfoProto, data)
        ours = roundtrip(ValueInfoProto, data)
        assert isinstance(ours, Rejection) if isinstance(theirs, Rejection) else ours == theirs


@pytest.mark.parametrize("depth", [99, 100, 101])
def test_a_second_part_may_be_as_deep_as_the_first(depth: int) -> None:
    def nested(levels: int) -> bytes:
        data = b""
        for level in range(levels):
            data = record(4 if (levels - level) % 2 else 1, data)
        return data

    data = nested(3) + nested(depth)
    theirs, ours = roundtrip(onnx.TypeProto, data), roundtrip(TypeProto, data)
    assert isinstance(ours, Rejection) == isinstance(theirs, Rejection) == (depth > 100)
    if depth <= 100:
        assert ours == theirs == nested(depth)


def test_merging_bytes_is_like_reading_them_one_after_the_other() -> None:
    first = AttributeProto(name="a", ints=[1], t=TensorProto(dims=[1])).SerializeToString()
    second = AttributeProto(ints=[2], t=TensorProto(dims=[2], name="t")).SerializeToString()
    ours, theirs = AttributeProto(), onnx.AttributeProto()
    for message in (ours, theirs):
        message.MergeFromString(first)
        message.MergeFromString(second)
    assert_same(ours, theirs)
    assert ours == AttributeProto.FromString(first + second)
