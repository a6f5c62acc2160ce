"""Equality, and the form that `deterministic=True` gives, of any schema's messages."""

from __future__ import annotations

from random import Random
from typing import Any

from oracles.any_schema import filled
from support.kitchen import Kitchen

ROUNDS = 20


def with_shuffled_maps(random: Random, message: Any) -> Any:
    """Return a copy of a message of ours whose maps have another order of insertion."""
    copy = type(message)()
    copy.CopyFrom(message)
    for field, value in copy.ListFields():
        if field.map_value is not None:
            entries = list(value.items())
            random.shuffle(entries)
            value.clear()
            for key, item in entries:
                if hasattr(item, "CopyFrom"):
                    value[key].CopyFrom(item)
                else:
                    value[key] = item
    return copy


def test_equal_messages_have_one_canonical_form(kitchen: Kitchen) -> None:
    reordered = 0
    for name, theirs in kitchen.theirs.items():
        random = Random(f"canonical {name}")
        for _ in range(ROUNDS):
            data = filled(random, theirs).SerializePartialToString()
            message = kitchen.ours[name].FromString(data)
            other = with_shuffled_maps(random, message)
            form = message.SerializePartialToString(deterministic=True)
            reordered += other.SerializePartialToString() != form
            assert other.SerializePartialToString(deterministic=True) == form, name
            assert theirs.FromString(form) == theirs.FromString(data), name
    assert reordered > ROUNDS


def test_keys_of_the_canonical_form_ascend(kitchen: Kitchen) -> None:
    maps = kitchen.ours["kitchen.Maps"]
    numbers, texts = (5, -1, 2**31 - 1, 0, -(2**31)), ("b", "", "\U0001f600", "\uffff", "ab", "a")
    message = maps(by_int32={n: n for n in numbers}, by_string=dict.fromkeys(texts, "v"))
    again = maps.FromString(message.SerializeToString(deterministic=True))
    assert list(again.by_int32) == sorted(numbers)
    # The order of bytes in UTF-8 is that of code points.
    assert list(again.by_string) == sorted(texts)


def test_messages_are_equal_as_google_finds(kitchen: Kitchen) -> None:
    found = set()
    for name, theirs in kitchen.theirs.items():
        random, ours = Random(f"equality {name}"), kitchen.ours[name]
        made = [filled(random, theirs).SerializePartialToString() for _ in range(6)]
        for one in made:
            # Another message, or the same content but for the order of maps.
            for other in (random.choice(made), one):
                pair = [ours.FromString(one), with_shuffled_maps(random, ours.FromString(other))]
                are_equal = pair[0] == pair[1]
                assert are_equal == (theirs.FromString(one) == theirs.FromString(other)), name
                found.add(are_equal)
    assert found == {True, False}
