"""`wiregen descriptor`: a FileDescriptorSet on disk, complete or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from oracles.protoc import run_protoc
from support.commands import Done, run_wiregen

SCHEMAS = {
    "base.proto": 'syntax = "proto3"; package p; message Base {}',
    "top.proto": """
        syntax = "proto3";
        package p;
        import "base.proto";
        // The top.
        message Top { Base base = 1; }
        service Asked { rpc Ask(stream Top) returns (Base); }
        """,
}


@pytest.fixture(name="folder")
def folder_(tmp_path: Path) -> Path:
    for name, text in SCHEMAS.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def run_descriptor(folder: Path, *words: str) -> Done:
    return run_wiregen("descriptor", *words, cwd=folder)


def written(folder: Path, *words: str) -> FileDescriptorSet:
    done = run_descriptor(folder, *words, "-o", "out.binpb")
    assert done.returncode == 0, done.stderr
    data = (folder / "out.binpb").read_bytes()
    found = FileDescriptorSet.FromString(data)
    assert found.SerializeToString() == data
    return found


def test_only_the_named_files_without_places(folder: Path) -> None:
    (file,) = written(folder, "top.proto").file
    assert file.name == "top.proto" and not file.HasField("source_code_info")
    assert file.service[0].method[0].client_streaming


def test_imports_first_on_request(folder: Path) -> None:
    files = written(folder, "top.proto", "--include-imports").file
    assert [file.name for file in files] == ["base.proto", "top.proto"]


def test_places_and_comments_on_request(folder: Path) -> None:
    (file,) = written(folder, "top.proto", "--include-source-info").file
    comments = [place.leading_comments for place in file.source_code_info.location]
    assert " The top.\n" in comments


def test_a_faulty_schema_leaves_the_file_as_it_was(folder: Path) -> None:
    (folder / "out.binpb").write_bytes(b"before")
    (folder / "top.proto").write_text('syntax = "proto3"; message A { B b = 1; }')
    done = run_descriptor(folder, "top.proto", "-o", "out.binpb")
    assert done.returncode == 1 and "top.proto:1:32: error: " in done.stderr
    assert (folder / "out.binpb").read_bytes() == b"before"


def test_a_place_that_cannot_be_written_is_one_sentence(folder: Path) -> None:
    (folder / "file").write_text("")
    done = run_descriptor(folder, "top.proto", "-o", "file/out.binpb")
    assert done.returncode == 2 and done.stderr.startswith("error: cannot write ")


def test_warnings_are_shown_and_stop_nothing(folder: Path) -> None:
    (folder / "odd.proto").write_text('syntax = "proto3";\nimport "base.proto";\n')
    done = run_descriptor(folder, "odd.proto", "-o", "out.binpb")
    assert done.returncode == 0 and "odd.proto:2:8: warning: nothing here uses" in done.stderr


SETTINGS = """
[[tool.wiregen.packages]]
name = "made"
out = "."
root = "."
schemas = ["top.proto"]
descriptors = "descriptors/made.binpb"
"""


def test_settings_name_a_file_that_is_kept_up_to_date(folder: Path) -> None:
    (folder / "pyproject.toml").write_text(SETTINGS)
    run_wiregen("generate", cwd=folder)
    path = folder / "descriptors" / "made.binpb"
    theirs = run_protoc(folder, "top.proto").files
    assert theirs is not None
    for file in theirs.file:
        file.ClearField("source_code_info")
    assert path.read_bytes() == theirs.SerializeToString()
    assert run_wiregen("check", cwd=folder).returncode == 0
    path.write_bytes(path.read_bytes()[:-1])
    done = run_wiregen("check", cwd=folder)
    assert done.returncode == 1 and "stale: descriptors/made.binpb" in done.stdout
