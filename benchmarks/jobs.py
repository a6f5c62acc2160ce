"""What is measured: a side and a folder of inputs in, and out what was found or made there.

A job is a generator that stops three times: when it is ready, when the work is done, and
with what tells whether the work was right. Time counts from the first to the second; the
third is asked for once per side.
"""

from __future__ import annotations

import importlib
import os
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from inputs import GROWTH, SIZES, graph_file
from recipe import nodes
from visitors import module_name

Steps = Generator[Any, None, None]
Visit = Callable[[Any, Callable[[Any], None]], None]


@dataclass(frozen=True)
class Job:
    """One thing that people do."""

    title: str
    steps: Callable[[Any, Path], Steps]
    # The ratio to `onnx`, and the megabytes, that are to be reached; growth has no goal.
    ratio: float | None = None
    megabytes: float | None = None
    input_file: str | None = None


# --- the 512 MB model ------------------------------------------------------------------


def producer_and_opsets(side: Any, folder: Path) -> Steps:
    yield
    model = side.load(folder / "weights.onnx")
    found = model.producer_name, [(o.domain, o.version) for o in model.opset_import]
    yield
    yield found


def shapes_and_array(side: Any, folder: Path) -> Steps:
    import numpy  # noqa: F401 - what it takes to import is not the job

    yield
    model = side.load(folder / "weights.onnx")
    weights = model.graph.initializer
    found = [(tensor.name, tensor.data_type, list(tensor.dims)) for tensor in weights]
    values = side.array(weights[len(weights) // 2])
    total = float(values.sum())
    yield
    yield found, total, str(values.dtype), values.shape, sha256(values.tobytes()).hexdigest()


def change_metadata(side: Any, folder: Path) -> Steps:
    with _new_file(folder) as target:
        yield
        model = side.load(folder / "weights.onnx")
        side.add_metadata(model, "reviewed", "yes")
        side.save(model, target)
        yield
        yield _digest(side, target.read_bytes())


# --- the graph of many nodes -----------------------------------------------------------


def visiting(scope: str, percent: int = 100) -> Callable[[Any, Path], Steps]:
    """The job of decoding a graph and reading all fields."""

    def decode_and_visit(side: Any, folder: Path) -> Steps:
        visit = _visit(side, scope)
        yield
        model = side.load(folder / graph_file(percent))
        visit(model, _forget())
        yield
        yield _digest_of_values(visit, model)

    return decode_and_visit


def count_operators(side: Any, folder: Path) -> Steps:
    yield
    model = side.load(folder / graph_file())
    count_by_operator = Counter(node.op_type for node in model.graph.node)
    yield
    yield sorted(count_by_operator.items())


def rename_node(side: Any, folder: Path) -> Steps:
    with _new_file(folder) as target:
        yield
        model = side.load(folder / graph_file())
        node = model.graph.node[len(model.graph.node) // 2]
        node.name = "renamed"
        side.save(model, target)
        yield
        yield _digest(side, target.read_bytes())


def encode_touched(side: Any, folder: Path) -> Steps:
    model = side.load(folder / graph_file())
    _visit(side, "all")(model, _forget())
    for node in model.graph.node:
        node.name = f"{node.name}/renamed"
    yield
    data = side.encode(model)
    yield
    yield _digest(side, data)


def build_and_encode(side: Any, folder: Path) -> Steps:
    count = SIZES[folder.name].nodes
    yield
    data = side.encode(side.build(nodes(count)))
    yield
    yield _digest(side, data)


# --- real models, and large tensors ----------------------------------------------------


def real_models(side: Any, folder: Path) -> Steps:
    paths = [Path(line) for line in (folder / "real_models.txt").read_text().splitlines()]
    visit = _visit(side, "all")
    yield
    for path in paths:
        visit(side.load(path), _forget())
    yield
    yield [_digest_of_values(visit, side.load(path)) for path in paths]


def read_values(side: Any, folder: Path, name: str) -> Steps:
    import numpy  # noqa: F401 - what it takes to import is not the job

    yield
    tensor = side.load(folder / f"{name}.pb", "TensorProto")
    values = side.array(tensor)
    total = float(values.sum())
    yield
    yield total, str(values.dtype), values.shape, sha256(values.tobytes()).hexdigest()


def write_values(side: Any, folder: Path, name: str) -> Steps:
    tensor = side.load(folder / f"{name}.pb", "TensorProto")
    # Changed, so that no side can hand out what it has read.
    getattr(tensor, name).append(1)
    yield
    data = side.encode(tensor)
    yield
    yield _digest(side, data, "TensorProto")


def reading(name: str) -> Callable[[Any, Path], Steps]:
    return lambda side, folder: read_values(side, folder, name)


def writing(name: str) -> Callable[[Any, Path], Steps]:
    return lambda side, folder: write_values(side, folder, name)


def import_package(side: Any, folder: Path) -> Steps:
    """Here for its name: `once` imports the side itself, before anything else."""
    raise NotImplementedError


# --- what several jobs need ------------------------------------------------------------


def _visit(side: Any, scope: str) -> Visit:
    """The code that reads all fields; the folder of inputs is on the path of modules."""
    module = importlib.import_module(module_name(scope, side.PRESENCE))
    visit: Visit = module.visit_ModelProto
    return visit


def _forget() -> Callable[[Any], None]:
    """Takes values and drops them, for as little as Python allows."""
    return deque(maxlen=0).append


def _digest(side: Any, data: bytes, message_type: str = "ModelProto") -> str:
    """A hash over bytes that a side wrote, in the order that all others write."""
    if hasattr(side, "canonical"):
        data = side.canonical(data, message_type)
    return sha256(data).hexdigest()


def _digest_of_values(visit: Visit, model: Any) -> str:
    """A hash over all values that a visit sees."""
    found = sha256()
    visit(model, lambda values: found.update(repr([_plain(v) for v in values]).encode("utf-8")))
    return found.hexdigest()


def _plain(value: Any) -> Any:
    """A value as all sides have it: absent is as good as the default, an enum is a number."""
    if not value:
        return None
    if isinstance(value, int):
        return int(value)
    return value


@contextmanager
def _new_file(folder: Path) -> Iterator[Path]:
    """A place for a file, which goes afterwards, and with it what is still to be written to the disk."""
    target = folder / f"written_by_{os.getpid()}.onnx"
    try:
        yield target
    finally:
        target.unlink(missing_ok=True)


WEIGHTS, GRAPH, FLOATS, INTEGERS = "weights.onnx", graph_file(), "float_data.pb", "int64_data.pb"
JOBS = {
    "a": Job("large model: producer, opsets", producer_and_opsets, 0.002, 60, WEIGHTS),
    "b": Job("large model: all shapes, one array", shapes_and_array, 0.02, None, WEIGHTS),
    "c": Job("large model: add metadata, save", change_metadata, 0.15, 100, WEIGHTS),
    "d": Job("graph: decode, visit every field", visiting("all"), 1.0, None, GRAPH),
    "d-typed": Job("graph: decode, visit by type", visiting("typed"), 1.0, None, GRAPH),
    "e": Job("graph: count operators", count_operators, 0.5, None, GRAPH),
    "f": Job("graph: rename one node, save", rename_node, 0.6, None, GRAPH),
    "g": Job("graph: encode, every node changed", encode_touched, 12, None, GRAPH),
    "h": Job("graph: build, encode", build_and_encode, 1.0),
    "i": Job("real models: load, visit", real_models, 1.0),
    "j": Job("import", import_package, 0.3),
    "k-float": Job("float_data as an array", reading("float_data"), 2.0, None, FLOATS),
    "k-int": Job("int64_data as an array", reading("int64_data"), 2.0, None, INTEGERS),
    "k-float-write": Job("encode float_data", writing("float_data"), 2.0, None, FLOATS),
    "k-int-write": Job("encode int64_data", writing("int64_data"), 2.0, None, INTEGERS),
} | {
    f"grow-{percent}": Job(f"(d) with {percent}% of the nodes", visiting("all", percent))
    for percent in GROWTH
    if percent != 100
}
