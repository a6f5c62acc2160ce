"""A file of examples of a made schema: what is read of it, and where each fault is shown."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from oracles.markdown_pages import read_page
from support.farm import SCHEMA
from wiregen.annotations.example_reading import read_examples
from wiregen.output.writing import write
from wiregen.pipeline import read_schema, reference
from wiregen.project import Package
from wiregen.schema import ir
from wiregen.source.diagnostics import Faults, SchemaError
from wiregen.source.roots import ImportRoots
from wiregen.source.text import Source

HEAD = 'package = "farm"\n[[example]]\nid = "a"\ntitle = "A hen"\nmessage = "Animal"\n'
LONG_SCHEMA = """
syntax = "proto3";
package shed;
message Shed {
  map<string, Tool> tools = 1;
  repeated sint32 depths = 2;
  optional group_like inner = 3;
  fixed64 mark = 4;
  bool is_open = 5;
  message group_like { double width = 1; }
}
message Tool { enum Kind { NONE = 0; SAW = 1; } Kind kind = 1; }
"""
LONG_EXAMPLES = """
package = "shed"
[[example]]
id = "full"
title = "Everything"
message = "Shed"
recipe = '''
tools { key: "a" value { kind: SAW } }
depths: [-1, 64]
inner { width: 0.5 }
mark: 9
is_open: true
'''
"""


@pytest.fixture(scope="module", name="schema")
def farm_schema(tmp_path_factory: pytest.TempPathFactory) -> ir.Schema:
    folder = tmp_path_factory.mktemp("farm")
    (folder / "farm.proto").write_text(SCHEMA)
    return read_schema(["farm.proto"], ImportRoots((folder,), folder))


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        (f'{HEAD}recipe = "nam: 1"', 6, "'farm.Animal' has no field 'nam'; did you mean 'name'?"),
        (f'{HEAD}recipe = "name: 1"', 6, "expected a value for string, found '1'"),
        (f"{HEAD}recipe = 'name: '", 6, "expected"),
        (f"{HEAD}recipe = 'name: \"a\" }}; message X {{'", 6, "a recipe is one message"),
        (f'{HEAD}bytes = "0A 1"', 6, "expected bytes in hexadecimal"),
        (f'{HEAD}bytes = "0A"\nrecipe = "kind: 1"', 5, "either a 'recipe' or 'bytes'"),
        (HEAD, 5, "either a 'recipe' or 'bytes'"),
        (f'{HEAD}recipes = ""', 6, "unknown key 'recipes'; did you mean 'recipe'?"),
        (HEAD.replace("Animal", "Anmal") + 'bytes = ""', 5, "no message 'Anmal'"),
        (
            f'{HEAD}bytes = "0A 00"\n[[example]]\nid = "a"\ntitle = "B"\nmessage = "Farm"\nbytes = "08 01"',
            8,
            "there are two examples 'a'",
        ),
        (f'{HEAD}bytes = "0A 00"\n[example.readings]\nFram = "x"', 8, "no message 'Fram'"),
        (
            'package = "farm"\n[[elements]]\nvalue = "Animal.Kind.DUG"\nshown = "1"\nbytes = "01"',
            3,
            "'farm.Animal.Kind' has no value 'DUG'",
        ),
    ],
)
def test_faults_are_shown_where_they_are(
    schema: ir.Schema, text: str, line: int, sentence: str
) -> None:
    with pytest.raises(SchemaError) as caught:
        read_examples(Source("shown.toml", "shown.toml", text), schema, Faults())
    found = str(caught.value)
    assert f"shown.toml:{line}:" in found and sentence in found, found


def encoded_by_protoc(folder: Path) -> bytes:
    recipe = LONG_EXAMPLES.split("'''")[1]
    command = (sys.executable, "-m", "grpc_tools.protoc", f"-I{folder}", "--encode=shed.Shed")
    done = subprocess.run((*command, "shed.proto"), input=recipe.encode(), capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_other_schemas_have_examples_of_all_kinds_of_fields(tmp_path: Path) -> None:
    (tmp_path / "shed.proto").write_text(LONG_SCHEMA)
    (tmp_path / "shown.toml").write_text(LONG_EXAMPLES)
    out = tmp_path / "out"
    package = Package(
        "",
        out,
        (tmp_path,),
        ("shed.proto",),
        base=tmp_path,
        reference=out,
        examples=tmp_path / "shown.toml",
    )
    write(reference(package))
    page = read_page(out / "messages" / "shed.Shed.md")
    (table,) = [table for table in page.tables if table[0][0] == "Offset"]
    assert bytes.fromhex("".join(row[1] for row in table[1:])) == encoded_by_protoc(tmp_path)
    assert [row[2:] for row in table[1:]] == [
        ["tools[0]", "an entry of 7 bytes"],
        ["tools[0].key", '"a"'],
        ["tools[0].value", "Tool, 2 bytes"],
        ["tools[0].value.kind", "1 (SAW)"],
        ["depths", "-1, 64"],
        ["inner", "Shed.group_like, 9 bytes"],
        ["inner.width", "0.5"],
        ["mark", "9"],
        ["is_open", "true"],
    ]
