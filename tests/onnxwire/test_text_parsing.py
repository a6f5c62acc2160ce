"""Texts that people wrote: read as google's parser reads them, or refused with line and column."""

from __future__ import annotations

import re
import warnings
from random import Random
from typing import Any

import onnx
import pytest
from google.protobuf import text_format as their_format

from onnxwire import ModelProto, NodeProto, TensorProto, TensorShapeProto, text_format
from onnxwire.text_format import ParseError
from oracles.made_messages import made_messages
from oracles.message_types import BY_NAME, MessageType
from oracles.real_files import real_files
from oracles.text_agreement import is_read
from oracles.text_mutations import READ_TWICE, mutated_text
from support.options import count_of

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"allow_unknown_field": True},
    {"allow_field_number": True, "max_recursion_depth": 4},
    {"allow_field_number": True, "allow_unknown_field": True},
)


# Google looks up the lowest 32 bits of a field's number; see the test of numbers below.
CUT = re.compile(r"\d{10}")


def outcome(format_module: Any, message: Any, text: str, kind: str, options: Any) -> bytes | None:
    """The bytes of what is read, or None if the text is refused."""
    if not is_read(format_module, message, text, kind, options):
        return None
    return bytes(message.SerializeToString())


def assert_read_alike(message_type: MessageType, text: str, kind: str, options: Any) -> None:
    with warnings.catch_warnings():
        # Google's parser warns of escapes, through Python, that Python does not know.
        warnings.simplefilter("ignore")
        theirs = outcome(their_format, message_type.theirs(), text, kind, options)
    ours = outcome(text_format, message_type.ours(), text, kind, options)
    assert ours == theirs, f"{kind} {options}\n{text}"


def test_mutated_texts(pytestconfig: pytest.Config) -> None:
    random = Random(2001)
    small = [(file.message_type, file.data) for file in real_files() if len(file.data) < 700]
    sources = [*small, *(made for made in made_messages(per_type=30) if len(made[1]) < 700)]
    refused = 0
    count = count_of(pytestconfig, "--mutations")
    for _ in range(count):
        message_type, data = random.choice(sources)
        printed = their_format.MessageToString(
            message_type.theirs.FromString(data),
            as_one_line=random.random() < 0.2,
            use_short_repeated_primitives=random.random() < 0.5,
            use_field_number=random.random() < 0.1,
        )
        text = mutated_text(random, printed)
        kind, options = random.choice(("Parse", "Merge")), random.choice(OPTIONS)
        if READ_TWICE.search(text) or ("allow_field_number" in options and CUT.search(text)):
            continue
        assert_read_alike(message_type, text, kind, options)
        refused += outcome(text_format, message_type.ours(), text, "Parse", {}) is None
    # Neither all nor none.
    assert count / 5 < refused < count * 0.9


# What each text is, and whether it is read, is google's to say; these are the rarer cases.
TEXTS = (
    "",
    "  # nothing\n\n",
    "name: 'a' \"b\" # joined\n'c'",
    "name: 'a', doc_string: 'b'; domain: 'c'",
    "name: 'a',; domain: 'c'",
    "name: 'a';;",
    "name 'a'",
    "name: a",
    "name: 1",
    "input: ['a', 'b' 'c']",
    "input: []",
    "input []",
    "name: ['a']",
    "attribute: [{name: 'a'}, <name: 'b'>] attribute {}",
    "attribute [{name: 'a' ints: [1, -2] ints: 3}]",
    "attribute: [] attribute {name: 'a' floats: [1, .5, inf, -nan, 1f]}",
    "attribute < name: 'a' >",
    "attribute < name: 'a' }",
    "attribute { name: 'a' } }",
    "attribute { name: 'a'",
    "attribute: { type: 2 }",
    "attribute { type: FLOAT }",
    "attribute { type: 'FLOAT' }",
    "attribute { type: 99 }",
    "attribute { type: 0x2 }",
    "attribute { type: 02 }",
    "attribute { i: 9223372036854775807 }",
    "attribute { i: 9223372036854775808 }",
    "attribute { i: 017 }",
    "attribute { i: 1.0 }",
    "attribute { f: 1e39 }",
    "attribute { f: 0x10 }",
    "attribute { f: 010 }",
    "attribute { f: 0.10 }",
    "attribute { t { data_location: EXTERNAL } t { } }",
    "attribute { f: 1 f: 2 }",
    "name: '' name: ''",
    "name: 'a\nb'",
    "name: 'a\\\nb'",
    "name: 'a",
    "Name: 'a'",
    "unknown: 1",
    "unknown { a: 1 b { c: 'x' 'y' } [d.e]: [1, {f: 2}] }",
    "unknown: [1, 2, 'a' 'b', inf, {}]",
    "unknown: [[1]]",
    "unknown { a: 1 > name: 'x'",
    "unknown: 18446744073709551615 unknown: -9223372036854775808",
    "unknown: 18446744073709551616",
    "unknown: 0x18446744073709551616F",
    "unknown: - 1",
    "unknown 1",
    "unknown { [a.b.c/d.e] { } [a.b/c]: 1 }",
    "unknown { [a.b.c/d.e]: { }; [a]: 1, }",
    "[a.b]: 1",
    "[a.b/c]: 1",
    "1: 'a' 4: 'Relu'",
    "01: 'a'",
    "09: 'a'",
    "99: 'a'",
    "name: 'a'\r\ndomain: 'b'\r\n",
    "name\u2003:\x1f'a'\xa0",
    "name:'a'#'\ndomain:'b'",
    "\ufeffname: 'a'",
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("kind", ["Parse", "Merge"])
def test_texts_of_a_node(text: str, kind: str) -> None:
    for options in OPTIONS:
        assert_read_alike(BY_NAME["NodeProto"], text, kind, options)


def test_oneofs() -> None:
    dimension, type_proto = BY_NAME["TensorShapeProto.Dimension"], BY_NAME["TypeProto"]
    for text in ("dim_value: 1 dim_param: 'n'", "dim_value: 1 dim_value: 1", "dim_param: 'n'"):
        for kind in ("Parse", "Merge"):
            assert_read_alike(dimension, text, kind, {})
    for text in ("tensor_type {} sequence_type {}", "tensor_type {} tensor_type {}"):
        for kind in ("Parse", "Merge"):
            assert_read_alike(type_proto, text, kind, {})


# --- what differs from google ------------------------------------------------------------


def test_escapes_that_google_reads_twice() -> None:
    # In google's parser, what \u stands for can be the start of another escape, and a
    # backslash before a letter beyond Latin-1 makes an escape of that letter's number.
    texts = {r"\u005cn": rb"\n", r"\u0022": b'"', "\\\N{SNOWMAN}": "\\\N{SNOWMAN}".encode()}
    for text, value in texts.items():
        read = text_format.Parse(f'raw_data: "{text}"', TensorProto())
        assert read.raw_data == value


def test_numbers_of_fields_are_not_cut_to_32_bits() -> None:
    text = f"{(5 << 32) + 3}: 'n'"
    assert their_format.Parse(text, onnx.NodeProto(), allow_field_number=True).name == "n"
    with pytest.raises(ParseError, match="no field '21474836483'"):
        text_format.Parse(text, NodeProto(), allow_field_number=True)


def test_unknown_extensions_can_be_skipped_anywhere() -> None:
    # Google's parser refuses them in a message that is not extensible.
    text = "[a.b]: 1 name: 'n' [c] { d: 1 }"
    read = text_format.Parse(text, NodeProto(), allow_unknown_extension=True)
    assert read == NodeProto(name="n")


def test_no_text_is_nested_too_deep() -> None:
    # Printed, a text grows with the square of the depth: each line is indented.
    for depth in (1000, 20000):
        message = ModelProto()
        nested = "graph { node { attribute { " + "g { node { attribute { " * depth
        text_format.Parse(nested + "}" * (3 * depth + 3), message)
        if depth == 1000:
            assert str(message.graph.node[0].attribute[0].g).count("node") == depth
    with pytest.raises(ParseError, match="nested deeper than 100"):
        text_format.Parse(nested, ModelProto(), max_recursion_depth=100)
    with pytest.raises(ParseError, match="expected '}', found the end of the text"):
        text_format.Parse(nested, ModelProto())
    for unknown in ("a {" * depth + "}" * depth, "a: [<" * depth + ">]" * depth):
        text_format.Parse(unknown, ModelProto(), allow_unknown_field=True)
        with pytest.raises(ParseError):
            text_format.Parse(unknown[:-1], ModelProto(), allow_unknown_field=True)


# --- errors ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("name: 'a'\n  nam: 'b'", 2, 3, "NodeProto has no field 'nam'; did you mean 'name'?"),
        ("name 'a'", 1, 6, "expected ':', found ''a''"),
        ("name: 5", 1, 7, "expected a quoted string, found '5'"),
        ("\n\nname: 'abc\ndomain: 'x'", 3, 7, "a string without closing quote in its line: ''abc'"),
        ("name: '\\xzz'", 1, 7, "a string that cannot be read: truncated \\xXX escape"),
        ("name: '\\400'", 1, 7, "a string that cannot be read: \\400 is more than a byte holds"),
        ("name: '\\377'", 1, 7, "name: this string is not UTF-8"),
        ("attribute { type: TENSR }", 1, 19, "expected a value of onnx.AttributeProto.AttributeType"),
        ("attribute { type: 99 }", 1, 19, "AttributeProto.type: 99 is no AttributeType"),
        ("attribute { i: x }", 1, 16, "expected an integer, found 'x'"),
        ("attribute { f: x }", 1, 16, "expected a float, found 'x'"),
        ("attribute { i: 9223372036854775808 }", 1, 16, "9223372036854775808 is not in -9223372036854"),
        ("attribute { name: 'a'", 1, 22, "expected '}', found the end of the text"),
        ("attribute { > }", 1, 13, "expected a field, found '>'"),
        ("attribute 1", 1, 11, "expected '{' or '<', found '1'"),
        ("input: ['a' 5]", 1, 13, "expected ',' or ']', found '5'"),
        ("name: 'a' name: 'b'", 1, 11, "name is set already, and is not repeated"),
        ("[a.b]: 1", 1, 1, "[a.b] is no extension that is known here"),
        ("}", 1, 1, "expected a field, found '}'"),
        ("%", 1, 1, "expected the name of a field, found '%'"),
        ("é" * 60 + ": 1", 1, 1, "has no field 'é'"),
    ],
)  # fmt: skip
def test_an_error_names_line_column_and_what_was_found(
    text: str, line: int, column: int, reason: str
) -> None:
    with pytest.raises(ParseError) as caught:
        text_format.Parse(text, NodeProto())
    assert (caught.value.GetLine(), caught.value.GetColumn()) == (line, column)
    assert str(caught.value).startswith(f"{line}:{column}: ") and reason in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_errors_of_oneofs_and_of_bytes() -> None:
    with pytest.raises(ParseError, match="1:16: dim_param and dim_value are of one oneof"):
        text_format.Parse("dim_value: 1   dim_param: 'n'", TensorShapeProto.Dimension())
    with pytest.raises(ParseError, match="^2:4: this text is not UTF-8$"):
        text_format.Parse("#\n# é".encode() + b"\xff", NodeProto())


def test_what_was_read_before_an_error_stays_as_in_google() -> None:
    ours, theirs = NodeProto(input=["x"]), onnx.NodeProto(input=["x"])
    text = "name: 'n' input: 'y' attribute { name: 'a' i: x }"
    with pytest.raises(ParseError):
        text_format.Merge(text, ours)
    with pytest.raises(their_format.ParseError):
        their_format.Merge(text, theirs)
    assert ours.SerializeToString() == theirs.SerializeToString() != b""


def test_texts_are_added_to_what_is_there() -> None:
    ours, theirs = NodeProto(name="n", input=["x"]), onnx.NodeProto(name="n", input=["x"])
    text = "input: 'y' name: 'm' attribute { name: 'a' }"
    with pytest.raises(ParseError, match="name is set already"):
        text_format.Parse(text, NodeProto(name="n"))
    inputs = ours.input
    assert text_format.Merge(text, ours) is ours
    their_format.Merge(text, theirs)
    assert ours.SerializeToString() == theirs.SerializeToString()
    assert inputs == ["x", "y"]


def test_a_message_that_was_only_read_becomes_part_of_its_parent() -> None:
    model = ModelProto()
    text_format.Parse("name: 'g'", model.graph)
    assert model.HasField("graph") and model.graph.name == "g"


@pytest.mark.parametrize("kind", ["ParseLines", "MergeLines"])
def test_lines(kind: str) -> None:
    read = getattr(text_format, kind)
    expected = NodeProto(name="n", input=["x"])
    assert read(["name: 'n' # c", "input: 'x'"], NodeProto()) == expected
    assert read(["name: 'n' # c\n", b"input: 'x'\n"], NodeProto()) == expected
    assert read(iter(["name:", "'n'", "input: ", "'x'"]), NodeProto()) == expected
    with pytest.raises(ParseError, match="^2:9: expected"):
        read(["name: 'n'\n", "domain: 5\n"], NodeProto())
