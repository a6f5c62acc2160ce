"""Repeated fields: lists that check and copy what is put into them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy
import onnx
import pytest

from onnxwire import AttributeProto, GraphProto, NodeProto, TensorProto
from onnxwire.messages import onnx as messages

CHANGES: dict[str, Callable[[Any], Any]] = {
    "append": lambda dims: dims.append(4),
    "extend a list": lambda dims: dims.extend([4, 5]),
    "extend a generator": lambda dims: dims.extend(n for n in (4, 5)),
    "extend an array": lambda dims: dims.extend(numpy.arange(3)),
    "insert": lambda dims: dims.insert(1, 9),
    "set an item": lambda dims: dims.__setitem__(-1, 9),
    "set a slice": lambda dims: dims.__setitem__(slice(1, 3), [7, 8, 9]),
    "delete an item": lambda dims: dims.__delitem__(0),
    "delete a slice": lambda dims: dims.__delitem__(slice(None)),
    "pop": lambda dims: dims.pop(1),
    "remove": lambda dims: dims.remove(2),
    "sort": lambda dims: dims.sort(reverse=True),
    "reverse": lambda dims: dims.reverse(),
    "clear": lambda dims: dims.clear(),
    "merge": lambda dims: dims.MergeFrom(type(dims)() if isinstance(dims, list) else dims[:0]),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_changes_do_what_they_do_to_googles_lists(change: Callable[[Any], Any]) -> None:
    ours, theirs = TensorProto(dims=[1, 2, 3]), onnx.TensorProto(dims=[1, 2, 3])
    if change is CHANGES["merge"]:
        theirs.dims.MergeFrom(onnx.TensorProto(dims=[6]).dims)
        ours.dims.MergeFrom(TensorProto(dims=[6]).dims)
    else:
        assert change(ours.dims) == change(theirs.dims)
    assert list(ours.dims) == list(theirs.dims)
    assert ours.SerializeToString() == theirs.SerializeToString()


@pytest.mark.parametrize("bad", ["1", 1.5, None, True, 1 << 63])
def test_a_wrong_element_is_refused_and_nothing_is_added(bad: Any) -> None:
    tensor = TensorProto(dims=[1])
    changes: tuple[Callable[[], object], ...] = (
        lambda: tensor.dims.append(bad),
        lambda: tensor.dims.extend([2, bad]),
        lambda: tensor.dims.insert(0, bad),
        lambda: tensor.dims.__setitem__(0, bad),
        lambda: tensor.dims.__setitem__(slice(None), [2, bad]),
    )
    for change in changes:
        with pytest.raises((TypeError, ValueError)):
            change()
        assert tensor.dims == [1]


def test_elements_are_rounded_and_made_plain() -> None:
    tensor = TensorProto(float_data=[0.1, numpy.float64(0.2), 3])
    assert list(tensor.float_data) == list(onnx.TensorProto(float_data=[0.1, 0.2, 3]).float_data)
    assert {type(value) for value in tensor.float_data} == {float}
    assert {type(value) for value in TensorProto(dims=numpy.arange(2)).dims} == {int}


def test_messages_are_copied_in_and_keep_their_identity() -> None:
    graph = GraphProto()
    added = graph.node.add(name="a")
    copied = NodeProto(name="b")
    graph.node.append(copied)
    graph.node.insert(0, copied)
    copied.name = "changed"
    assert [node.name for node in graph.node] == ["b", "a", "b"]
    graph.node.sort(key=lambda node: node.name)
    assert graph.node[0] is added
    assert graph.node.pop(0) is added


def test_a_list_multiplied_in_place_holds_copies() -> None:
    graph = GraphProto(node=[NodeProto(name="a")])
    graph.node *= 2
    graph.node[0].name = "changed"
    assert [node.name for node in graph.node] == ["changed", "a"]


def test_a_list_may_be_extended_by_itself() -> None:
    graph = GraphProto(node=[NodeProto(name="a")])
    graph.node.extend(graph.node)
    graph.node += graph.node
    assert [node.name for node in graph.node] == ["a"] * 4


def test_only_messages_of_the_right_kind_are_added_and_mappings_where_all_are_replaced() -> None:
    graph = GraphProto(node=[{"name": "from a mapping"}])
    wrong: tuple[Any, ...] = (GraphProto(), None, "node", onnx.NodeProto(), {"name": "x"})
    for bad in wrong:
        with pytest.raises(TypeError):
            graph.node.append(bad)
    with pytest.raises(ValueError, match="did you mean 'name'"):
        graph.node.add(nmae="x")  # type: ignore[arg-type]
    assert [node.name for node in graph.node] == ["from a mapping"]


def test_a_list_compares_with_lists_and_copies_to_a_list() -> None:
    dims: Any = TensorProto(dims=[1, 2]).dims
    assert dims == [1, 2]
    assert dims != (1, 2)
    assert type(dims[:]) is list
    assert type(copy.deepcopy(dims)) is list
    with pytest.raises(TypeError):
        hash(dims)


def test_an_enum_list_takes_names_and_numbers() -> None:
    # ONNX has no repeated enum: the list class is made for any schema.
    values = messages.AttributeProto_AttributeTypeList()
    values.extend([1, "INT", AttributeProto.FLOATS])
    assert values == [AttributeProto.FLOAT, AttributeProto.INT, AttributeProto.FLOATS]
    with pytest.raises(ValueError):
        values.append(99)
