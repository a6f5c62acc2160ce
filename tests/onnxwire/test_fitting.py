"""Which values some bytes can be: all that fit, and none that does not."""

from __future__ import annotations

from typing import Any

import numpy
import onnx
import pytest
from onnx import helper, numpy_helper

from onnxwire import fitting_values
from oracles.real_files import real_files

X = numpy.array([1.0, 2.0], numpy.float32)
TENSOR = numpy_helper.from_array(X, "x")
SPARSE = helper.make_sparse_tensor(TENSOR, numpy_helper.from_array(numpy.array([0, 3])), [5])
BOTH = ["SequenceProto", "OptionalProto"]
CASES: dict[str, tuple[Any, list[str]]] = {
    "tensor": (TENSOR, ["TensorProto"]),
    "typed tensor": (helper.make_tensor("t", 7, [2], [1, 2]), ["TensorProto"]),
    "sparse tensor": (SPARSE, ["SparseTensorProto"]),
    "sequence of one": (numpy_helper.from_list([X], "s"), BOTH),
    "optional": (numpy_helper.from_optional(X, "s"), BOTH),
    "sequence of two": (numpy_helper.from_list([X, X], "s"), ["SequenceProto"]),
    "empty sequence": (numpy_helper.from_list([], "s"), BOTH),
    "empty optional": (numpy_helper.from_optional(None, "o"), ["OptionalProto"]),
    "nested sequence": (numpy_helper.from_list([[X], [X]]), ["SequenceProto"]),
    "sequence of maps": (numpy_helper.from_list([{1: X}, {2: X}]), ["SequenceProto"]),
    "map": (numpy_helper.from_dict({5: X}, "m"), ["MapProto"]),
    "sequence of optionals": (
        onnx.SequenceProto(elem_type=5, optional_values=[numpy_helper.from_optional(X)]),
        BOTH,
    ),
    "a list that elem_type does not name": (
        onnx.SequenceProto(name="s", elem_type=3, tensor_values=[TENSOR, TENSOR]),
        [],
    ),
    "a tensor with too little data": (
        onnx.TensorProto(dims=[9], data_type=1, raw_data=b"1234"),
        [],
    ),
    "another message": (helper.make_node("Abs", ["x"], ["y"]), []),
}


@pytest.mark.parametrize(("theirs", "names"), CASES.values(), ids=CASES)
def test_all_that_fit_are_found(theirs: Any, names: list[str]) -> None:
    fitting = fitting_values(theirs.SerializeToString())
    assert [message_class.__name__ for message_class in fitting] == names


def test_what_is_no_message_fits_nothing() -> None:
    for data in (b"", b"\xff", b"\x0a\x05abc"):
        assert fitting_values(data) == []


def test_the_tensors_of_the_package_are_nothing_else() -> None:
    files = [file for file in real_files() if file.message_type.name == "TensorProto"]
    for file in files:
        found = [message_class.__name__ for message_class in fitting_values(file.data)]
        assert found == ["TensorProto"], file
    assert len(files) > 300
