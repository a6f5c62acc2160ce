"""Options are resolved to the fields that they set, and their values to the types of these."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from support.commands import run_wiregen
from wiregen.descriptors.file_set import descriptor_set
from wiregen.schema import ir
from wiregen.source.roots import ImportRoots
from wiregen.validation.reading import read

SCHEMA = """
syntax = "proto2";
package house;
import "google/protobuf/descriptor.proto";
message Rule {
  optional string text = 1;
  repeated int32 numbers = 2;
  optional Rule inner = 3;
  map<string, Kind> kinds = 4;
  extensions 100;
}
enum Kind { NONE = 0; SOME = 1; }
extend Rule { optional bytes raw = 100; }
extend google.protobuf.MessageOptions {
  optional Rule rule = 50000;
  optional float ratio = 50001;
  repeated Kind kind = 50002;
}
message A {
  option deprecated = true;
  option (rule) = {
    text: 'a' "b", numbers: [1, -0x10]; numbers: 3
    inner < text: "c" [house.raw]: "\\x01" >
    kinds { key: "k" value: SOME }
  };
  option (ratio) = -inf;
  option (kind) = SOME;
  option (.house.kind) = NONE;
}
"""


@pytest.fixture(scope="module", name="folder")
def folder_(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("options")
    (folder / "house.proto").write_text(SCHEMA)
    return folder


def value(*fields: tuple[str, ir.OptionValue]) -> ir.MessageValue:
    return ir.MessageValue(tuple(ir.FieldValue(name, value) for name, value in fields))


def test_options_are_typed_values_of_named_fields(folder: Path) -> None:
    schema = read(["house.proto"], ImportRoots((folder,), folder)).schema
    settings = [option.setting for option in schema.message_by_name["house.A"].options]
    assert settings == [
        ir.FieldValue("google.protobuf.MessageOptions.deprecated", True),
        ir.FieldValue(
            "house.rule",
            value(
                ("house.Rule.text", "ab"),
                ("house.Rule.numbers", 1),
                ("house.Rule.numbers", -16),
                ("house.Rule.numbers", 3),
                ("house.Rule.inner", value(("house.Rule.text", "c"), ("house.raw", b"\1"))),
                ("house.Rule.kinds", ir.MapEntry("k", 1)),
            ),
        ),
        ir.FieldValue("house.ratio", -math.inf),
        ir.FieldValue("house.kind", 1),
        ir.FieldValue("house.kind", 0),
    ]


def test_google_reads_the_options_out_of_our_descriptors(folder: Path) -> None:
    reading = read(["house.proto"], ImportRoots((folder,), folder))
    data = descriptor_set(reading, reading.schema.file_by_name, with_source_info=False)
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(data).file:
        pool.Add(file)
    options_class = message_factory.GetMessageClass(
        pool.FindMessageTypeByName("google.protobuf.MessageOptions")
    )
    written = pool.FindMessageTypeByName("house.A").GetOptions().SerializeToString()
    options: Any = options_class.FromString(written)
    rule = options.Extensions[pool.FindExtensionByName("house.rule")]
    assert options.deprecated and rule.text == "ab" and list(rule.numbers) == [1, -16, 3]
    assert rule.inner.Extensions[pool.FindExtensionByName("house.raw")] == b"\1"
    assert dict(rule.kinds) == {"k": 1}
    assert options.Extensions[pool.FindExtensionByName("house.ratio")] == -math.inf
    assert list(options.Extensions[pool.FindExtensionByName("house.kind")]) == [1, 0]


def test_the_ir_shows_them_as_json(folder: Path) -> None:
    done = run_wiregen("ir", "house.proto", "--json", cwd=folder)
    message = json.loads(done.stdout)["message_by_name"]["house.A"]
    assert message["options"][0]["setting"] == {
        "is": "FieldValue",
        "field": "google.protobuf.MessageOptions.deprecated",
        "value": True,
    }
