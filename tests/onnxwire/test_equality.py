"""Equality and the canonical form of unknown fields, against google's classes."""

from __future__ import annotations

from itertools import permutations
from random import Random

import onnx

from onnxwire import NodeProto
from oracles.comparison import decoded
from oracles.wire_tree import record, tag

# Numbers that several records share, wire types that differ, and the same value in other bytes.
RECORDS = (
    tag(100, 0) + b"\x01",
    tag(100, 0) + b"\x02",
    tag(100, 5) + b"1234",
    tag(101, 0) + b"\x01",
    tag(101, 0) + b"\x81\x80\x00",
    record(102, b"x"),
    record(102, b""),
    tag(102, 2) + b"\x81\x00x",
    tag(103, 3) + tag(1, 0) + b"\x01" + tag(2, 0) + b"\x02" + tag(103, 4),
    tag(103, 3) + tag(2, 0) + b"\x02" + tag(1, 0) + b"\x01" + tag(103, 4),
    tag(103, 3) + tag(1, 3) + tag(1, 4) + tag(103, 4),
)


def equal(one: bytes, other: bytes) -> tuple[bool, bool]:
    """What both implementations find, for messages and for messages inside others."""
    ours = decoded("NodeProto", one) == decoded("NodeProto", other)
    inner = [decoded("GraphProto", record(1, data)) for data in (one, other)]
    assert (inner[0] == inner[1]) is ours
    return ours, onnx.NodeProto.FromString(one) == onnx.NodeProto.FromString(other)


def test_pairs_of_unknown_fields_are_compared_as_google_does() -> None:
    runs = [b"".join(pair) for pair in permutations(RECORDS, 2)]
    found = {(one, other): equal(one, other) for one in runs for other in runs[::3]}
    assert [pair for pair, (ours, theirs) in found.items() if ours != theirs] == []
    assert len(set(found.values())) == 2


def test_longer_runs_of_unknown_fields_are_compared_as_google_does() -> None:
    random = Random(5)
    results = set()
    for _ in range(300):
        records = random.choices(RECORDS, k=6)
        data = b"".join(records)
        random.shuffle(records)
        results.add(equal(data, b"".join(records)))
    assert results == {(True, True), (False, False)}


def test_equal_messages_have_one_canonical_form() -> None:
    random = Random(6)
    for _ in range(300):
        records = random.choices(RECORDS, k=5)
        one = NodeProto.FromString(b"".join(records))
        random.shuffle(records)
        other = NodeProto.FromString(b"".join(records))
        forms = [message.SerializeToString(deterministic=True) for message in (one, other)]
        assert (forms[0] == forms[1]) is (one == other)
        # The form is that of an equal message, to google too.
        assert onnx.NodeProto.FromString(forms[0]) == onnx.NodeProto.FromString(
            one.SerializeToString()
        )
        assert NodeProto.FromString(forms[0]).SerializeToString(deterministic=True) == forms[0]
