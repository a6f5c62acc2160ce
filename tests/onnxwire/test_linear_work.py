"""Twice the input takes at most a little more than twice the work, whatever is done with it.

Work is counted in executed lines of Python, which are the same on every machine.
"""

from __future__ import annotations

import copy
import json
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from onnxwire import DecodeError, EncodeError, Message, json_format, rules, text_format
from onnxwire._cli.command_line import main
from onnxwire._explorer.layout import layout_of
from onnxwire._explorer.walk import Walk
from onnxwire._runtime.containment import children
from onnxwire._runtime.decoding import NESTING_LIMIT
from onnxwire._runtime.diagnosis import decode_error
from oracles.growing_inputs import INPUTS

SMALL, LARGE = 40, 80
MOST = 2.2


def touch_all(message: Message) -> list[Message]:
    """Decode all that stands in a message; messages that are damaged are left out."""
    found, pending = [], [message]
    while pending:
        part = pending.pop()
        try:
            for field in part.DESCRIPTOR.fields:
                pending.extend(child for _, child in children(part, field))
        except DecodeError:
            continue
        found.append(part)
    return found


def merged(message: Message, data: bytes) -> None:
    message.MergeFromString(data)
    message.MergeFromString(data)


def cleared(one: Message, other: Message) -> None:
    one.Clear()
    other.DiscardUnknownFields()


def added(message: Message, other: Message) -> None:
    message.MergeFrom(other)
    message.MergeFrom(other)


OPERATIONS: dict[str, Callable[[Message, Message, bytes], Any]] = {
    "decode": lambda one, _, data: touch_all(type(one).FromString(data)),
    "parse": lambda one, _, data: one.ParseFromString(data),
    "merge bytes": lambda one, _, data: merged(one, data),
    "merge": lambda one, other, _: added(one, other),
    "diagnosis": lambda one, _, data: decode_error(type(one), data, NESTING_LIMIT),
    "equality": lambda one, other, _: one == other,
    "copy": lambda one, other, _: (copy.copy(one), copy.deepcopy(other)),
    "CopyFrom": lambda one, other, _: one.CopyFrom(other),
    "serialize": lambda one, _, __: (one.SerializeToString(), one.ByteSize()),
    "deterministic": lambda one, _, __: one.SerializeToString(deterministic=True),
    "pickle": lambda one, _, __: pickle.loads(pickle.dumps(one)),
    "clear": lambda one, other, _: cleared(one, other),
    "str": lambda one, other, _: (str(one), repr(other)),
    "text": lambda one, _, __: text_format.MessageToString(one, print_unknown_fields=True),
    "text parsing": lambda one, _, __: text_format.Parse(
        text_format.MessageToString(one), type(one)()
    ),
    # Without margins: those that `json` adds take the product of length and depth.
    "JSON": lambda one, _, __: json_format.MessageToJson(one, indent=None),
    "JSON parsing": lambda one, _, __: json_format.Parse(
        json.dumps(json_format.MessageToDict(one)), type(one)()
    ),
    "check": lambda one, _, __: rules.check(one),
    "explore": lambda one, _, data: list(Walk(data, layout_of(type(one).DESCRIPTOR))),
}


def outcome(action: Callable[[], Any]) -> None:
    """Do something that may only fail as it is documented."""
    with suppress(DecodeError, EncodeError, text_format.ParseError, json_format.ParseError):
        action()


def prepared(name: str, operation: str, size: int) -> Callable[[], None]:
    """An operation on new messages; those of damaged bytes are new and empty."""
    message_class, data = INPUTS[name](size)
    pair = []
    for _ in range(2):
        try:
            pair.append(message_class.FromString(data))
        except DecodeError:
            pair.append(message_class())
    return partial(outcome, lambda: OPERATIONS[operation](pair[0], pair[1], data))


def lines_of(action: Callable[[], object]) -> int:
    """How many lines are executed."""
    count = 0

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("name", INPUTS)
def test_twice_the_input_takes_twice_the_work(name: str) -> None:
    too_much = {}
    for operation in OPERATIONS:
        # Caches and modules are filled first.
        prepared(name, operation, 8)()
        small, large = (lines_of(prepared(name, operation, size)) for size in (SMALL, LARGE))
        if large > MOST * small:
            too_much[operation] = small, large
    assert too_much == {}


@pytest.mark.parametrize("name", ["nodes", "attributes", "tensors", "second graphs"])
def test_twice_the_input_takes_twice_the_work_to_show(name: str, tmp_path: Path) -> None:
    lines = []
    # The first size fills caches.
    for size in (8, SMALL // 2, LARGE // 2):
        message_class, data = INPUTS[name](size)
        path = tmp_path / f"{size}.pb"
        path.write_bytes(data)
        command = ("explore", str(path), "--as", message_class.__name__, "--all")
        lines.append(lines_of(partial(main, command)))
    assert lines[2] <= MOST * lines[1]
