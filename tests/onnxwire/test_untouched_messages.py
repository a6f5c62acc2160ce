"""Messages of a mapped file that nobody has touched: in every way like those that are decoded.

Here every message is left untouched that can be, however small it is.
"""

from __future__ import annotations

import copy
import gc
import pickle
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from oracles.comparison import assert_same
from oracles.mutations import mutated
from oracles.real_files import RealFile, real_files
from oracles.wire_tree import record

import onnxwire
from onnxwire import (
    DecodeError,
    GraphProto,
    Message,
    ModelProto,
    NodeProto,
    decoders,
    text_format,
    untouched,
)
from onnxwire.untouched import class_of

MUTATIONS = 2000


@pytest.fixture(autouse=True)
def untouched_(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (decoders.onnx, decoders.onnx_data, decoders.onnx_operators):
        monkeypatch.setattr(module, "UNTOUCHED_FROM", 1)


def is_untouched(message: Message) -> bool:
    return type(message) is not class_of(message)


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


@pytest.mark.parametrize("file", real_files(), ids=str)
def test_a_real_file_holds_what_google_finds(file: RealFile) -> None:
    def load() -> Message:
        return onnxwire.load(file.path, file.message_type.ours)

    theirs = file.message_type.theirs.FromString(file.data)
    assert load().SerializeToString() == file.data
    assert_same(load(), theirs)
    eager = onnxwire.load(file.path, file.message_type.ours, eager=True)
    assert load() == eager and eager == load() and load() == load()
    for made in (copy.copy(load()), copy.deepcopy(load()), pickle.loads(pickle.dumps(load()))):
        assert made == eager
    if len(file.data) < 20_000:
        assert str(load()) == str(eager)
        assert text_format.MessageToString(load()) == text_format.MessageToString(eager)
        assert repr(load()) == repr(eager)
        assert load().IsInitialized() and load().ByteSize() == len(file.data)


def test_a_message_is_untouched_until_something_is_asked_of_it(path: Path) -> None:
    loaded = onnxwire.load(path)
    graph = loaded.graph
    assert is_untouched(graph) and isinstance(graph, GraphProto)
    assert graph is loaded.graph and is_untouched(graph)
    assert graph.name == "g" and type(graph) is GraphProto
    assert [is_untouched(node) for node in graph.node] == [True, True]
    assert graph.node[0].op_type == "Relu" and not is_untouched(graph.node[0])
    assert is_untouched(graph.node[1]) and graph.node[1].__class__ is NodeProto


def test_copies_and_writing_touch_nothing(path: Path, tmp_path: Path) -> None:
    loaded = onnxwire.load(path)
    twin, merged, other = copy.deepcopy(loaded), ModelProto(), ModelProto()
    merged.MergeFrom(loaded)
    other.graph = loaded.graph
    nodes = GraphProto(node=loaded.graph.node)
    onnxwire.save(loaded, tmp_path / "saved.onnx")
    assert (tmp_path / "saved.onnx").read_bytes() == path.read_bytes()
    assert is_untouched(twin.graph) and is_untouched(nodes.node[0])
    assert twin == merged == loaded == model() and other.graph == model().graph
    twin.graph.name = "changed"
    assert loaded.graph.name == "g"


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


def test_a_file_that_others_write_into_is_an_error_with_a_place(path: Path) -> None:
    data = path.read_bytes()
    attribute = onnxwire.load(path).graph.node[0].attribute[0]
    with open(path, "r+b") as file:
        # One field that the schema does not know.
        file.write(record(15, b"\xff" * (len(data) - 2)))
    assert path.stat().st_size == len(data)
    with pytest.raises(DecodeError, match="AttributeProto: damaged at byte") as caught:
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


def everything(message: Message) -> Iterator[Message]:
    """A message and all that stand in it, every one touched."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is not None:
            for child in value if field.is_repeated else (value,):
                yield from everything(child)


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


@pytest.mark.parametrize("use", [copy.copy, written])
def test_a_message_can_be_used_while_another_thread_touches_it(
    path: Path, use: Callable[[Message], object]
) -> None:
    node = onnxwire.load(path).graph.node[0]
    expected = use(model().graph.node[0])
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(use(node)))
    place = object.__getattribute__(node, "_unknown")
    with untouched._lock:
        # In the middle of it, the place is gone and the class is not yet the ordinary one.
        object.__setattr__(node, "_unknown", None)
        assert is_untouched(node)
        thread.start()
        thread.join(0.05)
        assert not found
        object.__setattr__(node, "_unknown", place)
        assert node.op_type == "Relu"
    thread.join()
    assert found == [expected]


def test_threads_may_touch_one_message_at_once(path: Path) -> None:
    for _ in range(30):
        node = onnxwire.load(path).graph.node[0]
        seen: list[object] = []
        threads = [
            threading.Thread(target=lambda: seen.append((node.op_type, node.attribute[0])))
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(seen) == 8 and all(item == ("Relu", node.attribute[0]) for item in seen)
        assert all(item[1] is node.attribute[0] for item in seen)  # type: ignore[index]
