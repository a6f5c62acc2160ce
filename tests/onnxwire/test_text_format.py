"""Messages as text: what google prints, and read again to the same bytes."""

from __future__ import annotations

import io
import itertools
import math
import struct
from collections.abc import Iterator
from random import Random
from typing import Any

import onnx
import pytest
from google.protobuf import text_format as their_format

from onnxwire import ModelProto, NodeProto, TensorProto, text_format
from oracles.made_messages import made_messages
from oracles.real_files import RealFile, real_files
from oracles.wire_tree import record, tag, varint
from support.options import times_effort

FLAGS = (
    "as_utf8",
    "as_one_line",
    "use_short_repeated_primitives",
    "pointy_brackets",
    "use_index_order",
    "use_field_number",
    "print_unknown_fields",
    "force_colon",
)
# The options that texts have to be read with, so that all of them can be.
READABLE: dict[str, Any] = {"allow_field_number": True}


def all_options() -> Iterator[dict[str, Any]]:
    for values in itertools.product((False, True), repeat=len(FLAGS)):
        yield dict(zip(FLAGS, values, strict=True))


def one_line(message: Any) -> str:
    return text_format.MessageToString(message, as_one_line=True)


def same_bytes(ours: Any, theirs: Any) -> bool:
    return bool(ours.SerializeToString() == theirs.SerializeToString())


@pytest.mark.parametrize("file", real_files(), ids=str)
def test_a_real_file_is_printed_as_by_google_and_read_again(file: RealFile) -> None:
    ours = file.message_type.ours.FromString(file.data)
    theirs = file.message_type.theirs.FromString(file.data)
    text = text_format.MessageToString(ours)
    assert text == their_format.MessageToString(theirs)
    assert str(ours) == str(theirs)
    for read in (text, str(ours), one_line(ours)):
        assert same_bytes(text_format.Parse(read, file.message_type.ours()), ours)
    # Google's parser takes most of this test's time; it reads the other forms of small files.
    for read in (text,) if len(file.data) > 10_000 else (text, str(ours), one_line(ours)):
        assert same_bytes(their_format.Parse(read, file.message_type.theirs()), ours)


@pytest.mark.parametrize("file", sorted(real_files(), key=lambda f: len(f.data))[5::60], ids=str)
def test_all_options_together_and_alone(file: RealFile) -> None:
    ours = file.message_type.ours.FromString(file.data)
    theirs = file.message_type.theirs.FromString(file.data)
    for options in all_options():
        text = text_format.MessageToString(ours, **options)
        assert text == their_format.MessageToString(theirs, **options), options
        again = text_format.Parse(text, file.message_type.ours(), **READABLE)
        assert same_bytes(again, ours), options


def test_messages_with_all_fields(pytestconfig: pytest.Config) -> None:
    for index, (message_type, data) in enumerate(made_messages(times_effort(30, pytestconfig))):
        ours, theirs = message_type.ours.FromString(data), message_type.theirs.FromString(data)
        assert str(ours) == str(theirs)
        options = next(itertools.islice(all_options(), index % 256, None))
        for chosen in ({}, options):
            text = text_format.MessageToString(ours, **chosen)
            assert text == their_format.MessageToString(theirs, **chosen), chosen
            again = text_format.Parse(text, message_type.ours(), **READABLE)
            # Compared with google's: text has only one kind of NaN.
            read = their_format.Parse(text, message_type.theirs(), **READABLE)
            assert same_bytes(again, read), chosen


def test_an_indent_in_one_line_and_in_many() -> None:
    theirs = onnx.helper.make_node("Relu", ["x"], ["y"], alpha=0.5)
    ours = NodeProto.FromString(theirs.SerializeToString())
    for indent, as_one_line in itertools.product((0, 1, 4), (False, True)):
        options: dict[str, Any] = {"indent": indent, "as_one_line": as_one_line}
        assert text_format.MessageToString(ours, **options) == their_format.MessageToString(
            theirs, **options
        )


def test_a_formatter_is_asked_first() -> None:
    theirs = onnx.helper.make_node("Relu", ["x"], ["y"], alpha=0.5, beta=1)
    ours = NodeProto.FromString(theirs.SerializeToString())

    def formatter(message: Any, indent: int, as_one_line: bool) -> str | None:
        is_shown = getattr(message, "name", "") == "alpha"
        return f"{message.name} {indent} {as_one_line}" if is_shown else None

    for as_one_line in (False, True):
        options: dict[str, Any] = {"message_formatter": formatter, "as_one_line": as_one_line}
        text = text_format.MessageToString(ours, **options)
        assert text == their_format.MessageToString(theirs, **options)
        assert f"alpha {0 if as_one_line else 2} {as_one_line}" in text


def test_the_other_ways_to_print() -> None:
    node = NodeProto(name="é", input=["x"])
    out = io.StringIO()
    text_format.PrintMessage(node, out, indent=2)
    assert out.getvalue() == '  input: "x"\n  name: "é"\n'
    # Google's takes the default to be ASCII here, and fails.
    assert text_format.MessageToBytes(node) == 'input: "x"\nname: "é"\n'.encode()
    assert text_format.MessageToBytes(node, as_utf8=False) == b'input: "x"\nname: "\\303\\251"\n'


# --- values ------------------------------------------------------------------------------


def test_floats() -> None:
    random = Random(7)
    floats = [0.0, -0.0, 1.0, 0.1, 1e15, 1e16, 1e17, 16777216.0, 123456789.0, 1e-5, 1e-4, math.inf]
    floats += [-math.inf, math.nan, 3.4028234663852886e38, 2.0**-149, 2.0**-126, 1 / 3, 5e-324]
    for _ in range(5000):
        floats += struct.unpack("<f", random.randbytes(4)) + struct.unpack(
            "<d", random.randbytes(8)
        )
        floats.append(round(random.uniform(-1000, 1000), random.randrange(9)))
    theirs = onnx.TensorProto(float_data=floats, double_data=floats)
    ours = TensorProto.FromString(theirs.SerializeToString())
    text = text_format.MessageToString(ours)
    assert text == their_format.MessageToString(theirs)
    assert str(ours) == str(theirs)
    for read in (text, str(ours)):
        assert same_bytes(
            text_format.Parse(read, TensorProto()), their_format.Parse(read, onnx.TensorProto())
        )


def test_formats_for_floats() -> None:
    tensor = TensorProto(float_data=[0.1, math.inf], double_data=[0.1])
    printed = text_format.MessageToString(tensor, float_format=".3e", as_one_line=True)
    assert printed == "float_data: 1.000e-01 float_data: inf double_data: 1.000e-01"
    printed = text_format.MessageToString(
        tensor, float_format=".2f", double_format=".1f", as_one_line=True
    )
    assert printed == "float_data: 0.10 float_data: inf double_data: 0.1"
    printed = text_format.MessageToString(tensor, double_format=".2f", as_one_line=True)
    assert printed == "float_data: 0.1 float_data: inf double_data: 0.10"


def test_strings_and_bytes() -> None:
    letters = "".join(map(chr, [*range(0x180), 0x2028, 0xFEFF, 0xFFFF, 0x1F600, 0x10FFFF]))
    theirs = onnx.TensorProto(name=letters, raw_data=bytes(range(256)) * 2)
    ours = TensorProto.FromString(theirs.SerializeToString())
    assert str(ours) == str(theirs)
    for as_utf8 in (False, True):
        text = text_format.MessageToString(ours, as_utf8=as_utf8)
        assert text == their_format.MessageToString(theirs, as_utf8=as_utf8)
        assert text_format.Parse(text, TensorProto()) == ours
        assert text_format.Parse(text.encode(), TensorProto()) == ours


@pytest.mark.parametrize(
    "odd",
    [
        b"\xff",
        b"\xe2\x82",
        b"\xe2\x82a\xff",
        b"\xed\xa0\x80",
        b"\xc0\x80",
        b"\xf4\x90\x80\x80\xc3\xa9",
    ],
)
def test_strings_that_are_not_utf_8_are_printed_in_octal(odd: bytes) -> None:
    data = record(3, b"<" + odd + b">")
    ours, theirs = NodeProto.FromString(data), onnx.NodeProto.FromString(data)
    assert str(ours) == str(theirs)
    for as_utf8 in (False, True):
        text = text_format.MessageToString(ours, as_utf8=as_utf8)
        assert text == their_format.MessageToString(theirs, as_utf8=as_utf8)
        with pytest.raises(text_format.ParseError, match="name: this string is not UTF-8"):
            text_format.Parse(text, NodeProto())
        with pytest.raises(their_format.ParseError):
            their_format.Parse(text, onnx.NodeProto())


# --- unknown fields ----------------------------------------------------------------------

GUESSED = {
    "empty": b"",
    "a message": tag(1, 0) + b"\x01",
    "field number 0": b"\x00\x01",
    "text": b"abc",
    "text that is no message": "é\n'\"".encode(),
    "an end of a group": tag(1, 4),
    "an end of a group in the middle": tag(1, 0) + b"\x01" + tag(1, 4) + b"x",
    "all wire types": tag(1, 1) + b"12345678" + tag(2, 5) + b"1234" + record(3, b"x"),
    "cut short": tag(1, 1) + b"1234567",
    "cut short text": tag(1, 2) + b"\x05abc",
    "messages in a message": record(1, record(2, record(3, b"\xff"))),
    "a group": tag(1, 3) + tag(2, 0) + b"\x07" + tag(1, 4),
    "a group without end": tag(1, 3) + tag(2, 0) + b"\x07",
    "a group with another's end": tag(1, 3) + tag(2, 4),
    "a group with a long end": tag(1, 3) + b"\x8c\x80\x00",
    "a long number": tag(1, 0) + b"\x81" * 9 + b"\x01",
    "a too long number": tag(1, 0) + b"\x81" * 10 + b"\x01",
    "a long tag": b"\x88\x80\x80\x80\x80\x80\x00\x01",
    "wire type 6": tag(1, 6) + b"\x01",
}


@pytest.mark.parametrize("guessed", GUESSED.values(), ids=GUESSED)
@pytest.mark.parametrize("as_one_line", [False, True])
def test_unknown_fields_are_printed_on_request(guessed: bytes, as_one_line: bool) -> None:
    data = record(3, b"n") + tag(150, 0) + varint(2**64 - 1) + record(151, guessed)
    data += tag(152, 3) + record(1, guessed) + tag(2, 3) + tag(2, 4) + tag(152, 4)
    data += tag(153, 5) + b"1234" + tag(153, 1) + b"12345678"
    # In a message as well, where lines are indented.
    data += record(5, data[:0] + record(1, b"a") + record(151, guessed))
    ours, theirs = NodeProto.FromString(data), onnx.NodeProto.FromString(data)
    options: dict[str, Any] = {"print_unknown_fields": True, "as_one_line": as_one_line}
    assert text_format.MessageToString(ours, **options) == their_format.MessageToString(
        theirs, **options
    )
    assert str(ours) == str(theirs) and "15" not in str(ours)


def test_unknown_bytes_are_not_taken_apart_for_ever() -> None:
    data = b""
    for _ in range(3000):
        data = record(1, data)
    text = text_format.MessageToString(
        NodeProto.FromString(record(150, data)), print_unknown_fields=True
    )
    assert text.count("{") == text.count("}") == 100


def test_closed_enums_print_their_names_and_nothing_else() -> None:
    data = tag(2, 0) + varint(7)
    assert (
        str(TensorProto.FromString(data))
        == str(onnx.TensorProto.FromString(data))
        == "data_type: 7\n"
    )
    data = tag(14, 0) + varint(1) + tag(14, 0) + varint(99)
    ours, theirs = TensorProto.FromString(data), onnx.TensorProto.FromString(data)
    assert str(ours) == str(theirs) == "data_location: EXTERNAL\n"


def test_str_is_made_without_repr() -> None:
    class Shown(ModelProto):
        __slots__ = ()

        def __repr__(self) -> str:
            return str(self)

    assert str(Shown(ir_version=3)) == f"{Shown(ir_version=3)}" == "ir_version: 3\n"
    assert repr(ModelProto(ir_version=3)) == "ModelProto(ir_version=3)"
