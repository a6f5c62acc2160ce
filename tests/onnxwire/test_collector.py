"""Python's garbage collector during and after the decoding of large messages."""

from __future__ import annotations

import gc
from pathlib import Path

import onnxwire
from onnxwire import GraphProto, ModelProto, NodeProto

GRAPH = GraphProto(node=[NodeProto(op_type="Relu")] * 20_000)


def runs_of_the_collector() -> int:
    return sum(generation["collections"] for generation in gc.get_stats())


def test_the_collector_does_not_run_while_a_large_message_is_decoded() -> None:
    data = GRAPH.SerializeToString()
    before = runs_of_the_collector()
    graph = GraphProto.FromString(data)
    # At most the one that was due before.
    assert runs_of_the_collector() - before <= 1
    assert len(graph.node) == 20_000


def test_it_does_not_run_while_one_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    onnxwire.save(ModelProto(graph=GRAPH), path)
    graph = onnxwire.load(path).graph
    before = runs_of_the_collector()
    nodes = graph.node
    assert runs_of_the_collector() - before <= 1
    assert len(nodes) == 20_000


def test_what_somebody_has_frozen_stays_frozen() -> None:
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        GraphProto.FromString(GRAPH.SerializeToString())
        # Frozen objects may die meanwhile, but are not given back as a whole.
        assert gc.get_freeze_count() > frozen // 2
    finally:
        gc.unfreeze()
