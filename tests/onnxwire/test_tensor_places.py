"""The walk over all tensors of a message: none is missed, and none is touched that need not be."""

from __future__ import annotations

from pathlib import Path

import pytest

import onnxwire
from onnxwire import GraphProto, ModelProto, SequenceProto, TensorProto, tensor_places
from onnxwire._runtime.untouched import is_untouched
from onnxwire._tensors.places import with_tensors
from oracles.external_models import STEPS_BY_NAME, all_tensors, nested_model
from oracles.real_files import RealFile, real_files


def test_tensors_in_all_places_are_found_with_their_paths() -> None:
    model = ModelProto.FromString(nested_model().SerializeToString())
    places = [place for place in tensor_places(model) if place.tensor.name]
    assert {place.tensor.name: place.steps for place in places} == STEPS_BY_NAME
    assert places[0].path == f"{STEPS_BY_NAME['attr']} 'attr'"
    assert {place.steps for place in tensor_places(model) if place.is_index} == {
        STEPS_BY_NAME[name].replace("values", "indices")
        for name in ("sparse", "sparses", "sparse_init")
    }


@pytest.mark.parametrize("file", real_files()[::3], ids=str)
def test_no_tensor_of_a_real_file_is_missed(file: RealFile) -> None:
    message = file.message_type.ours.FromString(file.data)
    names = {place.tensor.name for place in tensor_places(message)} - {""}
    theirs = file.message_type.theirs.FromString(file.data)
    assert names == set(all_tensors(theirs))


def test_other_messages_have_places_too() -> None:
    tensor = TensorProto(name="t")
    assert [place.path for place in tensor_places(tensor)] == ["TensorProto 't'"]
    values = SequenceProto(elem_type=1, tensor_values=[tensor, tensor])
    assert [place.path for place in tensor_places(values)] == [
        "SequenceProto.tensor_values[0] 't'",
        "SequenceProto.tensor_values[1] 't'",
    ]
    assert not list(tensor_places(onnxwire.TypeProto()))


def test_a_copy_with_other_tensors_leaves_the_message_as_it_was() -> None:
    data = nested_model().SerializeToString()
    model = ModelProto.FromString(data)
    changes = [
        (place, TensorProto(name=f"new {place.tensor.name}"))
        for place in tensor_places(model)
        if place.tensor.name
    ]
    copy = with_tensors(model, changes)
    assert model.SerializeToString() == data
    theirs = type(nested_model()).FromString(copy.SerializeToString())
    assert set(all_tensors(theirs)) == {f"new {name}" for name in STEPS_BY_NAME}
    assert copy.graph.node[3].attribute[0].graphs[0] is model.graph.node[3].attribute[0].graphs[0]
    assert with_tensors(model, []) is model
    assert with_tensors(
        TensorProto(), [(next(tensor_places(TensorProto())), TensorProto(name="n"))]
    )


def test_what_is_not_wanted_is_not_looked_into(tmp_path: Path) -> None:
    path = tmp_path / "graph.pb"
    onnxwire.save(GraphProto(initializer=[TensorProto(name="w", raw_data=bytes(5000))]), path)
    graph = onnxwire.load(path, GraphProto)
    assert not list(tensor_places(graph, lambda message: message is graph))
    assert is_untouched(graph.initializer[0])
    assert [place.steps for place in tensor_places(graph)] == ["GraphProto.initializer[0]"]
    assert is_untouched(graph.initializer[0])
