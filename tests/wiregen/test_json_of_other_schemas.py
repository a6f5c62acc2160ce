"""JSON of other schemas than ONNX's: maps, groups, proto3, required fields, names, enums."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from google.protobuf import json_format as theirs

from oracles.any_schema import filled, generate, our_classes, their_classes
from oracles.json_agreement import difference, their_outcome
from oracles.mutated_json import TELLING_VALUES, mutated
from support.options import times_effort

PROTO2 = """
    syntax = "proto2";
    package old;
    enum Level { MIDDLE = 0; LOW = -1; ALSO_MIDDLE = 0; HIGH = 7; option allow_alias = true; }
    message Needs { required int32 a_number = 1; optional Needs inner = 2; repeated Needs more = 3; }
    message Crossed { optional int32 plain = 1 [json_name = "p"]; optional int32 q = 2 [json_name = "plain"]; }
    message All {
      optional float a_float = 1 [default = 2.5];
      optional double aDouble = 2;
      optional sint32 _leading = 3;
      optional sint64 trailing_ = 4;
      optional fixed32 two__lines = 5;
      optional fixed64 with_7_digits = 6;
      optional sfixed32 plain = 7 [json_name = "odd \\"name\\" \\303\\251"];
      optional sfixed64 s64 = 8;
      optional bool yes = 9;
      optional string text = 10;
      optional bytes data = 11 [default = "x"];
      optional Level level = 12 [default = HIGH];
      repeated Level levels = 13 [packed = true];
      optional group OneGroup = 14 { optional int32 x = 1; }
      repeated group ManyGroups = 15 { optional Level l = 1; }
      map<string, Level> by_text = 16;
      map<int64, Needs> by_number = 17;
      oneof choice { int32 first = 18; Needs second = 19; string third_one = 20; }
      optional string class = 21;
      optional int32 MessageToJson = 22;
      repeated uint64 def = 23;
    }
"""
PROTO3 = """
    syntax = "proto3";
    package young;
    enum Color { NONE = 0; RED = 1; CRIMSON = 1; BLUE = -3; option allow_alias = true; }
    message All {
      float a_float = 1; double a_double = 2; int32 i32 = 3; int64 i64 = 4; uint32 u32 = 5;
      uint64 u64 = 6; bool yes = 7; string text = 8; bytes data = 9; Color color = 10;
      optional float may_float = 11; optional int64 may_number = 12; optional string may_text = 13;
      optional Color may_color = 14; All inner = 15;
      repeated float floats = 16; repeated fixed64 numbers = 17; repeated string texts = 18;
      repeated bytes pieces = 19; repeated Color colors = 20; repeated All inners = 21;
      map<int32, string> m1 = 22; map<uint64, bytes> m2 = 23; map<bool, Color> m3 = 24;
      map<string, All> m4 = 25; map<sint64, double> m5 = 26; map<fixed32, float> m6 = 27;
      oneof choice { bool is_this = 28; Color is_color = 29; All is_all = 30; bytes is_data = 31; }
    }
"""


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("schemas")
    (folder / "old.proto").write_text(PROTO2)
    (folder / "young.proto").write_text(PROTO3)
    package = generate(folder, "json_of_other_schemas", "old.proto", "young.proto")
    return SimpleNamespace(
        json=importlib.import_module("json_of_other_schemas.json_format"),
        ours=our_classes(package, "old", "young"),
        theirs=their_classes(folder, "old.proto", "young.proto", keeps_json_names=True),
    )


NAMES = ("old.All", "old.Needs", "young.All")
COMBINATIONS = [
    {
        "preserving_proto_field_name": bool(bits & 1),
        "use_integers_for_enums": bool(bits & 2),
        "always_print_fields_with_no_presence": bool(bits & 4),
        "unquote_int64_if_possible": bool(bits & 8),
    }
    for bits in range(16)
]


@pytest.mark.parametrize("name", NAMES)
def test_random_messages_are_written_as_google_writes_them_and_read_back(
    both: Any, name: str, pytestconfig: pytest.Config
) -> None:
    random = Random(name)
    for count in range(times_effort(6 * len(COMBINATIONS), pytestconfig)):
        message = filled(random, both.theirs[name])
        ours = both.ours[name].FromString(message.SerializePartialToString())
        options: dict[str, Any] = COMBINATIONS[count % len(COMBINATIONS)]
        made = both.json.MessageToDict(ours, **options)
        assert made == theirs.MessageToDict(message, **options)
        # Google's maps have no order, so texts are compared with the keys of objects sorted.
        text = both.json.MessageToJson(ours, sort_keys=True, **options)
        assert text == theirs.MessageToJson(message, sort_keys=True, **options)
        again = both.ours[name]()
        both.json.Parse(text, again)
        # Compared as messages: maps come back in the order of the text.
        assert both.theirs[name].FromString(again.SerializePartialToString()) == message


@pytest.mark.parametrize("name", NAMES)
def test_mutated_texts_are_accepted_and_refused_as_by_google(
    both: Any, name: str, pytestconfig: pytest.Config
) -> None:
    random = Random(name)
    messages = [filled(random, both.theirs[name], depth=1) for _ in range(100)]
    texts = [theirs.MessageToJson(message).replace("3.4028235e+38", "3.5") for message in messages]
    for _ in range(times_effort(1_000, pytestconfig)):
        text = mutated(random, random.choice(texts))
        agreement(both, name, text, random.random() < 0.3)


def agreement(both: Any, name: str, text: str, ignores_unknown: bool = False) -> str | None:
    classes = (both.ours[name], both.theirs[name])
    return difference(both.json, *classes, text, ignores_unknown=ignores_unknown)


@pytest.mark.parametrize("name", ["old.All", "young.All"])
def test_every_field_takes_the_values_that_google_takes(both: Any, name: str) -> None:
    for field in both.theirs[name].DESCRIPTOR.fields:
        for value in TELLING_VALUES:
            for form in ("{}", "[{}]", '{{"1": {}}}', '{{"true": {}}}'):
                key = json.dumps(field.json_name)
                agreement(both, name, f"{{{key}: {form.format(value)}}}")


@pytest.mark.parametrize("field", ["m1", "m2", "m3", "m4", "m5", "m6"])
def test_keys_of_maps_are_those_that_google_takes(both: Any, field: str) -> None:
    value = {"m1": '"x"', "m4": "{}", "m3": '"RED"'}.get(field, "1")
    keys = [value for value in TELLING_VALUES if value.startswith('"')]
    for key in (*keys, '"4294967296"', '"-1.0"'):
        agreement(both, "young.All", f'{{"{field}": {{{key}: {value}}}}}')
    # Two keys that are the same number: what the second says is merged into the first.
    twice = f'{{"{field}": {{"1": {value}, "1.0": {value}}}}}'
    assert agreement(both, "young.All", twice) is None


def test_names_are_those_of_google(both: Any) -> None:
    for name in both.theirs:
        fields = both.theirs[name].DESCRIPTOR.fields
        ours = both.ours[name].DESCRIPTOR.fields_by_name
        assert {f.name: f.json_name for f in fields} == {n: f.json_name for n, f in ours.items()}
    # A JSON name may be another field's name in the schema: the JSON name comes first.
    assert agreement(both, "old.Crossed", '{"plain": 5}') is None
    message = both.json.Parse('{"plain": 5}', both.ours["old.Crossed"]())
    assert (message.q, message.HasField("plain")) == (5, False)


def test_required_fields_may_be_missing(both: Any) -> None:
    for text in ("{}", '{"inner": {"more": [{}]}}', '{"aNumber": null}'):
        assert agreement(both, "old.Needs", text) is None
        message = both.json.Parse(text, both.ours["old.Needs"]())
        assert both.json.MessageToDict(message) in ({}, {"inner": {"more": [{}]}})


def test_unknown_names_of_enums_are_passed_over_only_where_unknown_fields_are(both: Any) -> None:
    for text in (
        '{"levels": ["HIGH", "NO_SUCH", "LOW"], "level": "NO_SUCH"}',
        '{"byText": {"a": "HIGH", "b": "NO_SUCH"}}',
        '{"levels": ["HIGH", 99]}',
    ):
        assert agreement(both, "old.All", text) is None
        assert agreement(both, "old.All", text, ignores_unknown=True) is None
        with pytest.raises(both.json.ParseError):
            both.json.Parse(text, both.ours["old.All"]())
    assert issubclass(both.json.EnumStringValueParseError, both.json.ParseError)


def test_open_enums_take_and_show_any_number(both: Any) -> None:
    message = both.json.Parse(
        '{"color": 99, "colors": ["98", "BLUE", 1]}', both.ours["young.All"]()
    )
    assert both.json.MessageToDict(message) == {"color": 99, "colors": [98, "BLUE", "RED"]}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"m4": {"a b": {"m1": {"x": "y"}}}}', 'm4["a b"].m1["x"]: an integer is wanted, not "x"'),
        ('{"m1": {"4294967296": "y"}}', 'm1["4294967296"]: 4294967296 is not in -2147483648'),
        ('{"m1": {"1": null}}', 'm1["1"]: a text is wanted, not null'),
        ('{"m3": {"1": "RED"}}', 'm3["1"]: "true" or "false" is wanted as the key, not "1"'),
        ('{"m2": []}', "m2: an object is wanted, not a list"),
        ('{"m4": {"x": null}}', 'm4["x"]: an object is wanted, not null'),
        ('{"inners": [{}, {"yes": 1}]}', "inners[1].yes: true or false is wanted, not 1"),
        ('{"u32": -1}', "u32: -1 is not in 0 to 4294967295"),
    ],
)
def test_errors_name_the_entry_of_a_map(both: Any, text: str, sentence: str) -> None:
    with pytest.raises(both.json.ParseError) as caught:
        both.json.Parse(text, both.ours["young.All"]())
    assert str(caught.value).startswith(f"All.{sentence}")
    assert their_outcome(both.theirs["young.All"], text, ignores_unknown=False).data is None


def test_text_that_is_not_utf_8_in_a_map_keeps_its_bytes(both: Any, tmp_path: Path) -> None:
    entry = b"\x0a\x02\xc3\xa9" + b"\x10\x07"
    odd = b"\x0a\x01\xff" + b"\x10\x07"
    for body in (entry, odd):
        data = b"\x82\x01" + bytes((len(body),)) + body
        ours = both.ours["old.All"].FromString(data)
        assert both.json.MessageToDict(ours)["byText"] in ({"é": "HIGH"}, {"\udcff": "HIGH"})
