"""`wiregen descriptor`: a FileDescriptorSet on disk, complete or not at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet

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


def wiregen(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "wiregen", "descriptor", *words]
    return subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)


def written(folder: Path, *words: str) -> FileDescriptorSet:
    done = wiregen(folder, *words, "-o", "out.binpb")
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
    done = wiregen(folder, "top.proto", "-o", "out.binpb")
    assert done.returncode == 1 and "top.proto:1:32: error: " in done.stderr
    assert (folder / "out.binpb").read_bytes() == b"before"


def test_a_place_that_cannot_be_written_is_one_sentence(folder: Path) -> None:
    (folder / "file").write_text("")
    done = wiregen(folder, "top.proto", "-o", "file/out.binpb")
    assert done.returncode == 2 and done.stderr.startswith("error: cannot write ")


def test_warnings_are_shown_and_stop_nothing(folder: Path) -> None:
    (folder / "odd.proto").write_text('syntax = "proto3";\nimport "base.proto";\n')
    done = wiregen(folder, "odd.proto", "-o", "out.binpb")
    assert done.returncode == 0 and "odd.proto:2:8: warning: nothing here uses" in done.stderr
