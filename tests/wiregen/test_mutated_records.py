"""Damaged messages of other schemas: what google's classes take, they write as ours do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from oracles.mutations import mutated
from oracles.raw_values import random_message
from oracles.written_again import assert_same_bytes, assert_written_alike
from support.every_kind import EveryKind
from support.kitchen import Kitchen
from support.options import count_of

# A case has its seed from its number and its message.
SEED = 20261201

Sides = dict[str, tuple[Any, Any, type[Exception]]]


@pytest.fixture(scope="module", name="sides")
def sides_(kitchen: Kitchen, kinds: EveryKind) -> Sides:
    """The classes of both sides by full name, and the error of ours."""
    made: tuple[Kitchen | EveryKind, ...] = (kitchen, kinds)
    return {
        name: (one.ours[name], theirs, one.package.DecodeError)
        for one in made
        for name, theirs in one.theirs.items()
    }


def cases(count: int, theirs: Any) -> Iterator[tuple[Random, bytes]]:
    """So many messages of a type, each with the source of chance that made it."""
    name = theirs.DESCRIPTOR.full_name
    for number in range(count):
        random = Random(f"{SEED} {name} {number}")
        yield random, random_message(random, theirs.DESCRIPTOR)


def test_messages_are_written_as_google_writes_them(
    sides: Sides, request: pytest.FixtureRequest
) -> None:
    """Half of them are damaged, so that some are refused."""
    per_type = count_of(request.config, "--mutations") // 10
    taken = refused = 0
    for ours, theirs, decode_error in sides.values():
        for random, data in cases(per_type, theirs):
            # In messages without fields, google's parser takes field number 0.
            if theirs.DESCRIPTOR.fields and random.randrange(2):
                data = mutated(random, theirs.DESCRIPTOR, data)
            is_taken = assert_written_alike(ours, theirs, data, decode_error)
            taken += is_taken
            refused += not is_taken
    # Neither outcome is so rare that nothing would be compared.
    assert taken > len(sides) * per_type // 3 and refused > len(sides) * per_type // 6


def test_two_messages_are_merged_as_google_merges_them(
    sides: Sides, request: pytest.FixtureRequest
) -> None:
    """One after the other in one run of bytes, merged as bytes, and merged as messages."""
    per_type = count_of(request.config, "--mutations") // 30
    compared = 0
    for ours, theirs, decode_error in sides.values():
        for random, first in cases(per_type, theirs):
            second = random_message(random, theirs.DESCRIPTOR)
            if not assert_written_alike(ours, theirs, first + second, decode_error):
                continue
            merged, message = (side.FromString(first) for side in (ours, theirs))
            merged.MergeFromString(second)
            message.MergeFromString(second)
            shown = f"{theirs.DESCRIPTOR.full_name} {first.hex()} {second.hex()}"
            assert_same_bytes(merged, message, shown)
            merged, message = (side.FromString(first) for side in (ours, theirs))
            merged.MergeFrom(ours.FromString(second))
            message.MergeFrom(theirs.FromString(second))
            assert_same_bytes(merged, message, shown)
            compared += 1
    assert compared > len(sides) * per_type // 2
