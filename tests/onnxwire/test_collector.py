"""Python's garbage collector while large messages are made: it finds nothing to do, unasked."""

from __future__ import annotations

import copy
import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import onnxwire
from onnxwire import GraphProto, ModelProto, NodeProto
from onnxwire._runtime import collector

GRAPH = GraphProto(node=[NodeProto(op_type="Relu")] * 20_000)
DATA = GRAPH.SerializeToString()
# Decodes a large graph and says whether what was frozen before still is.
FREEZING = """
import gc
from onnxwire import GraphProto, NodeProto
gc.freeze()
frozen = gc.get_freeze_count()
graph = GraphProto.FromString(GraphProto(node=[NodeProto(op_type="Relu")] * 2000).SerializeToString())
assert len(graph.node) == 2000
# Frozen objects may die, but none of the new ones was added.
assert frozen - 500 < gc.get_freeze_count() <= frozen, (frozen, gc.get_freeze_count())
"""


def decoded() -> GraphProto:
    return GraphProto.FromString(DATA)


def copied() -> GraphProto:
    return copy.copy(GRAPH)


def built() -> GraphProto:
    return GraphProto(node=GRAPH.node)


def merged() -> GraphProto:
    graph = GraphProto(name="g")
    graph.node.extend(GRAPH.node)
    return graph


MAKERS = pytest.mark.parametrize("make", [decoded, copied, built, merged])


@contextmanager
def generations_collected() -> Iterator[list[int]]:
    """Note which generations the collector is asked to search."""
    found: list[int] = []

    def note(phase: str, details: dict[str, int]) -> None:
        if phase == "start":
            found.append(details["generation"])

    gc.callbacks.append(note)
    try:
        yield found
    finally:
        gc.callbacks.remove(note)


@MAKERS
def test_old_objects_are_not_searched(make: Callable[[], GraphProto]) -> None:
    with generations_collected() as collected:
        graph = make()
    assert len(graph.node) == 20_000
    # The youngest may be: it has some hundred objects.
    assert set(collected) <= {0} and len(collected) <= 5


def test_nor_are_they_when_a_lazy_message_is_decoded(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    onnxwire.save(ModelProto(graph=GRAPH), path)
    graph = onnxwire.load(path).graph
    with generations_collected() as collected:
        assert len(graph.node) == 20_000
    assert set(collected) <= {0} and len(collected) <= 5


@MAKERS
@pytest.mark.parametrize("is_enabled", [True, False], ids=["enabled", "disabled"])
def test_its_settings_stay_what_they_were(
    make: Callable[[], GraphProto], is_enabled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    age = collector.age_objects

    def look_and_age(position: int = 0) -> int:
        seen.append((gc.isenabled(), gc.get_threshold()))
        return age(position)

    monkeypatch.setattr(collector, "age_objects", look_and_age)
    monkeypatch.setattr(onnxwire._codec.decoders.onnx, "age_objects", look_and_age)
    before = gc.get_threshold()
    if not is_enabled:
        gc.disable()
    try:
        assert len(make().node) == 20_000
        assert gc.isenabled() is is_enabled
    finally:
        gc.enable()
    assert len(seen) > 50 and set(seen) == {(is_enabled, before)}


def test_garbage_of_the_program_is_still_found() -> None:
    class Knot:
        """An object that refers to itself."""

    for _ in range(100):
        knot = Knot()
        knot.__dict__["self"] = knot
        del knot
    graph = decoded()
    gc.collect()
    assert not any(type(found) is Knot for found in gc.get_objects())
    assert len(graph.node) == 20_000


def test_what_was_frozen_stays_frozen() -> None:
    subprocess.run([sys.executable, "-c", FREEZING], check=True)
