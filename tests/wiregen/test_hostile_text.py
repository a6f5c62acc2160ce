"""Text of a schema stays text: with hostile and plain text, code and pages have one structure."""

from __future__ import annotations

import ast
from html.parser import HTMLParser
from pathlib import Path

import markdown
import pytest

from wiregen.output.folders import OutputFolder
from wiregen.pipeline import outputs
from wiregen.project import Package
from wiregen.source.diagnostics import SchemaError, UsageError

HOSTILE = (
    "a\"b'c\"\"\"d'''e\\f\\\\g`h|i<script>alert(1)</script>j-->k[l](javascript:m)n![o](p)"
    "{{ 7 * 7 }}{% raw %}{# q #}*r*_s_~~t~~*/u\u2028v\u202ew\x1b[31mx\x85y builtins.z # type: ignore"
)
PLAIN = "plain"
SCHEMA = """syntax = "proto2";
package p;
// TEXT
message M {
  // TEXT
  optional string s = 1 [default = "QUOTED", json_name = "QUOTED"]; // TEXT
  optional bytes b = 2 [default = "QUOTED"];

  // TEXT

  repeated int32 r = 3;
  // TEXT
  oneof o { int32 x = 4; }
  // TEXT
  enum E { A = 0; /* TEXT */ }
  reserved 9;
  // TEXT
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


def nodes(code: str) -> list[str]:
    tree = ast.parse(code, type_comments=True)
    assert not tree.type_ignores
    return [type(node).__name__ for node in ast.walk(tree)]


def test_code_has_the_same_nodes(made: tuple[dict[str, str], dict[str, str]]) -> None:
    plain, hostile = made
    assert plain.keys() == hostile.keys()
    codes = [path for path in plain if path.endswith(".py")]
    changed = [path for path in codes if plain[path] != hostile[path]]
    assert len(changed) >= 5
    for path in changed:
        assert nodes(plain[path]) == nodes(hostile[path]), path


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[object] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, sorted(attrs)))

    def handle_comment(self, data: str) -> None:
        self.found.append("a comment")


def elements(page: str) -> list[object]:
    reader = _Elements()
    reader.feed(markdown.markdown(page, extensions=["tables", "fenced_code"]))
    return reader.found


def test_pages_have_the_same_elements(made: tuple[dict[str, str], dict[str, str]]) -> None:
    plain, hostile = made
    pages = [path for path in plain if path.endswith(".md") and plain[path] != hostile[path]]
    assert len(pages) >= 3
    for path in pages:
        assert elements(plain[path]) == elements(hostile[path]), path


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
