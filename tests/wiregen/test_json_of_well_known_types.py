"""JSON of protobuf's well-known types: times, masks, wrappers, values, and messages of any type."""

from __future__ import annotations

import importlib
import json
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from google.protobuf import json_format as theirs

from oracles.any_schema import filled, generate, our_classes, their_classes
from oracles.json_agreement import difference
from oracles.mutated_json import TELLING_VALUES, mutated
from support.options import times_effort

KNOWN = ("any", "duration", "empty", "field_mask", "struct", "timestamp", "wrappers")
KINDS = ("Bool", "Bytes", "Double", "Float", "Int32", "Int64", "String", "UInt32", "UInt64")
IMPORTS = "".join(f'import "google/protobuf/{name}.proto";' for name in KNOWN)
WRAPPERS = "".join(
    f"google.protobuf.{kind}Value w_{kind.lower()} = {30 + number};"
    f"repeated google.protobuf.{kind}Value r_{kind.lower()} = {50 + number};"
    for number, kind in enumerate(KINDS)
)
SCHEMA = f"""
    syntax = "proto3";
    package known;
    {IMPORTS}
    message All {{
      google.protobuf.Any any = 1; google.protobuf.Duration duration = 2;
      google.protobuf.Empty empty = 3; google.protobuf.FieldMask mask = 4;
      google.protobuf.Struct struct = 5; google.protobuf.Value value = 6;
      google.protobuf.ListValue list = 7; google.protobuf.Timestamp time = 8;
      google.protobuf.NullValue null = 9; All all = 10;
      repeated google.protobuf.Any anys = 11; repeated google.protobuf.Value values = 12;
      repeated google.protobuf.NullValue nulls = 13; repeated google.protobuf.Timestamp times = 14;
      map<string, google.protobuf.Value> value_by_name = 15;
      map<string, google.protobuf.Int32Value> number_by_name = 16;
      map<string, google.protobuf.NullValue> null_by_name = 17;
      oneof choice {{ google.protobuf.NullValue no = 18; google.protobuf.Value one = 19; int32 n = 20; }}
      {WRAPPERS}
    }}
"""
OTHER = 'syntax = "proto2"; package known; message Needs { required int32 a = 1; }'
URL = "type.googleapis.com/"


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("schemas")
    (folder / "known.proto").write_text(SCHEMA)
    (folder / "other.proto").write_text(OTHER)
    names = ("known.proto", "other.proto")
    package = generate(folder, "json_of_well_known_types", *names)
    modules = ("known", "other", *(f"google_protobuf_{name}" for name in KNOWN))
    return SimpleNamespace(
        json=importlib.import_module("json_of_well_known_types.json_format"),
        ours=our_classes(package, *modules),
        theirs=their_classes(folder, *names, keeps_json_names=True),
    )


def agreement(both: Any, text: str, name: str = "known.All", ignores: bool = False) -> str | None:
    classes = (both.ours[name], both.theirs[name])
    return difference(both.json, *classes, text, ignores_unknown=ignores)


def written(both: Any, message: Any, **options: Any) -> Any:
    """What both write of a message of google's; None if both refuse, or AssertionError."""
    ours = both.ours[message.DESCRIPTOR.full_name].FromString(message.SerializePartialToString())
    try:
        # Types that are not in the pool are a TypeError for google, damaged ones a DecodeError.
        pool = message.DESCRIPTOR.file.pool
        expected = theirs.MessageToDict(message, descriptor_pool=pool, **options)
    except Exception:
        with pytest.raises(both.json.SerializeToJsonError, match=f"^{message.DESCRIPTOR.name}"):
            both.json.MessageToDict(ours, **options)
        return None
    made = both.json.MessageToDict(ours, **options)
    assert made == expected
    assert json.loads(both.json.MessageToJson(ours, **options)) == made
    return made


TEXTS = {
    "time": (
        *("1972-01-01T10:00:20.021Z", "1970-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        *(
            "9999-12-31T23:59:59.999999999Z",
            "2000-02-29T12:00:00.5-23:59",
            "1969-12-31T23:59:59.1Z",
        ),
        *("2000-01-01T00:00:00.000001+05:30", "0001-01-01T00:00:00+00:01", "0000-01-01T00:00:00Z"),
        *("9999-12-31T23:59:59-00:01", "2001-02-29T00:00:00Z", "2000-01-01T24:00:00Z"),
        *("2000-01-01T00:00:60Z", "2000-01-01t00:00:00Z", "2000-01-01T00:00:00z", "2000-01-01"),
        *("2000-01-01T00:00:00", "2000-01-01 00:00:00Z", "2000-01-01T00:00:00.0000000001Z", ""),
        *("2000-01-01T00:00:00Z ", "2000-1-1T0:0:0Z", "2000-01-01T00:00:00.Z", "20000101T000000Z"),
        *("2000-01-01T00:00:00+1:2", "2000-01-01T00:00:00+99:99", "2000-01-01T00:00:00+0100"),
        *("2000-01-01T00:00:00.\u0661Z", "2000-01-01T00:00:00-00:00"),
    ),
    "duration": (
        *("1s", "1.5s", "-1.5s", "-0.5s", "0s", "-0s", "315576000000s", "-315576000000.999999999s"),
        *(
            "315576000001s",
            "1.000000001s",
            "1.01s",
            "1",
            "s",
            "",
            "1.s",
            ".5s",
            "+1s",
            " 1s",
            "1 s",
        ),
        *("1.0000000001s", "1.5e-3s", "1_0s", "--1s", "1.-5s", "1ss", "\u0661s", "1.5.5s", "01s"),
    ),
    "mask": (
        *("", "a", "a,b", "fooBar", "fooBar.bazQux,x", "foo_bar", "FooBar", "a,,b", ",", "a b"),
        *("foo1Bar", "é", "É"),
    ),
}


@pytest.mark.parametrize("field", TEXTS)
def test_texts_are_read_as_google_reads_them_and_written_the_same(both: Any, field: str) -> None:
    accepted = 0
    for text in TEXTS[field]:
        value = json.dumps({field: text})
        found = agreement(both, value)
        assert found in (None, "loose times and durations"), text
        if found is None:
            try:
                message = theirs.Parse(value, both.theirs["known.All"]())
            except theirs.ParseError:
                continue
            assert agreement(both, json.dumps(written(both, message))) is None
            accepted += 1
    assert accepted >= 8


@pytest.mark.parametrize(
    ("field", "content"),
    [
        *(("time", {"seconds": s, "nanos": n}) for s in (-62135596800, -62135596801, 253402300799)
          for n in (0, 1, 1000, 1_000_000, 999_999_999, -1, 10**9)),
        ("time", {"seconds": 253402300800}),
        *(("duration", {"seconds": s, "nanos": n}) for s in (0, 1, -1, 315576000000, -315576000001)
          for n in (0, 1, -1, 1000, -1_000_000, 999_999_999, 10**9)),
        *(("mask", {"paths": [path]}) for path in
          ("a", "a_b", "_a", "a_", "a__b", "A", "a_1", "a_B", "a.b_c", "", "é", "a_é", "É")),
        *(("value", {"number_value": n}) for n in (1.5, -0.0, float("inf"), float("nan"))),
    ],
)  # fmt: skip
def test_contents_are_written_as_google_writes_them_or_refused(
    both: Any, field: str, content: dict[str, Any]
) -> None:
    written(both, both.theirs["known.All"](**{field: content}))
    written(both, getattr(both.theirs["known.All"](**{field: content}), field))


@pytest.mark.parametrize("ignores", [False, True])
def test_every_field_takes_the_values_that_google_takes(both: Any, ignores: bool) -> None:
    values = [*TELLING_VALUES, "[1, [null, {}], {}]", '{"a": {"b": [1, null, true, "x"]}}']
    for field in both.theirs["known.All"].DESCRIPTOR.fields:
        for value in values:
            for form in ("{}", "[{}]", '{{"k": {}}}'):
                agreement(both, f'{{"{field.json_name}": {form.format(value)}}}', ignores=ignores)


def test_every_type_is_read_alone_as_google_reads_it(both: Any) -> None:
    for name in both.theirs:
        for value in (*TELLING_VALUES, '{"a": [1, {}]}', "[1, {}]"):
            agreement(both, value, name)


def test_random_messages_are_written_as_google_writes_them_or_refused(both: Any) -> None:
    random = Random(1)
    refused = 0
    for _ in range(150):
        message = filled(random, both.theirs["known.All"])
        made = written(both, message, always_print_fields_with_no_presence=random.random() < 0.5)
        refused += made is None
    assert refused < 150


# --- messages of any type ----------------------------------------------------------------

OBJECT: dict[str, Any] = {
    "time": "1972-01-01T10:00:20.021Z",
    "duration": "-1.5s",
    "mask": "fooBar,baz",
    "struct": {"a": [1, None, {"b": "x"}], "c": True},
    "value": {"a": 2.5},
    "list": [1.5, "x", None, [], {}],
    "empty": {},
    "any": {"@type": f"{URL}known.All", "n": 5, "all": {"value": None}},
    "anys": [
        *({}, {"@type": f"{URL}google.protobuf.Timestamp", "value": "1970-01-01T00:00:00Z"}),
        *({"@type": f"x/{URL}google.protobuf.Int64Value", "value": "5"}, {"@type": "/known.Needs", "a": 1}),
        {"@type": f"{URL}google.protobuf.Any", "value": {"@type": f"{URL}known.All"}},
        {"@type": f"{URL}google.protobuf.Empty"},
        {"@type": f"{URL}google.protobuf.Struct", "value": {"a": 1.5}},
        {"@type": f"{URL}google.protobuf.Value", "value": None},
    ],
    "valueByName": {"a": None, "b": [1]},
    "numberByName": {"a": 1},
    "wInt64": "5",
    "rString": ["x", ""],
    "one": None,
}  # fmt: skip


def test_an_object_of_all_types_is_read_and_written_as_by_google(both: Any) -> None:
    text = json.dumps(OBJECT)
    assert agreement(both, text) is None
    pool = both.theirs["known.All"].DESCRIPTOR.file.pool
    message = theirs.Parse(text, both.theirs["known.All"](), descriptor_pool=pool)
    assert json.dumps(written(both, message)["anys"]) == json.dumps(OBJECT["anys"])
    for bits in range(8):
        options = {
            "preserving_proto_field_name": bool(bits & 1),
            "use_integers_for_enums": bool(bits & 2),
            "always_print_fields_with_no_presence": bool(bits & 4),
        }
        assert written(both, message, **options) is not None


def test_mutated_texts_are_accepted_and_refused_as_by_google(
    both: Any, pytestconfig: pytest.Config
) -> None:
    random = Random(2)
    keys = list(OBJECT)
    found: set[str | None] = set()
    for _ in range(times_effort(1_500, pytestconfig)):
        chosen = random.sample(keys, random.randrange(1, 4))
        text = mutated(random, json.dumps({key: OBJECT[key] for key in chosen}))
        found.add(agreement(both, text, ignores=random.random() < 0.3))
    assert None in found


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (1, "an object is wanted, not 1"),
        ({"a": 1}, "an object with the key '@type' is wanted"),
        ({"@type": 1}, "this package has no message of the type 1"),
        ({"@type": f"{URL}no.Such"}, f"this package has no message of the type '{URL}no.Such'"),
        ({"@type": "/known.Needs"}, "Needs: required fields are missing: a"),
        ({"@type": "/known.Needs", "b": 1}, "Needs has no field 'b'"),
        ({"@type": "/google.protobuf.Duration"}, "an object with the keys '@type' and 'value'"),
        ({"@type": "/google.protobuf.Duration", "value": "1"}, 'a duration such as "-1.5s"'),
    ],
)
def test_what_is_no_message_of_any_type_is_refused(both: Any, value: Any, sentence: str) -> None:
    text = json.dumps({"any": value})
    assert agreement(both, text) is None
    with pytest.raises(both.json.ParseError) as caught:
        both.json.Parse(text, both.ours["known.All"]())
    assert str(caught.value).startswith("All.any") and sentence in str(caught.value)


@pytest.mark.parametrize(
    ("any_fields", "sentence"),
    [
        ({"type_url": f"{URL}no.Such"}, "this package has no message of the type"),
        ({"value": b"x"}, "this package has no message of the type ''"),
        ({"type_url": "/known.All", "value": b"\x0a\x05"}, "the value is damaged: All"),
    ],
)
def test_messages_that_cannot_be_read_are_not_written(
    both: Any, any_fields: dict[str, Any], sentence: str
) -> None:
    assert written(both, both.theirs["known.All"](anys=[{}, any_fields])) is None
    message = both.ours["known.All"](anys=[{}, any_fields])
    with pytest.raises(both.json.SerializeToJsonError, match=r"^All\.anys\[1\]") as caught:
        both.json.MessageToJson(message)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("loose times and durations", '{"time": "2000-1-1T0:0:0Z"}'),
        ("loose times and durations", '{"duration": "1.5e-3s"}'),
        ("infinities for a Value", '{"value": NaN}'),
        (
            "other keys in an Any",
            '{"any": {"@type": "/google.protobuf.Value", "value": 1, "a": 1}}',
        ),
        ("null with lists of null", '{"nulls": null}'),
        ("null with lists of null", '{"values": null}'),
        ("null with lists of null", '{"nulls": [null]}'),
        ("null with lists of null", '{"nullByName": {"a": null}}'),
    ],
)
def test_the_known_differences_are_there(both: Any, name: str, text: str) -> None:
    assert agreement(both, text) == name


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"time": 5}', 'time: a time such as "1972-01-01T10:00:20.021Z" is wanted; found 5'),
        (
            '{"times": ["2001-02-29T00:00:00Z"]}',
            'times[0]: there is no such day or time; found "2001-02-29T00:00:00Z"',
        ),
        (
            '{"mask": "a: b_c"}',
            "mask: the paths of a mask are in lowerCamelCase, without underscores;"
            ' found "a: b_c"',
        ),
        (
            '{"struct": {"a": [1, {"b": 1e999}]}}',
            'struct["a"][1]["b"]: a finite number, or "NaN", "Infinity" or "-Infinity" in quotes,'
            " is wanted, not Infinity",
        ),
        ('{"wInt32": "x"}', 'wInt32: an integer is wanted, not "x"'),
        (
            '{"anys": [{"@type": "/google.protobuf.Duration", "value": "1m"}]}',
            'anys[0].value: a duration such as "-1.5s", of at most nine decimals, is wanted;'
            ' found "1m"',
        ),
    ],
)
def test_errors_say_where_and_what_was_expected_and_found(
    both: Any, text: str, sentence: str
) -> None:
    with pytest.raises(both.json.ParseError) as caught:
        both.json.Parse(text, both.ours["known.All"]())
    assert str(caught.value) == f"All.{sentence}"


def test_null_values_are_read_back_also_from_lists_and_maps(both: Any) -> None:
    text = '{"nulls": [null, null], "nullByName": {"a": null}, "no": null}'
    message = both.json.Parse(text, both.ours["known.All"]())
    assert both.json.MessageToDict(message) == json.loads(text)
    assert agreement(both, text) == "null with lists of null"


@pytest.mark.parametrize("depth", [10, 48, 49, 50, 51, 98, 99, 100, 101])
@pytest.mark.parametrize("field", ["value", "list", "struct", "any", "anys"])
def test_the_limit_of_depth_is_googles(both: Any, field: str, depth: int) -> None:
    url = json.dumps(f"{URL}google.protobuf.Any")
    around, inside = {
        "struct": ('{"a": ', "}"),
        "any": (f'{{"@type": {url}, "value": ', "}"),
        "anys": (f'{{"@type": "{URL}known.All", "any": ', "}"),
    }.get(field, ("[", "]"))
    field = field.removesuffix("s")
    text = around * depth + "{}" + inside * depth
    assert agreement(both, f'{{"{field}": {text}}}') is None
