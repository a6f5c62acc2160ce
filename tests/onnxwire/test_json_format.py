"""Messages as JSON: the text and the dict that google's functions give, and back to the same bytes."""

from __future__ import annotations

import inspect
import itertools
import json
from typing import Any

import onnx
import pytest
from google.protobuf import json_format as theirs

import onnxwire
from onnxwire import json_format
from oracles.made_messages import made_messages
from oracles.message_types import BY_NAME, MessageType
from oracles.real_files import RealFile, real_files
from oracles.wire_tree import record

FUNCTIONS = ("MessageToJson", "MessageToDict", "Parse", "ParseDict")
ERRORS = ("Error", "ParseError", "SerializeToJsonError", "EnumStringValueParseError")
SWITCHES = (
    "preserving_proto_field_name",
    "use_integers_for_enums",
    "always_print_fields_with_no_presence",
    "unquote_int64_if_possible",
)
SWITCHES_OF_TEXT = ("sort_keys", "ensure_ascii")
INDENTS = (None, 0, 1, 4)
SAMPLE = [(file.message_type, file.data) for file in real_files()[::40]]
SAMPLE += made_messages(100)[::97]


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is not JSON")


def assert_written_alike(message_type: MessageType, data: bytes) -> tuple[Any, str]:
    """Our message and its text, after comparing the text with google's."""
    ours = message_type.ours.FromString(data)
    text = json_format.MessageToJson(ours)
    assert text == theirs.MessageToJson(message_type.theirs.FromString(data))
    json.loads(text, parse_constant=refuse)
    return ours, text


@pytest.mark.parametrize("file", real_files(), ids=str)
def test_real_files_are_written_as_google_writes_them_and_read_back(file: RealFile) -> None:
    ours, text = assert_written_alike(file.message_type, file.data)
    their_message = file.message_type.theirs.FromString(file.data)
    made = json_format.MessageToDict(ours)
    assert made == theirs.MessageToDict(their_message)
    data = their_message.SerializeToString(deterministic=True)
    ours_again = json_format.Parse(text, file.message_type.ours())
    assert ours_again.SerializeToString() == data
    theirs_again = theirs.Parse(text, file.message_type.theirs())
    assert theirs_again.SerializeToString(deterministic=True) == data
    assert json_format.ParseDict(made, file.message_type.ours()) == ours


def test_made_messages_are_written_as_google_writes_them_and_read_back() -> None:
    for message_type, data in made_messages(100):
        _, text = assert_written_alike(message_type, data)
        again = json_format.Parse(text, message_type.ours())
        assert again.SerializeToString() == data


def test_every_combination_of_options_writes_what_it_writes_for_google() -> None:
    for (message_type, data), values in itertools.product(
        SAMPLE, itertools.product((False, True), repeat=len(SWITCHES))
    ):
        options: dict[str, Any] = dict(zip(SWITCHES, values, strict=True))
        ours = message_type.ours.FromString(data)
        their_message = message_type.theirs.FromString(data)
        made = json_format.MessageToDict(ours, **options)
        assert made == theirs.MessageToDict(their_message, **options), options
        again = json_format.ParseDict(made, message_type.ours())
        # In bytes, since NaN differs from itself.
        assert again.SerializeToString() == data, options


def test_every_combination_of_options_of_the_text_writes_what_it_writes_for_google() -> None:
    for (message_type, data), values, indent in itertools.product(
        SAMPLE, itertools.product((False, True), repeat=len(SWITCHES_OF_TEXT)), INDENTS
    ):
        options: dict[str, Any] = dict(zip(SWITCHES_OF_TEXT, values, strict=True), indent=indent)
        text = json_format.MessageToJson(message_type.ours.FromString(data), **options)
        their_message = message_type.theirs.FromString(data)
        assert text == theirs.MessageToJson(their_message, **options), options


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_take_the_arguments_of_googles(name: str) -> None:
    def arguments(module: Any) -> list[Any]:
        parameters = inspect.signature(getattr(module, name)).parameters.values()
        return [(p.name, p.kind, p.default) for p in parameters]

    assert arguments(json_format) == arguments(theirs)


@pytest.mark.parametrize("name", ERRORS)
def test_errors_have_the_bases_of_googles_and_are_value_errors(name: str) -> None:
    ours, other = getattr(json_format, name), getattr(theirs, name)
    assert issubclass(ours, ValueError)
    for base in ERRORS:
        of_ours, of_other = getattr(json_format, base), getattr(theirs, base)
        assert issubclass(ours, of_ours) == issubclass(other, of_other), base


def test_a_float_of_32_bits_has_the_digits_that_google_gives_it() -> None:
    values = [2.0**power * factor for power in range(-149, 127) for factor in (1, 1.1, 1.7, -1.9)]
    values += [0.1, 1 / 3, 16777217, 3.4028234663852886e38, 1.17549435e-38, -0.0]
    ours, other = onnxwire.AttributeProto(floats=values), onnx.AttributeProto(floats=values)
    made = json_format.MessageToDict(ours)
    assert repr(made) == repr(theirs.MessageToDict(other))
    assert json_format.ParseDict(made, onnxwire.AttributeProto()) == ours


@pytest.mark.parametrize("ensure_ascii", [True, False])
def test_text_that_is_not_utf_8_comes_back_as_it_was(ensure_ascii: bool) -> None:
    # Google's functions write the repr of a bytes object, which cannot be told from a text.
    data = record(2, "é".encode() + b"caf\xe9")
    message = onnxwire.ModelProto.FromString(data)
    text = json_format.MessageToJson(message, ensure_ascii=ensure_ascii)
    assert "\\udce9" in text and text.encode()
    assert json.loads(text) == json_format.MessageToDict(message)
    assert json_format.Parse(text, onnxwire.ModelProto()).SerializeToString() == data


def test_unknown_fields_are_not_written() -> None:
    assert_written_alike(BY_NAME["ModelProto"], record(2, b"x") + record(99, b"y"))


def nested(depth: int) -> Any:
    message = onnxwire.TypeProto()
    for _ in range(depth):
        outer = onnxwire.TypeProto()
        outer.sequence_type.SetInParent()
        outer.sequence_type._elem_type = message
        message = outer
    return message


def test_messages_nested_too_deeply_for_python_are_an_error_of_json() -> None:
    for write in (json_format.MessageToJson, json_format.MessageToDict):
        with pytest.raises(json_format.SerializeToJsonError, match="^TypeProto: .*nested deeper"):
            write(nested(2000))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_message_of_another_package_is_a_type_error(function: str) -> None:
    call = getattr(json_format, function)
    arguments = {"Parse": ("{}",), "ParseDict": ({},)}.get(function, ())
    with pytest.raises(TypeError, match="a message of this package is wanted, not ModelProto"):
        call(*arguments, onnx.ModelProto())
