"""JSON read into messages: what is accepted and what it means, as google's parser sees it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from google.protobuf import json_format as theirs

from onnxwire import AttributeProto, ModelProto, TypeProto, json_format
from oracles.json_agreement import difference
from oracles.made_messages import made_messages
from oracles.message_types import BY_NAME
from oracles.mutated_json import TELLING_VALUES, mutated
from support.options import times_effort

FIELDS_OF_ATTRIBUTES = (
    *("f", "i", "s", "t", "type", "name", "floats", "ints", "strings", "tensors"),
    *("refAttrName", "no_such_field"),
)
DIFFERENCES_IN_VALUES = {
    "a list or text for a message",
    "other characters in base64",
    "numbers in quotes that are no JSON",
    "floats out of range in quotes or without a point",
    "enums that are no integers of 32 bits",
    "the largest float",
    "surrogates in names of enums",
    "bytes that are no UTF-8",
}


def compared(name: str, text: str, *, ignores_unknown: bool = False) -> str | None:
    message_type = BY_NAME[name]
    return difference(
        json_format,
        message_type.ours,
        message_type.theirs,
        text,
        ignores_unknown=ignores_unknown,
    )


@pytest.mark.parametrize("ignores_unknown", [False, True])
@pytest.mark.parametrize("field", FIELDS_OF_ATTRIBUTES)
def test_every_telling_value_means_what_it_means_for_google(
    field: str, ignores_unknown: bool
) -> None:
    found = set()
    for value in TELLING_VALUES:
        for form in (f'{{"{field}": {value}}}', f'{{"{field}": [{value}, {value}]}}'):
            found.add(compared("AttributeProto", form, ignores_unknown=ignores_unknown))
    assert found <= DIFFERENCES_IN_VALUES | {None}


def test_mutated_texts_are_accepted_and_refused_as_by_google(pytestconfig: pytest.Config) -> None:
    random = Random(47)
    texts = [
        # Google's refuses the largest float, which would hide everything else about a text.
        (message_type, theirs.MessageToJson(message).replace("3.4028235e+38", "3.5"))
        for message_type, data in made_messages(100)
        if len(data) < 1000
        for message in (message_type.theirs.FromString(data),)
    ]
    accepted = 0
    count = times_effort(4_000, pytestconfig)
    for _ in range(count):
        message_type, text = random.choice(texts)
        text = mutated(random, text)
        ignores_unknown = random.random() < 0.3
        found = compared(message_type.name, text, ignores_unknown=ignores_unknown)
        assert found is None or found in DIFFERENCES_IN_VALUES
        try:
            json_format.Parse(text, message_type.ours(), ignores_unknown)
            accepted += 1
        except json_format.ParseError:
            pass
    assert count / 5 < accepted < count * 4 / 5


@pytest.mark.parametrize(
    ("name", "text", "ignores_unknown"),
    [
        ("a list or text for a message", '{"t": []}', False),
        ("a list or text for a message", '{"t": "abc"}', True),
        ("other characters in base64", '{"s": "AQ I="}', False),
        ("numbers in quotes that are no JSON", '{"i": "1_000"}', False),
        ("numbers in quotes that are no JSON", '{"f": "-inf"}', False),
        ("floats out of range in quotes or without a point", '{"f": "1e39"}', False),
        ("enums that are no integers of 32 bits", '{"type": 1.5}', False),
        ("enums that are no integers of 32 bits", '{"type": true}', False),
        ("enums that are no integers of 32 bits", '{"type": 4294967296}', False),
        ("enums that are no integers of 32 bits", '{"type": NaN}', True),
        ("the largest float", '{"f": 3.4028235e+38}', False),
        ("surrogates in names of enums", '{"type": "\\ud800"}', True),
        ("unknown extensions", '{"[onnx.no_such]": 1}', True),
    ],
)
def test_the_known_differences_are_there(name: str, text: str, ignores_unknown: bool) -> None:
    assert compared("AttributeProto", text, ignores_unknown=ignores_unknown) == name


@pytest.mark.parametrize(
    "text",
    [
        *("", "null", "1", '"x"', "true", "[1]", "{", "{}x", "{,}", '{"name": "x",}', "\ufeff{}"),
        *('{"name": "a", "name": "a"}', '{"t": {"name": "a", "name": "b"}}', '{"name": "\n"}'),
        *('{"no_such": {"a": 1, "a": 1}}', "{name: 1}", "{'name': 1}", '{"name": "\\x"}'),
    ],
)
def test_texts_that_are_no_message_are_refused_as_by_google(text: str) -> None:
    for ignores_unknown in (False, True):
        found = compared("AttributeProto", text, ignores_unknown=ignores_unknown)
        assert found in (None, "a list or text for a message")
    with pytest.raises(json_format.ParseError):
        json_format.Parse(text, AttributeProto())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ModelProto", '{"irVersion": 1, "ir_version": 2}'),
        ("ModelProto", '{"ir_version": 2, "irVersion": 1}'),
        ("TensorShapeProto.Dimension", '{"dimValue": 1, "dimParam": "x"}'),
        ("TensorShapeProto.Dimension", '{"dimValue": 1, "dim_value": 2}'),
        ("TensorShapeProto.Dimension", '{"dimValue": 1, "dimParam": null}'),
        ("TensorShapeProto.Dimension", '{"dimParam": null, "dimValue": 1}'),
        ("ModelProto", '{"graph": {"node": [{"input": null}, {"attribute": []}]}}'),
        ("ModelProto", '{"[onnx.extension]": 1}'),
    ],
)
def test_objects_mean_what_they_mean_for_google(name: str, text: str) -> None:
    assert compared(name, text) is None


def test_what_is_read_is_merged_as_google_merges_it() -> None:
    first = {"t": {"dims": ["1", "2"], "name": "x"}, "ints": ["1"], "floats": [1.0], "i": "5"}
    second: dict[str, Any] = {
        "t": {"dims": ["3"], "docString": "y"},
        "ints": [],
        "floats": None,
        "name": "z",
    }
    message_type = BY_NAME["AttributeProto"]
    ours, other = AttributeProto(), message_type.theirs()
    tensor = ours.t
    for value in (first, second):
        assert json_format.ParseDict(value, ours) is ours
        theirs.ParseDict(value, other)
        assert ours.SerializeToString() == other.SerializeToString(deterministic=True)
    assert ours.t is tensor


def test_a_child_that_is_read_alone_becomes_part_of_its_parent() -> None:
    for text in ("{}", '{"name": ""}', '{"name": null}', '{"node": []}'):
        ours, other = ModelProto(), BY_NAME["ModelProto"].theirs()
        json_format.Parse(text, ours.graph)
        theirs.Parse(text, other.graph)
        assert ours.HasField("graph") == other.HasField("graph"), text


def test_text_may_be_bytes_and_must_be_utf_8() -> None:
    texts: tuple[Any, ...] = (b'{"name": "\xc3\xa9"}', bytearray(b'{"name": "\xc3\xa9"}'))
    for text in texts:
        assert json_format.Parse(text, AttributeProto()).name == "é"
    with pytest.raises(json_format.ParseError, match="^AttributeProto: the text is no JSON: 'utf"):
        json_format.Parse(b'{"name": "\xff"}', AttributeProto())
    with pytest.raises(TypeError, match="bytes are wanted, not int"):
        json_format.Parse(1, AttributeProto())  # type: ignore[arg-type]


def test_values_of_python_are_accepted_where_they_have_the_right_type() -> None:
    numpy = pytest.importorskip("numpy")
    value = {
        "ints": (numpy.int64(3), numpy.uint8(4)),
        "floats": [numpy.float64(1.5), numpy.float32(2.5), numpy.int8(1)],
        "type": numpy.int32(7),
        "s": b"AQI=",
    }
    ours = json_format.ParseDict(value, AttributeProto())
    other = theirs.ParseDict(value, BY_NAME["AttributeProto"].theirs())
    assert ours.SerializeToString() == other.SerializeToString(deterministic=True)


@pytest.mark.parametrize(
    "value",
    [
        *(None, 1, "x", [], [("name", "x")], {1: 2}, {None: 1}, {"name": b"x"}, {"ints": {1, 2}}),
        *({"i": object()}, {"f": object()}, {"f": 10**400}, {"i": 1 << 20_000}, {"f": 1j}),
        *({"type": object()}, {"type": []}, {"type": float("inf")}, {"s": [1]}, {"s": "é"}),
        *({"f": float("nan")}, {"t": 1}, {"tensors": 1}, {"tensors": [None]}, {"ints": "12"}),
    ],
)
def test_values_of_python_are_refused_with_no_other_exception(value: Any) -> None:
    message = AttributeProto(name="before")
    with pytest.raises(json_format.ParseError, match="^AttributeProto"):
        json_format.ParseDict(value, message)
    assert message == AttributeProto(name="before")


# --- errors ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            '{"graph": {"node": [{}, {"attribute": [{"i": 1.5}]}]}}',
            "ModelProto.graph.node[1].attribute[0].i: an integer is wanted, not 1.5",
        ),
        (
            '{"graph": {"node": [{"attribute": [{"ints": [1, "x"]}]}]}}',
            'ModelProto.graph.node[0].attribute[0].ints[1]: an integer is wanted, not "x"',
        ),
        (
            '{"irVersion": 9223372036854775808}',
            "ModelProto.irVersion: 9223372036854775808 is not in"
            " -9223372036854775808 to 9223372036854775807",
        ),
        (
            '{"graph": {"initializer": [{"int32_data": [0, -2147483649]}]}}',
            "ModelProto.graph.initializer[0].int32_data[1]: -2147483649 is not in"
            " -2147483648 to 2147483647",
        ),
        (
            '{"graph": {"initializer": [{"floatData": [1e39]}]}}',
            "ModelProto.graph.initializer[0].floatData[0]:"
            " a float of 32 bits is wanted, 1e+39 is too large",
        ),
        (
            '{"graph": {"initializer": [{"rawData": "A"}]}}',
            'ModelProto.graph.initializer[0].rawData: base64 is wanted, "A" lacks its end',
        ),
        ('{"graph": []}', "ModelProto.graph: an object is wanted, not a list"),
        ('{"graph": {"node": {}}}', "ModelProto.graph.node: a list is wanted, not an object"),
        ('{"graph": {"node": [null]}}', "ModelProto.graph.node[0]: an object is wanted, not null"),
        ('{"domain": 1}', "ModelProto.domain: a text is wanted, not 1"),
        (
            '{"domain": "\\ud800"}',
            'ModelProto.domain: this text has a lone surrogate: "\\ud800"',
        ),
        (
            '{"graph": {"node": [{"inputs": []}]}}',
            "ModelProto.graph.node[0]: NodeProto has no field 'inputs'; did you mean 'input'?",
        ),
        (
            '{"graph": {"input": [{"type": {"tensorType": {"shape": {"dim":'
            ' [{"dimValue": 1, "dimParam": "n"}]}}}}]}}',
            "ModelProto.graph.input[0].type.tensorType.shape.dim[0]:"
            " one field of 'value' is wanted, not both 'dimValue' and 'dimParam'",
        ),
        (
            '{"graph": {"node": [{}, {"name": "a", "name": "b"}]}}',
            'ModelProto.graph.node[1]: the key "name" stands twice in an object',
        ),
        (
            '{"graph": {"node": [{"attribute": [{"type": "FLOTA"}]}]}}',
            "ModelProto.graph.node[0].attribute[0].type:"
            ' onnx.AttributeProto.AttributeType has no value "FLOTA"',
        ),
        (
            '{"graph": {"node": [{"attribute": [{"type": 99}]}]}}',
            "ModelProto.graph.node[0].attribute[0].type: 99 is no AttributeType",
        ),
        (
            '{"graph": {"node": [{"attribute": [{"f": NaN}]}]}}',
            'ModelProto.graph.node[0].attribute[0].f: a finite number, or "NaN", "Infinity" or'
            ' "-Infinity" in quotes, is wanted, not NaN',
        ),
        (
            '{"graph" 1}',
            "ModelProto: the text is no JSON: Expecting ':' delimiter: line 1 column 10 (char 9)",
        ),
    ],
)
def test_errors_say_where_and_what_was_expected_and_found(text: str, sentence: str) -> None:
    with pytest.raises(json_format.ParseError) as caught:
        json_format.Parse(text, ModelProto())
    assert str(caught.value) == sentence
    assert f"{caught.value.path}: {caught.value.reason}" == sentence


# --- depth -------------------------------------------------------------------------------


def nested(depth: int) -> str:
    """A TypeProto of so many messages inside one another."""
    return '{"optionalType": {"elemType": ' * (depth // 2) + "{}" + "}}" * (depth // 2)


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 10, 50, 100, 101])
def test_the_limit_of_depth_is_googles(limit: int) -> None:
    message_type = BY_NAME["TypeProto"]
    for depth in (0, limit - 3, limit - 2, limit - 1, limit, limit + 1):
        text = nested(max(0, depth))
        outcomes = []
        sides: Any = (
            (json_format.Parse, json_format.ParseError, message_type.ours),
            (theirs.Parse, theirs.ParseError, message_type.theirs),
        )
        for parse, error, cls in sides:
            try:
                parse(text, cls(), max_recursion_depth=limit)
                outcomes.append(True)
            except error:
                outcomes.append(False)
        assert outcomes[0] == outcomes[1], depth


@pytest.mark.parametrize("depth", [102, 1_000, 100_000])
@pytest.mark.parametrize("limit", [100, 10**9])
def test_no_depth_is_a_recursion_error(depth: int, limit: int) -> None:
    for text in (nested(depth), "[" * depth, '{"a":' * depth, '{"denotation": ' + "[" * depth):
        if limit > depth == 102 and text == nested(depth):
            json_format.Parse(text, TypeProto(), max_recursion_depth=limit)
            continue
        with pytest.raises(json_format.ParseError, match="^TypeProto"):
            json_format.Parse(text, TypeProto(), True, max_recursion_depth=limit)


def test_a_dict_nested_in_itself_is_a_parse_error() -> None:
    endless: dict[str, Any] = {}
    endless["optionalType"] = {"elemType": endless}
    for limit in (100, 10**9):
        with pytest.raises(json_format.ParseError, match="nested deeper"):
            json_format.ParseDict(endless, TypeProto(), max_recursion_depth=limit)


def test_long_numbers_take_no_long_time_to_refuse() -> None:
    for digits in ("1" * 5_000, "1" * 100_000 + "x", "1" * 100_000 + "e", "." * 100_000):
        for field in ("i", "f", "type"):
            with pytest.raises(json_format.ParseError):
                json_format.Parse(json.dumps({field: digits}), AttributeProto())
