"""A fork at each line of a first use: the child can use the message, and so can the parent."""

from __future__ import annotations

import copy
import os
from typing import Any

import pytest

from oracles.first_uses import FIRST_CHANGES, FIRST_USES, FOLDERS, FirstUse, Made
from oracles.line_injection import at_every_line, in_child, in_other_thread

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]
# A fork takes milliseconds, so these are few, and decoders, which fill a message that nothing
# else can see, are left out.
LINES = FOLDERS[0], FOLDERS[2]
CASES = ("a message in it of a lazy message", "a string in a lazy list", "packed numbers")


def require_use(case: FirstUse, message: Any) -> None:
    """Use and change a message, as the child does."""
    changed = copy.copy(case.expected)
    case.change(changed)
    case.use(message)
    assert message == case.expected
    case.change(message)
    assert message.SerializeToString() == changed.SerializeToString()


@pytest.mark.parametrize("name", CASES)
def test_a_child_of_the_thread_that_decodes(name: str) -> None:
    case = FIRST_USES[name]

    def check(made: Made) -> None:
        require_use(case, made.message)

    require_all(case, in_child(check))


@pytest.mark.parametrize("name", CASES)
def test_a_child_of_another_thread(name: str) -> None:
    """In the child, the thread that decodes does not exist: nothing may wait for it."""
    case = FIRST_USES[name]

    def check(made: Made) -> None:
        require_use(case, made.message)

    require_all(case, in_other_thread(in_child(check)))


def require_all(case: FirstUse, action: Any) -> None:
    runs = 0
    for made, _ in at_every_line(
        LINES,
        case.prepare,
        lambda made: case.use(made.message),
        action,
        is_once_per_line=True,
    ):
        runs += 1
        require_use(case, made.message)
    assert runs > 3


def test_a_child_in_the_middle_of_a_first_change() -> None:
    prepare, change, added = FIRST_CHANGES["a list in an absent message"]

    def check(made: Any) -> None:
        before = len(added(made))
        change(made)
        assert len(added(type(made).FromString(made.SerializeToString()))) == before + 1

    for made, _ in at_every_line(
        LINES, prepare, change, in_other_thread(in_child(check)), is_once_per_line=True
    ):
        assert len(added(made)) == 1
