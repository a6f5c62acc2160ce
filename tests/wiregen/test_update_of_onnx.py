"""A new schema of ONNX, as a maintainer meets it: upstream's files, edited, and `wiregen update`."""

from __future__ import annotations

import difflib
import shutil
from collections.abc import Callable
from pathlib import Path

import onnx
import pytest
from click.testing import CliRunner, Result

from wiregen.cli.main import main
from wiregen.evolution.changes import compare
from wiregen.evolution.facts import declared_in
from wiregen.evolution.versions import version_named
from wiregen.pipeline import read_schema
from wiregen.project import read_configuration
from wiregen.update.edits import DUE

CHECKOUT = Path(__file__).parents[2]
ADDED = {
    "  optional string overload = 8;\n": """\
  optional string overload = 8;
  // The priority, upstream says.
  optional int32 priority = 11;
""",
    "    BFLOAT16 = 16;\n": """\
    BFLOAT16 = 16;
    FLOAT128 = 29; // upstream says: large
""",
    "message StringStringEntryProto {": """\
// Upstream says what it is.
message NoteProto {
  optional string text = 1;
  // Upstream says what notes are for.
  repeated NoteProto replies = 2;
}

message StringStringEntryProto {""",
}
REPORT = """\
wire-compatible: field-added
  Files already written do not have it; old programs keep it as an unknown field.
  + onnx.NodeProto: optional int32 priority = 11

wire-compatible: value-added
  Old programs know no name for it; they keep the number, as unknown if the enum is closed.
  + onnx.TensorProto.DataType: FLOAT128 = 29

safe: declaration-added
  Nothing that was there before has to do with it.
  + message onnx.NoteProto
      optional string text = 1
      repeated onnx.NoteProto replies = 2

3 changes: 2 wire-compatible, 1 safe
"""
WRITTEN = """\
wrote schemas/onnx/onnx.proto, comments due: 5
now:
  write the comments: look for 'COMMENT DUE:'
  mend schemas/onnx/annotations.toml
  wiregen generate
  run the tests
"""
DIFF = """\
+  // COMMENT DUE: this is new
+  optional int32 priority = 11;
+// COMMENT DUE: this is new
+message NoteProto {
+  // COMMENT DUE: this is new
+  optional string text = 1;
+  // COMMENT DUE: this is new
+  repeated NoteProto replies = 2;
+}
+    // COMMENT DUE: this is new
+    FLOAT128 = 29;
"""

Update = Callable[..., Result]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what the command reads and writes in the checkout."""
    shutil.copytree(CHECKOUT / "schemas", tmp_path / "project" / "schemas")
    return Path(shutil.copy(CHECKOUT / "pyproject.toml", tmp_path / "project")).parent


@pytest.fixture
def upstream(tmp_path: Path) -> Path:
    """A copy of the schemas in the installed package."""
    assert onnx.__file__ is not None
    folder = tmp_path / "upstream" / "onnx"
    folder.mkdir(parents=True)
    for path in Path(onnx.__file__).parent.glob("*.proto"):
        shutil.copy(path, folder)
    return folder.parent


@pytest.fixture
def update(project: Path, monkeypatch: pytest.MonkeyPatch) -> Update:
    def run(*words: str) -> Result:
        monkeypatch.chdir(project)
        return CliRunner().invoke(main, ["update", *words])

    return run


def edit(upstream: Path, new_by_old: dict[str, str]) -> None:
    path = upstream / "onnx" / "onnx-ml.proto"
    text = path.read_text(encoding="utf-8")
    for old, new in new_by_old.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def test_upstream_as_it_is_changes_nothing(update: Update, project: Path) -> None:
    done = update("--from", "onnx", "--write")
    assert (done.exit_code, done.stdout.splitlines()[0]) == (0, "no changes"), done.stderr
    assert done.stdout.endswith("\nour schemas declare the same\n")
    for path in (CHECKOUT / "schemas" / "onnx").iterdir():
        assert (project / "schemas" / "onnx" / path.name).read_bytes() == path.read_bytes()


def test_what_is_new_is_shown_and_nothing_is_written_without_asking(
    update: Update, upstream: Path, project: Path
) -> None:
    edit(upstream, ADDED)
    before = (project / "schemas" / "onnx" / "onnx.proto").read_text(encoding="utf-8")
    done = update("--from", str(upstream))
    assert done.exit_code == 0
    assert done.stdout.startswith(REPORT)
    assert done.stdout.endswith(f"wiregen update --from {upstream} --package onnxwire --write\n")
    assert (project / "schemas" / "onnx" / "onnx.proto").read_text(encoding="utf-8") == before


def test_what_is_new_is_written_as_a_small_change(
    update: Update, upstream: Path, project: Path
) -> None:
    edit(upstream, ADDED)
    path = project / "schemas" / "onnx" / "onnx.proto"
    before = path.read_text(encoding="utf-8").splitlines()
    done = update("--from", str(upstream), "--write")
    assert done.stdout.startswith(REPORT)
    assert done.stdout.endswith(WRITTEN), done.stdout
    # Two tables say what each element type means for other fields.
    assert "annotations that do not fit: 2\n" in done.stdout
    assert done.stdout.count("'FLOAT128' is in none of 'fields', 'empty' and 'refused'\n") == 2
    after = path.read_text(encoding="utf-8").splitlines()
    changed = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    assert len(after) == len(before) + len(changed)
    assert "".join(f"{line[0]}{line[2:]}\n" for line in changed if line[2:]) == DIFF
    # All of it, and no more: the project declares what upstream does.
    package = read_configuration(project)[0]
    theirs = version_named(str(upstream), [package], project).read_what_can_be_read().declared()
    ours = declared_in(read_schema(package.schemas, package.import_roots), package.schemas)
    assert compare(ours, theirs) == ()


def test_annotations_that_lost_their_symbol_are_listed(update: Update, upstream: Path) -> None:
    edit(upstream, {"  optional string overload = 8;\n": ""})
    done = update("--from", str(upstream), "--write")
    assert "  - onnx.NodeProto: optional string overload = 8\n" in done.stdout
    faults = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert faults
    assert all(line.startswith("  schemas/onnx/annotations.toml:") for line in faults)
    assert all("overload" in line for line in faults)
    assert f"annotations that do not fit: {len(faults)}\n" in done.stdout
    assert "  mend schemas/onnx/annotations.toml\n" in done.stdout


def test_no_comment_is_due_in_the_committed_schemas() -> None:
    for path in (CHECKOUT / "schemas").rglob("*.proto"):
        assert DUE not in path.read_text(encoding="utf-8"), path
