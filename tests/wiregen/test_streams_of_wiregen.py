"""Every command of wiregen with output in any encoding, closed, full or unread."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.streams import ENCODINGS, REDIRECTIONS, Done, run_all

SCHEMA = """\
syntax = "proto2";
// 名字 é
message Note {
  // 名字 é 😀
  optional string text = 1 [json_name = "名字"];
}
"""
COMMANDS = [
    ["--help"],
    ["--version"],
    ["generate", "note.proto", "--package", "notes", "--out", "."],
    ["check", "note.proto", "--package", "notes", "--out", "."],
    ["ir", "note.proto"],
    ["ir", "note.proto", "--json"],
    ["descriptor", "note.proto", "-o", "note.binpb"],
    ["diff", "note.proto", "other.proto"],
    ["diff", "--rules"],
]
FAULTS = [["ir", "名字.proto"], ["ir", "bad.proto"], ["nonsense 名字"], ["generate", "--out"]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a schema, another version of it, and one that is wrong."""
    path = tmp_path_factory.mktemp("streams")
    (path / "note.proto").write_text(SCHEMA)
    (path / "other.proto").write_text(SCHEMA.replace("string", "bytes"))
    (path / "bad.proto").write_text(SCHEMA.replace("string", "名字"))
    return path


def run(folder: Path, kind: str) -> tuple[list[Done], list[Done]]:
    done, _ = run_all("wiregen.__main__", COMMANDS + FAULTS, folder, kind)
    return done[: len(COMMANDS)], done[len(COMMANDS) :]


@pytest.fixture(scope="module")
def ends(folder: Path) -> tuple[list[Done], list[Done]]:
    """How the commands end with streams that take everything."""
    done, faults = run(folder, "")
    assert not any(item.code or item.errors for item in done)
    assert {item.code for item in faults} == {1, 2}
    return done, faults


def require_sentences(faults: list[Done], ends: tuple[list[Done], list[Done]]) -> None:
    assert [item.code for item in faults] == [item.code for item in ends[1]]
    assert all(item.errors and "Traceback" not in item.errors for item in faults)


@pytest.mark.parametrize("kind", ENCODINGS)
def test_output_in_any_encoding(
    folder: Path, ends: tuple[list[Done], list[Done]], kind: str
) -> None:
    done, faults = run(folder, kind)
    assert done == ends[0]
    require_sentences(faults, ends)


@pytest.mark.parametrize("kind", [kind for kind in REDIRECTIONS if "full" in kind])
def test_output_to_a_full_device_is_an_error(
    folder: Path, ends: tuple[list[Done], list[Done]], kind: str
) -> None:
    done, faults = run(folder, kind)
    assert {*done} == {Done(2, "error: standard output: No space left on device\n")}
    require_sentences(faults, ends)


@pytest.mark.parametrize("kind", [kind for kind in REDIRECTIONS if "reader" in kind])
def test_output_that_is_not_read_ends_the_command(
    folder: Path, ends: tuple[list[Done], list[Done]], kind: str
) -> None:
    done, faults = run(folder, kind)
    assert {*done} == {Done(141, "")}
    require_sentences(faults, ends)


@pytest.mark.parametrize("kind", [kind for kind in REDIRECTIONS if "closed" in kind])
def test_output_to_closed_streams_is_lost(
    folder: Path, ends: tuple[list[Done], list[Done]], kind: str
) -> None:
    done, faults = run(folder, kind)
    assert done == ends[0]
    assert [item.code for item in faults] == [item.code for item in ends[1]]
    assert [bool(item.errors) for item in faults] == [kind == "closed output"] * len(faults)
