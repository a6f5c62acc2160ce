"""Strings that are not UTF-8, which C++ writers put into files, are read, compared and kept.

The odd bytes become surrogate escapes (U+DC80 to U+DCFF), so that a `str` is always what a
string field gives. Google's classes give `bytes` for such strings.
"""

from __future__ import annotations

import copy
import pickle

import onnx
import pytest

from onnxwire import GraphProto, ModelProto, NodeProto, StringStringEntryProto
from oracles.comparison import assert_same, decoded
from oracles.wire_tree import record

ODD = {
    "Latin-1": "café".encode("latin-1"),
    "GBK": "节点".encode("gbk"),
    "Shift JIS": "ノード".encode("shift_jis"),
    "a surrogate": b"\xed\xa0\x80",
    "a surrogate escape": "\udc80".encode("utf-8", "surrogatepass"),
    "an overlong form": b"\xc0\x80",
    "beyond Unicode": b"\xf4\x90\x80\x80",
    "cut short": "節".encode()[:2],
    "every byte": bytes(range(256)),
    "UTF-16 with its mark": "né".encode("utf-16"),
}


def node_called(name: bytes) -> NodeProto:
    node: NodeProto = decoded("NodeProto", record(1, name) * 2 + record(3, name))
    return node


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_odd_strings_are_read_as_text_and_written_as_they_were(odd: bytes) -> None:
    node = node_called(odd)
    assert type(node.name) is str
    assert node.input == [node.name, node.name]
    assert node.name.encode("utf-8", "surrogateescape") == odd


def test_different_bytes_are_different_strings_and_equal_ones_are_equal() -> None:
    names = [node_called(odd).name for odd in ODD.values()]
    assert len(set(names)) == len(ODD)
    assert names == [node_called(odd).name for odd in ODD.values()]


def test_names_find_each_other_across_messages() -> None:
    odd = ODD["GBK"]
    node = record(1, record(1, b"x") + record(2, odd)) + record(1, record(1, odd))
    graph = decoded("GraphProto", node + record(12, record(1, odd)))
    producers = {name: node for node in graph.node for name in node.output}
    assert producers[graph.node[1].input[0]] is producers[graph.output[0].name] is graph.node[0]


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_odd_names_can_be_copied_from_message_to_message(odd: bytes) -> None:
    name = node_called(odd).name
    by_keyword = NodeProto(name=name, input=[name])
    one_by_one = NodeProto()
    one_by_one.name = name
    one_by_one.input.append(name)
    one_by_one.input[0] = name
    assert by_keyword == one_by_one
    assert one_by_one.SerializeToString() == record(1, odd) + record(3, odd)


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_a_message_with_odd_strings_is_used_like_any_other(odd: bytes) -> None:
    data = record(2, odd) + record(7, record(1, record(3, odd)) + record(2, odd))
    data += record(14, record(1, odd) + record(2, odd))
    model = decoded("ModelProto", data)
    for again in (
        copy.copy(model),
        copy.deepcopy(model),
        pickle.loads(pickle.dumps(model)),
        ModelProto(
            producer_name=model.producer_name,
            graph=GraphProto(name=model.graph.name, node=list(model.graph.node)),
            metadata_props=[
                StringStringEntryProto(key=model.producer_name, value=model.graph.name)
            ],
        ),
    ):
        assert again == model
        assert_same(again, onnx.ModelProto.FromString(data))
    assert model.ByteSize() == len(data)
    # No lone surrogate that a console or a log could not write.
    repr(model).encode("utf-8")


def test_the_last_of_several_odd_strings_wins_and_merging_replaces() -> None:
    first, last = (record(3, ODD[name]) for name in ("Latin-1", "GBK"))
    message = NodeProto.FromString(first + last)
    assert_same(message, onnx.NodeProto.FromString(first + last))
    message.MergeFrom(NodeProto.FromString(first))
    assert message.SerializeToString() == first


def test_text_that_no_bytes_give_is_refused_when_set() -> None:
    # Only U+DC80 to U+DCFF stand for bytes.
    for text in ("\ud800", "a\udfff", "\udc7f"):
        with pytest.raises(ValueError, match="NodeProto.name"):
            NodeProto(name=text)


def test_escapes_that_together_are_utf8_become_that_character() -> None:
    halves = [NodeProto.FromString(record(3, bytes((byte,)))).name for byte in "é".encode()]
    node = NodeProto(name="".join(halves))
    assert NodeProto.FromString(node.SerializeToString()).name == "é"
