"""Messages: made from keywords, checked when set, copied, compared and shown."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import numpy
import onnx
import pytest

from onnxwire import (
    AttributeProto,
    EncodeError,
    GraphProto,
    ModelProto,
    NodeProto,
    StringStringEntryProto,
    TensorProto,
    Version,
)


def node() -> NodeProto:
    return NodeProto(
        op_type="Conv",
        input=["x", "w"],
        output=["y"],
        attribute=[
            AttributeProto(name="pads", type="INTS", ints=[1, 1, 1, 1]),
            {"name": "alpha", "type": AttributeProto.FLOAT, "f": 0.1},
        ],
    )


def test_keywords_take_messages_dicts_lists_and_names_of_enum_values() -> None:
    theirs = onnx.NodeProto(
        op_type="Conv",
        input=["x", "w"],
        output=["y"],
        attribute=[
            onnx.AttributeProto(name="pads", type="INTS", ints=[1, 1, 1, 1]),
            {"name": "alpha", "type": onnx.AttributeProto.FLOAT, "f": 0.1},
        ],
    )
    assert node().SerializeToString() == theirs.SerializeToString()


def test_none_means_not_given() -> None:
    assert ModelProto(graph=None, ir_version=None) == ModelProto()


@pytest.mark.parametrize(
    ("misspell", "error"),
    [
        (lambda: NodeProto(op_typ="Relu"), ValueError),  # type: ignore[arg-type]
        (lambda: node().HasField("op_typ"), ValueError),  # type: ignore[arg-type]
    ],
)
def test_a_misspelt_field_is_an_error_that_names_the_nearest(
    misspell: object, error: type[Exception]
) -> None:
    with pytest.raises(error, match="no field 'op_typ'; did you mean 'op_type'"):
        misspell()  # type: ignore[operator]


def test_a_misspelt_field_can_be_neither_read_nor_set() -> None:
    for misspell in (
        lambda: node().op_typ,  # type: ignore[attr-defined]
        lambda: setattr(node(), "op_typ", "Relu"),
    ):
        with pytest.raises(AttributeError, match="op_typ"):
            misspell()


def test_python_asks_for_the_nearest_field_when_it_shows_the_error() -> None:
    code = "import onnxwire; onnxwire.NodeProto().op_typ"
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert "Did you mean: 'op_type'?" in done.stderr


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("name", 3, TypeError),
        ("name", "\ud800", ValueError),
        ("i", 1.0, TypeError),
        ("i", True, TypeError),
        ("i", "1", TypeError),
        ("i", 1 << 63, ValueError),
        ("f", "1", TypeError),
        ("s", "text", TypeError),
        ("s", bytearray(b"x"), TypeError),
        ("type", 999, ValueError),
        ("type", "NO_SUCH_TYPE", ValueError),
    ],
)
def test_a_wrong_value_is_refused_as_google_refuses_it(
    field: str, value: object, error: type[Exception]
) -> None:
    sides: tuple[Any, Any] = (AttributeProto(), onnx.AttributeProto())
    for attribute in sides:
        with pytest.raises(error):
            setattr(attribute, field, value)
        assert not attribute.HasField(field)


def test_a_bool_of_numpy_is_no_number() -> None:
    # Google's classes take it or not, as the version of numpy does.
    wrong: Any = numpy.bool_(True)
    with pytest.raises(TypeError, match="AttributeProto.i: an int is wanted"):
        AttributeProto(i=wrong)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("i", numpy.int8(-3)),
        ("i", numpy.array(7)),
        ("i", AttributeProto.INT),
        ("f", 3),
        ("f", numpy.float64(0.1)),
        ("f", 16777217),
        ("f", 1e300),
        ("name", b"bytes of UTF-8"),
        ("name", numpy.str_("text")),
        ("s", numpy.bytes_(b"x")),
        ("type", 2),
    ],
)
def test_what_is_stored_is_a_plain_value_equal_to_googles(field: str, value: object) -> None:
    ours, theirs = AttributeProto(), onnx.AttributeProto()
    setattr(ours, field, value)
    setattr(theirs, field, value)
    assert getattr(ours, field) == getattr(theirs, field)
    assert type(getattr(ours, field)) in (int, float, str, bytes, AttributeProto.AttributeType)
    assert ours.SerializeToString() == theirs.SerializeToString()


def test_messages_are_copied_in() -> None:
    graph = GraphProto(name="before")
    model = ModelProto(graph=graph)
    first = NodeProto(name="before")
    model.graph.node.append(first)
    graph.name = first.name = "after"
    assert (model.graph.name, model.graph.node[0].name) == ("before", "before")


def test_assigning_to_messages_and_lists_copies_the_value_in() -> None:
    model = ModelProto()
    model.graph = GraphProto(name="g")
    model.graph.node = [node(), {"op_type": "Relu"}]
    model.graph.node[0].input = ("a", "b")
    assert [n.op_type for n in model.graph.node] == ["Conv", "Relu"]
    assert model.graph.node[0].input == ["a", "b"]
    with pytest.raises(TypeError):
        model.graph = None  # type: ignore[assignment]
    with pytest.raises(TypeError):
        model.graph = NodeProto()  # type: ignore[assignment]


@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, lambda n: pickle.loads(pickle.dumps(n))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_a_copy_is_equal_and_shares_nothing(duplicate: object) -> None:
    original = NodeProto.FromString(node().SerializeToString() + b"\xc2\x3e\x01?")
    other = duplicate(original)  # type: ignore[operator]
    assert other == original
    assert other.SerializeToString() == original.SerializeToString()
    other.attribute[0].ints.append(9)
    other.input.append("z")
    assert original.attribute[0].ints == [1, 1, 1, 1]
    assert original.input == ["x", "w"]


def test_merging_joins_lists_and_messages_and_replaces_the_rest() -> None:
    texts = {}
    for module in (onnx, __import__("onnxwire")):
        first = module.ModelProto(producer_name="a", graph=module.GraphProto(name="g"))
        first.opset_import.add(version=1)
        second = module.ModelProto(producer_name="b", graph=module.GraphProto(doc_string="d"))
        second.opset_import.add(version=2)
        first.MergeFrom(second)
        first.MergeFrom(first)
        texts[module.__name__] = first.SerializeToString()
    assert texts["onnx"] == texts["onnxwire"]


def test_equality_sees_presence_and_unknown_fields() -> None:
    assert TensorProto(name="") != TensorProto()
    assert TensorProto.FromString(b"\xf8\x07\x01") != TensorProto()
    assert TensorProto() != GraphProto()
    assert TensorProto(dims=[]) == TensorProto()
    with pytest.raises(TypeError):
        hash(TensorProto())


def test_a_failed_parse_leaves_the_message_as_it_was() -> None:
    model = ModelProto(producer_name="kept")
    with pytest.raises(ValueError):
        model.ParseFromString(b"\x12\x05abc")
    assert model == ModelProto(producer_name="kept")


def test_what_slipped_past_the_checks_is_an_error_when_written() -> None:
    model = ModelProto(graph=GraphProto(node=[node()]))
    ints: list[Any] = model.graph.node[0].attribute[0].ints
    list.append(ints, "many")
    with pytest.raises(EncodeError) as caught:
        model.SerializeToString()
    assert caught.value.path == "ModelProto.graph.node[0].attribute[0].ints[4]"


def test_repr_is_one_short_line_whatever_the_message_holds() -> None:
    tensor = TensorProto(name="w" * 1000, raw_data=bytes(100_000), dims=range(100))
    model = ModelProto(graph=GraphProto(initializer=[tensor] * 3), producer_name="\n")
    entry = StringStringEntryProto(key="k" * 10_000)
    for message in (tensor, model, entry, node()):
        assert len(repr(message)) < 1000
        assert "\n" not in repr(message)
    assert repr(tensor).endswith("raw_data=<100000 bytes>)")


def test_enums_are_numbers_with_names() -> None:
    assert TensorProto.FLOAT == TensorProto.DataType.FLOAT == TensorProto().FLOAT == 1
    assert f"{TensorProto.FLOAT} {TensorProto.FLOAT!s}" == "1 1"
    for ours, theirs in (
        (TensorProto.DataType, onnx.TensorProto.DataType),
        (AttributeProto.AttributeType, onnx.AttributeProto.AttributeType),
        (Version, onnx.Version),
    ):
        assert ours.items() == theirs.items()
        assert (ours.keys(), ours.values()) == (theirs.keys(), theirs.values())
        assert ours.Name(1) == theirs.Name(1)
        with pytest.raises(ValueError):
            ours.Name(999)
        with pytest.raises(ValueError):
            ours.Value("NO_SUCH_VALUE")
