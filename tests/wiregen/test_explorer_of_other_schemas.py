"""The explorer of packages that wiregen makes of any schema: maps, groups, proto3, annotations."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from google.protobuf.message import DecodeError

from oracles.any_schema import filled, generate, their_classes
from oracles.mutations import TELLING_BYTES
from support.farm import ANNOTATIONS, SCHEMA
from wiregen.output.writing import write
from wiregen.pipeline import outputs
from wiregen.project import read_configuration

KINDS = """
syntax = "proto3";
package kinds;
enum Colour { RED = 0; BLUE = 5; }
message Whole {
  int32 a = 1; sint64 b = 2; bool c = 3; float d = 4; double e = 5; fixed32 f = 6; sfixed64 g = 7;
  string h = 8; bytes i = 9; Colour j = 10; repeated int32 k = 11; repeated Colour l = 12;
  map<string, int32> m = 13; map<int64, Whole> n = 14; optional int32 o = 15; Whole p = 16;
  oneof q { uint32 r = 17; Whole s = 18; } repeated float t = 19; uint64 u = 20; sint32 v = 21;
}
"""
OLD = """
syntax = "proto2";
package old;
message Outer {
  optional group Inner = 1 { optional int32 a = 1; optional group Deep = 2 { optional string b = 1; } }
  repeated group Many = 3 { required int32 c = 1; }
  repeated int32 packed = 4 [packed = true];
  enum Kind { ONE = 1; TWO = 2; }
  optional Kind kind = 5;
  repeated Kind kinds = 6;
  repeated bool truths = 7 [packed = true];
}
"""


def made(folder: Path, name: str, text: str, package: str) -> Any:
    (folder / f"{name}.proto").write_text(text)
    return generate(folder, package, f"{name}.proto", features="explorer")


def damaged(random: Random, data: bytes) -> bytes:
    """Some bytes with a change or two."""
    changed = bytearray(data)
    for _ in range(random.choice((0, 1, 1, 2))):
        if changed:
            at = random.randrange(len(changed))
            if random.randrange(2):
                changed[at] = random.choice((*TELLING_BYTES, random.randrange(256)))
            else:
                changed[at:at] = changed[at : at + random.randrange(1, 12)]
    return bytes(changed)


@pytest.mark.parametrize(
    ("name", "text", "message"), [("kinds", KINDS, "kinds.Whole"), ("old", OLD, "old.Outer")]
)
def test_what_is_noted_is_what_google_does(
    name: str, text: str, message: str, tmp_path: Path
) -> None:
    package = made(tmp_path, name, text, f"explored_{name}")
    explorer = f"{package.__name__}._explorer"
    layout_of = importlib.import_module(f"{explorer}.layout").layout_of
    audit = importlib.import_module(f"{explorer}.audit").audit
    lens = importlib.import_module(f"{explorer}.package_lens").package_lens()
    index = importlib.import_module(f"{package.__name__}._rules.schema_index")
    layout = layout_of(index.message_named(message))
    theirs = their_classes(tmp_path, f"{name}.proto")[message]
    random = Random(7)
    seen = set()
    for _ in range(1500):
        whole = filled(random, theirs).SerializePartialToString(deterministic=True)
        data = damaged(random, whole)
        found = audit(data, layout, lens)
        assert found.accounting.total == len(data), data.hex()
        seen.add(found.effect.name)
        try:
            parsed = theirs()
            parsed.MergeFromString(data)
        except DecodeError:
            assert found.effect.name == "DAMAGE", data.hex()
            continue
        assert found.effect.name != "DAMAGE", (data.hex(), found.findings)
        codes = set(found.counts) - TEXT_CODES
        if found.effect.name != "UNKNOWN" and "map-entry" not in codes:
            again = parsed.SerializePartialToString(deterministic=True)
            # Google's classes sort the entries of maps, which are in no order here.
            is_same = sorted(again) == sorted(data) if not codes else again == data
            assert is_same == (not codes), (data.hex(), found.findings)
    assert {"NONE", "ODD", "CHANGED", "UNKNOWN", "DAMAGE"} <= seen


# Google's classes give these texts back as they are.
TEXT_CODES = {"invalid-utf8", "control-characters"}


def explored(folder: Path, package: str, *words: object) -> Any:
    command = [sys.executable, "-m", package, "explore", *map(str, words), "--format", "json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1, 3), done.stderr
    return json.loads(done.stdout)


def test_every_package_has_the_command(tmp_path: Path) -> None:
    made(tmp_path, "old", OLD, "old_package")
    path = tmp_path / "x.bin"
    path.write_bytes(bytes.fromhex("0b 08 05 13 0a 01 78 14 0c 1b 08 07 1c 22 03 01 02 03 28 01"))
    report = explored(tmp_path / "out", "old_package", path, "--as", "Outer")
    assert report["reading"] == "Outer"
    rows = [(row["path"], row["value"]) for row in report["rows"] if row["kind"] == "record"]
    assert ("inner.a", "5") in rows and ("inner.deep.b", "'x'") in rows
    assert ("packed", "3: 1, 2, 3") in rows and ("kind", "1 ONE") in rows
    assert sum(row["kind"] == "end" for row in report["rows"]) == 3
    assert report["accounting"]["undecoded"] == report["accounting"]["unknown"] == 0


def test_annotations_of_a_package_are_used(tmp_path: Path) -> None:
    (tmp_path / "farm.proto").write_text(SCHEMA)
    (tmp_path / "farm.toml").write_text(ANNOTATIONS)
    (tmp_path / "pyproject.toml").write_text(
        '[[tool.wiregen.packages]]\nname = "farm_package"\nout = "out"\nroot = "."\n'
        'schemas = ["farm.proto"]\nannotations = "farm.toml"\nfeatures = ["explorer"]\n'
    )
    (package,) = read_configuration(tmp_path)
    write(outputs(package))
    path = tmp_path / "x.bin"
    path.write_bytes(bytes.fromhex("10 01 42 01 78"))
    report = explored(tmp_path / "out", "farm_package", path, "--as", "Animal")
    (kind,) = [row for row in report["rows"] if row["path"] == "kind"]
    assert kind["value"] == "1 DOG"
    (unknown,) = [item for item in report["findings"] if item["code"] == "unknown-field"]
    assert "reserved" in unknown["sentence"]
