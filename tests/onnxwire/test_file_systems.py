"""What `save` does with files as they are in the world; the table of `files.md` says the same."""

from __future__ import annotations

import errno
import os
import resource
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import onnxwire
from onnxwire import GraphProto, ModelProto, NodeProto
from onnxwire._files import attributes, new_files
from support.other_users import NOBODY, as_nobody, bind, needs_root, open_folder, with_own_mounts

__all__ = ["open_folder"]
READ_ONLY = 1


def model(name: str = "old") -> ModelProto:
    # The old and the new one differ in length, too.
    graph = GraphProto(name=name, node=[NodeProto(op_type="Abs")] * len(name))
    return ModelProto(ir_version=10, graph=graph)


def saved(path: Path, mode: int = 0o644, owner: int = 0) -> os.stat_result:
    onnxwire.save(model(), path)
    if owner:
        os.chown(path, owner, owner)
    path.chmod(mode)
    return path.stat()


def save_new(path: Path) -> Callable[[], None]:
    return lambda: onnxwire.save(model("brand new"), path)


def require_new(path: Path, before: os.stat_result, *, is_same_file: bool) -> None:
    """The new model is there, with the old attributes, alone in its folder."""
    after = path.stat()
    assert onnxwire.load(path) == model("brand new")
    assert os.listdir(path.parent) == [path.name]
    assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)
    assert stat.S_IMODE(after.st_mode) == stat.S_IMODE(before.st_mode)
    assert (after.st_ino == before.st_ino) == is_same_file


def require_old(path: Path, before: os.stat_result) -> None:
    assert onnxwire.load(path) == model()
    assert path.stat().st_ino == before.st_ino
    assert os.listdir(path.parent) == [path.name]


@needs_root
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o4755, 0o2755, 0o444, 0o000])
def test_root_leaves_a_file_to_its_owner(open_folder: Path, mode: int) -> None:
    path = open_folder / "m.onnx"
    before = saved(path, mode, NOBODY)
    save_new(path)()
    require_new(path, before, is_same_file=False)


@needs_root
def test_a_file_of_somebody_else_that_i_may_write_keeps_its_owner(open_folder: Path) -> None:
    path = open_folder / "m.onnx"
    before = saved(path, 0o666)
    os.chown(open_folder, NOBODY, NOBODY)
    assert as_nobody(save_new(path)) == ""
    require_new(path, before, is_same_file=True)


@needs_root
@pytest.mark.parametrize("mode", [0o444, 0o000, 0o644])
def test_a_file_that_i_may_not_write_is_refused_though_i_could_replace_it(
    open_folder: Path, mode: int
) -> None:
    path = open_folder / "m.onnx"
    before = saved(path, mode, 0 if mode == 0o644 else NOBODY)
    os.chown(open_folder, NOBODY, NOBODY)
    error = as_nobody(save_new(path))
    assert error == f"PermissionError: [Errno 13] Permission denied: '{path}'"
    require_old(path, before)


@needs_root
def test_a_writable_file_in_a_folder_that_i_may_not_write_is_written_over(
    open_folder: Path,
) -> None:
    path = open_folder / "m.onnx"
    before = saved(path, 0o600, NOBODY)
    assert as_nobody(save_new(path)) == ""
    require_new(path, before, is_same_file=True)


@needs_root
def test_a_new_file_in_a_folder_that_i_may_not_write_is_refused(open_folder: Path) -> None:
    path = open_folder / "m.onnx"
    error = as_nobody(save_new(path))
    assert error == f"PermissionError: [Errno 13] Permission denied: '{path}'"
    assert os.listdir(open_folder) == []


@needs_root
def test_a_file_of_somebody_else_in_a_sticky_folder_is_written_over(open_folder: Path) -> None:
    path = open_folder / "m.onnx"
    before = saved(path, 0o666)
    open_folder.chmod(0o1777)
    # Linux may protect files of others there from programs that would create them.
    assert as_nobody(save_new(path)) == ""
    require_new(path, before, is_same_file=True)


@needs_root
def test_a_file_that_is_a_mount_point_is_written_over(open_folder: Path) -> None:
    path = open_folder / "m.onnx"
    before = saved(path)
    assert with_own_mounts(lambda: bind(path, path), save_new(path)) == ""
    require_new(path, before, is_same_file=True)


@needs_root
@pytest.mark.parametrize("is_there", [True, False])
def test_a_folder_that_is_mounted_read_only_is_an_error(open_folder: Path, is_there: bool) -> None:
    path = open_folder / "m.onnx"
    before = saved(path) if is_there else None
    error = with_own_mounts(lambda: bind(open_folder, open_folder, READ_ONLY), save_new(path))
    assert error == f"OSError: [Errno 30] Read-only file system: '{path}'"
    if before is not None:
        require_old(path, before)


@pytest.mark.parametrize("number", sorted({*attributes.NOT_POSSIBLE}), ids=errno.errorcode.get)
@pytest.mark.parametrize("call", ["fchmod", "fchown", "setxattr"])
def test_where_attributes_cannot_be_kept_the_file_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    path = tmp_path / "m.onnx"
    os.umask(os.umask(0o022))
    before = saved(path, 0o640)
    os.setxattr(path, "user.note", b"kept")

    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    if call == "fchown":
        wanted = os.stat_result((before.st_mode, 0, 0, 1, before.st_uid + 1, *before[5:10]))
        monkeypatch.setattr(attributes, "_owner_and_mode", lambda found: found == wanted)
    monkeypatch.setattr(os, call, refuse)
    save_new(path)()
    monkeypatch.undo()
    require_new(path, before, is_same_file=call != "fchown")
    assert os.getxattr(path, "user.note") == b"kept"


@pytest.mark.parametrize("number", sorted({*new_files._NOT_KNOWN}), ids=errno.errorcode.get)
def test_a_file_system_that_cannot_flush_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    path = tmp_path / "m.onnx"
    before = saved(path)

    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refuse)
    save_new(path)()
    require_new(path, before, is_same_file=False)


def test_extended_attributes_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    before = saved(path)
    os.setxattr(path, "user.origin", b"https://example.org")
    os.setxattr(path, "user.empty", b"")
    save_new(path)()
    require_new(path, before, is_same_file=False)
    assert {name: os.getxattr(path, name) for name in os.listxattr(path)} == {
        "user.origin": b"https://example.org",
        "user.empty": b"",
    }


def test_other_names_of_a_file_keep_the_old_model(tmp_path: Path) -> None:
    path, other = tmp_path / "m.onnx", tmp_path / "other.onnx"
    saved(path)
    os.link(path, other)
    save_new(path)()
    assert onnxwire.load(path) == model("brand new") and onnxwire.load(other) == model()


def test_links_are_followed_and_stay(tmp_path: Path) -> None:
    folder, link, second = tmp_path / "f", tmp_path / "link.onnx", tmp_path / "second.onnx"
    folder.mkdir()
    link.symlink_to("f/m.onnx")
    second.symlink_to("link.onnx")
    for path in (link, second):
        # Also where the link leads to no file yet.
        onnxwire.save(model(), path)
        save_new(path)()
        assert link.is_symlink() and second.is_symlink()
        assert onnxwire.load(folder / "m.onnx") == model("brand new")
        assert os.listdir(folder) == ["m.onnx"]


USE_MANY = """
import resource, sys, onnxwire
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
path, copy = sys.argv[1:]
model = onnxwire.load(path)
arrays = [onnxwire.to_numpy(tensor) for tensor in model.graph.initializer]
views = [onnxwire.external_buffer(tensor) for tensor in model.graph.initializer]
assert [array.tolist() for array in arrays] == [[n] for n in range(1500)]
onnxwire.verify_external_data(model)
onnxwire.save(model, copy, external_data=False)
onnxwire.embed_external_data(model)
assert onnxwire.load(copy).graph.initializer[1499].raw_data == arrays[1499].tobytes()
"""


def test_thousands_of_data_files_need_few_descriptors(tmp_path: Path) -> None:
    made = model()
    made.graph.initializer = [
        onnxwire.from_numpy(np.array([number]), f"t{number}") for number in range(1500)
    ]
    wish = onnxwire.ExternalData(threshold=0, one_per_tensor=True)
    onnxwire.save(made, tmp_path / "m.onnx", external_data=wish)
    assert len(os.listdir(tmp_path)) == 1501
    paths = str(tmp_path / "m.onnx"), str(tmp_path / "copy.onnx")
    done = subprocess.run(
        [sys.executable, "-c", USE_MANY, *paths], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] != 256
