"""Messages nested deeper than Python can recurse: done, or refused with a documented error."""

from __future__ import annotations

import copy
import pickle
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from onnxwire import (
    DecodeError,
    EncodeError,
    GraphProto,
    TypeProto,
    ValueInfoProto,
    json_format,
    rules,
    text_format,
)
from onnxwire._explorer.layout import layout_of
from onnxwire._explorer.walk import Walk
from oracles.wire_tree import varint

ANY_DEPTH = 1 << 20
LAYOUT = layout_of(TypeProto.DESCRIPTOR)


def built(depth: int) -> TypeProto:
    """Return a message that is put together by hand."""
    root = message = TypeProto()
    for _ in range(depth // 2):
        message = message.optional_type.elem_type
    message.tensor_type.elem_type = 1
    return root


def wire(depth: int) -> bytes:
    """Return the bytes that such a message would have."""
    pieces = [b"\x0a\x02\x08\x01"]
    size = len(pieces[0])
    for number in (1, 9) * (depth // 2):
        pieces.append(varint(number << 3 | 2) + varint(size))
        size += len(pieces[-1])
    return b"".join(reversed(pieces))


def mapping(key: str, inner_key: str, depth: int) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for _ in range(depth // 2):
        made = {key: {inner_key: made}}
    return made


def json_text(depth: int) -> str:
    half = depth // 2
    return '{"optionalType":{"elemType":' * half + "{}" + "}}" * half


def changed(message: TypeProto, method: str, *arguments: TypeProto) -> TypeProto:
    """Return a message after a call of one of its methods."""
    getattr(message, method)(*arguments)
    return message


DONE: dict[str, Callable[[TypeProto, int], Any]] = {
    "equality": lambda message, depth: message == built(depth),
    "copy": lambda message, _: copy.copy(message) == message,
    "deepcopy": lambda message, _: copy.deepcopy(message) == message,
    "constructor": lambda message, _: ValueInfoProto(type=message).type == message,
    "list": lambda message, _: GraphProto(input=[ValueInfoProto(type=message)]).input[0].type
    == message,
    "CopyFrom": lambda message, _: changed(TypeProto(), "CopyFrom", message) == message,
    "MergeFrom": lambda message, depth: changed(built(depth), "MergeFrom", message) == message,
    "str": lambda message, depth: str(message).count("optional_type {\n") == depth // 2,
    "repr": lambda message, _: len(repr(message)) < 1000,
    "text": lambda message, _: text_format.Parse(text_format.MessageToString(message), TypeProto())
    == message,
    "required": lambda message, _: message.IsInitialized(),
    "discard": lambda message, depth: changed(message, "DiscardUnknownFields") == built(depth),
    "check": lambda message, _: isinstance(rules.check(message), list),
    "explore": lambda _, depth: any(True for _ in Walk(wire(depth), LAYOUT)),
    "explore all": lambda _, depth: len(list(Walk(wire(depth), LAYOUT))) > 0,
    "clear": lambda message, _: changed(message, "Clear") == TypeProto(),
}

REFUSED: dict[str, tuple[type[Exception], Callable[[TypeProto, int], Any]]] = {
    "serialize": (EncodeError, lambda message, _: message.SerializeToString()),
    "partial": (EncodeError, lambda message, _: message.SerializePartialToString()),
    "deterministic": (
        EncodeError,
        lambda message, _: message.SerializeToString(deterministic=True),
    ),
    "size": (EncodeError, lambda message, _: message.ByteSize()),
    "pickle": (EncodeError, lambda message, _: pickle.dumps(message)),
    "parse": (DecodeError, lambda _, depth: TypeProto.FromString(wire(depth))),
    "parse at any depth": (
        DecodeError,
        lambda _, depth: TypeProto.FromString(wire(depth), nesting_limit=ANY_DEPTH),
    ),
    "merge": (DecodeError, lambda message, depth: message.MergeFromString(wire(depth))),
    "JSON": (
        json_format.SerializeToJsonError,
        lambda message, _: json_format.MessageToJson(message),
    ),
    "dict": (
        json_format.SerializeToJsonError,
        lambda message, _: json_format.MessageToDict(message),
    ),
    "JSON parsing": (
        json_format.ParseError,
        lambda _, depth: json_format.Parse(json_text(depth), TypeProto()),
    ),
    "dict parsing": (
        json_format.ParseError,
        lambda _, depth: json_format.ParseDict(
            mapping("optionalType", "elemType", depth), TypeProto()
        ),
    ),
    "mapping": (
        ValueError,
        lambda _, depth: TypeProto(**mapping("optional_type", "elem_type", depth)),
    ),
    "hash": (TypeError, lambda message, _: hash(message)),
}


@pytest.mark.parametrize("depth", [3000, 20000])
@pytest.mark.parametrize("operation", DONE)
def test_what_does_not_recurse_is_done_at_any_depth(operation: str, depth: int) -> None:
    assert DONE[operation](built(depth), depth) is True


@pytest.mark.parametrize("depth", [3000, 20000])
@pytest.mark.parametrize("operation", REFUSED)
def test_what_recurses_is_refused_with_a_documented_error(operation: str, depth: int) -> None:
    error, action = REFUSED[operation]
    message = built(depth)
    with pytest.raises(error):
        action(message, depth)
    # Nothing has changed.
    assert message == built(depth)


def test_the_text_of_deep_messages_takes_memory_in_proportion() -> None:
    peaks = []
    for depth in (3000, 6000):
        message = built(depth)
        tracemalloc.start()
        text = str(message)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert peaks[-1] < 4 * len(text)
    assert peaks[1] < 2.2 * peaks[0]
