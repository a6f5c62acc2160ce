"""Copies of messages of other schemas share nothing with what they were made of."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from oracles.any_schema import filled
from oracles.raw_values import random_message
from oracles.wire_tree import tag
from support.every_kind import EveryKind
from support.kitchen import Kitchen

ROUNDS = 10


def by_keywords(message: Any) -> Any:
    """A message made of the values of another one, which has no unknown fields."""
    values = {field.attribute: value for field, value in message.ListFields()}
    return type(message)(**values)


def merged(message: Any) -> Any:
    made = type(message)()
    made.MergeFrom(message)
    return made


def copied(message: Any) -> Any:
    made = type(message)()
    made.CopyFrom(message)
    return made


WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda message: pickle.loads(pickle.dumps(message)),
    "CopyFrom": copied,
    "MergeFrom": merged,
    "keywords": by_keywords,
}


def parts(message: Any) -> Iterator[Any]:
    """A message and all messages in it, in lists and maps too."""
    yield message
    for field, value in message.ListFields():
        if field.map_value is not None:
            inner = value.values() if field.map_value.message_class is not None else ()
        elif field.message_class is None:
            inner = ()
        else:
            inner = value if field.is_repeated else (value,)
        for child in inner:
            yield from parts(child)


def change_everything(message: Any) -> None:
    """Change each message in a message, lists and maps last, and unknown fields."""
    for part in list(parts(message)):
        part.MergeFromString(tag(19_999, 0) + b"\1")
    for part in list(parts(message)):
        for field, value in part.ListFields():
            if field.is_repeated:
                value.clear()
            elif field.message_class is None:
                part.ClearField(field.name)


@pytest.mark.parametrize("way", WAYS)
def test_a_change_of_one_does_not_reach_the_other(
    kitchen: Kitchen, kinds: EveryKind, way: str
) -> None:
    changed = in_maps = 0
    made_by: tuple[Kitchen | EveryKind, ...] = (kitchen, kinds)
    for made in made_by:
        for name, theirs in made.theirs.items():
            random = Random(f"copies {name}")
            for _ in range(ROUNDS):
                data = filled(random, theirs).SerializePartialToString()
                message = made.ours[name].FromString(data)
                other = WAYS[way](message)
                assert other == message
                before = message.SerializePartialToString()
                in_maps += any(
                    field.map_value is not None and field.map_value.message_class is not None
                    for part in parts(message)
                    for field, _ in part.ListFields()
                )
                change_everything(other)
                assert message.SerializePartialToString() == before, name
                changed += other.SerializePartialToString() != before
    assert changed > 200 and in_maps > 20


@pytest.mark.parametrize("way", sorted(WAYS.keys() - {"keywords"}))
def test_unknown_fields_are_copied(kinds: EveryKind, way: str) -> None:
    compared = 0
    for name, theirs in kinds.theirs.items():
        random = Random(f"unknown {name}")
        for _ in range(ROUNDS):
            data = random_message(random, theirs.DESCRIPTOR) + tag(19_998, 0) + b"\1"
            try:
                message = kinds.ours[name].FromString(data)
            except kinds.package.DecodeError:
                continue
            other = WAYS[way](message)
            before = message.SerializePartialToString()
            assert other.SerializePartialToString() == before
            change_everything(other)
            assert message.SerializePartialToString() == before, name
            compared += 1
    assert compared > 100
