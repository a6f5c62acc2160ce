"""Text of a schema stays text: with hostile and plain text, code and pages have one structure."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.hostile_text import HOSTILE, PLAIN, elements_for_two_renderers, nodes
from wiregen.output.folders import OutputFolder
from wiregen.pipeline import outputs
from wiregen.project import Package
from wiregen.source.diagnostics import SchemaError, UsageError

SCHEMA = """syntax = "proto2";
// TEXT
package p;
// TEXT
import "google/protobuf/descriptor.proto"; // TEXT
option go_package = "QUOTED";
// TEXT
extend google.protobuf.FieldOptions {
  // TEXT
  optional string note = 50001;
  optional Note notes = 50002; // TEXT
}
extend google.protobuf.EnumValueOptions { optional string value_note = 50001; }
message Note { optional string text = 1; repeated bytes raw = 2; }
// TEXT
message M {
  // TEXT
  optional string s = 1 [default = "QUOTED", json_name = "QUOTED"]; // TEXT
  optional bytes b = 2 [default = "QUOTED", deprecated = true, (note) = "QUOTED"];

  // TEXT

  repeated int32 r = 3 [(notes) = { text: "QUOTED" raw: "QUOTED" /* TEXT */ raw: "x" }];
  // TEXT
  oneof o { int32 x = 4; }
  // TEXT
  enum E { A = 0 [(value_note) = "QUOTED"]; /* TEXT */ }
  map<string, M> children = 5; // TEXT
  // TEXT
  extensions 100 to 200; // TEXT
  reserved 9; // TEXT
}
// TEXT
extend M { optional string own = 100 [default = "QUOTED"]; }
// TEXT
service S {
  // TEXT
  rpc R(M) returns (stream M) { option deprecated = true; } // TEXT
}
// TEXT
"""


def quoted(text: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in text.encode())


def made_of(text: str, folder: Path) -> dict[str, str]:
    # The folder of the schema stands in headers.
    root = folder / "base" / text.replace("/", "")
    root.mkdir(parents=True)
    schema = SCHEMA.replace("/* TEXT */", f"/* {text.replace('*/', '')} */")
    schema = schema.replace("TEXT", text).replace("QUOTED", quoted(text))
    (root / "a.proto").write_text(schema)
    out = folder / "out"
    docs, base = folder / "docs", folder / "base"
    package = Package("q", out, (root,), ("a.proto",), base=base, doc=text, reference=docs)
    made: tuple[OutputFolder, ...] = outputs(package)
    return {
        path.relative_to(folder).as_posix(): content.decode()
        for output in made
        for path, content in output.content_by_path.items()
    }


@pytest.fixture(scope="module", name="made")
def made_(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], dict[str, str]]:
    plain, hostile = (
        made_of(text, tmp_path_factory.mktemp("hostile")) for text in (PLAIN, HOSTILE)
    )
    return plain, hostile


def test_code_has_the_same_nodes(made: tuple[dict[str, str], dict[str, str]]) -> None:
    plain, hostile = made
    assert plain.keys() == hostile.keys()
    codes = [path for path in plain if path.endswith(".py")]
    changed = [path for path in codes if plain[path] != hostile[path]]
    assert len(changed) >= 5
    for path in changed:
        assert nodes(plain[path]) == nodes(hostile[path]), path


def test_pages_have_the_same_elements_for_two_renderers(
    made: tuple[dict[str, str], dict[str, str]],
) -> None:
    plain, hostile = made
    pages = [path for path in plain if path.endswith(".md") and plain[path] != hostile[path]]
    assert len(pages) >= 3
    for path in pages:
        plain_elements = elements_for_two_renderers(plain[path])
        assert plain_elements == elements_for_two_renderers(hostile[path]), path


@pytest.mark.parametrize(
    "name",
    ['a"+str(1)+".proto', "a\nb.proto", "a'''.proto", "a-->.proto", "a\\b.proto", " a.proto"],
)
def test_names_that_need_quoting_are_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text('syntax = "proto2";\n')
    written = quoted(name)
    (tmp_path / "importing.proto").write_text(f'syntax = "proto2";\nimport "{written}";\n')
    for schema, error in ((name, UsageError), ("importing.proto", SchemaError)):
        with pytest.raises(error):
            outputs(Package("q", tmp_path, (tmp_path,), (schema,), base=tmp_path))
