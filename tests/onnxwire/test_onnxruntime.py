"""What `save` writes is what ONNX Runtime reads: models compute the same, wherever their data is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import onnx
import pytest
from onnx import helper, numpy_helper

import onnxwire
from onnxwire import ExternalData
from oracles.real_files import FOLDER

onnxruntime = pytest.importorskip("onnxruntime")
WISHES: tuple[Any, ...] = (
    *(None, False, True),
    # ONNX Runtime cannot read the condition of an If from another file.
    ExternalData(threshold=2),
    ExternalData("w.bin", alignment=1 << 16, checksum=True),
    ExternalData(one_per_tensor=True),
)


def session_of(path: Path) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def outputs(path: Path, inputs: dict[str, Any]) -> list[Any]:
    return [array.tolist() for array in session_of(path).run(None, inputs)]


def branching_model() -> onnx.ModelProto:
    """Weights as an initializer, as constants, sparse, in a subgraph and in a function."""

    def weights(name: str) -> onnx.TensorProto:
        array = numpy.random.default_rng(len(name)).random(1000, numpy.float32)
        return numpy_helper.from_array(array, name)

    def value(name: str) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1000])

    node = helper.make_node
    branch = helper.make_graph(
        [node("Mul", ["x", "inner"], ["out"])], "b", [], [value("out")], [weights("inner")]
    )
    function = helper.make_function(
        "own",
        "F",
        ["a"],
        ["b"],
        [node("Constant", [], ["c"], value=weights("of F")), node("Add", ["a", "c"], ["b"])],
        [helper.make_opsetid("", 17)],
    )
    graph = helper.make_graph(
        [
            node("Constant", [], ["condition"], value=numpy_helper.from_array(numpy.array(True))),
            node("If", ["condition"], ["if"], then_branch=branch, else_branch=branch),
            node("F", ["if"], ["f"], domain="own"),
            node("Constant", [], ["constant"], value=weights("constant")),
            node("Sub", ["f", "constant"], ["sub"]),
            node("Div", ["sub", "weights"], ["div"]),
            node("Add", ["div", "sparse"], ["y"]),
        ],
        "g",
        [value("x")],
        [value("y")],
        [weights("weights")],
    )
    indices = numpy_helper.from_array(numpy.arange(1000, dtype=numpy.int64))
    graph.sparse_initializer.append(helper.make_sparse_tensor(weights("sparse"), indices, [1000]))
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("own", 1)]
    return helper.make_model(graph, opset_imports=opsets, functions=[function], ir_version=9)


def test_a_model_with_data_in_all_places_computes_the_same(tmp_path: Path) -> None:
    source = tmp_path / "source.onnx"
    onnx.save(branching_model(), source)
    inputs = {"x": numpy.arange(1000, dtype=numpy.float32)}
    expected = outputs(source, inputs)
    for index, wish in enumerate(WISHES):
        folder = tmp_path / str(index)
        folder.mkdir()
        path = folder / "m.onnx"
        onnxwire.save(onnxwire.load(source), path, external_data=wish)
        assert outputs(path, inputs) == expected
        # From there to another folder, and over itself.
        (folder / "new").mkdir()
        onnxwire.save(onnxwire.load(path), folder / "new" / "m.onnx")
        onnxwire.save(onnxwire.load(path), path, external_data=True)
        assert outputs(folder / "new" / "m.onnx", inputs) == outputs(path, inputs) == expected


@pytest.mark.parametrize("name", ["light_squeezenet", "light_shufflenet"])
def test_a_real_model_computes_the_same(tmp_path: Path, name: str) -> None:
    source = FOLDER / "backend" / "test" / "data" / "light" / f"{name}.onnx"
    (value,) = session_of(source).get_inputs()
    inputs = {value.name: numpy.random.default_rng(1).random(value.shape, numpy.float32)}
    expected = outputs(source, inputs)
    for wish in (True, ExternalData(one_per_tensor=True)):
        onnxwire.save(onnxwire.load(source), tmp_path / "m.onnx", external_data=wish)
        assert outputs(tmp_path / "m.onnx", inputs) == expected
