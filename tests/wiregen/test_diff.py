"""The command `wiregen diff`: what can be compared, how it is told, and the exit code."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wiregen.cli.main import main

CHECKOUT = Path(__file__).parents[2]

OLD = 'syntax = "proto3";\npackage shop;\nmessage Item { string name = 1; int32 price = 2; }\n'
NEW = """\
syntax = "proto3";
package shop;
message Item { string name = 1; sint32 price = 2; Kind kind = 3; }
message Buyer { string name = 1; message Address { string street = 1; } }
enum Kind { NONE = 0; }
"""
TEXT = """\
wire-breaking, source-breaking: type-changed
  What was written as one type is not read, or read as something else, as the other.
  field shop.Item.price: type int32 -> sint32

wire-compatible: field-added
  Files already written do not have it; old programs keep it as an unknown field.
  + shop.Item: shop.Kind kind = 3

safe: declaration-added
  Nothing that was there before has to do with it.
  + message shop.Buyer
      string name = 1
      message Address
        string street = 1
  + enum shop.Kind
      NONE = 0

4 changes: 1 wire-breaking, 1 wire-compatible, 2 safe
"""
MARKDOWN = """\
4 changes: 1 wire-breaking, 1 wire-compatible, 2 safe.

### wire-breaking, source-breaking: type-changed

What was written as one type is not read, or read as something else, as the other.

- `field shop.Item.price: type int32 -> sint32`

### wire-compatible: field-added

Files already written do not have it; old programs keep it as an unknown field.

- `+ shop.Item: shop.Kind kind = 3`

### safe: declaration-added

Nothing that was there before has to do with it.

- `+ message shop.Buyer`
  - `string name = 1`
  - `message Address`
    - `string street = 1`
- `+ enum shop.Kind`
  - `NONE = 0`
"""


Diff = Callable[..., Result]


@pytest.fixture
def diff(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Diff:
    """The command in the folder, or in another one; in this process, since that is quick."""

    def run(*words: str, cwd: Path = folder) -> Result:
        monkeypatch.chdir(cwd)
        return CliRunner().invoke(main, ["diff", *words])

    return run


@pytest.fixture
def folder(versions: Path, tmp_path: Path) -> Path:
    """A copy of both versions, which a test may change."""
    return Path(shutil.copytree(versions, tmp_path / "versions"))


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two versions in files, in folders, in archives and in revisions."""
    made = tmp_path_factory.mktemp("versions")
    git = ("git", "-c", "user.name=me", "-c", "user.email=me@shop", "-c", "commit.gpgsign=false")
    subprocess.run((*git, "init", "--quiet"), cwd=made, check=True)
    for version, text in (("old", OLD), ("new", NEW)):
        for path in (made / version / "shop.proto", made / "src" / "api" / "shop.proto"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        subprocess.run((*git, "add", "src"), cwd=made, check=True)
        subprocess.run((*git, "commit", "--quiet", "-m", version), cwd=made, check=True)
        subprocess.run((*git, "tag", f"v-{version}"), cwd=made, check=True)
        with zipfile.ZipFile(made / f"{version}-1.0-py3-none-any.whl", "w") as wheel:
            wheel.writestr("shop.proto", text)
        with tarfile.open(made / f"{version}-1.0.tar.gz", "w:gz") as source:
            source.add(made / version / "shop.proto", f"{version}-1.0/shop.proto")
    return made


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("old/shop.proto", "new/shop.proto"),
        ("old", "new"),
        ("old-1.0-py3-none-any.whl", "new-1.0.tar.gz"),
        ("v-old:src/api", "v-new:src/api"),
        ("HEAD~1:src/api/shop.proto", "src/api/shop.proto"),
        ("v-old:src/api", "new"),
    ],
)
def test_versions_can_be_named_in_many_ways(old: str, new: str, diff: Diff) -> None:
    done = diff(old, new)
    assert (done.stdout, done.exit_code) == (TEXT, 0), done.stderr


def test_paths_in_revisions_may_start_at_the_folder(diff: Diff, folder: Path) -> None:
    done = diff("v-old:./api", "./api", cwd=folder / "src")
    assert done.stdout == TEXT, done.stderr


def test_a_file_may_have_another_name_and_import_what_is_beside_it(
    diff: Diff, folder: Path
) -> None:
    (folder / "new" / "kinds.proto").write_text(
        'syntax = "proto3"; package shop; enum Kind { A = 0; }'
    )
    text = OLD.replace("message", 'import "kinds.proto";\nmessage').replace("int32", "Kind")
    (folder / "new" / "goods.proto").write_text(text)
    done = diff("old/shop.proto", "new/goods.proto")
    lines = [line for line in done.stdout.splitlines() if line.startswith("  f")]
    assert lines == [
        "  field shop.Item.price: type int32 -> shop.Kind",
        "  file goods.proto: imports none -> kinds.proto",
    ]


def test_an_installed_package_has_schemas(diff: Diff) -> None:
    done = diff("onnx", "schemas/onnx", cwd=CHECKOUT)
    assert done.stdout == "no changes\n", done.stderr


def test_the_report_as_markdown(diff: Diff) -> None:
    done = diff("old", "new", "--format", "markdown")
    assert done.stdout == MARKDOWN


def test_the_report_as_json(diff: Diff) -> None:
    report = json.loads(diff("old", "new", "--format", "json").stdout)
    assert report["worst"] == "wire-breaking"
    assert [change["rule"] for change in report["changes"]] == [
        "type-changed",
        "field-added",
        *["declaration-added"] * 2,
    ]
    assert report["changes"][0] == {
        "rule": "type-changed",
        "effects": ["wire-breaking", "source-breaking"],
        "why": "What was written as one type is not read, or read as something else, as the other.",
        "element": "field",
        "symbol": "shop.Item.price",
        "aspect": "type",
        "before": "int32",
        "after": "sint32",
        "parts": [],
    }
    assert [part["symbol"] for part in report["changes"][2]["parts"]] == [
        "shop.Buyer.name",
        "shop.Buyer.Address",
        "shop.Buyer.Address.street",
    ]


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        (("name = 1", "name = 4"), {"wire": 1, "json": 1, "breaking": 1, "any": 1}),
        (("name = 1", "title = 1"), {"wire": 0, "json": 1, "breaking": 1, "any": 1}),
        (("int32 price", "uint32 price"), {"wire": 0, "json": 0, "breaking": 1, "any": 1}),
        (("price = 2;", "price = 2; bool b = 3;"), {"wire": 0, "json": 0, "breaking": 0, "any": 1}),
        (("name = 1", "name  =  1"), {"wire": 0, "json": 0, "breaking": 0, "any": 0}),
    ],
)
def test_the_exit_code_is_that_of_the_worst_change(
    change: tuple[str, str], codes: dict[str, int], diff: Diff, folder: Path
) -> None:
    (folder / "changed.proto").write_text(OLD.replace(*change))
    found = {
        word: diff("old/shop.proto", "changed.proto", "--fail-on", word).exit_code for word in codes
    }
    assert found == codes


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("nothing", "'nothing' is no file or folder, no REV:path and no installed package"),
        ("HEAD:nothing", "git cat-file: fatal: "),
        ("src", "no .proto file in src"),
    ],
)
def test_what_names_no_version_is_one_sentence(
    word: str, sentence: str, diff: Diff, folder: Path
) -> None:
    (folder / "src" / "api" / "shop.proto").unlink()
    done = diff(word, "new")
    assert done.exit_code == 2
    assert sentence in done.stderr and done.stderr.count("\n") == 1


def test_a_faulty_schema_is_shown_where_it_is_wrong(diff: Diff, folder: Path) -> None:
    (folder / "new" / "shop.proto").write_text(NEW.replace("Kind kind", "Knd kind"))
    done = diff("old", "new")
    assert done.exit_code == 1
    assert done.stderr.startswith("shop.proto:3:51: error: no message or enum 'Knd'")


def test_an_import_that_is_nowhere_is_said(diff: Diff, folder: Path) -> None:
    (folder / "new" / "shop.proto").write_text(NEW.replace(";\n", ';\nimport "a/b.proto";\n', 1))
    done = diff("old/shop.proto", "new/shop.proto")
    assert done.stderr.startswith("shop.proto:2:8: error: no file 'a/b.proto' to import\n")
