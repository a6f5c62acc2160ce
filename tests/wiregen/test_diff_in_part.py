"""`wiregen diff` of trees that cannot be read as a whole: the rest is compared, and these are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wiregen.cli.main import main

GOOD = 'syntax = "proto3"; package shop; message Item { int32 price = 1; }'
CHANGED = GOOD.replace("int32", "sint32")
# Files that cannot be read, each with what is said of it.
FAULTY = {
    "broken.proto": ("message {", "broken.proto:1:9: error: expected a name, found '{'"),
    "lacking.proto": (
        'syntax = "proto3"; import "elsewhere/else.proto";',
        "lacking.proto:1:27: error: no file 'elsewhere/else.proto' to import",
    ),
    "unknown_type.proto": (
        'syntax = "proto3"; message M { Nowhere a = 1; }',
        "unknown_type.proto:1:32: error: ",
    ),
}


def tree(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / f"{name}.proto"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is no project."""
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")


def diff(old: Path, new: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["diff", str(old), str(new), *options])


@pytest.mark.parametrize("name", FAULTY)
@pytest.mark.parametrize("which", ["old", "new", "both"])
def test_the_rest_is_compared(tmp_path: Path, name: str, which: str) -> None:
    text, fault = FAULTY[name]
    old = tree(tmp_path / "old", shop=GOOD, other='syntax = "proto3";')
    new = tree(tmp_path / "new", shop=CHANGED, other='syntax = "proto3";')
    for folder in (old, new):
        is_faulty = which in (folder.name, "both")
        (folder / name).write_text(text if is_faulty else 'syntax = "proto3"; message Fine {}')
    done = diff(old, new)
    assert done.exit_code == 0, done.output
    assert f"  {which}: {fault}" in done.output
    assert "field shop.Item.price: type int32 -> sint32" in done.output
    # What it declares in the other version is neither added nor removed.
    assert "Fine" not in done.output and "1 change: 1 wire-breaking" in done.output
    (file,) = json.loads(diff(old, new, "--format", "json").output)["not_compared"]
    assert (file["version"], file["file"]) == (which, name)
    assert file["fault"].startswith(fault)


def test_what_was_not_compared_counts_as_a_change_if_it_differs(tmp_path: Path) -> None:
    old, new = (tree(tmp_path / name, shop=GOOD, bad="message {") for name in ("old", "new"))
    assert diff(old, new, "--fail-on", "wire").exit_code == 0
    (new / "bad.proto").write_text("message { }")
    assert diff(old, new).exit_code == 0
    assert diff(old, new, "--fail-on", "wire").exit_code == 1


def test_files_that_import_what_cannot_be_read_are_named_too(tmp_path: Path) -> None:
    user = 'syntax = "proto3"; import "bad.proto";'
    old, new = (
        tree(tmp_path / name, shop=text, bad="message {", user=user, user_of_user=last)
        for name, text, last in (
            ("old", GOOD, 'syntax = "proto3"; import "user.proto";'),
            ("new", CHANGED, 'syntax = "proto3"; import "user.proto";'),
        )
    )
    output = diff(old, new).output
    assert "both: user.proto:1:27: error: 'bad.proto' cannot be read" in output
    assert "both: user_of_user.proto:1:27: error: 'user.proto' cannot be read" in output
    assert "1 change: 1 wire-breaking" in output


def test_trees_of_which_nothing_can_be_read_are_an_error(tmp_path: Path) -> None:
    old, new = tree(tmp_path / "old", shop=GOOD), tree(tmp_path / "new", shop="message {")
    done = diff(old, new)
    assert done.exit_code == 1 and "shop.proto:1:9: error: " in done.output


def test_trees_that_start_at_different_folders_are_compared(tmp_path: Path) -> None:
    old = tree(tmp_path / "old", **{"protos/shop": GOOD, "protos/more/a": 'syntax = "proto3";'})
    new = tree(tmp_path / "new", **{"shop": CHANGED, "more/a": 'syntax = "proto3";'})
    output = diff(old, new).output
    assert "1 change: 1 wire-breaking" in output


def test_files_that_declare_the_same_are_compared_once(tmp_path: Path) -> None:
    old = tree(tmp_path / "old", shop=GOOD, copy_of_shop=GOOD)
    new = tree(tmp_path / "new", shop=GOOD, copy_of_shop=GOOD)
    output = diff(old, new).output
    assert "since other files declare the same" in output
    assert "'shop.Item' is declared in copy_of_shop.proto, too" in output
