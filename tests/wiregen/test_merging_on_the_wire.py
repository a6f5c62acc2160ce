"""MergeFromString, a second occurrence of a field, and MergeFrom, against google's classes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError

from oracles.any_schema import assert_reads_alike, filled
from oracles.wire_tree import record, tag, varint
from support.kitchen import Kitchen

ROUNDS = 25
# The content is decided by the name of its message.
SEED = 2001

_FIXED = {
    **dict.fromkeys((FieldDescriptor.TYPE_DOUBLE, FieldDescriptor.TYPE_FIXED64), (1, bytes(8))),
    **dict.fromkeys((FieldDescriptor.TYPE_SFIXED64,), (1, bytes(8))),
    **dict.fromkeys((FieldDescriptor.TYPE_FLOAT, FieldDescriptor.TYPE_FIXED32), (5, bytes(4))),
    **dict.fromkeys((FieldDescriptor.TYPE_SFIXED32,), (5, bytes(4))),
}


def zero(field: FieldDescriptor) -> bytes:
    """A record that sets a field to zero, or to an empty value."""
    if field.type == FieldDescriptor.TYPE_GROUP:
        return tag(field.number, 3) + tag(field.number, 4)
    if field.message_type is not None or field.type in (
        FieldDescriptor.TYPE_STRING,
        FieldDescriptor.TYPE_BYTES,
    ):
        return record(field.number, b"")
    wire_type, value = _FIXED.get(field.type, (0, b"\0"))
    return tag(field.number, wire_type) + value


def messages(kitchen: Kitchen) -> Iterator[tuple[Random, type[Any], type[Any]]]:
    """Each message type often, with a source of chance, ours and theirs."""
    for name, theirs in kitchen.theirs.items():
        random = Random(f"{SEED} {name}")
        for _ in range(ROUNDS):
            yield random, kitchen.ours[name], theirs


def further_records(random: Random, message_class: type[Any]) -> bytes:
    """A second message of a type, and records that set fields to zero, in any order."""
    fields = message_class.DESCRIPTOR.fields
    pieces = [filled(random, message_class).SerializePartialToString()]
    pieces += [
        zero(field) for field in random.sample(list(fields), random.randrange(len(fields) + 1))
    ]
    pieces += [tag(999, 0) + varint(random.randrange(300)) for _ in range(random.randrange(2))]
    random.shuffle(pieces)
    return b"".join(pieces)


def test_bytes_are_merged_as_google_merges_them(kitchen: Kitchen) -> None:
    for random, our_class, their_class in messages(kitchen):
        first = filled(random, their_class).SerializePartialToString()
        more = further_records(random, their_class)
        ours, theirs = our_class.FromString(first), their_class()
        theirs.MergeFromString(first)
        assert ours.MergeFromString(more) == len(more)
        theirs.MergeFromString(more)
        assert_reads_alike(ours, theirs, their_class.DESCRIPTOR.full_name)
        assert our_class.FromString(first + more) == ours


def test_a_second_occurrence_is_merged_as_google_merges_it(kitchen: Kitchen) -> None:
    count = 0
    for random, our_class, their_class in messages(kitchen):
        for field in their_class.DESCRIPTOR.fields:
            if field.message_type is None or field.is_repeated:
                continue
            count += 1
            child = getattr(their_class(), field.name).__class__
            parts = [filled(random, child).SerializePartialToString()]
            parts += [further_records(random, child) for _ in range(random.randrange(1, 3))]
            data = b"".join(occurrence(field, part) for part in parts)
            theirs = their_class()
            theirs.MergeFromString(data)
            assert_reads_alike(our_class.FromString(data), theirs, field.full_name)
    assert count == 10 * ROUNDS


def occurrence(field: FieldDescriptor, content: bytes) -> bytes:
    """A record of a message field, or of a group."""
    if field.type == FieldDescriptor.TYPE_GROUP:
        return tag(field.number, 3) + content + tag(field.number, 4)
    return record(field.number, content)


def test_rejected_bytes_change_nothing(kitchen: Kitchen) -> None:
    rejected = 0
    for random, our_class, their_class in messages(kitchen):
        first = filled(random, their_class).SerializePartialToString()
        more = further_records(random, their_class)
        more = more[: random.randrange(len(more) + 1)]
        ours, theirs = our_class.FromString(first), their_class()
        try:
            theirs.MergeFromString(more)
        except DecodeError:
            rejected += 1
            for change in (ours.MergeFromString, ours.ParseFromString):
                with pytest.raises(kitchen.package.DecodeError):
                    change(more)
                assert ours.SerializePartialToString() == (
                    our_class.FromString(first).SerializePartialToString()
                )
    assert rejected > 50


def _groups(levels: int) -> bytes:
    """Groups.again so deep, with a group in a group at the bottom."""
    data = tag(1, 3) + tag(2, 3) + tag(2, 4) + tag(1, 4)
    for _ in range(levels - 2):
        data = record(5, data)
    return data


def _entries(levels: int) -> bytes:
    """Required.by_name: the entries are levels, too."""
    data = record(2, b"innermost") if levels % 2 else record(20, b"")
    for _ in range(levels // 2):
        data = record(20, record(2, data))
    return data


def _messages(levels: int) -> bytes:
    data = b""
    for _ in range(levels):
        data = record(5, data)
    return data


def _unknown_groups(levels: int) -> bytes:
    return tag(77, 3) * levels + tag(77, 4) * levels


@pytest.mark.parametrize(
    ("name", "nested"),
    [
        ("Groups", _groups),
        ("Required", _entries),
        ("Groups", _messages),
        ("Groups", _unknown_groups),
        ("Groups", lambda levels: record(5, _unknown_groups(levels - 1))),
        ("Groups", lambda levels: tag(1, 3) + _unknown_groups(levels - 1) + tag(1, 4)),
        ("Groups", lambda levels: _messages(3) + _groups(levels)),
        ("Groups", lambda levels: _groups(levels - 1) + _groups(levels)),
        (
            "Groups",
            lambda levels: tag(1, 3)
            + tag(1, 4)
            + tag(1, 3)
            + _unknown_groups(levels - 1)
            + tag(1, 4),
        ),
        ("Required", lambda levels: record(3, b"") + record(3, _entries(levels - 1))),
    ],
)
def test_levels_are_counted_as_google_counts_them(
    kitchen: Kitchen, name: str, nested: Callable[[int], bytes]
) -> None:
    accepted = []
    for levels in range(96, 105):
        data = nested(levels)
        theirs = kitchen.theirs[f"kitchen.old.{name}"]()
        try:
            theirs.MergeFromString(data)
        except DecodeError:
            with pytest.raises(kitchen.package.DecodeError, match="nested too deep"):
                kitchen.ours[f"kitchen.old.{name}"].FromString(data)
        else:
            accepted.append(levels)
            ours = kitchen.ours[f"kitchen.old.{name}"].FromString(data)
            assert ours.SerializePartialToString() == theirs.SerializePartialToString()
    assert accepted and len(accepted) < 9


def test_parts_that_were_read_while_absent_stay_parts(kitchen: Kitchen) -> None:
    def grown(message: Any) -> tuple[Any, ...]:
        held = message.inner, message.inner.tree, message.inner.tree.branches
        leaf = held[1].leaf
        content = record(6, record(2, b"") + record(1, record(1, b"x")))
        message.MergeFromString(record(9, content))
        held[2].add().leaf.name = "y"
        leaf.name += "z"
        return message.SerializeToString(), [part.SerializeToString() for part in held[:2]]

    ours, theirs = (side["kitchen.Choice"] for side in (kitchen.ours, kitchen.theirs))
    found = grown(ours())
    assert found == grown(theirs())
    # Below a message that is present, google's classes replace what was merged.
    assert grown(ours(inner=ours()))[1] == found[1]


@pytest.mark.parametrize(
    "merge",
    [
        lambda s: s.MergeFrom(s.parent),
        lambda s: s.parent.MergeFrom(s),
        lambda s: s.MergeFrom(s),
        lambda s: s.branches[0].MergeFrom(s),
        lambda s: s.MergeFrom(s.branches[0]),
        lambda s: s.parent.parent.MergeFrom(s.parent),
        lambda s: s.parent.MergeFrom(s.parent.parent),
    ],
)
def test_a_message_can_be_merged_with_what_it_holds(
    kitchen: Kitchen, merge: Callable[[Any], None]
) -> None:
    results = []
    for classes in (kitchen.ours, kitchen.theirs):
        tree = tree_of(classes["kitchen.Tree"])
        merge(tree)
        results.append(tree.SerializeToString())
    assert results[0] == results[1]


def test_a_message_can_be_replaced_by_what_it_holds_or_stands_in(kitchen: Kitchen) -> None:
    # Google's classes crash here.
    inner, outer = (tree_of(kitchen.ours["kitchen.Tree"]) for _ in range(2))
    parent, whole = inner.parent.SerializeToString(), outer.SerializeToString()
    inner.CopyFrom(inner.parent)
    outer.parent.CopyFrom(outer)
    assert inner.SerializeToString() == parent
    assert outer.parent.SerializeToString() == whole


def tree_of(tree_class: type[Any]) -> Any:
    """A tree with branches, and with a parent of a parent."""
    tree = tree_class()
    tree.leaf.name = "top"
    tree.branches.add().leaf.name = "branch"
    tree.branches.add().branches.add()
    tree.parent.leaf.forms.append(3)
    tree.parent.parent.branches.add().leaf.name = "far"
    return tree
