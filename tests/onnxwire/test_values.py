"""Sequences, optionals and maps to Python's values and back, as `onnx.numpy_helper` does."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import numpy_helper
from onnx.backend.test.case.node import collect_testcases

from onnxwire import (
    HeldOptional,
    MapProto,
    OptionalProto,
    SequenceProto,
    SparseArray,
    TensorError,
    TensorProto,
    from_dict,
    from_list,
    from_numpy,
    from_optional,
    to_dict,
    to_list,
    to_numpy,
    to_optional,
)
from oracles.arrays import assert_same_array, ours

ARRAYS = (
    numpy.array([1.0, 2.0], numpy.float32),
    numpy.zeros((2, 0), numpy.float32),
    numpy.array(3, numpy.float32),
)
SPARSE = SparseArray(numpy.array([5.0]), numpy.array([[1]]), (3,))
_KIND = SequenceProto.DataType


def assert_same(found: Any, wanted: Any) -> None:
    """Values are equal at any depth; arrays bit for bit."""
    assert isinstance(found, dict) == isinstance(wanted, dict)
    assert isinstance(found, list) == isinstance(wanted, list)
    if isinstance(wanted, dict):
        assert list(found) == list(wanted)
        found, wanted = list(found.values()), list(wanted.values())
    if isinstance(wanted, list):
        assert len(found) == len(wanted)
        for pair in zip(found, wanted, strict=True):
            assert_same(*pair)
    elif wanted is None:
        assert found is None
    elif isinstance(wanted, HeldOptional):
        assert isinstance(found, HeldOptional)
        assert_same(found.value, wanted.value)
    elif isinstance(wanted, SparseArray):
        assert found.shape == wanted.shape
        assert_same_array(found.values, wanted.values)
        assert_same_array(found.indices, wanted.indices)
    else:
        assert_same_array(found, numpy.asarray(wanted))


# --- the same as onnx ------------------------------------------------------------------

LISTS: tuple[list[Any], ...] = (
    [],
    list(ARRAYS),
    [numpy.array(["a", "é"], object)],
    [[ARRAYS[0]], [ARRAYS[1], ARRAYS[2]], []],
    [{1: ARRAYS[0]}, {2: ARRAYS[1], 3: ARRAYS[2]}],
    [[[[ARRAYS[0]]]]],
)


@pytest.mark.parametrize("values", LISTS, ids=range(len(LISTS)))
def test_lists_are_the_sequences_that_onnx_makes_of_them(values: list[Any]) -> None:
    theirs = numpy_helper.from_list(values, "s")
    made = from_list(values, "s")
    assert made == ours(theirs)
    assert_same(to_list(made), values)
    assert_same(to_list(ours(theirs)), numpy_helper.to_list(theirs))


DICTS: tuple[dict[Any, Any], ...] = (
    {1: ARRAYS[0], -(2**63): ARRAYS[1]},
    {numpy.int8(3): ARRAYS[0], numpy.int8(-3): ARRAYS[1]},
    {numpy.uint32(2**32 - 1): ARRAYS[0]},
)


@pytest.mark.parametrize("values", DICTS, ids=range(len(DICTS)))
def test_dicts_are_the_maps_that_onnx_makes_of_them(values: dict[Any, Any]) -> None:
    theirs = numpy_helper.from_dict(values, "m")
    made = from_dict(values, "m")
    assert made == ours(theirs)
    assert_same(to_dict(made), values)


@pytest.mark.parametrize("value", [None, ARRAYS[0], [ARRAYS[0]], {1: ARRAYS[0]}])
def test_optionals_are_those_that_onnx_makes(value: Any) -> None:
    theirs = numpy_helper.from_optional(value, "o")
    made = from_optional(value, "o")
    assert made == ours(theirs)
    assert_same(to_optional(made), value)


def test_all_values_of_the_tests_of_onnx_go_there_and_back() -> None:
    # Older operators warn that they are.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cases = collect_testcases(None)
    values = [
        value for case in cases for data in case.data_sets or () for side in data for value in side
    ]
    kinds = set()
    for value in values:
        if isinstance(value, onnx.TensorProto):
            assert_same_array(to_numpy(ours(value)), numpy_helper.to_array(value))
        elif isinstance(value, list):
            assert from_list(value) == ours(numpy_helper.from_list(value))
            assert_same(to_list(from_list(value)), value)
        elif value is None:
            assert to_optional(from_optional(None)) is None
        else:
            array = numpy.asarray(value)
            assert from_numpy(array) == ours(numpy_helper.from_array(array))
        kinds.add(type(value))
    assert len(values) > 5000 and {onnx.TensorProto, list, type(None), numpy.ndarray} <= kinds


# --- what onnx does not do -------------------------------------------------------------


def nested_values() -> st.SearchStrategy[Any]:
    """Values of all kinds in one another; those of a list or dict are of one kind."""
    leaves = st.sampled_from([*ARRAYS, SPARSE])
    keys = st.one_of(st.integers(-(2**63), 2**63 - 1), st.text(max_size=3))

    def inside(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        alike = st.one_of(
            values.flatmap(lambda value: st.integers(0, 3).map(lambda count: [value] * count)),
            st.lists(st.none() | st.sampled_from(ARRAYS), max_size=3),
        )
        tables = st.tuples(keys, values).map(lambda pair: {pair[0]: pair[1]})
        return st.one_of(alike, tables)

    return st.recursive(leaves, inside, max_leaves=6)


@given(nested_values())
@settings(max_examples=150, deadline=None)
def test_nested_values_go_there_and_back(value: Any) -> None:
    message = from_optional(value, "o")
    again = OptionalProto.FromString(message.SerializeToString())
    assert_same(to_optional(again), value)
    assert_same(to_list(from_list([value, value])), [value, value])


def test_absent_values_make_a_sequence_of_optionals() -> None:
    made = from_list([None, ARRAYS[0]])
    assert made.elem_type == _KIND.OPTIONAL and len(made.optional_values) == 2
    assert_same(to_list(made), [None, ARRAYS[0]])
    assert from_list([ARRAYS[0]], elem_type=_KIND.OPTIONAL).optional_values[0].elem_type == 1


def test_the_kind_can_be_said() -> None:
    assert from_list([], elem_type=_KIND.MAP).elem_type == _KIND.MAP
    assert from_optional(None, elem_type=_KIND.SEQUENCE).elem_type == _KIND.SEQUENCE
    assert_same(to_list(from_list([[1.0, 2.0]], elem_type=_KIND.TENSOR)), [numpy.array([1.0, 2.0])])
    inner = from_optional(None, elem_type=_KIND.OPTIONAL)
    assert to_optional(inner) is None
    empty = from_dict({}, key_type=TensorProto.STRING)
    assert to_dict(empty) == {} and empty.HasField("values")


def test_values_without_elements_need_no_type() -> None:
    assert to_list(SequenceProto()) == []
    assert to_dict(MapProto()) == {} == to_dict(MapProto(values={}))
    nothing = SequenceProto()
    assert to_optional(OptionalProto(elem_type=_KIND.SEQUENCE, sequence_value=nothing)) == []
    assert to_optional(OptionalProto(elem_type=_KIND.MAP, map_value=MapProto())) == {}
    assert to_list(SequenceProto(elem_type=_KIND.SEQUENCE, sequence_values=[nothing])) == [[]]
    with pytest.raises(TensorError, match="elem_type is 99, which is no kind of value"):
        to_list(SequenceProto(elem_type=99))


def test_optionals_in_optionals_are_told_apart() -> None:
    absent = OptionalProto()
    holding = OptionalProto(elem_type=_KIND.OPTIONAL, optional_value=absent)
    deeper = OptionalProto(elem_type=_KIND.OPTIONAL, optional_value=holding)
    values = (None, HeldOptional(None), HeldOptional(HeldOptional(None)))
    for message, value in zip((absent, holding, deeper), values, strict=True):
        assert to_optional(message) == value
        assert to_optional(from_optional(value)) == value
    value = HeldOptional(HeldOptional(ARRAYS[0]))
    assert_same(to_optional(from_optional(value)), value)
    mixed = [None, HeldOptional(None), HeldOptional(ARRAYS[0])]
    assert_same(to_list(from_list(mixed)), mixed)
    plain = from_optional(ARRAYS[0], elem_type=_KIND.OPTIONAL)
    assert_same(to_optional(plain), HeldOptional(ARRAYS[0]))


def test_an_optional_with_a_value_differs_from_a_list_of_one() -> None:
    data = from_optional(ARRAYS[0], "s").SerializeToString()
    assert data == from_list([ARRAYS[0]], "s").SerializeToString()
    assert_same(to_optional(OptionalProto.FromString(data)), ARRAYS[0])
    assert_same(to_list(SequenceProto.FromString(data)), [ARRAYS[0]])


def test_keys_of_all_types_go_there_and_back() -> None:
    for name in ("INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16", "UINT32", "UINT64"):
        limits = numpy.iinfo(name.lower())
        values = {int(limits.min): ARRAYS[0], int(limits.max): ARRAYS[1]}
        made = from_dict(values, key_type=TensorProto.DataType.Value(name))
        assert_same(to_dict(made), values)
        for key in (int(limits.min) - 1, int(limits.max) + 1):
            with pytest.raises(TensorError, match=rf"keys\[0\]: {key} is no {name}"):
                from_dict({key: ARRAYS[0]}, key_type=made.key_type)
    text = {"a": ARRAYS[0], "\udcff": ARRAYS[1]}
    assert from_dict(text).string_keys == [b"a", b"\xff"]
    assert_same(to_dict(from_dict(text)), text)


def test_keywords_reach_every_tensor() -> None:
    values = [{"a": from_numpy(numpy.array([1.0]), data_type=TensorProto.BFLOAT16)}]
    message = from_list([{"a": numpy.array([1], numpy.uint16)}])
    tensor = message.map_values[0].values.tensor_values[0]
    tensor.data_type = TensorProto.BFLOAT16
    tensor.raw_data = values[0]["a"].raw_data
    found = to_list(message, small_types="float32", copy=True)
    assert_same(found, [{"a": numpy.array([1.0], numpy.float32)}])
    assert found[0]["a"].flags.writeable
    assert to_list(message, small_types="bits")[0]["a"].dtype == numpy.uint16


# --- faults ----------------------------------------------------------------------------

ONE = TensorProto(data_type=TensorProto.FLOAT, dims=[1], float_data=[1])
SHORT = TensorProto(data_type=TensorProto.FLOAT, dims=[2], float_data=[1])
WRONG_MESSAGES: dict[str, tuple[Callable[[], Any], str]] = {
    "no kind": (
        lambda: to_list(SequenceProto(name="s", tensor_values=[ONE])),
        "SequenceProto 's': elem_type is UNDEF",
    ),
    "unknown kind": (
        lambda: to_list(SequenceProto(elem_type=6)),
        "elem_type is 6, which is no kind",
    ),
    "another list": (
        lambda: to_list(SequenceProto(elem_type=3, tensor_values=[ONE])),
        "elem_type is SEQUENCE, but tensor_values is not empty",
    ),
    "another value": (
        lambda: to_optional(OptionalProto(elem_type=1, sequence_value={})),
        "elem_type is TENSOR, but sequence_value is not empty",
    ),
    "value without a kind": (
        lambda: to_optional(OptionalProto(tensor_value=ONE)),
        "elem_type is UNDEFINED, which is no kind",
    ),
    "an element": (
        lambda: to_list(SequenceProto(elem_type=1, tensor_values=[ONE, SHORT])),
        r"SequenceProto.tensor_values\[1\]: FLOAT\[2\] takes 2 entries, float_data has 1",
    ),
    "a nested element": (
        lambda: to_optional(
            OptionalProto(
                elem_type=3,
                sequence_value={"elem_type": 4, "map_values": [{"key_type": 7, "keys": [1]}]},
            )
        ),
        r"OptionalProto.sequence_value.map_values\[0\]: values is not set",
    ),
    "too many keys": (
        lambda: to_dict(MapProto(key_type=7, keys=[1, 2], values={"elem_type": 1})),
        "2 keys, but 0 values",
    ),
    "a key twice": (
        lambda: to_dict(
            MapProto(key_type=7, keys=[1, 1], values={"elem_type": 1, "tensor_values": [ONE, ONE]})
        ),
        "the key 1 is there 2 times",
    ),
    "a key out of range": (
        lambda: to_dict(MapProto(key_type=3, keys=[5, 128], values={"elem_type": 1})),
        r"MapProto.keys\[1\]: 128 is no INT8",
    ),
    "keys of another type": (
        lambda: to_dict(MapProto(key_type=7, string_keys=[b"a"], values={"elem_type": 1})),
        "key_type is INT64, but string_keys is not empty",
    ),
    "text keys of another type": (
        lambda: to_dict(MapProto(key_type=8, keys=[1], values={"elem_type": 1})),
        "key_type is STRING, but keys is not empty",
    ),
    "a type that is no key's": (
        lambda: to_dict(MapProto(key_type=1, keys=[1], values={"elem_type": 1})),
        "key_type is FLOAT, which keys cannot be",
    ),
    "a small type that is no key's": (
        lambda: to_dict(MapProto(key_type=21, values={"elem_type": 1})),
        "key_type is UINT4, which keys cannot be",
    ),
}
WRONG_VALUES: dict[str, tuple[Callable[[], Any], str]] = {
    "several kinds": (
        lambda: from_list([ARRAYS[0], [ARRAYS[0]]]),
        "values of several kinds: TENSOR, SEQ",
    ),
    "several types": (
        lambda: from_list([numpy.int8(1), numpy.int16(1)]),
        "tensors of several element types: INT16, INT8",
    ),
    "no tensor": (lambda: from_list([{}], elem_type=1), r"tensor_values\[0\]: a tensor is wanted"),
    "no list": (lambda: from_list([1.0], elem_type=3), r"sequence_values\[0\]: a list is wanted"),
    "no dict": (lambda: from_list([1.0], elem_type=4), r"map_values\[0\]: a dict is wanted"),
    "no SparseArray": (lambda: from_list([1.0], elem_type=2), "a SparseArray is wanted, not float"),
    "no such kind": (lambda: from_list([], elem_type=0), "elem_type is UNDEFINED"),
    "an object": (
        lambda: from_list([object()]),
        r"SequenceProto.tensor_values\[0\]: element 0 is of",
    ),
    "no keys": (lambda: from_dict({}, "m"), "MapProto 'm': no keys: key_type must say"),
    "mixed keys": (lambda: from_dict({1: 1.0, "a": 1.0}), "all integers of one type, not int, str"),
    "bool keys": (lambda: from_dict({True: 1.0}), "keys must be all str or all integers"),
    "float keys": (lambda: from_dict({1.5: 1.0}), "keys must be all str or all integers"),
    "large keys": (lambda: from_dict({2**63: 1.0}), "9223372036854775808 is no INT64"),
    "an absent value": (lambda: from_dict({1: None}), "a map has no empty values"),
    "text for integers": (lambda: from_dict({"a": 1.0}, key_type=7), r"keys\[0\]: 'a' is no INT64"),
    "integers for text": (lambda: from_dict({1: 1.0}, key_type=8), "element 0 is of type int"),
}


@pytest.mark.parametrize(("call", "reason"), WRONG_MESSAGES.values(), ids=WRONG_MESSAGES)
def test_messages_that_contradict_themselves_are_refused(
    call: Callable[[], Any], reason: str
) -> None:
    with pytest.raises(TensorError, match=reason):
        call()


@pytest.mark.parametrize(("call", "reason"), WRONG_VALUES.values(), ids=WRONG_VALUES)
def test_values_that_are_no_message_are_refused(call: Callable[[], Any], reason: str) -> None:
    with pytest.raises(TensorError, match=reason):
        call()


def test_another_message_is_a_type_error() -> None:
    calls: Any = (to_list, to_optional, to_dict)
    for call in calls:
        with pytest.raises(TypeError, match="is wanted, not TensorProto"):
            call(TensorProto())
