"""Attributes of nodes: values in and out by the rules of `onnx.helper`, and what is wrong told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import onnx
import pytest
from onnx import helper

import onnxwire
from onnxwire import AttributeProto, attribute_value, make_attribute
from onnxwire._values.attributes import make_attribute_ref
from oracles.arrays import ours
from oracles.real_files import real_files

TENSOR = helper.make_tensor("t", 1, [1], [1.5])
SPARSE = helper.make_sparse_tensor(TENSOR, helper.make_tensor("i", 7, [1], [0]), [2])
GRAPH = helper.make_graph([helper.make_node("Abs", ["x"], ["y"])], "g", [], [])
TYPE = helper.make_tensor_type_proto(1, [2])
VALUES: tuple[Any, ...] = (
    3,
    -(2**63),
    True,
    numpy.int8(-1),
    numpy.uint64(5),
    1.5,
    0.1,
    numpy.float32(0.1),
    numpy.float64("nan"),
    "é",
    "",
    b"\xff",
    [1, 2],
    (1, 2),
    range(3),
    numpy.array([1, 2], numpy.int16),
    [1.5, 2.5],
    [1, 2.5],
    numpy.array([1.5]),
    ["a", b"b"],
    TENSOR,
    SPARSE,
    GRAPH,
    TYPE,
    [TENSOR, TENSOR],
    [SPARSE],
    [GRAPH, GRAPH],
    [TYPE],
)


def as_ours(value: Any) -> Any:
    """The same value with messages of onnxwire."""
    if isinstance(value, list):
        return list(map(as_ours, value))
    return ours(value) if hasattr(value, "SerializeToString") else value


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_attributes_are_those_that_onnx_makes(value: Any) -> None:
    theirs = helper.make_attribute("a", value, "what for")
    made = make_attribute("a", as_ours(value), "what for")
    assert made.SerializeToString() == theirs.SerializeToString()
    assert same_value(attribute_value(made), helper.get_attribute_value(theirs))


def same_value(found: Any, wanted: Any) -> bool:
    return type(found) is not AttributeProto and repr(found) == repr(as_ours(wanted))


@pytest.mark.parametrize(
    "name", ["FLOATS", "INTS", "STRINGS", "TENSORS", "GRAPHS", "SPARSE_TENSORS", "TYPE_PROTOS"]
)
def test_the_type_of_an_empty_list_is_said(name: str) -> None:
    number = AttributeProto.AttributeType.Value(name)
    theirs = helper.make_attribute("a", [], attr_type=number)
    made = make_attribute("a", [], attr_type=number)
    assert made.SerializeToString() == theirs.SerializeToString()
    assert attribute_value(made) == []


def test_integers_can_be_meant_as_floats() -> None:
    assert make_attribute("a", [1, 2], attr_type=AttributeProto.FLOATS).floats == [1, 2]
    assert make_attribute("a", 1, attr_type=AttributeProto.FLOAT).f == 1


@pytest.mark.parametrize(
    ("call", "error", "reason"),
    [
        (lambda: make_attribute("a", []), ValueError, "an empty list does not tell its type"),
        (lambda: make_attribute("a", [1, "b"]), ValueError, "that are no list: int, str"),
        (lambda: make_attribute("a", [None]), ValueError, "that are no list: NoneType"),
        (lambda: make_attribute("a", None), TypeError, "type NoneType is no attribute's"),
        (lambda: make_attribute("a", 1j), TypeError, "type complex is no attribute's"),
        (lambda: make_attribute("a", 1.5, attr_type=2), TypeError, "of type FLOAT, not INT"),
        (lambda: make_attribute("a", "x", attr_type=8), TypeError, "of type STRING, not STRINGS"),
        (lambda: make_attribute("a", [], attr_type=2), TypeError, "INT is no type of a list"),
        (lambda: make_attribute("a", 2**63), ValueError, "9223372036854775808"),
    ],
)
def test_what_is_no_value_is_refused(
    call: Callable[[], object], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        call()


def test_absent_values_are_the_default_of_their_type() -> None:
    for name, value in (("INT", 0), ("FLOAT", 0.0), ("STRING", b""), ("INTS", [])):
        attribute = AttributeProto(type=AttributeProto.AttributeType.Value(name))
        theirs = onnx.AttributeProto.FromString(attribute.SerializeToString())
        assert attribute_value(attribute) == value == helper.get_attribute_value(theirs)


def test_a_value_without_a_type_is_that_of_the_field_in_use() -> None:
    assert attribute_value(AttributeProto(name="a", ints=[1, 2])) == [1, 2]
    assert attribute_value(AttributeProto(name="a", f=0)) == 0
    with pytest.raises(ValueError, match="attribute 'a' has no type, and no value"):
        attribute_value(AttributeProto(name="a"))
    with pytest.raises(ValueError, match="attribute 'a' has no type, and f and i"):
        attribute_value(AttributeProto(name="a", i=1, f=2))


def test_a_value_in_the_field_of_another_type_is_told() -> None:
    attribute = AttributeProto(name="a", type="INT", f=1)
    with pytest.raises(ValueError, match="attribute 'a' is of type INT, but f is set"):
        attribute_value(attribute)


def test_a_reference_has_no_value() -> None:
    theirs = helper.make_attribute_ref("a", onnx.AttributeProto.INT, "d", ref_attr_name="b")
    made = make_attribute_ref("a", AttributeProto.INT, "d", ref_attr_name="b")
    assert made.SerializeToString() == theirs.SerializeToString()
    with pytest.raises(ValueError, match="'a' has no value: it stands for 'b' of the function"):
        attribute_value(made)
    assert make_attribute_ref("a", AttributeProto.INT).ref_attr_name == "a"


def test_a_list_is_a_copy() -> None:
    attribute = make_attribute("a", [1])
    value = attribute_value(attribute)
    assert isinstance(value, list) and value is not attribute.ints
    value.clear()
    assert attribute.ints == [1]


def test_attributes_of_real_models_have_the_values_that_onnx_finds() -> None:
    count = 0
    for file in real_files():
        if file.message_type.name == "ModelProto":
            pairs = zip(
                onnxwire.load(file.path).graph.node, onnx.load(file.path).graph.node, strict=True
            )
            for node, their_node in pairs:
                for attribute, theirs in zip(node.attribute, their_node.attribute, strict=True):
                    assert same_value(
                        attribute_value(attribute), helper.get_attribute_value(theirs)
                    )
                    count += 1
    assert count > 1000
