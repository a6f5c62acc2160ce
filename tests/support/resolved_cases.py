"""Changes that are smaller or larger than their spelling: of defaults, options and kinds of types."""

from __future__ import annotations

from support.change_case import EDITION, Case, case, in_enum, in_message


def with_options(rules: str, old: str, new: str) -> Case:
    """One about the options of a field, of which some are the schema's own."""
    start = (
        'syntax = "proto2"; package shop; import "google/protobuf/descriptor.proto"; '
        "message Note { optional int32 a = 1; repeated int32 b = 2; map<string, int32> c = 3; } "
        "extend google.protobuf.FieldOptions { optional Note note = 50000; "
        "repeated string tag = 50001; optional double rate = 50002; } "
    )
    before, after = (f"message M {{ optional int32 f = 1 [{text}]; }}" for text in (old, new))
    return case(rules, before, after, start)


def in_range(rules: str, old: str, new: str) -> Case:
    """One about the options of extension ranges."""
    return in_message(rules, *(f"extensions {text};" for text in (old, new)))


_DECLARED = 'verification = DECLARATION, declaration = {number: 4 full_name: ".shop.a" type: "%s"}'

RESOLVED_CASES = {
    "message becomes an enum": case(
        "type-changed declaration-removed declaration-added",
        "message E {} message M { optional E a = 1; }",
        "enum E { X = 0; } message M { optional E a = 1; }",
    ),
    "enum becomes a message": case(
        "type-changed declaration-removed declaration-added",
        "enum E { X = 0; } message M { repeated E a = 1; }",
        "message E {} message M { repeated E a = 1; }",
    ),
    "values of a map become an enum": case(
        "type-changed declaration-removed declaration-added",
        "message E {} message M { map<string, E> a = 1; }",
        "enum E { X = 0; } message M { map<string, E> a = 1; }",
    ),
    "extension holds an enum in place of a message": case(
        "type-changed declaration-removed declaration-added",
        "message M { extensions 4; } message E {} extend M { optional E a = 4; }",
        "message M { extensions 4; } enum E { X = 0; } extend M { optional E a = 4; }",
    ),
    **{
        f"default of {kind} that is that of its type": in_message(
            "", f"optional {kind} a = 1;", f"optional {kind} a = 1 [default = {value}];"
        )
        for kind, value in (
            *(("int32", "0"), ("uint64", "0x0"), ("sint32", "-0"), ("bool", "false")),
            *(("double", "0"), ("float", "0.0"), ("string", '""'), ("bytes", "''")),
        )
    },
    "default of minus zero": in_message(
        "default-changed", "optional float a = 1;", "optional float a = 1 [default = -0.0];"
    ),
    "default written otherwise": in_message(
        "",
        "optional int32 a = 1 [default = 16]; optional bytes b = 2 [default = 'a'];",
        "optional int32 a = 1 [default = 0x10]; optional bytes b = 2 [default = '\\x61'];",
    ),
    "default that is the first value": in_message(
        "",
        "optional E a = 1; enum E { X = 1; Y = 2; }",
        "optional E a = 1 [default = X]; enum E { X = 1; Y = 2; }",
    ),
    "default that is another value": in_message(
        "default-changed",
        "optional E a = 1; enum E { X = 1; Y = 2; }",
        "optional E a = 1 [default = Y]; enum E { X = 1; Y = 2; }",
    ),
    "default that an alias names": in_message(
        "",
        "optional E a = 1 [default = Y]; enum E { option allow_alias = true; X = 1; Y = 2; Z = 2; }",
        "optional E a = 1 [default = Z]; enum E { option allow_alias = true; X = 1; Y = 2; Z = 2; }",
    ),
    "first value, a field with a default": in_message(
        "first-value-changed",
        "optional E a = 1 [default = X]; enum E { X = 1; Y = 2; }",
        "optional E a = 1 [default = X]; enum E { Y = 2; X = 1; }",
    ),
    "first value removed": in_enum(
        "first-value-changed value-removed reserved-added",
        "X = 0; Y = 1;",
        'Y = 1; reserved 0; reserved "X";',
    ),
    "switch set to its default": in_message(
        "", "optional int32 a = 1;", "optional int32 a = 1 [deprecated = false];"
    ),
    "mode set to its default": case(
        "", "message M {}", "option optimize_for = SPEED; message M {}"
    ),
    "own option written otherwise": with_options(
        "", "(note).a = 1, (note).c = {key: 'k'}", "(.shop.note) = { c { key: 'k' } a: 0x1 }"
    ),
    "own option as text": with_options("", "(tag) = 'ab'", '(shop.tag) = "a" "\\x62"'),
    "own number written otherwise": with_options("", "(rate) = 1", "(rate) = 1.0"),
    "own options in another order": with_options(
        "", "(rate) = 1, (tag) = 'a'", "(tag) = 'a', (rate) = 1"
    ),
    "order of a repeated option": with_options(
        "option-changed", "(tag) = 'a', (tag) = 'b'", "(tag) = 'b', (tag) = 'a'"
    ),
    "order inside of an option": with_options(
        "option-changed", "(note) = { b: [1, 2] }", "(note) = { b: [2, 1] }"
    ),
    "value of an own option": with_options("option-changed", "(note).a = 1", "(note).a = 2"),
    "own option set to zero": with_options(
        "option-changed", "(tag) = 'a'", "(tag) = 'a', (rate) = 0"
    ),
    "features in braces": case(
        "",
        "option features.field_presence = IMPLICIT; message M { int32 a = 1; }",
        "option features = { field_presence: IMPLICIT }; message M { int32 a = 1; }",
        EDITION,
    ),
    "declaration of an extension": in_range(
        "extension-range-option-changed",
        f"4 to 9 [{_DECLARED % 'int32'}]",
        f"4 to 9 [{_DECLARED % 'int64'}]",
    ),
    "declarations wanted": in_range(
        "extension-range-option-changed", "4 to 9", f"4 to 9 [{_DECLARED % 'int32'}]"
    ),
    "range with options grows": in_range(
        "extension-range-added",
        f"4 to 9 [{_DECLARED % 'int32'}]",
        f"4 to 19 [{_DECLARED % 'int32'}]",
    ),
    "range with options in two": in_range(
        "", "4 to 9 [verification = UNVERIFIED]", "6 to 9, 4 to 5 [verification = UNVERIFIED]"
    ),
}
