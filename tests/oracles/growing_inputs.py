"""Inputs of any size, ordinary and hostile, each made of a message class and a number."""

from __future__ import annotations

import struct
from collections.abc import Callable

import onnxwire
from onnxwire import Message

from .wire_tree import record, tag, varint

Input = tuple[type[Message], bytes]

_INT = tag(3, 0) + b"\x07"


def _nested(size: int) -> bytes:
    """A TypeProto with others in it, one for each two levels."""
    data = b""
    for _ in range(size // 2):
        data = record(9, record(1, data))
    return data


def _cut(data: bytes, share: float) -> bytes:
    return data[: int(len(data) * share)]


def _node(data: bytes) -> bytes:
    return record(1, data)


def _graph(nodes: bytes) -> bytes:
    return record(7, nodes)


def _groups(size: int, number: int = 200) -> bytes:
    return tag(number, 3) * size + tag(number, 4) * size


def _model(make: Callable[[int], bytes]) -> Callable[[int], Input]:
    return lambda size: (onnxwire.ModelProto, make(size))


def _graphs(make: Callable[[int], bytes]) -> Callable[[int], Input]:
    return lambda size: (onnxwire.GraphProto, make(size))


def _nodes(make: Callable[[int], bytes]) -> Callable[[int], Input]:
    return lambda size: (onnxwire.NodeProto, make(size))


def _tensors(make: Callable[[int], bytes]) -> Callable[[int], Input]:
    return lambda size: (onnxwire.TensorProto, make(size))


def _types(make: Callable[[int], bytes]) -> Callable[[int], Input]:
    return lambda size: (onnxwire.TypeProto, make(size))


def _attributes(make: Callable[[int], bytes]) -> Callable[[int], Input]:
    return lambda size: (onnxwire.AttributeProto, make(size))


# Sizes are below 100: messages and groups cannot be nested deeper.
INPUTS: dict[str, Callable[[int], Input]] = {
    # Ordinary messages.
    "nodes": _graphs(lambda n: _node(record(1, b"x") + record(4, b"Abs")) * n),
    "nodes of a model": _model(lambda n: _graph(_node(record(4, b"Abs")) * n)),
    "empty nodes": _graphs(lambda n: _node(b"") * n),
    "names": _nodes(lambda n: b"".join(record(1, b"%d" % i) for i in range(n))),
    "attributes": _nodes(lambda n: record(5, record(1, b"a") + _INT) * n),
    "entries with the same key": _model(
        lambda n: record(14, record(1, b"k") + record(2, b"v")) * n
    ),
    "inputs": _graphs(
        lambda n: record(11, record(1, b"x") + record(2, record(1, b"\x08\x01"))) * n
    ),
    "tensors": _graphs(lambda n: record(5, b"\x08\x01" + tag(2, 0) + b"\x01") * n),
    "long string": _nodes(lambda n: record(3, b"x" * 40 * n)),
    "long text beyond ASCII": _nodes(lambda n: record(6, "é☃".encode() * 10 * n)),
    "string of odd bytes": _nodes(lambda n: record(3, b"\xff" * 20 * n)),
    "raw data": _tensors(lambda n: record(9, b"\0" * 400 * n)),
    # Lists of numbers.
    "packed varints": _tensors(lambda n: record(1, varint(300) * n)),
    "packed bytes": _tensors(lambda n: record(1, b"\x07" * n)),
    "packed floats": _tensors(lambda n: record(4, struct.pack("<f", 1.5) * n)),
    "packed NaNs": _tensors(lambda n: record(4, b"\x01\0\xa0\x7f" * n)),
    "packed doubles": _tensors(lambda n: record(10, struct.pack("<d", 1.5) * n)),
    "many packed records": _tensors(lambda n: record(1, b"\x01\x02") * n),
    "unpacked varints": _tensors(lambda n: tag(1, 0) + b"\x01" + (tag(1, 0) + b"\x02") * n),
    "packed and unpacked": _tensors(lambda n: (record(1, b"\x01\x02") + tag(1, 0) + b"\x03") * n),
    "unpacked floats": _attributes(lambda n: (tag(7, 5) + struct.pack("<f", 1.5)) * n),
    "overlong varints": _attributes(lambda n: (tag(8, 0) + b"\x81" + b"\x80" * 8 + b"\x00") * n),
    # The same again.
    "second graphs": _model(lambda n: _graph(_node(b"")) * n),
    "a second graph of unknown fields": _model(
        lambda n: _graph(record(2, b"g")) + _graph((tag(150, 0) + b"\x01") * n)
    ),
    "second types": _types(lambda n: record(1, b"\x08\x01") * n),
    "types of a oneof in turn": _types(lambda n: (record(1, b"") + record(4, b"")) * n),
    "scalars set again": _nodes(lambda n: record(3, b"name") * n),
    # Unknown fields.
    "unknown varints": _nodes(lambda n: (tag(150, 0) + b"\x01") * n),
    "unknown fields in turn": _nodes(
        lambda n: b"".join(tag(200 + i, 0) + b"\x01" for i in reversed(range(n)))
    ),
    "unknown overlong varints": _nodes(lambda n: (tag(150, 0) + b"\x81\x80\x80\x00") * n),
    "unknown records": _nodes(lambda n: record(150, b"abc") * n),
    "a long unknown record": _nodes(lambda n: record(150, b"\xff" * 40 * n)),
    "unknown groups": _nodes(lambda n: _groups(1) * n),
    "unknown fields in every node": _graphs(lambda n: _node(tag(150, 0) + b"\x01") * n),
    # Deep ones.
    "nested types": _types(_nested),
    "nested types side by side": _model(
        lambda n: _graph(record(11, record(2, _nested(40))) * (n // 8))
    ),
    "nested unknown groups": _nodes(lambda n: _groups(n)),
    "nested unknown groups side by side": _nodes(lambda n: _groups(40) * (n // 20)),
    "unknown messages in one another": _nodes(lambda n: record(150, _nested(n)) if n else b""),
    # Damaged ones.
    "nested too deep": _types(lambda n: _nested(n * 4)),
    "groups nested too deep": _nodes(lambda n: _groups(n * 10)),
    "groups that do not end": _nodes(lambda n: tag(200, 3) * n),
    "groups side by side, cut": _nodes(lambda n: _groups(1) * n + tag(200, 3)),
    "nested types, cut": _types(lambda n: _cut(_nested(n), 0.7)),
    "nodes, cut": _graphs(lambda n: _cut(_node(record(1, b"x") + record(4, b"Abs")) * n, 0.9)),
    "damaged nodes": _graphs(lambda n: _node(record(4, b"Abs") + b"\x0f") * n),
    "damaged attributes": _graphs(lambda n: _node(record(5, b"\x0a\x07x")) * n),
    "wire type 7 at the end": _nodes(lambda n: record(1, b"x") * n + b"\x0f"),
    "an overlong varint at the end": _tensors(lambda n: record(1, b"\x01" * n + b"\xff" * 11)),
    "packed floats, cut": _tensors(lambda n: record(4, b"\0" * (4 * n + 3))),
    "unknown fields, then field 0": _nodes(lambda n: (tag(150, 0) + b"\x01") * n + b"\0\0"),
}
