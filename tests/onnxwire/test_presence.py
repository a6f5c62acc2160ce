"""What is set, what is not, and how a part that was only read joins its parent."""

from __future__ import annotations

import onnx
import pytest

from onnxwire import (
    AttributeProto,
    GraphProto,
    ModelProto,
    TensorProto,
    TensorShapeProto,
    TypeProto,
    ValueInfoProto,
)


def test_an_absent_scalar_reads_as_its_default_and_leaves_no_trace() -> None:
    model = ModelProto()
    assert (model.ir_version, model.producer_name, TensorProto().raw_data) == (0, "", b"")
    assert not model.HasField("ir_version")
    assert model.SerializeToString() == b""


def test_a_scalar_set_to_its_default_is_present() -> None:
    ours, theirs = ModelProto(ir_version=0), onnx.ModelProto(ir_version=0)
    assert ours.HasField("ir_version")
    assert ours.SerializeToString() == theirs.SerializeToString() == b"\x08\x00"
    assert ours != ModelProto()


def test_reading_an_absent_message_does_not_set_it() -> None:
    model = ModelProto()
    assert model.graph.name == ""
    assert list(model.graph.node) == []
    assert model.graph is model.graph
    assert not model.HasField("graph")


@pytest.mark.parametrize(
    "change",
    [
        lambda graph: setattr(graph, "name", ""),
        lambda graph: graph.node.add(),
        lambda graph: graph.node.extend([]),
        lambda graph: graph.node.__delitem__(slice(None)),
        lambda graph: graph.CopyFrom(type(graph)()),
        lambda graph: graph.MergeFrom(type(graph)()),
        lambda graph: graph.ParseFromString(b""),
        lambda graph: graph.Clear(),
        lambda graph: graph.ClearField("name"),
        lambda graph: graph.SetInParent(),
    ],
)
def test_any_change_makes_an_absent_message_part_of_its_parent(change: object) -> None:
    for model in (ModelProto(), onnx.ModelProto()):
        graph = model.graph
        change(graph)  # type: ignore[operator]
        assert model.HasField("graph")
        assert model.graph is graph


def test_a_change_deep_inside_sets_every_parent() -> None:
    value = ValueInfoProto()
    value.type.tensor_type.shape.dim.add(dim_value=3)
    assert value.type.WhichOneof("value") == "tensor_type"
    assert value.SerializeToString() == bytes.fromhex("12080a0612040a020803")
    assert onnx.ValueInfoProto.FromString(value.SerializeToString()).type.HasField("tensor_type")


def test_a_list_read_from_an_absent_message_joins_with_it() -> None:
    attribute = AttributeProto()
    dims = attribute.t.dims
    dims.append(5)
    assert list(attribute.t.dims) == [5]
    assert attribute.t.dims is dims


def test_setting_one_field_of_a_oneof_clears_the_others() -> None:
    dimension = TensorShapeProto.Dimension(dim_value=3)
    dimension.dim_param = "N"
    assert dimension.WhichOneof("value") == "dim_param"
    assert not dimension.HasField("dim_value")
    value_type = TypeProto(tensor_type={"elem_type": 1})
    value_type.sequence_type.elem_type.tensor_type.elem_type = 2
    assert value_type.WhichOneof("value") == "sequence_type"
    assert value_type.tensor_type.elem_type == 0


def test_a_part_that_was_cleared_keeps_its_values_and_is_not_part_any_more() -> None:
    model = ModelProto(graph=GraphProto(name="g"))
    graph = model.graph
    model.ClearField("graph")
    graph.name = "changed"
    assert not model.HasField("graph")
    assert (graph.name, model.graph.name) == ("changed", "")


def test_questions_about_fields_without_presence_are_errors() -> None:
    for ask in (
        lambda: ModelProto().HasField("opset_import"),  # type: ignore[arg-type]
        lambda: ModelProto().HasField("grap"),  # type: ignore[arg-type]
        lambda: TypeProto().WhichOneof("values"),  # type: ignore[arg-type]
        lambda: ModelProto().ClearField("grap"),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError):
            ask()
