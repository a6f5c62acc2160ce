"""The builders of `onnxwire.helper` make the bytes that those of `onnx.helper` make."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy
import onnx
import pytest
from onnx import checker
from onnx import helper as theirs
from onnx.reference import ReferenceEvaluator

import onnxwire
from onnxwire import TensorError, helper
from oracles.arrays import SHAPES, TYPE_NUMBERS, random_array, type_name

FLOAT, INT64, STRING = onnx.TensorProto.FLOAT, onnx.TensorProto.INT64, onnx.TensorProto.STRING
Side = Any


def value(side: Side) -> Any:
    return side.make_tensor_value_info("x", FLOAT, ["batch", 3, None], "the input", ["N", "C", ""])


def tensor(side: Side) -> Any:
    return side.make_tensor("w", FLOAT, (2, 1), [[1], [2.5]])


def node(side: Side) -> Any:
    return side.make_node(
        "Conv", ["x", "w"], ["y"], "n", "d", "", "o", strides=[1, 2], group=1, pads=None, kind="é"
    )


def graph(side: Side) -> Any:
    sparse = side.make_sparse_tensor(tensor(side), side.make_tensor("i", INT64, [2], [0, 3]), [4])
    return side.make_graph(
        [node(side)],
        "g",
        [value(side)],
        [value(side)],
        [tensor(side)],
        "d",
        [value(side)],
        [sparse],
    )


def function(side: Side) -> Any:
    attributes = [side.make_attribute("alpha", 1.5), side.make_attribute_ref("b", 2)]
    imports = [side.make_opsetid("", 21), side.make_operatorsetid("local", 1)]
    parts = [["x"], ["y"], [node(side)], imports, ["a"], attributes, "d", "o", [value(side)]]
    return side.make_function("local", "f", *parts)


def model(side: Side) -> Any:
    made = side.make_model(
        graph(side),
        opset_imports=[side.make_opsetid("", 21)],
        functions=[function(side)],
        producer_name="p",
        ir_version=10,
    )
    side.set_model_props(made, {"a": "1", "b": "2"})
    return made


BUILDERS: dict[str, Callable[[Side], Any]] = {
    "node": node,
    "bare node": lambda side: side.make_node("Abs", ["x"], ["y"]),
    "graph": graph,
    "bare graph": lambda side: side.make_graph([], "g", [], []),
    "function": function,
    "model": model,
    "model of the newest versions": lambda side: side.make_model(graph(side)),
    "training": lambda side: side.make_training_info(graph(side), [("a", "b")], None, None),
    "training from a graph": lambda side: side.make_training_info(
        graph(side), [("a", "b")], graph(side), [("c", "d")]
    ),
    "scalar": lambda side: side.make_tensor_value_info("x", FLOAT, []),
    "unknown rank": lambda side: side.make_tensor_value_info("x", FLOAT, None),
    "unknown type": lambda side: side.make_empty_tensor_value_info("x"),
    "sparse": lambda side: side.make_sparse_tensor_value_info("x", FLOAT, [3, "n"], "d"),
    "sparse of unknown rank": lambda side: side.make_sparse_tensor_value_info("x", FLOAT, None),
    "sequence": lambda side: side.make_tensor_sequence_value_info("x", FLOAT, [None], "d"),
    "nested types": lambda side: side.make_value_info(
        "x",
        side.make_optional_type_proto(
            side.make_map_type_proto(
                INT64, side.make_sequence_type_proto(side.make_tensor_type_proto(FLOAT, ["n"]))
            )
        ),
        "d",
    ),
    "map": lambda side: side.make_map(
        "m", STRING, [b"a"], side.make_sequence("", 1, [tensor(side)])
    ),
    "map of integers": lambda side: side.make_map("m", INT64, [7], side.make_sequence("", 1, [])),
    "sequences": lambda side: side.make_sequence("s", 3, [side.make_sequence("i", 1, [])]),
    "sequence of optionals": lambda side: side.make_sequence(
        "s", 5, [side.make_optional("o", 1, tensor(side))]
    ),
    "empty optional": lambda side: side.make_optional("o", 0, None),
    "raw": lambda side: side.make_tensor("r", FLOAT, [1], b"\0\0\x80?", raw=True),
}


@pytest.mark.parametrize("build", BUILDERS.values(), ids=BUILDERS)
def test_both_make_the_same_bytes(build: Callable[[Side], Any]) -> None:
    assert build(helper).SerializeToString() == build(theirs).SerializeToString()


def test_parameters_have_the_names_that_they_have_there() -> None:
    compared = 0
    for name in helper.__all__:
        if name.startswith("make_") and name not in ("make_model", "make_attribute"):
            compared += 1
            found = list(inspect.signature(getattr(helper, name)).parameters)
            wanted = list(inspect.signature(getattr(theirs, name)).parameters)
            renamed = {"kwargs": "attributes"}
            assert found == [renamed.get(word, word) for word in wanted], name
    assert compared > 10


def test_the_newest_opset_is_that_of_onnx() -> None:
    assert onnx.__version__ == "1.23.2"
    assert onnx.defs.onnx_opset_version() == helper.NEWEST_OPSET


@pytest.mark.parametrize("number", TYPE_NUMBERS, ids=type_name)
def test_tensors_of_arrays_are_those_of_onnx(number: int) -> None:
    for shape in SHAPES:
        array = random_array(number, shape)
        if array.dtype.kind in "fcV" and "INT" not in type_name(number):
            # Of NaN there are many patterns.
            with numpy.errstate(invalid="ignore"):
                array[numpy.isnan(array.astype(complex))] = 1
        if number == STRING:
            array[...] = "é"
        # `onnx` fails on an array of no axis for one of the types.
        wanted = theirs.make_tensor("t", number, shape, array.reshape(-1))
        found = helper.make_tensor("t", number, shape, array)
        assert found.SerializeToString() == wanted.SerializeToString()
        if number != STRING:
            wanted = theirs.make_tensor("t", number, shape, array, raw=True)
            found = helper.make_tensor("t", number, shape, array, raw=True)
            assert found.SerializeToString() == wanted.SerializeToString()


@pytest.mark.parametrize("number", TYPE_NUMBERS, ids=type_name)
def test_tensors_of_pythons_numbers_are_those_of_onnx(number: int) -> None:
    name = type_name(number)
    values: list[Any] = [0, 1, 1]
    if "FLOAT" in name or name == "DOUBLE":
        values = [0.5, 1, 3]
    elif name.startswith("COMPLEX"):
        values = [1 + 2j, 3, -1.5]
    elif name == "STRING":
        values = ["a", b"b", "é"]
    wanted = theirs.make_tensor("t", number, [3], values)
    assert helper.make_tensor("t", number, [3], values).SerializeToString() == (
        wanted.SerializeToString()
    )


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ((FLOAT, [3], [1, 2]), r"'t': FLOAT\[3\] takes 3 entries, float_data has 2"),
        ((FLOAT, [1], ["1.5"]), "element 0 is '1.5', no FLOAT"),
        ((FLOAT, [1], b"\0"), "no FLOAT"),
        ((FLOAT, [1], [1j]), "element 0 is 1j, no FLOAT"),
        ((onnx.TensorProto.COMPLEX64, [1], ["1"]), "element 0 is '1', no COMPLEX64"),
        ((onnx.TensorProto.BFLOAT16, [1], ["1.5"]), "an array of object is no BFLOAT16"),
        ((FLOAT, [-1], []), "negative size"),
        ((99, [1], [1]), "unknown data_type 99"),
        ((onnx.TensorProto.INT8, [1], [128]), "element 0 is 128, no INT8"),
        ((INT64, [1], [1.5]), "element 0 is 1.5, no INT64"),
        ((onnx.TensorProto.UINT4, [1], [16]), "element 0 is 16, no UINT4"),
        ((onnx.TensorProto.FLOAT16, [1], [1e9]), "too large for FLOAT16"),
        ((STRING, [1], [1]), "element 0 is of type int"),
    ],
)
def test_values_that_do_not_fit_are_refused(parts: tuple[Any, ...], reason: str) -> None:
    with pytest.raises(TensorError, match=reason):
        helper.make_tensor("t", *parts)


def test_raw_bytes_must_be_as_many_as_the_shape_takes() -> None:
    with pytest.raises(TensorError, match="takes 8 bytes, raw_data has 4"):
        helper.make_tensor("t", FLOAT, [2], b"1234", raw=True)
    with pytest.raises(TensorError, match="strings belong in string_data"):
        helper.make_tensor("t", STRING, [1], b"1", raw=True)
    with pytest.raises(ValueError, match="1 denotations for 2 axes"):
        helper.make_tensor_value_info("x", FLOAT, [1, 2], "", ["N"])


WITHOUT_OTHERS = """
import sys
sys.modules["numpy"] = sys.modules["onnx"] = None
from onnxwire import TensorProto, helper
pair = helper.make_tensor_value_info("x", TensorProto.FLOAT, [2])
result = helper.make_tensor_value_info("y", TensorProto.FLOAT, [2])
half = helper.make_tensor("half", TensorProto.FLOAT, [], [0.5])
for number in (7, 8, 9, 10, 11, 13, 15):
    helper.make_tensor("t", number, [1], ["1"] if number == 8 else [1])
nodes = [helper.make_node("Mul", ["x", "half"], ["y"])]
graph = helper.make_graph(nodes, "halve", [pair], [result], [half])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
print(model.SerializeToString().hex())
"""


def test_a_model_is_built_without_onnx_and_numpy() -> None:
    command = [sys.executable, "-W", "error", "-c", WITHOUT_OTHERS]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    made = onnx.ModelProto.FromString(bytes.fromhex(done.stdout))
    checker.check_model(made, full_check=True)
    x = numpy.array([3, 5], numpy.float32)
    found: Any = ReferenceEvaluator(made).run(None, {"x": x})
    assert found[0].tolist() == [1.5, 2.5]


def test_what_is_built_is_a_copy() -> None:
    part = helper.make_node("Abs", ["x"], ["y"])
    built = helper.make_graph([part], "g", [], [])
    part.name = "changed"
    assert isinstance(built, onnxwire.GraphProto) and built.node[0].name == ""
