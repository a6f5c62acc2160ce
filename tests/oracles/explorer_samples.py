"""Made files for the explorer, each a few bytes with one thing to see, by name."""

from __future__ import annotations

from .wire_tree import record, varint

FLOATS = bytes.fromhex("0000803f00000040")
# As ONNX's tests have it: an optional value that is empty, and more.
EIGHTEEN = record(1, b"optional_input") + b"\x10\x00"
# A sequence, an optional value, a map and a tensor.
SIX = bytes.fromhex("10032A021001")


def tensor(name: bytes, values: bytes = FLOATS) -> bytes:
    """A FLOAT tensor of two elements."""
    return bytes.fromhex("08021001") + record(4, values) + record(8, name)


def raw_tensor() -> bytes:
    """A FLOAT tensor of 2 times 3 times 4 elements, in raw_data."""
    return bytes.fromhex("080208030804100142017 8".replace(" ", "")) + record(9, bytes(range(96)))


def sequence(*elements: bytes) -> bytes:
    """A sequence of tensors."""
    start = record(1, b"optional_input") + b"\x10\x01"
    return start + b"".join(record(3, element) for element in elements)


def model() -> bytes:
    """A model with one node, names in Chinese, and one that would drive a terminal."""
    node = record(1, b"x") + record(1, "值".encode()) + record(2, b"a\x1b[31m\xe2\x80\xaeb")
    node += record(3, "节点".encode()) + record(4, b"Add")
    value = record(1, b"x") + record(
        2, bytes.fromhex("0A0C08011208 0A0208010A020802".replace(" ", ""))
    )
    graph = record(1, node) + record(2, "图".encode()) + record(5, tensor(b"x")) + record(11, value)
    head = b"\x08\x0e" + record(2, b"maker") + b"\x28" + varint(0x0001000200000003)
    return head + record(7, graph) + record(8, record(1, b"") + b"\x10\x15")


def graph_of_2017() -> bytes:
    """A graph as it was when graphs were files: with numbers that are reserved today."""
    node = record(1, b"x") + record(2, b"y") + record(4, b"Relu")
    start = record(1, node) + record(2, b"old") + record(3, b"x") + record(4, b"y")
    return start + b"\x30\x01\x38\x02" + record(8, b"tag") + record(9, b"ai.example")


def odd_model() -> bytes:
    """A model with unknown fields of every wire type, long varints, and a field twice."""
    start = (
        model() + varint(300 << 3) + varint(150) + varint(301 << 3 | 5) + bytes.fromhex("0000803f")
    )
    start += varint(302 << 3 | 1) + bytes(8) + record(303, b"hi")
    start += record(304, bytes.fromhex("089601") + record(2, b"abc"))
    start += varint(305 << 3 | 3) + b"\x08\x05" + varint(305 << 3 | 4)
    return start + b"\x38\x05" + b"\x08\x88\x00" + b"\xa2\x01\x00"


def damaged_model() -> bytes:
    """A model whose node has a name that is longer than the node."""
    data = bytearray(model())
    at = data.index("节点".encode()) - 1
    data[at] = 0x50
    return bytes(data)


def samples() -> dict[str, bytes]:
    """All of them."""
    whole = raw_tensor()
    return {
        "eighteen.pb": EIGHTEEN,
        "six.pb": SIX,
        "sequence_of_one.pb": sequence(tensor(b"x")),
        "sequence_of_two.pb": sequence(tensor(b"x"), tensor(b"y")),
        "empty.pb": b"",
        "cut.pb": whole[:50],
        "cut_model.onnx": model()[:60],
        "prefixed.pb": len(whole).to_bytes(4, "little") + whole,
        "padded.pb": whole + bytes(16),
        "graph_of_2017.pb": graph_of_2017(),
        "random.pb": bytes((index * 73 + 41) % 256 for index in range(200)),
        "picture.onnx": b"\x89PNG\r\n\x1a\n" + bytes(40),
        "model.onnx": model(),
        "odd_model.onnx": odd_model(),
        "damaged_model.onnx": damaged_model(),
    }
