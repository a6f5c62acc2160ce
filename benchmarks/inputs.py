"""The files that are measured: a folder in, models and tensors made by a seeded script in it.

google's classes make them. It runs in a process of its own, since a process that once was
large lets those that it starts look as large.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recipe import SEED, nodes

CHECKOUT = Path(__file__).parents[1]
BUILD = CHECKOUT / "build" / "benchmarks"
GROWTH = (20, 40, 100, 200)  # per cent of the nodes


@dataclass(frozen=True)
class Sizes:
    """How large the inputs are."""

    tensors: int  # of a megabyte each
    nodes: int
    values: int
    real_models: int | None  # all, if not limited


# By the name of the folder.
SIZES = {
    "full": Sizes(tensors=512, nodes=50_000, values=5_000_000, real_models=None),
    "quick": Sizes(tensors=4, nodes=50, values=1000, real_models=6),
}
SOURCES = (Path(__file__), Path(__file__).with_name("recipe.py"))


def graph_file(percent: int = 100) -> str:
    """The name of the graph with so many of the nodes."""
    return f"graph_{percent}.onnx"


def is_made(folder: Path) -> bool:
    """True if the files are there, made by these sources."""
    stamp = folder / "made_by"
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == _fingerprint()


def make(folder: Path) -> None:
    """Write all files, and last of all what they were made by."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "made_by").unlink(missing_ok=True)
    sizes = SIZES[folder.name]
    _write(folder / "weights.onnx", _weights_model(sizes.tensors))
    for percent in GROWTH:
        _write(folder / graph_file(percent), _graph_model(sizes.nodes * percent // 100))
    _write(folder / "float_data.pb", _float_tensor(sizes.values))
    _write(folder / "int64_data.pb", _int64_tensor(sizes.values))
    paths = "\n".join(str(path) for path in _real_models()[: sizes.real_models])
    (folder / "real_models.txt").write_text(paths, encoding="utf-8")
    (folder / "made_by").write_text(_fingerprint(), encoding="utf-8")


def _fingerprint() -> str:
    """What the files come from: these sources, and what else is in reach."""
    content = b"".join(path.read_bytes() for path in SOURCES)
    return hashlib.sha256(content + str(_fetched_models()).encode()).hexdigest()


def _write(path: Path, message: Any) -> None:
    path.write_bytes(message.SerializeToString())


def _weights_model(count: int) -> Any:
    """A chain of multiplications by matrices of a megabyte."""
    import numpy
    from onnx import helper, numpy_helper

    numbers = numpy.random.default_rng(SEED)
    weights = [
        numpy_helper.from_array(numbers.random((512, 512), numpy.float32), f"layer.{i}.weight")
        for i in range(count)
    ]
    chain = [
        helper.make_node("MatMul", [f"value_{i}", f"layer.{i}.weight"], [f"value_{i + 1}"])
        for i in range(count)
    ]
    return _model(helper.make_graph(chain, "weights", [], [], weights))


def _graph_model(count: int) -> Any:
    from onnx import helper

    made = [
        helper.make_node(node.op_type, node.inputs, node.outputs, node.name, **node.attributes)
        for node in nodes(count)
    ]
    return _model(helper.make_graph(made, "graph", [], []))


def _model(graph: Any) -> Any:
    from onnx import helper

    opsets = [helper.make_opsetid("ai.onnx", 21), helper.make_opsetid("ai.onnx.ml", 4)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10, producer_name="recipe")


def _float_tensor(count: int) -> Any:
    import numpy
    from onnx import TensorProto

    values = numpy.random.default_rng(SEED).random(count, numpy.float32)
    return TensorProto(name="floats", data_type=1, dims=[count], float_data=values)


def _int64_tensor(count: int) -> Any:
    """Integers of all lengths up to 31 bits, and one in twenty below zero."""
    import numpy
    from onnx import TensorProto

    numbers = numpy.random.default_rng(SEED)
    values = (2 ** (numbers.random(count) * 31)).astype(numpy.int64)
    values[numbers.random(count) < 0.05] *= -1
    return TensorProto(name="integers", data_type=7, dims=[count], int64_data=values)


def _real_models() -> list[Path]:
    """The models in the `onnx` wheel, and those that `make models` fetched."""
    import onnx

    assert onnx.__file__ is not None
    return sorted(Path(onnx.__file__).parent.rglob("*.onnx")) + _fetched_models()


def _fetched_models() -> list[Path]:
    return sorted((CHECKOUT / "build" / "models").rglob("*.onnx"))


if __name__ == "__main__":
    make(Path(sys.argv[1]))
