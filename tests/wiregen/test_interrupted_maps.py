"""An exception at each line of the first change of a map or list: it never hides content."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oracles.line_injection import at_every_line, interrupt
from support.every_kind import EveryKind

# Each adds something to an absent field of an absent message, which is read first.
Change = tuple[Callable[[Any], Any], Callable[[Any], object]]
CHANGES: dict[str, Change] = {
    "item": (lambda m: m.a_keys.by_string, lambda held: held.__setitem__("k", "v")),
    "update": (lambda m: m.a_keys.by_string, lambda held: held.update(k="v")),
    "|=": (lambda m: m.a_keys.by_string, lambda held: held.__ior__({"k": "v"})),
    "setdefault": (lambda m: m.a_keys.by_string, lambda held: held.setdefault("k", "v")),
    "a missing key": (lambda m: m.a_keys.by_string, lambda held: held["k"]),
    "replace": (lambda m: m.a_keys.by_string, lambda held: held.replace({"k": "v"})),
    "MergeFrom": (lambda m: m.a_keys.by_string, lambda held: held.MergeFrom({"k": "v"})),
    "a map of messages": (lambda m: m.a_values.of_part, lambda held: held[3].SetInParent()),
    "a map deep inside": (
        lambda m: m.a_holder.a_holder.a_values.of_part,
        lambda held: setattr(held[3], "a_int32", 7),
    ),
    "append": (lambda m: m.a_lists.repeated_int32, lambda held: held.append(7)),
    "extend": (lambda m: m.a_lists.repeated_float, lambda held: held.extend([7.0])),
    "insert": (lambda m: m.a_lists.repeated_bool, lambda held: held.insert(0, True)),
    "slice": (lambda m: m.a_lists.repeated_open, lambda held: held.__setitem__(slice(0), [1])),
    "replace a list": (lambda m: m.a_lists.repeated_bytes, lambda held: held.replace([b"x"])),
    "+=": (lambda m: m.a_lists.repeated_string, lambda held: held.__iadd__(["x"])),
    "add": (lambda m: m.a_holder.a_lists.repeated_part, lambda held: held.add(a_int32=1)),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_there_is_written(kinds: EveryKind, name: str) -> None:
    held_in, change = CHANGES[name]
    message_class = kinds.ours["every3.Holder"]
    package = Path(kinds.package.__file__).parent
    folders = tuple(package / part for part in ("_runtime", "_codec", "messages"))

    def prepare() -> tuple[Any, Any]:
        message = message_class()
        return message, held_in(message)

    runs = interrupted = 0
    for (message, held), injection in at_every_line(
        folders, prepare, lambda made: change(made[1]), interrupt
    ):
        runs += 1
        interrupted += injection.place is not None
        for changes in range(3):
            written = message_class.FromString(message.SerializeToString())
            assert held_in(message) is held, injection.place
            assert held_in(written) == held, injection.place
            assert held or not changes, injection.place
            change(held)
    assert runs == interrupted + 1 and interrupted > 3
