"""What changed between two schemas, each kind of change told by a small case."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from wiregen.evolution.changes import Change, compare
from wiregen.evolution.facts import declared_in
from wiregen.pipeline import read_schema
from wiregen.schema import ir
from wiregen.source.roots import ImportRoots

VALID = Path(__file__).parents[1] / "corpus" / "valid"
PROTO2 = 'syntax = "proto2"; package shop;'
PROTO3 = 'syntax = "proto3"; package shop;'


def changes(old: str | Mapping[str, str], new: str | Mapping[str, str]) -> tuple[Change, ...]:
    """Those between two schemas: each the text of one file, or of some by their names."""
    return compare(*(declared_in(*read(version)) for version in (old, new)))


def read(version: str | Mapping[str, str]) -> tuple[ir.Schema, tuple[str, ...]]:
    texts = {"shop.proto": version} if isinstance(version, str) else version
    data_by_name = {name: text.encode() for name, text in texts.items()}
    roots = ImportRoots((), Path(), data_by_name=data_by_name)
    return read_schema(tuple(texts), roots), tuple(texts)


def told(found: tuple[Change, ...]) -> list[tuple[str, str, str, str]]:
    return [(c.aspect.value, c.declared.name, c.before, c.after) for c in found]


IN_MESSAGE = {
    "added": ("", "optional int32 a = 1;", ("existence", "a", "", "optional int32 a = 1")),
    "removed": ("repeated int32 a = 1;", "", ("existence", "a", "repeated int32 a = 1", "")),
    "renamed": (
        "optional int32 a = 1;",
        "optional int32 b = 1;",
        ("name", "b", "shop.M.a", "shop.M.b"),
    ),
    "renumbered": ("optional int32 a = 1;", "optional int32 a = 2;", ("number", "a", "1", "2")),
    "retyped": (
        "optional E a = 1; enum E { X = 0; }",
        "optional int32 a = 1; enum E { X = 0; }",
        ("type", "a", "shop.M.E", "int32"),
    ),
    "map of another type": (
        "map<string, int32> a = 1;",
        "map<string, M> a = 1;",
        ("type", "a", "map<string, int32>", "map<string, shop.M>"),
    ),
    "relabelled": (
        "optional int32 a = 1;",
        "repeated int32 a = 1;",
        ("label", "a", "optional", "repeated"),
    ),
    "required": (
        "required int32 a = 1;",
        "optional int32 a = 1;",
        ("label", "a", "required", "optional"),
    ),
    "moved into a oneof": (
        "oneof o { int32 b = 2; } optional int32 a = 1;",
        "oneof o { int32 b = 2; int32 a = 1; }",
        ("oneof", "a", "", "o"),
    ),
    "moved out of a oneof": (
        "oneof o { int32 b = 2; int32 a = 1; }",
        "oneof o { int32 b = 2; } optional int32 a = 1;",
        ("oneof", "a", "o", ""),
    ),
    "packed": (
        "repeated int32 a = 1;",
        "repeated int32 a = 1 [packed = true];",
        ("packed", "a", "", "true"),
    ),
    "default": (
        "optional int32 a = 1 [default = 0x10];",
        "optional int32 a = 1 [default = 17];",
        ("default", "a", "16", "17"),
    ),
    "name in JSON": (
        "optional int32 a = 1;",
        'optional int32 a = 1 [json_name = "A"];',
        ("json_name", "a", "", "A"),
    ),
    "option": (
        "optional int32 a = 1;",
        "optional int32 a = 1 [deprecated = true];",
        ("options", "a", "", "deprecated = true"),
    ),
    "enum value added": (
        "enum E { X = 0; }",
        "enum E { X = 0; Y = 1; }",
        ("existence", "Y", "", "Y = 1"),
    ),
    "enum value renamed": (
        "enum E { X = 0; Y = 1; }",
        "enum E { X = 0; Z = 1; }",
        ("name", "Z", "shop.M.Y", "shop.M.Z"),
    ),
    "first enum value": (
        "enum E { X = 1; Y = 2; }",
        "enum E { Y = 2; X = 1; }",
        ("first_number", "E", "1", "2"),
    ),
    "enum value renumbered": (
        "enum E { X = 0; Y = 1; }",
        "enum E { X = 0; Y = 2; }",
        ("number", "Y", "1", "2"),
    ),
    "extension range": ("", "extensions 100 to 199;", ("extensions", "", "", "100 to 199")),
    "oneof renamed": (
        "oneof o { int32 a = 1; }",
        "oneof p { int32 a = 1; }",
        ("name", "p", "shop.M.o", "shop.M.p"),
    ),
}


@pytest.mark.parametrize("name", IN_MESSAGE)
def test_a_change_inside_of_a_message_is_told_and_nothing_else(name: str) -> None:
    old, new, (aspect, symbol, before, after) = IN_MESSAGE[name]
    found = changes(*(f"{PROTO2} message M {{ {body} }}" for body in (old, new)))
    assert told(found) == [(aspect, f"shop.M.{symbol}".rstrip("."), before, after)]


def test_reserved_numbers_and_names_are_compared_however_they_are_written() -> None:
    old = 'message M { reserved 3; reserved 1, 5 to 7; reserved "b", "a"; }'
    same = 'message M { reserved 5 to 7; reserved "a"; reserved "b"; reserved 1, 3; }'
    more = 'message M { reserved 1, 3, 5 to 7, 9; reserved "a", "b"; }'
    assert changes(PROTO2 + old, PROTO2 + same) == ()
    (found,) = changes(PROTO2 + old, PROTO2 + more)
    assert (found.before, found.after) == ("1, 3, 5 to 7, a, b", "1, 3, 5 to 7, 9, a, b")


def test_order_comments_and_names_without_their_package_change_nothing() -> None:
    old = f"{PROTO2} message A {{ optional B b = 2; optional int32 a = 1; }} message B {{}}"
    new = f"{PROTO2} /* new */ message B {{}} message A {{ optional int32 a = 1; optional .shop.B b = 2; }}"
    assert changes(old, new) == ()


def test_a_renamed_message_takes_what_it_holds_and_who_uses_it_with_it() -> None:
    old = """ message Price { optional int32 cents = 1; optional Kind kind = 2;
                enum Kind { NET = 0; GROSS = 1; } }
              message Item { optional Price price = 1; map<string, Price.Kind> kinds = 2; }"""
    new = old.replace("Price", "Amount")
    assert told(changes(PROTO2 + old, PROTO2 + new)) == [
        ("name", "shop.Amount", "shop.Price", "shop.Amount")
    ]


def test_messages_that_hold_nothing_or_the_same_as_others_are_not_taken_for_renamed() -> None:
    one = "optional int32 a = 1;"
    old = f"{PROTO2} message Empty {{}} message A {{ {one} }} message B {{ {one} }}"
    new = f"{PROTO2} message Void {{}} message C {{ {one} }}"
    kinds = {(c.is_removal, c.is_addition, c.declared.name) for c in changes(old, new)}
    assert {name for gone, _, name in kinds if gone} >= {"shop.Empty", "shop.A", "shop.B"}
    assert {name for _, come, name in kinds if come} == {"shop.Void", "shop.C", "shop.C.a"}


def test_names_that_were_swapped_are_two_new_numbers() -> None:
    old = f"{PROTO2} message M {{ optional int32 a = 1; optional int32 b = 2; }}"
    new = f"{PROTO2} message M {{ optional int32 a = 2; optional int32 b = 1; }}"
    assert told(changes(old, new)) == [
        ("number", "shop.M.a", "1", "2"),
        ("number", "shop.M.b", "2", "1"),
    ]


def test_what_stands_in_a_removed_message_is_removed() -> None:
    old = f"{PROTO2} message M {{ optional E e = 1; enum E {{ X = 0; }} }}"
    found = changes(old, PROTO2)
    assert [c.declared.name for c in found] == ["shop.M", "shop.M.e", "shop.M.E", "shop.M.X"]
    assert all(c.is_removal for c in found)


def test_another_syntax_changes_what_it_changes() -> None:
    body = "message M { repeated int32 a = 1; E e = 2; string s = 3; enum E { X = 0; } }"
    old = PROTO2 + body.replace(" E e", " optional E e").replace(" string s", " optional string s")
    found = told(changes(old, PROTO3 + body))
    assert set(found) == {
        ("syntax", "shop.proto", "proto2", "proto3"),
        ("json_format", "shop.M", "", "names differ"),
        ("json_format", "shop.M.E", "", "names differ"),
        ("packed", "shop.M.a", "", "true"),
        ("label", "shop.M.e", "optional", "implicit"),
        ("label", "shop.M.s", "optional", "implicit"),
        ("utf8", "shop.M.s", "", "checked"),
        ("openness", "shop.M.E", "closed", "open"),
    }


def test_an_edition_with_the_same_meaning_changes_the_syntax_alone() -> None:
    body = "message M { repeated int32 a = 1 [packed = true]; %s int32 b = 2; }"
    edition = 'edition = "2023"; package shop; option features.utf8_validation = NONE;'
    features = (
        "option features.enum_type = CLOSED; option features.json_format = LEGACY_BEST_EFFORT;"
    )
    new = edition + features + body.replace(" [packed = true]", "") % ""
    assert told(changes(PROTO2 + body % "optional", new)) == [
        ("syntax", "shop.proto", "proto2", "2023")
    ]


def test_services_and_extensions_are_compared() -> None:
    head = f"{PROTO2} message M {{ extensions 10 to 20; }} message N {{}} "
    old = head + "extend M { optional int32 x = 10; } service S { rpc Ask(M) returns (N); }"
    new = head + "extend M { optional int64 x = 10; } service S { rpc Ask(M) returns (stream N); }"
    assert told(changes(old, new)) == [
        ("type", "shop.x", "int32", "int64"),
        ("response", "shop.S.Ask", "shop.N", "stream shop.N"),
    ]


def test_a_renamed_file_is_the_file_with_the_same_in_it() -> None:
    base, user = f"{PROTO2} message A {{}}", "message B { optional A a = 1; }"
    old = {"a.proto": base, "b.proto": f'{PROTO2} import "a.proto"; {user}'}
    new = {"x/a.proto": base, "x/b.proto": f'{PROTO2} import "x/a.proto"; {user}'}
    assert told(changes(old, new)) == [
        ("name", "x/a.proto", "a.proto", "x/a.proto"),
        ("name", "x/b.proto", "b.proto", "x/b.proto"),
    ]


def test_a_message_in_another_file_has_moved() -> None:
    old = {"a.proto": f"{PROTO2} message A {{}} message B {{}}", "b.proto": PROTO2}
    new = {"a.proto": f"{PROTO2} message A {{}}", "b.proto": f"{PROTO2} message B {{}}"}
    assert told(changes(old, new)) == [("file", "shop.B", "a.proto", "b.proto")]


def test_a_renamed_package_is_one_change() -> None:
    body = "message M { optional E e = 1; optional N n = 2; message N {} } enum E { X = 0; }"
    assert told(changes(PROTO2 + body, f'syntax = "proto2"; package store; {body}')) == [
        ("package", "shop.proto", "shop", "store")
    ]
    assert told(changes(f'syntax = "proto2"; {body}', PROTO2 + body)) == [
        ("package", "shop.proto", "", "shop")
    ]


@pytest.mark.parametrize("path", sorted(VALID.glob("*.proto")), ids=lambda path: path.stem)
def test_no_schema_differs_from_itself(path: Path) -> None:
    schema = read_schema([path.name], ImportRoots((VALID,), VALID))
    declared = list(declared_in(schema, schema.file_by_name))
    assert compare(declared, declared) == ()
    assert len(compare(declared, ())) == len(declared)
