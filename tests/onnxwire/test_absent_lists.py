"""The list of an absent repeated field: it stays empty, and absent, until something is put in."""

from __future__ import annotations

import copy
import gc
import heapq
from collections.abc import Callable
from threading import Thread
from typing import Any

import onnx
import pytest

import onnxwire
from onnxwire import AttributeProto, GraphProto

BOTH = pytest.mark.parametrize("package", [onnx, onnxwire], ids=["google", "ours"])


def lists_of(message: object) -> list[Any]:
    """What lists a message keeps, as the garbage collector sees it."""
    return [kept for kept in gc.get_referents(message) if isinstance(kept, list)]


@BOTH
def test_the_list_is_the_same_as_long_as_it_is_held(package: Any) -> None:
    attribute = package.AttributeProto()
    held = attribute.ints
    others = [package.AttributeProto() for _ in range(100)]
    for other in others:
        assert not other.ints and not other.floats
    again = attribute.ints
    held.append(7)
    again.append(8)
    assert list(held) == list(again) == list(attribute.ints) == [7, 8]
    assert package.AttributeProto.FromString(attribute.SerializeToString()) == attribute


@BOTH
def test_the_list_outlives_its_message(package: Any) -> None:
    held = package.AttributeProto().ints
    held.append(7)
    assert list(held) == [7]


@BOTH
def test_two_fields_of_a_message_have_two_lists(package: Any) -> None:
    tensor = package.TensorProto()
    dims, numbers = tensor.dims, tensor.int64_data
    dims.append(1)
    numbers.append(2)
    assert (list(tensor.dims), list(tensor.int64_data)) == ([1], [2])


@BOTH
def test_what_is_put_in_makes_all_messages_around_it_present(package: Any) -> None:
    model = package.ModelProto()
    held = model.graph.node
    assert not model.HasField("graph")
    held.add(op_type="Abs")
    assert model.HasField("graph") and model.graph.node[0].op_type == "Abs"


def test_a_list_that_was_only_read_is_absent() -> None:
    graph, other = GraphProto(name="g"), GraphProto(name="g")
    assert not graph.node and not graph.initializer and list(graph.metadata_props) == []
    assert graph == other and other == graph and str(graph) == str(other)
    assert [field.name for field, _ in graph.ListFields()] == ["name"]
    assert graph.SerializeToString() == other.SerializeToString()
    other.MergeFrom(graph)
    for made in (copy.copy(graph), other):
        assert made == graph and lists_of(made) == []


def test_what_is_put_in_behind_its_back_is_kept() -> None:
    attribute = AttributeProto()
    heapq.heappush(attribute.ints, 3)
    list.append(attribute.floats, 0.5)
    assert attribute.ints == [3] and attribute.floats == [0.5]


def parse(attribute: Any) -> None:
    attribute.ParseFromString(type(attribute)(ints=[1, 2]).SerializeToString())


@BOTH
@pytest.mark.parametrize(
    "replace",
    [
        lambda attribute: attribute.Clear(),
        lambda attribute: attribute.ClearField("ints"),
        lambda attribute: attribute.ParseFromString(b""),
        parse,
    ],
    ids=["Clear", "ClearField", "ParseFromString nothing", "ParseFromString"],
)
@pytest.mark.parametrize("before", [[], [5]], ids=["empty", "full"])
def test_a_list_that_was_replaced_changes_nothing(
    package: Any, replace: Callable[[Any], None], before: list[int]
) -> None:
    attribute = package.AttributeProto(ints=before)
    stale = attribute.ints
    replace(attribute)
    kept = list(attribute.ints)
    stale.append(9)
    assert list(attribute.ints) == kept and list(stale) == [*before, 9]


@pytest.mark.parametrize("before", [[], [5]], ids=["empty", "full"])
def test_a_copy_replaces_all_that_was_read_before(before: list[int]) -> None:
    """As google's pure Python does; its C core keeps what was read while it was absent."""
    attribute = AttributeProto(ints=before)
    stale, stale_tensor = attribute.ints, attribute.t
    attribute.CopyFrom(AttributeProto(ints=[1, 2], t={"name": "copied"}))
    stale.append(9)
    stale_tensor.name = "stale"
    assert attribute.ints == [1, 2] and stale == [*before, 9]
    assert attribute.t.name == "copied" and attribute.t is not stale_tensor


def test_a_list_of_a_dead_message_is_not_taken_for_that_of_a_new_one() -> None:
    held = [AttributeProto().ints for _ in range(100)]
    new = [AttributeProto() for _ in range(100)]
    for numbers in held:
        numbers.append(1)
    assert not any(attribute.ints for attribute in new)


def test_threads_that_build_messages_do_not_mix_their_lists() -> None:
    built: dict[int, list[AttributeProto]] = {}

    def build(number: int) -> None:
        built[number] = [AttributeProto() for _ in range(2000)]
        for attribute in built[number]:
            attribute.ints.append(number)
            attribute.floats.extend([number])

    threads = [Thread(target=build, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(built) == [0, 1, 2, 3]
    for number, attributes in built.items():
        assert len(attributes) == 2000
        expected = ([number], [number])
        assert all((made.ints, made.floats) == expected for made in attributes)
