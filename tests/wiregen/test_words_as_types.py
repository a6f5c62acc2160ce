"""Every word of the language as the name of a type, wherever a type can stand: as protoc reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracles.protoc import run_protoc
from wiregen.source.diagnostics import Faults, SchemaError
from wiregen.source.roots import ImportRoots
from wiregen.validation.reading import read

WORDS = (
    "message enum extend extensions reserved oneof option optional required repeated group map syntax "
    "edition package import public weak service rpc returns stream to max export local string true"
).split()
PLACES = (
    "%s x = 1;",
    "optional %s x = 1;",
    "oneof o { %s x = 1; }",
    "oneof o { optional %s x = 1; }",
    "extend E { %s y = 5; }",
    "map<int32, %s> x = 1;",
    ".%s x = 1;",
    "optional .%s x = 1;",
    "} service S { rpc F(%s) returns (M);",
    "extensions 5; } extend %s { optional int32 z = 5;",
)
# Types that protoc cannot name here: `group` and `stream` say something else where they stand.
MORE_THAN_PROTOC = {
    "optional group.Inner x = 1;",
    "map<int32, group> x = 1;",
    "map<int32, group.Inner> x = 1;",
    "} service S { rpc F(group) returns (M);",
    "} service S { rpc F(group.Inner) returns (M);",
    "} service S { rpc F(stream) returns (M);",
}
LEGACY = "option features.enforce_naming_style = STYLE_LEGACY;"
SYNTAXES = ('syntax = "proto2";', 'syntax = "proto3";', 'edition = "2023";', 'edition = "2024";')


def is_read(folder: Path) -> bool:
    try:
        read(["a.proto"], ImportRoots((folder,), folder), Faults())
    except SchemaError:
        return False
    return True


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_words_are_taken_as_types_where_protoc_takes_them(tmp_path: Path, syntax: str) -> None:
    extended = "message E {}" if "proto3" in syntax else "message E { extensions 1 to 10; }"
    taken = refused = 0
    for word in WORDS:
        start = f"{syntax} {LEGACY if '2024' in syntax else ''} {extended} message {word} {{ message Inner {{}} }}"
        for place in PLACES:
            for name in (word, f"{word}.Inner"):
                text = place % name
                (tmp_path / "a.proto").write_text(f"{start} message M {{ {text} }}")
                is_right = run_protoc(tmp_path, "a.proto").files is not None
                if text not in MORE_THAN_PROTOC:
                    assert is_read(tmp_path) == is_right, text
                taken += is_right
                refused += not is_right
    assert taken > 80 and refused > 80
