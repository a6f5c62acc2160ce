"""Files that a user names: links and devices are written through, modes stay."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from wiregen.output.files import write_file
from wiregen.source.diagnostics import UsageError

SCHEMA = 'syntax = "proto2";\nmessage Note {\n  optional string text = 1;\n}\n'
BASH = shutil.which("bash")


def descriptor(folder: Path, out: str, shell: str) -> subprocess.CompletedProcess[bytes]:
    """Run `wiregen descriptor` in a shell; `{}` stands for the command."""
    assert BASH is not None
    (folder / "note.proto").write_text(SCHEMA)
    command = f"{sys.executable} -m wiregen descriptor note.proto -o {out}"
    return subprocess.run(
        [BASH, "-c", shell.format(command)], cwd=folder, capture_output=True, check=False
    )


@pytest.fixture(scope="module", name="expected")
def expected_(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("expected")
    done = descriptor(folder, "out.bin", "{}")
    assert done.returncode == 0, done.stderr
    return (folder / "out.bin").read_bytes()


@pytest.mark.parametrize(
    ("out", "shell"),
    [
        ("/dev/stdout", "{} > out.bin"),
        ("/dev/stdout", "{} | cat > out.bin"),
        ("/dev/fd/3", "{} 3> out.bin > note.txt"),
        (">(cat > out.bin)", "{} > note.txt; for _ in $(seq 50); do [ -s out.bin ] && break; sleep 0.1; done"),
    ],
    ids=["redirected", "piped", "descriptor", "process substitution"],
)  # fmt: skip
def test_open_files_are_written_to(out: str, shell: str, expected: bytes, tmp_path: Path) -> None:
    done = descriptor(tmp_path, out, shell)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.bin").read_bytes() == expected


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    for path in (Path("/dev/null"), link):
        write_file(path, b"data")
    assert link.is_symlink() and Path("/dev/null").is_char_device()


def test_a_named_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_file(pipe, b"data")
    reader.join()
    assert read == [b"data"] and pipe.is_fifo()


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_is_followed_and_its_target_keeps_its_mode(exists: bool, tmp_path: Path) -> None:
    target, middle, link = (tmp_path / name for name in ("target", "middle", "link"))
    middle.symlink_to("target")
    link.symlink_to(middle)
    if exists:
        target.write_bytes(b"old")
        target.chmod(0o600)
    write_file(link, b"new")
    assert link.is_symlink() and middle.is_symlink() and target.read_bytes() == b"new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "middle", "target"]
    if exists:
        assert target.stat().st_mode & 0o777 == 0o600


def test_readers_see_the_old_file_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with path.open("rb") as reader:
        write_file(path, b"new")
        assert reader.read() == b"old"
    assert path.read_bytes() == b"new"


def test_folders_are_made(tmp_path: Path) -> None:
    write_file(tmp_path / "a" / "b" / "c", b"data")
    assert (tmp_path / "a" / "b" / "c").read_bytes() == b"data"


def test_a_place_that_cannot_be_written_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"old")
    for path in (tmp_path / "folder", tmp_path / "file" / "x", tmp_path / "loop"):
        if path.name == "loop":
            path.symlink_to(path)
        with pytest.raises(UsageError, match="cannot write"):
            write_file(path, b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder", "loop"]
    assert (tmp_path / "file").read_bytes() == b"old"
