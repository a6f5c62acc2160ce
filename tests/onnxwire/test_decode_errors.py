"""Bytes that are no message: one kind of error, which says where, why and how much was missing."""

from __future__ import annotations

import gc
import re
import tracemalloc
from collections.abc import Iterator
from typing import Any

import onnx
import pytest

from onnxwire import AttributeProto, DecodeError, GraphProto, ModelProto, TensorProto, TypeProto
from oracles.real_files import real_files
from oracles.roundtrips import Rejection, roundtrip
from oracles.wire_tree import record, tag, varint

TRUNCATED = re.compile(
    r"(?P<path>ModelProto[\w.\[\]<> ]*): truncated at byte (?P<offset>\d+): "
    r"((?P<needed>\d+) bytes needed, (?P<left>\d+) left"
    r"|a varint does not end in the (?P<rest>\d+) bytes left)"
)


def error_of(message_class: type[Any], data: bytes) -> DecodeError:
    """The error for bytes that google's parser refuses too."""
    with pytest.raises(DecodeError) as caught:
        message_class.FromString(data)
    theirs = getattr(onnx, message_class.__name__)
    assert isinstance(roundtrip(theirs, data), Rejection)
    return caught.value


def nested_types(depth: int, data: bytes = b"") -> bytes:
    """A type of sequences of sequences: some bytes inside so many messages below the outermost."""
    for level in range(depth):
        # TypeProto.sequence_type and TypeProto.Sequence.elem_type by turns, the outermost last.
        data = record(4 if (depth - level) % 2 else 1, data)
    return data


# --- truncation ----------------------------------------------------------------------------


def test_a_model_cut_anywhere_is_refused_or_a_shorter_model_as_for_google() -> None:
    # A convolution with its weights: nodes, attributes, tensors, types.
    name = "backend/test/data/pytorch-converted/test_Conv1d/model.onnx"
    data = next(file.data for file in real_files() if str(file) == name)
    refused = 0
    for end in range(len(data)):
        cut = data[:end]
        ours, theirs = roundtrip(ModelProto, cut), roundtrip(onnx.ModelProto, cut)
        assert isinstance(ours, Rejection) == isinstance(theirs, Rejection), end
        if not isinstance(ours, Rejection):
            assert ours == theirs == cut
            continue
        refused += 1
        found = TRUNCATED.fullmatch(str(ours.error))
        assert found is not None, ours.error
        assert found["path"] == ours.error.path
        assert int(found["offset"]) == ours.error.offset <= end
        if found["needed"] is None:
            assert int(found["rest"]) == end - ours.error.offset
        else:
            assert int(found["left"]) == end - ours.error.offset
            assert int(found["needed"]) > int(found["left"])
    assert refused > len(data) * 0.9


def test_the_path_leads_from_the_outermost_message_to_the_damaged_field() -> None:
    model = onnx.ModelProto()
    nodes = [model.graph.node.add() for _ in range(3)]
    nodes[2].attribute.add(name="alpha")
    nodes[2].attribute.add(name="value").t.raw_data = bytes(16)
    data = model.SerializeToString()
    error = error_of(ModelProto, data[:-4])
    # The graph's length is the first that does not fit any more.
    assert error.path == "ModelProto.graph"
    # With the lengths around it put right, the fault is the innermost field's.
    attribute = record(1, b"value") + record(5, tag(9, 2) + varint(16) + bytes(12))
    damaged = record(7, record(1, b"") * 2 + record(1, record(5, b"") + record(5, attribute)))
    error = error_of(ModelProto, damaged)
    assert str(error) == (
        "ModelProto.graph.node[2].attribute[1].t.raw_data:"
        f" truncated at byte {len(damaged) - 12}: 16 bytes needed, 12 left"
    )


def test_a_length_is_compared_with_the_enclosing_message_and_not_with_the_file() -> None:
    too_long = tag(1, 2) + varint(5) + b"abc"
    error = error_of(ModelProto, record(8, too_long) + record(2, b"this follows"))
    assert str(error) == (
        "ModelProto.opset_import[0].domain: truncated at byte 4: 5 bytes needed, 3 left"
    )


@pytest.mark.parametrize(
    "data",
    [tag(4, 5) + b"abc", tag(10, 1) + b"abcdefg", tag(4, 5), tag(99, 5) + b"abc", tag(99, 1)],
    ids=bytes.hex,
)
def test_fixed_width_numbers_are_whole(data: bytes) -> None:
    error = error_of(TensorProto, data)
    assert re.search(r"truncated at byte \d: [48] bytes needed, [0-7] left$", str(error))


@pytest.mark.parametrize(
    ("data", "path", "reason"),
    [
        (record(4, bytes(5)), "float_data[0]", "a packed record of 5 bytes is no multiple of 4"),
        (
            record(10, bytes(12)),
            "double_data[0]",
            "a packed record of 12 bytes is no multiple of 8",
        ),
        (record(7, b"\x01\x80"), "int64_data[0]", "a varint does not end in the 1 bytes left"),
        (record(1, b"\x80"), "dims[0]", "a varint does not end in the 1 bytes left"),
        (record(5, b"\xff" * 10 + b"\x01"), "int32_data[0]", "a varint of more than ten bytes"),
    ],
)
def test_packed_records_hold_whole_numbers(data: bytes, path: str, reason: str) -> None:
    error = error_of(TensorProto, data)
    assert error.path == f"TensorProto.{path}"
    assert reason in str(error)
    # What follows must not be taken for the missing part.
    assert error_of(TensorProto, data + record(8, b"name")).reason == error.reason


# --- what is no wire format ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (tag(1, 0) + b"\xff" * 10 + b"\x01", "a varint of more than ten bytes at byte 1"),
        (b"\xff" * 10 + b"\x01", "a varint of more than ten bytes at byte 0"),
        (tag(7, 2) + b"\xff" * 10 + b"\x01", "a varint of more than ten bytes at byte 1"),
        (b"\x00\x01", "field number 0 at byte 0"),
        (b"\x02\x00", "field number 0 at byte 0"),
        (b"\x80\x00\x01", "field number 0 at byte 0"),
        (tag(1, 6), "wire type 6 does not exist at byte 0"),
        (tag(1, 7), "wire type 7 does not exist at byte 0"),
        (tag(99, 6), "wire type 6 does not exist at byte 0"),
        (varint(2**29 << 3), "a tag of more than 32 bits at byte 0"),
        (b"\x88\x80\x80\x80\x80\x00\x01", "a tag of more than 32 bits at byte 0"),
        (tag(99, 4), "the end of a group that was not started at byte 0"),
        (tag(7, 4), "the end of a group that was not started at byte 0"),
        (tag(99, 3), "a group that does not end at byte 0"),
        (tag(99, 3) + tag(98, 4), "the end of group 98 inside another group at byte 2"),
        (tag(99, 3) * 2 + tag(99, 4), "a group that does not end at byte 0"),
        (tag(99, 3) + tag(1, 0), "truncated at byte 3: a varint does not end in the 0 bytes left"),
        (tag(99, 3) + tag(1, 7) + tag(99, 4), "wire type 7 does not exist at byte 2"),
        (tag(7, 2) + b"\x80\x80\x80\x80\x80\x00", "a length of more than five bytes at byte 1"),
    ],
    ids=lambda value: value.hex() if isinstance(value, bytes) else None,
)
def test_what_is_no_wire_format_is_named(data: bytes, reason: str) -> None:
    error = error_of(ModelProto, data)
    assert error.reason == reason
    assert error.offset == int(reason.partition(" at byte ")[2].partition(":")[0])


def test_a_group_ends_in_the_message_in_which_it_started() -> None:
    start, end = tag(99, 3), tag(99, 4)
    assert "does not end" in error_of(ModelProto, record(8, start) + end).reason


# --- nesting -------------------------------------------------------------------------------


def test_a_hundred_messages_in_one_another_are_read_and_one_more_is_not() -> None:
    deepest = nested_types(100)
    assert TypeProto.FromString(deepest).SerializeToString() == deepest
    assert roundtrip(onnx.TypeProto, deepest) == deepest
    error = error_of(TypeProto, nested_types(101))
    assert error.reason.startswith("nested too deep: more than 100 messages in one another at byte")


def test_groups_count_as_messages() -> None:
    start, end = tag(99, 3), tag(99, 4)
    deepest = start * 100 + end * 100
    assert roundtrip(TypeProto, deepest) == roundtrip(onnx.TypeProto, deepest) == deepest
    assert "nested too deep" in error_of(TypeProto, start * 101 + end * 101).reason


@pytest.mark.parametrize("depth", [0, 1, 7, 100, 101, 180])
def test_the_limit_can_be_set(depth: int) -> None:
    data = nested_types(depth)
    message = TypeProto.FromString(data, nesting_limit=depth)
    assert message.SerializeToString() == data
    with pytest.raises(DecodeError, match=f"more than {depth} messages"):
        TypeProto.FromString(nested_types(depth + 1), nesting_limit=depth)


@pytest.mark.parametrize("limit", [100, 1_000_000])
def test_very_deep_nesting_is_an_error_and_no_crash(limit: int) -> None:
    with pytest.raises(DecodeError, match="nested too deep|nested deeper than Python's") as caught:
        TypeProto.FromString(nested_types(20_000), nesting_limit=limit)
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("depth", [200, 400, 600, 900])
def test_a_fault_inside_very_deep_nesting_is_an_error_and_no_crash(depth: int) -> None:
    # Telling what is wrong takes more of Python's stack than noticing it.
    data = nested_types(depth, b"\x80")
    with pytest.raises(DecodeError, match="truncated at byte|nested deeper than Python's"):
        TypeProto.FromString(data, nesting_limit=depth)


# --- what a refusal costs ------------------------------------------------------------------


@pytest.mark.parametrize("length", [2**31 - 1, 2**31, 2**32, 2**62, 2**63, 2**64 - 1])
@pytest.mark.parametrize("field", ["raw_data", "name", "segment", "float_data", "int64_data"])
def test_a_huge_length_is_refused_before_anything_is_allocated(field: str, length: int) -> None:
    number = onnx.TensorProto.DESCRIPTOR.fields_by_name[field].number
    data = tag(number, 2) + varint(length) + b"abc"
    error_of(TensorProto, data)
    tracemalloc.start()
    try:
        with pytest.raises(DecodeError, match=f"{length} bytes needed, 3 left"):
            TensorProto.FromString(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000


@pytest.fixture(params=[True, False], ids=["collecting", "not collecting"])
def is_collecting(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Garbage collection, which decoders pause, switched on or off before."""
    was_enabled = gc.isenabled()
    (gc.enable if request.param else gc.disable)()
    yield request.param
    (gc.enable if was_enabled else gc.disable)()


@pytest.mark.parametrize("count", [1, 10_000])
def test_garbage_is_collected_after_a_decode_if_it_was_before(
    is_collecting: bool, count: int
) -> None:
    node = record(1, record(4, b"Relu"))
    assert len(GraphProto.FromString(node * count).node) == count
    assert gc.isenabled() is is_collecting
    for damage in (b"\x0a\x05", b"\x00", b"\x0a\x80", record(1, nested_types(9)[:-1])):
        with pytest.raises(DecodeError):
            GraphProto.FromString(node * count + damage)
        assert gc.isenabled() is is_collecting


def test_an_error_inside_a_nested_message_is_raised_by_every_way_of_reading() -> None:
    damaged = record(5, record(1, b"\x80"))
    attribute = AttributeProto(name="before")
    for read in (attribute.ParseFromString, attribute.MergeFromString, AttributeProto.FromString):
        with pytest.raises(
            DecodeError, match=r"^AttributeProto\.t\.dims\[0\]: truncated at byte 4"
        ):
            read(damaged)
    assert attribute == AttributeProto(name="before")
