"""Untouched messages of one list: strings are looked up in them, and many are touched together."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import onnx
import pytest

import onnxwire
from onnxwire import DecodeError, GraphProto, ModelProto, NodeProto
from onnxwire._runtime.untouched import is_untouched
from oracles.wire_tree import record

COUNT = 2000


def saved(path: Path, nodes: list[bytes]) -> Path:
    """A model of nodes with these bytes, whose graph is large."""
    path.write_bytes(record(7, b"".join(record(1, node) for node in nodes)))
    return path


def node(number: int) -> bytes:
    return NodeProto(
        op_type=f"Operator{number % 7}",
        name=f"node {number} with a name that makes it longer than sixty bytes",
        input=["x"],
        attribute=[{"name": "axis", "type": "INT", "i": number}],
    ).SerializeToString()


@pytest.fixture(name="path")
def path_(tmp_path: Path) -> Path:
    return saved(tmp_path / "model.onnx", [node(number) for number in range(COUNT)])


def untouched_nodes(graph: GraphProto) -> int:
    return sum(map(is_untouched, graph.node))


def test_strings_are_told_by_messages_that_stay_untouched(path: Path) -> None:
    ours, theirs = onnxwire.load(path).graph, onnx.load(path).graph
    found = [(node.op_type, node.name) for node in ours.node]
    assert found == [(node.op_type, node.name) for node in theirs.node]
    assert {node.domain for node in ours.node[:50]} == {""}
    assert untouched_nodes(ours) == COUNT


@pytest.mark.parametrize(
    "odd",
    [
        record(4, b"first") + record(4, b"last"),
        b"\x20\x05" + record(4, b"name") + b"\x20\x07",
        record(4, b"name") + record(200, b"unknown"),
        record(4, "Größe".encode()) + record(4, b"\xff\xfe"),
        record(4, b"\xff\xfe"),
        record(4, b""),
        record(4, bytes(300)),
        b"\x22\x84\x00name",
        record(4, b"name") + b"\xa3\x06\xa4\x06",
    ],
    ids=lambda odd: odd[:8].hex(),
)
def test_a_string_is_what_decoding_gives(tmp_path: Path, odd: bytes) -> None:
    data = odd + record(3, b"n" * 100)
    path = saved(tmp_path / "model.onnx", [data] + [node(number) for number in range(COUNT)])
    graph = onnxwire.load(path).graph
    assert graph.node[0].op_type == NodeProto.FromString(data).op_type
    assert graph.node[0] == NodeProto.FromString(data)


def test_many_that_are_touched_bring_the_others_along(path: Path) -> None:
    graph = onnxwire.load(path).graph
    for number in range(10):
        assert graph.node[number].attribute[0].i == number
    assert untouched_nodes(graph) == COUNT - 10
    for number in range(10, 20):
        assert graph.node[number].attribute[0].i == number
    assert untouched_nodes(graph) == 0
    assert graph == onnxwire.load(path, eager=True).graph


def test_many_looks_at_all_of_them_bring_them_along(path: Path) -> None:
    graph = onnxwire.load(path).graph
    for _ in range(4):
        assert all(node.op_type for node in graph.node)
    assert untouched_nodes(graph) == 0


def test_damage_is_told_of_the_message_that_was_asked(tmp_path: Path) -> None:
    damaged = node(7)[:-1]
    nodes = [node(number) for number in range(COUNT)]
    nodes[7] = damaged
    graph = onnxwire.load(saved(tmp_path / "model.onnx", nodes)).graph
    for number in range(100, 200):
        assert graph.node[number].attribute[0].i == number
    assert untouched_nodes(graph) == 1
    with pytest.raises(DecodeError, match=r": ModelProto\.graph\.node\[7\]"):
        assert graph.node[7].attribute
    with pytest.raises(DecodeError, match=r": ModelProto\.graph\.node\[7\]"):
        assert graph.node[7].op_type


def test_what_was_not_touched_is_written_as_it_was(tmp_path: Path) -> None:
    odd = record(4, b"first") + record(4, b"last") + record(3, b"n" * 100)
    nodes = [odd] + [node(number) for number in range(COUNT)]
    model = onnxwire.load(saved(tmp_path / "model.onnx", nodes))
    model.graph.node[1].name = "renamed"
    onnxwire.save(model, tmp_path / "saved.onnx")
    data = (tmp_path / "saved.onnx").read_bytes()
    assert odd in data and all(node in data for node in nodes[2:])
    expected = onnx.ModelProto.FromString((tmp_path / "model.onnx").read_bytes())
    expected.graph.node[1].name = "renamed"
    assert onnx.ModelProto.FromString(data) == expected


def test_a_model_is_freed_when_nobody_holds_it(path: Path) -> None:
    gc.disable()
    try:
        model = onnxwire.load(path)
        assert model.graph.node[3].op_type and model.graph.node[4].input
        freed = weakref.ref(model.graph.node[5])
        del model
        assert freed() is None
    finally:
        gc.enable()


def test_messages_taken_out_of_their_list_are_whole(path: Path) -> None:
    graph = onnxwire.load(path).graph
    taken = graph.node.pop(3)
    copied = ModelProto()
    copied.graph.node.append(graph.node[0])
    del graph
    assert taken.op_type == "Operator3" and taken.attribute[0].i == 3
    assert copied.graph.node[0].attribute[0].i == 0
