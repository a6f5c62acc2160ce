"""Messages of a mapped file that nobody has touched: in every way like those that are decoded.

Here every message is left untouched that can be, however small it is.
"""

from __future__ import annotations

import copy
import gc
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import onnxwire
from onnxwire import (
    DecodeError,
    GraphProto,
    Message,
    ModelProto,
    NodeProto,
)
from onnxwire._codec import decoders
from onnxwire._runtime.untouched import is_untouched
from oracles.mutations import mutated
from oracles.real_files import RealFile, real_files
from oracles.untouched_decoding import everything
from oracles.wire_tree import record

MUTATIONS = 2000
SMALL_FILES = [file for file in real_files() if len(file.data) < 20_000]


@pytest.fixture(autouse=True)
def all_untouched_(all_untouched: None) -> None:
    """Every test here wants it."""


def written(message: Message) -> bytes:
    pieces: list[bytes] = []
    message._encode(pieces)
    return b"".join(pieces)


def model() -> ModelProto:
    node = NodeProto(op_type="Relu", input=["x"], attribute=[{"name": "k", "i": 3, "type": 2}])
    return ModelProto(ir_version=8, graph=GraphProto(name="g", node=[node, node]))


@pytest.fixture(name="path")
def path_(tmp_path: Path) -> Path:
    path = tmp_path / "model.onnx"
    onnxwire.save(model(), path)
    return path


@pytest.mark.parametrize("file", SMALL_FILES, ids=str)
def test_a_real_file_is_in_every_way_like_a_decoded_one(file: RealFile) -> None:
    def load() -> Message:
        return onnxwire.load(file.path, file.message_type.ours)

    eager = onnxwire.load(file.path, file.message_type.ours, eager=True)
    assert load() == eager and eager == load() and load() == load()
    for made in (copy.copy(load()), copy.deepcopy(load()), pickle.loads(pickle.dumps(load()))):
        assert made == eager
    assert str(load()) == str(eager) and repr(load()) == repr(eager)
    assert load().IsInitialized() and load().ByteSize() == len(file.data)
    loaded = load()
    loaded.DiscardUnknownFields()
    assert loaded == eager


def test_a_message_is_untouched_until_something_is_asked_of_it(path: Path) -> None:
    loaded = onnxwire.load(path)
    graph = loaded.graph
    assert is_untouched(graph) and isinstance(graph, GraphProto)
    assert graph is loaded.graph and is_untouched(graph)
    assert graph.name == "g" and type(graph) is GraphProto
    assert [is_untouched(node) for node in graph.node] == [True, True]
    assert graph.node[0].input == ["x"] and not is_untouched(graph.node[0])
    assert is_untouched(graph.node[1]) and graph.node[1].__class__ is NodeProto


def test_the_type_of_an_untouched_message_makes_ordinary_ones(path: Path) -> None:
    node = onnxwire.load(path).graph.node[0]
    variant = type(node)
    assert is_untouched(node) and issubclass(variant, NodeProto)
    for made in (variant(op_type="Abs"), variant.FromString(b"\x22\x03Abs")):
        assert made == NodeProto(op_type="Abs") and type(made) is NodeProto
    make: Any = variant
    with pytest.raises(TypeError):
        make(1)


def copied_from(graph: GraphProto) -> GraphProto:
    made = GraphProto(name="before", node=[{}])
    made.CopyFrom(graph)
    return made


def merged_from(graph: GraphProto) -> GraphProto:
    made = GraphProto()
    made.MergeFrom(graph)
    return made


def merged_into_an_absent_one(graph: GraphProto) -> GraphProto:
    made = ModelProto()
    read_before = made.graph
    made.graph.MergeFrom(graph)
    assert made.graph is read_before
    return made.graph


def merged_with_its_parent(graph: GraphProto) -> GraphProto:
    made = ModelProto(ir_version=3)
    made.MergeFrom(ModelProto(graph=graph))
    return made.graph


def assigned(graph: GraphProto) -> GraphProto:
    made = ModelProto(graph=GraphProto(name="before"))
    made.graph = graph
    return made.graph


def copied_with_its_attribute(graph: GraphProto) -> GraphProto:
    node = NodeProto(attribute=[{"name": "body", "g": graph}])
    made = GraphProto(node=[node])
    made.node.extend([node])
    return made.node[1].attribute[0].g


@pytest.mark.parametrize(
    "way",
    [
        *(copy.copy, copy.deepcopy, copied_from, merged_from, merged_into_an_absent_one),
        *(merged_with_its_parent, assigned, copied_with_its_attribute),
    ],
)
def test_a_copy_shares_the_bytes_and_nothing_else(
    path: Path, way: Callable[[GraphProto], GraphProto]
) -> None:
    graph = onnxwire.load(path).graph
    made = way(graph)
    assert is_untouched(made) and is_untouched(graph)
    assert made == model().graph and not is_untouched(made)
    assert type(made) is GraphProto and is_untouched(graph)
    made.node[0].name = made.name = "changed"
    assert graph == model().graph


def test_a_message_that_was_merged_into_keeps_the_list_that_was_read_before(path: Path) -> None:
    merged = ModelProto()
    nodes = merged.graph.node
    merged.graph.MergeFrom(onnxwire.load(path).graph)
    assert nodes is merged.graph.node and len(nodes) == 2


@pytest.mark.parametrize(
    "way",
    [
        *(GraphProto.SerializeToString, GraphProto.SerializePartialToString, written),
        lambda graph: pickle.loads(pickle.dumps(graph)).SerializeToString(),
    ],
)
def test_writing_touches_nothing(path: Path, way: Callable[[GraphProto], bytes]) -> None:
    graph = onnxwire.load(path).graph
    assert way(graph) == model().graph.SerializeToString()
    assert graph.ByteSize() == len(way(graph))
    assert is_untouched(graph)


def test_what_is_untouched_is_saved_as_it_is(tmp_path: Path) -> None:
    # An encoder writes inputs before the type of the operator.
    graph = record(1, record(4, b"Relu") + record(1, b"x"))
    (tmp_path / "model.onnx").write_bytes(record(7, graph))
    loaded = onnxwire.load(tmp_path / "model.onnx")
    onnxwire.save(loaded, tmp_path / "saved.onnx")
    onnxwire.save(loaded.graph, tmp_path / "graph.pb")
    assert (tmp_path / "saved.onnx").read_bytes() == record(7, graph)
    assert (tmp_path / "graph.pb").read_bytes() == graph and is_untouched(loaded.graph)
    assert loaded.graph.node[0].input == ["x"]
    onnxwire.save(loaded.graph, tmp_path / "graph.pb")
    assert (tmp_path / "graph.pb").read_bytes() == loaded.graph.SerializeToString() != graph


def test_changes_reach_the_file(path: Path) -> None:
    loaded = onnxwire.load(path)
    loaded.graph.node[0].op_type = "Abs"
    loaded.graph.node[1].ClearField("input")
    loaded.graph.node[1].attribute[0].ints.append(4)
    loaded.graph.node.append(loaded.graph.node[0])
    loaded.graph.node[0].CopyFrom(NodeProto(name="new"))
    onnxwire.save(loaded, path)
    expected = model()
    expected.graph.node[0].op_type = "Abs"
    expected.graph.node[1].ClearField("input")
    expected.graph.node[1].attribute[0].ints.append(4)
    expected.graph.node.append(expected.graph.node[0])
    expected.graph.node[0].CopyFrom(NodeProto(name="new"))
    assert onnxwire.load(path) == expected
    assert path.read_bytes() == expected.SerializeToString()


def test_damage_is_told_where_it_is_first_touched_or_at_once_if_wanted(path: Path) -> None:
    # The tag of the attribute's name gets wire type 7.
    path.write_bytes(path.read_bytes().replace(b"\x0a\x01k", b"\x0f\x01k", 1))
    graph = onnxwire.load(path).graph
    assert graph.node[1].op_type == "Relu"
    node = graph.node[0]
    for _ in range(2):
        with pytest.raises(DecodeError, match=r"ModelProto\.graph\.node\[0\]\.attribute\[0\]") as e:
            assert node.attribute[0].name
        assert e.value.source == str(path) and e.value.offset is not None
    with pytest.raises(DecodeError, match=r"ModelProto\.graph\.node\[0\]\.attribute\[0\]"):
        onnxwire.load(path, eager=True)


def test_damage_in_two_messages_is_told_of_the_one_that_is_touched(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"\x0a\x01k", b"\x0f\x01k"))
    graph = onnxwire.load(path).graph
    for index in (1, 0):
        with pytest.raises(DecodeError, match=rf"graph\.node\[{index}\]\.attribute\[0\]"):
            assert graph.node[index].attribute[0].name


def test_a_file_that_others_write_into_is_an_error_with_its_name(path: Path) -> None:
    data = path.read_bytes()
    attribute = onnxwire.load(path).graph.node[0].attribute[0]
    with open(path, "r+b") as file:
        # One field that the schema does not know.
        file.write(record(15, b"\xff" * (len(data) - 2)))
    assert path.stat().st_size == len(data)
    with pytest.raises(DecodeError, match="it has been written to") as caught:
        assert attribute.name
    assert caught.value.source == str(path)


def test_a_length_past_the_end_is_found_on_opening(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(DecodeError, match="truncated at byte"):
        onnxwire.load(path)


@pytest.mark.parametrize("damage", [b"", b"\x0f"], ids=["whole", "damaged"])
def test_no_garbage_is_collected_while_a_large_message_is_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes
) -> None:
    monkeypatch.setattr(decoders.onnx, "UNTOUCHED_FROM", 1024)
    nodes = GraphProto(node=[NodeProto(op_type="Relu")] * 20_000).SerializeToString() + damage
    path = tmp_path / "large.onnx"
    path.write_bytes(record(7, nodes))
    graph = onnxwire.load(path).graph
    collections: list[object] = []
    gc.callbacks.append(note := lambda *_: collections.append(1))
    try:
        if damage:
            with pytest.raises(DecodeError):
                assert graph.node
        else:
            assert graph.node
            # One, when the collector is switched on again, has a start and an end.
            assert len(collections) <= 2
    finally:
        gc.callbacks.remove(note)
    assert gc.isenabled()


def test_mutated_files_are_the_same_untouched_and_decoded(tmp_path: Path) -> None:
    random, taken = Random(7), 0
    files = [file for file in real_files() if len(file.data) < 3000]
    for _ in range(MUTATIONS):
        file = random.choice(files)
        ours = file.message_type.ours
        data = mutated(random, file.message_type.theirs.DESCRIPTOR, file.data)
        (tmp_path / "file").write_bytes(data)
        try:
            eager = onnxwire.load(tmp_path / "file", ours, eager=True)
        except DecodeError as error:
            with pytest.raises(DecodeError) as caught:
                for _ in everything(onnxwire.load(tmp_path / "file", ours)):
                    pass
            assert caught.value.offset == error.offset, data
        else:
            taken += 1
            loaded = onnxwire.load(tmp_path / "file", ours)
            assert sum(1 for _ in everything(loaded)) == sum(1 for _ in everything(eager))
            assert loaded.SerializeToString() == eager.SerializeToString(), data
    assert MUTATIONS / 10 < taken < MUTATIONS * 9 / 10


def test_threads_may_touch_one_message_at_once(path: Path) -> None:
    for _ in range(30):
        node = onnxwire.load(path).graph.node[0]
        seen: list[object] = []

        def touch(node: NodeProto = node, seen: list[object] = seen) -> None:
            seen.append((node.op_type, node.attribute[0]))

        threads = [threading.Thread(target=touch) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(seen) == 8 and all(item == ("Relu", node.attribute[0]) for item in seen)
        assert all(item[1] is node.attribute[0] for item in seen)  # type: ignore[index]
