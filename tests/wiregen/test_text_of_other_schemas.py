"""Text of what ONNX's schemas do not have: maps, groups, open enums, implicit presence, required fields."""

from __future__ import annotations

import itertools
import shutil
import warnings
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from google.protobuf import text_format as their_format

from oracles.any_schema import filled, generate, our_classes, their_classes
from oracles.text_agreement import is_read
from oracles.text_mutations import READ_TWICE, mutated_text
from support.options import count_of

SCHEMAS = Path(__file__).parents[1] / "corpus" / "other"
MODULES = ("kitchen3", "kitchen2", "shop_north", "shop_south", "shop_both", "delimited")
NAMES = ("kitchen3.proto", "kitchen2.proto", "shop/both.proto", "delimited.proto")
DELIMITED = """
edition = "2023";
package delimited;

message Holder {
  message Inner { int32 a = 1; }
  Inner inner = 1 [features.message_encoding = DELIMITED];
  Inner other = 2 [features.message_encoding = DELIMITED];
  Outer outer = 9 [features.message_encoding = DELIMITED];
  repeated int32 numbers = 4;
  oneof either { int32 late = 8; Inner early = 3; }
}
message Outer { int32 x = 1; }
"""
CONTENTS = 40
SEED = 2008


@dataclass(frozen=True)
class Both:
    """The classes of either side by full name, and the text format of ours."""

    ours: dict[str, Any]
    theirs: dict[str, Any]
    text_format: Any


@pytest.fixture(scope="module", name="both")
def both_(tmp_path_factory: pytest.TempPathFactory) -> Both:
    folder = tmp_path_factory.mktemp("text")
    shutil.copytree(SCHEMAS, folder, dirs_exist_ok=True)
    (folder / "delimited.proto").write_text(DELIMITED)
    package = generate(folder, "made_for_text", *NAMES)
    text_format = __import__("made_for_text.text_format").text_format
    return Both(our_classes(package, *MODULES), their_classes(folder, *NAMES), text_format)


def test_entries_of_maps_show_defaults_where_their_fields_have_presence(both: Both) -> None:
    for name in ("kitchen.old.Maps", "kitchen.Maps"):
        parts = both.ours[name].DESCRIPTOR.fields[0]
        entry = both.theirs[name].DESCRIPTOR.fields[0].message_type
        assert parts.map_key.has_presence == entry.fields_by_name["key"].has_presence, name


def test_all_messages_are_printed_as_by_google_and_read_again(both: Both) -> None:
    names = ("use_short_repeated_primitives", "use_index_order", "use_field_number", "as_one_line")
    choices: list[dict[str, Any]] = [
        dict(zip(names, values, strict=True))
        for values in itertools.product((False, True), repeat=len(names))
    ]
    for name, message_class in both.theirs.items():
        random = Random(f"{SEED} {name}")
        for _ in range(CONTENTS):
            theirs = filled(random, message_class)
            ours = both.ours[name].FromString(theirs.SerializePartialToString())
            assert str(ours) == str(theirs), name
            for options in ({}, random.choice(choices)):
                text = both.text_format.MessageToString(ours, **options)
                assert text == their_format.MessageToString(theirs, **options), (name, options)
                again = both.text_format.Parse(text, both.ours[name](), allow_field_number=True)
                assert again == ours, (name, options)
                for printed in (text, str(ours)):
                    read = their_format.Parse(printed, message_class(), allow_field_number=True)
                    assert read == theirs, (name, options)


def outcome(format_module: Any, message: Any, text: str, kind: str, options: Any) -> Any:
    """The fields that are read as text, or None if the text is refused."""
    if not is_read(format_module, message, text, kind, options):
        return None
    return format_module.MessageToString(message)


def assert_read_alike(both: Both, name: str, text: str, kind: str, options: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = outcome(their_format, both.theirs[name](), text, kind, options)
    ours = outcome(both.text_format, both.ours[name](), text, kind, options)
    assert ours == theirs, f"{name} {kind} {options}\n{text}"


def test_mutated_texts(both: Both, pytestconfig: pytest.Config) -> None:
    random = Random(SEED)
    names = sorted(both.theirs)
    for _ in range(count_of(pytestconfig, "--mutations")):
        name = random.choice(names)
        # In the deepest level but one, messages are small.
        text = their_format.MessageToString(filled(random, both.theirs[name], depth=2))
        text = mutated_text(random, text)
        if READ_TWICE.search(text):
            continue
        options = {"allow_unknown_field": random.random() < 0.3}
        assert_read_alike(both, name, text, random.choice(("Parse", "Merge")), options)


TEXTS = {
    "kitchen.Maps": (
        "by_int32 {}",
        "by_int32 { key: 0 key: 0 }",
        "by_int32 { key: 1 key: 0 }",
        "by_int32 { value: 0 value: 1 }",
        "by_int32 { value: -0.0 value: 1 }",
        "by_int32 { key: 2147483648 }",
        "by_int32: [{key: 1}, <key: 2 value: 3>]",
        "by_int32 { key: 1 value: 1 } by_int32 { value: 2 key: 1 }",
        "by_int32 { key: 1 other: 1 }",
        "by_int32 { 1: 1 2: 2 }",
        "by_bool { key: t value: 1 } by_bool { key: False value: True }",
        "by_uint32 { key: -1 }",
        "by_string { key: 'a' 'b' value: '\\303\\251' }",
        "by_string { key: '\\377' }",
        "color_by_name { key: 'a' value: COLOR_RED }",
        "color_by_name { key: 'a' value: 99 }",
        "color_by_name { key: 'a' value: 2147483648 }",
        "tree_by_name { key: 'a' value { leaf { name: 'x' } } }",
        "tree_by_name { key: 'a' value {} value {} }",
        "tree_by_name { value { leaf {} } } tree_by_name { value { parent {} } }",
        "tree_by_name { value { leaf {} } } tree_by_name {}",
        "tree_by_name { key: 'a' value: 1 }",
    ),
    "kitchen.old.Maps": (
        "number_by_name { key: '' key: '' }",
        "number_by_name { value: 0 value: 0 }",
        "number_by_name {}",
        "defaults_by_number { value { a_taste: SWEET } }",
        "defaults_by_number { value { a_taste: 7 } }",
    ),
    "kitchen.old.Groups": (
        "Single { a: 1 }",
        "single { a: 1 Inner { b: 'x' } inner { } }",
        "SINGLE { a: 1 }",
        "Single: <> Several [{}, {c: 'x'}] several {}",
        "Either { d: 1 } or: 'x'",
        "or: 'x' or: 'y'",
        "again { again { Single {} } }",
    ),
    "delimited.Holder": ("Inner {}", "inner {}", "Other {}", "other {}", "outer {}", "Outer {}"),
    "kitchen.Scalars": (
        "an_int32: 0 an_int32: 0",
        "an_int32: 0 an_int32: 1 ",
        "an_int32: 1 an_int32: 0",
        "a_double: -0.0 a_double: 1",
        "a_string: '' a_string: 'x'",
        "a_color: 77 a_bool: f",
        "a_uint32: -0 a_uint64: 18446744073709551615",
        "a_sint32: -2147483649",
        "a_message {} a_message {}",
        "a_float: 1e39 a_double: 1e309",
    ),
    "kitchen.Optionals": ("an_int32: 0 an_int32: 0", "a_string: '' a_string: ''"),
    "kitchen.Choice": (
        "number: 0 text: ''",
        "number: 0 number: 0",
        "tree {} tree {}",
        "yes: t yes: f",
    ),
    "kitchen.old.Required": ("", "id: 1", "list {} inner { name: 'x' }", "by_name {}"),
}


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, texts in TEXTS.items() for text in texts]
)
def test_texts(both: Both, name: str, text: str) -> None:
    for kind, numbers in itertools.product(("Parse", "Merge"), (False, True)):
        assert_read_alike(both, name, text, kind, {"allow_field_number": numbers})


def test_keys_are_sorted_as_google_sorts_them(both: Both) -> None:
    theirs = both.theirs["kitchen.Maps"]()
    for key in (0, 1, -1, 2**31 - 1, -(2**31)):
        theirs.by_int32[key] = theirs.by_sint64[key] = 1
        theirs.by_uint64[key & (2**64 - 1)] = 1
    for text in ("", "a", "ab", "b", "é", "\uffff", "\U0001f600", "A"):
        theirs.by_string[text] = text
    theirs.by_bool[True] = theirs.by_bool[False] = True
    ours = both.ours["kitchen.Maps"].FromString(theirs.SerializeToString())
    assert str(ours) == str(theirs)
    printed = both.text_format.MessageToString(ours)
    assert printed == their_format.MessageToString(theirs)
