"""The explorer's walk over damaged, odd and real bytes: every byte told, as google's parser has it."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.empty_pb2 import Empty
from google.protobuf.unknown_fields import UnknownFieldSet

from onnxwire._explorer.audit import Audit, audit
from onnxwire._explorer.layout import layout_of
from onnxwire._explorer.notes import Effect
from onnxwire._explorer.package_lens import package_lens
from onnxwire._explorer.records import Record
from onnxwire._explorer.walk import Walk
from oracles.damaged_files import damaged
from oracles.explorer_samples import raw_tensor, samples
from oracles.message_types import BY_NAME, MessageType
from oracles.real_files import RealFile, real_files
from oracles.roundtrips import Rejection, roundtrip
from support.options import count_of

LENS = package_lens()
BLOCK = 500
# Google's class gives these back unchanged, and a parser of another language need not.
TEXT_CODES = {"invalid-utf8", "control-characters"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "first" in metafunc.fixturenames:
        count = count_of(metafunc.config, "--mutations")
        blocks = [(first, min(first + BLOCK, count)) for first in range(0, count, BLOCK)]
        metafunc.parametrize(("first", "stop"), blocks)


def audited(message_type: MessageType, data: bytes) -> Audit:
    found = audit(data, layout_of(message_type.ours.DESCRIPTOR), LENS)
    assert found.is_complete
    return found


def assert_every_byte_is_told(message_type: MessageType, data: bytes, described: str) -> Audit:
    """The sum of all parts is the whole, and no byte stands in two records."""
    found = audited(message_type, data)
    assert found.accounting.total == len(data), described
    position = 0
    for record in Walk(data, layout_of(message_type.ours.DESCRIPTOR)):
        assert record.offset == position, described
        assert record.offset <= record.tag_end <= record.body <= record.stop <= len(data), described
        position = record.body if record.opened is not None else record.stop
    assert position == len(data), described
    return found


def test_what_is_noted_about_mutated_files_is_what_google_does_with_them(
    first: int, stop: int
) -> None:
    seen = set()
    for number in range(first, stop):
        described, message_type, data = damaged(number)
        found = assert_every_byte_is_told(message_type, data, described)
        effect = found.effect
        codes = set(found.counts)
        theirs = roundtrip(message_type.theirs, data)
        seen.add(effect)
        if isinstance(theirs, Rejection):
            assert effect is Effect.DAMAGE, described
            continue
        assert effect is not Effect.DAMAGE, described
        if effect is Effect.UNKNOWN:
            # Not compared: an unknown field in a message that a oneof drops is gone.
            continue
        assert not has_unknown_fields(message_type, data), described
        assert (theirs == data) == (codes <= TEXT_CODES), described
    if stop - first == BLOCK:
        assert seen == set(Effect)


def has_unknown_fields(message_type: MessageType, data: bytes) -> bool:
    message = message_type.theirs.FromString(data)
    size = message.ByteSize()
    message.DiscardUnknownFields()
    return bool(message.ByteSize() != size)


@pytest.mark.parametrize("file", real_files(), ids=str)
def test_of_real_files_every_byte_is_known(file: RealFile) -> None:
    found = assert_every_byte_is_told(file.message_type, file.data, str(file))
    assert found.accounting.known == len(file.data)
    # Some of these models have lists in the form that their writer's schema has.
    assert found.effect <= Effect.ODD, found.findings[:3]


SMALL_FILES = [file for file in real_files() if len(file.data) < 20_000][::7]


@pytest.mark.parametrize("file", SMALL_FILES, ids=str)
def test_records_are_those_that_googles_parser_finds(file: RealFile) -> None:
    walk = Walk(file.data, layout_of(file.message_type.ours.DESCRIPTOR))
    records = [record for record in walk if not record.is_group_end]
    taken = compared(file.data, file.message_type.theirs.DESCRIPTOR, iter(records))
    assert taken == len(records)


def compared(data: bytes, descriptor: Any, records: Any) -> int:
    """Compare records with google's view of the same bytes as fields that no schema knows."""
    count = 0
    message = Empty.FromString(data)
    fields: Any = UnknownFieldSet(message)
    for field in fields:
        record: Record = next(records)
        count += 1
        assert (record.number, record.tag & 7) == (field.field_number, field.wire_type)
        described = descriptor.fields_by_number[field.field_number]
        assert record.name == described.name
        if field.wire_type == 2:
            assert record.stop - record.body == len(field.data)
        if field.wire_type == 2 and described.type == FieldDescriptor.TYPE_MESSAGE:
            count += compared(field.data, described.message_type, records)
    return count


@pytest.mark.parametrize("name", ["model.onnx", "six.pb", "odd_model.onnx", "sequence_of_two.pb"])
def test_every_prefix_and_every_changed_byte_is_walked_through(name: str) -> None:
    data = samples()[name]
    kinds = [BY_NAME[kind] for kind in ("ModelProto", "SequenceProto", "TensorProto")]
    for kind in kinds:
        for size in range(len(data)):
            assert_every_byte_is_told(kind, data[:size], f"{kind} {size}")
    for at in range(len(data)):
        for byte in (0, 1, 3, 4, 6, 7, 0x7F, 0x80, 0xFF, data[at] ^ 1, data[at] ^ 2, data[at] ^ 4):
            changed = data[:at] + bytes((byte,)) + data[at + 1 :]
            assert_every_byte_is_told(kinds[at % 3], changed, f"{at} {byte}")


def test_a_cut_names_the_messages_that_are_open_and_what_they_need() -> None:
    (finding,) = audited(BY_NAME["TensorProto"], raw_tensor()[:50]).findings
    assert finding.sentence == (
        "file ends at 0x32. open: TensorProto (file) › raw_data (0xb, needs 0x6d)"
    )
    assert (finding.offset, finding.path, finding.code) == (0xB, "raw_data", "cut")


def test_a_cut_deep_inside_is_one_finding() -> None:
    data = samples()["model.onnx"]
    for size in range(20, len(data) - 8):
        found = audited(BY_NAME["ModelProto"], data[:size])
        if found.effect is not Effect.DAMAGE:
            continue
        cuts = [finding for finding in found.findings if finding.level == "error"]
        assert [finding.code for finding in cuts] == ["cut"], size
        assert cuts[0].sentence.startswith(f"file ends at {size:#x}. open: ModelProto (file) › ")


def test_behind_damage_the_walk_goes_on() -> None:
    data = samples()["damaged_model.onnx"]
    found = audited(BY_NAME["ModelProto"], data)
    assert [finding.code for finding in found.findings if finding.level == "error"] == ["overrun"]
    walked = {
        record.name for record in Walk(data, layout_of(BY_NAME["ModelProto"].ours.DESCRIPTOR))
    }
    assert {"initializer", "opset_import", "version"} <= walked


def test_zeros_at_the_end_are_called_padding() -> None:
    found = audited(BY_NAME["TensorProto"], samples()["padded.pb"])
    assert [finding.code for finding in found.findings] == ["zero-padding"]
    assert found.accounting.undecoded == 16


def test_deep_nesting_is_walked_through_without_recursion() -> None:
    data = b""
    for _ in range(3000):
        size = len(data)
        data = b"\x2a" + length(size) + data
    found = assert_every_byte_is_told(BY_NAME["SequenceProto"], data, "deep")
    assert [finding.code for finding in found.findings] == ["too-deep"]


def length(size: int) -> bytes:
    piece = bytearray()
    while size > 127:
        piece.append(size & 127 | 128)
        size >>= 7
    return bytes((*piece, size))
