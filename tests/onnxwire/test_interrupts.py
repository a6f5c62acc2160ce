"""An exception at each line of a first use, as a signal handler may raise: nothing is half done."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from onnxwire import ModelProto, NodeProto, TypeProto
from onnxwire._runtime.untouched import is_untouched
from oracles.first_uses import FIRST_CHANGES, FIRST_USES, FOLDERS, NODE, Made, lazy
from oracles.line_injection import at_every_line, interrupt


@pytest.mark.parametrize("name", FIRST_USES)
def test_a_message_is_lazy_or_decoded_and_of_use(name: str) -> None:
    case = FIRST_USES[name]
    changed = copy.copy(case.expected)
    case.change(changed)
    runs = untouched = 0
    for made, injection in at_every_line(
        FOLDERS,
        case.prepare,
        lambda made: case.use(made.message),
        interrupt,
        is_once_per_line=case.is_long,
    ):
        runs += 1
        untouched += is_untouched(made.message)
        assert made.message.SerializeToString() == case.expected.SerializeToString()
        assert copy.copy(made.message) == case.expected, injection.place
        case.use(made.message)
        case.change(made.message)
        assert made.message == changed, injection.place
        assert made.message.SerializeToString() == changed.SerializeToString()
    assert runs > 3
    # Copies and bytes are made without decoding.
    assert (untouched > 0) == ("lazy" in name)


@pytest.mark.parametrize("name", FIRST_CHANGES)
def test_a_change_that_was_cut_short_can_be_made_again(name: str) -> None:
    prepare, change, added = FIRST_CHANGES[name]
    runs = 0
    for made, injection in at_every_line(FOLDERS, prepare, change, interrupt):
        runs += 1
        before = len(added(made))
        assert before <= 1
        written = type(made).FromString(made.SerializeToString())
        assert len(added(written)) == before, injection.place
        change(made)
        assert len(added(made)) == before + 1, injection.place
        read = type(made).FromString(made.SerializeToString())
        assert read == made and len(added(read)) == before + 1, injection.place
    assert runs > 5


@pytest.mark.parametrize(
    "replace",
    [
        lambda node: node.Clear(),
        lambda node: node.CopyFrom(NodeProto(name="new", input=["y"])),
        lambda node: node.ParseFromString(NodeProto(name="new", input=["y"]).SerializeToString()),
        lambda node: node.CopyFrom(lazy(NODE)().message),
    ],
    ids=["Clear", "CopyFrom", "ParseFromString", "CopyFrom a lazy message"],
)
def test_content_is_replaced_as_a_whole(replace: Any) -> None:
    before = NodeProto(name="old", input=["x", "y"], output=["z"])
    after = copy.copy(before)
    replace(after)
    seen = set()
    for made, injection in at_every_line(FOLDERS, lambda: copy.copy(before), replace, interrupt):
        is_old, is_new = made == before, made == after
        assert is_old or is_new, injection.place
        seen.add(is_new)
        replace(made)
        assert made == after
    assert seen == {True, False}


@pytest.mark.parametrize("name", ["Clear", "ClearField", "ParseFromString"])
def test_parts_are_cut_off_or_joined_but_never_lost(name: str) -> None:
    def replace(made: Made) -> None:
        arguments = {"Clear": (), "ClearField": ("graph",), "ParseFromString": (b"",)}[name]
        getattr(made.message, name)(*arguments)

    def prepare() -> Made:
        model = ModelProto(ir_version=8)
        return Made(model, [model.graph, model.graph.node])

    seen = set()
    for made, injection in at_every_line(FOLDERS, prepare, replace, interrupt):
        model, (graph, nodes) = made.message, made.seen
        nodes.add(op_type="Held")
        is_part = model.HasField("graph")
        seen.add(is_part)
        assert is_part == (model.graph is graph), injection.place
        model.graph.node.add(op_type="New")
        expected = ["Held", "New"] if is_part else ["New"]
        found = ModelProto.FromString(model.SerializeToString()).graph.node
        assert [node.op_type for node in found] == expected, injection.place
    assert seen == {True, False}


def test_a_member_of_a_oneof_is_set_or_not() -> None:
    def change(kind: TypeProto) -> None:
        kind.map_type.key_type = 7

    for made, injection in at_every_line(
        FOLDERS, lambda: TypeProto(tensor_type={"elem_type": 1}), change, interrupt
    ):
        members = ("tensor_type", "map_type")
        assert sum(map(made.HasField, members)) <= 1, injection.place
        made.tensor_type.elem_type = 3
        assert made.map_type == TypeProto.Map(), injection.place
        change(made)
        assert made.WhichOneof("value") == "map_type"
        made.tensor_type.elem_type = 3
        assert made == TypeProto(tensor_type={"elem_type": 3}), injection.place
