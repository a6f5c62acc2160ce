"""Threads that use one message at the same time, with a complete use of one at each line of another."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from oracles.first_uses import FIRST_CHANGES, FIRST_USES, FOLDERS, FirstUse, Made
from oracles.line_injection import at_every_line, in_other_thread

BOTH = pytest.mark.parametrize("case", FIRST_USES.values(), ids=FIRST_USES.keys())

# What is read first: the lists of packed numbers are compared, not parts of them.
PARTS: dict[str, Callable[[Any], Any]] = {
    "a list in an absent message": lambda model: model.graph,
    "packed numbers": lambda tensor: tensor.float_data,
}


def parts_of(message: Any) -> list[Any]:
    """Return all lists and messages in a message, in order."""
    found = []
    for field, value in message.ListFields():
        if field.is_repeated:
            found.append(value)
        if field.message_type is not None:
            for child in value if field.is_repeated else [value]:
                found += [child, *parts_of(child)]
    return found


@BOTH
def test_two_that_read_see_the_same_parts(case: FirstUse) -> None:
    def read(made: Made) -> None:
        case.use(made.message)
        made.seen = parts_of(made.message)

    runs = 0
    for made, injection in at_every_line(
        FOLDERS,
        case.prepare,
        lambda made: case.use(made.message),
        in_other_thread(read),
        is_once_per_line=case.is_long,
    ):
        runs += 1
        if injection.place is not None:
            parts = parts_of(made.message)
            assert len(parts) == len(made.seen), injection.place
            assert all(a is b for a, b in zip(parts, made.seen, strict=True)), injection.place
        assert made.message == case.expected, injection.place
    assert runs > 3


@BOTH
def test_what_one_changes_while_another_reads_is_kept(case: FirstUse) -> None:
    expected = copy.copy(case.expected)
    case.change(expected)
    assert expected != case.expected
    for made, injection in at_every_line(
        FOLDERS,
        case.prepare,
        lambda made: case.use(made.message),
        in_other_thread(lambda made: case.change(made.message)),
        is_once_per_line=case.is_long,
    ):
        wanted = case.expected if injection.place is None else expected
        assert made.message == wanted, injection.place
        assert made.message.SerializeToString() == wanted.SerializeToString(), injection.place


@pytest.mark.parametrize("name", FIRST_CHANGES)
def test_what_two_add_first_is_all_there(name: str) -> None:
    prepare, change, added = FIRST_CHANGES[name]
    runs = 0
    for made, injection in at_every_line(FOLDERS, prepare, change, in_other_thread(change)):
        runs += 1
        count = 1 if injection.place is None else 2
        assert len(added(made)) == count, injection.place
        read = type(made).FromString(made.SerializeToString())
        assert read == made and len(added(read)) == count, injection.place
    assert runs > 5


@pytest.mark.parametrize("name", FIRST_CHANGES)
def test_two_that_read_an_absent_part_get_the_same(name: str) -> None:
    prepare, _, part_of = FIRST_CHANGES[name]
    read: Callable[[Any], Any] = PARTS.get(name, part_of)

    def look(made: Made) -> None:
        made.seen.append(read(made.message))

    runs = 0
    for made, injection in at_every_line(
        FOLDERS, lambda: Made(prepare()), look, in_other_thread(look)
    ):
        runs += 1
        assert len(made.seen) == (1 if injection.place is None else 2)
        assert made.seen[0] is made.seen[-1] is read(made.message), injection.place
    assert runs > 3
