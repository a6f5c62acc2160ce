"""Saving: nothing is ever half written, and all is written, to whatever a file may be."""

from __future__ import annotations

import io
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import onnx
import pytest

import onnxwire
from onnxwire import EncodeError, GraphProto, ModelProto, NodeProto, TensorProto
from onnxwire._external import portions


def model() -> ModelProto:
    return ModelProto(ir_version=10, graph=GraphProto(name="g", node=[NodeProto(op_type="Abs")]))


def large_model() -> ModelProto:
    """With pieces below and above the size of a portion, and some of none."""
    sizes = (0, 1, 5000, portions._PORTION - 1, portions._PORTION, 3 * portions._PORTION + 7)
    weights = [TensorProto(name="w", raw_data=os.urandom(size)) for size in sizes]
    nodes = [NodeProto(name=str(index)) for index in range(3 * portions._GROUP)]
    return ModelProto(ir_version=10, graph=GraphProto(node=nodes, initializer=weights))


def other_spellings(path: Path) -> list[Path]:
    """The path of a file written in other ways, or through links."""
    link, hard_link = path.with_name("link"), path.with_name("hard link")
    link.symlink_to(path)
    os.link(path, hard_link)
    return [path, Path(os.path.relpath(path)), path.parent / "." / path.name, link, hard_link]


def test_a_message_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    onnxwire.save(model(), path)
    before = path.read_bytes()
    broken = model()
    inputs: list[Any] = broken.graph.node[0].input
    list.append(inputs, 3)
    with pytest.raises(EncodeError, match=r"graph\.node\[0\]\.input\[0\]"):
        onnxwire.save(broken, path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["model.onnx"]


def test_a_disk_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "model.onnx"
    onnxwire.save(model(), path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for step in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, step, fail)
            with pytest.raises(OSError, match="No space left"):
                onnxwire.save(ModelProto(graph=GraphProto()), path)
        assert path.read_bytes() == before
        assert os.listdir(tmp_path) == ["model.onnx"]


def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "model.onnx", tmp_path / "link.onnx"
    onnxwire.save(model(), path)
    path.chmod(0o640)
    link.symlink_to(path)
    onnxwire.save(ModelProto(graph=GraphProto(name="new")), link)
    assert link.is_symlink()
    assert onnxwire.load(path).graph.name == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    path, usual = tmp_path / "model.onnx", tmp_path / "usual"
    onnxwire.save(model(), path)
    usual.touch()
    assert path.stat().st_mode == usual.stat().st_mode


def test_a_private_file_is_private_from_its_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "model.onnx"
    path.touch(mode=0o600)
    modes = []
    replace = os.replace
    monkeypatch.setattr(portions, "_PORTION", 1)

    def look(source: str, target: str) -> None:
        modes.append(stat.S_IMODE(os.stat(source).st_mode))
        replace(source, target)

    monkeypatch.setattr(os, "replace", look)
    onnxwire.save(model(), path)
    assert modes == [0o600]


def test_a_file_is_saved_over_itself_by_any_of_its_names(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    onnxwire.save(large_model(), path)
    for number, spelling in enumerate(other_spellings(path)):
        before = onnxwire.load(spelling, mmap=False)
        mapped, other = onnxwire.load(spelling), onnxwire.load(spelling)
        view = mapped.graph.initializer[-1].ViewField("raw_data")
        kept = bytes(view)
        for name in ("first", "second"):
            mapped.producer_name = f"{name} {number}"
            onnxwire.save(mapped, spelling)
        assert onnxwire.load(spelling).producer_name == f"second {number}"
        assert view == kept and other == before
        mapped.ClearField("producer_name")
        other.ClearField("producer_name")
        assert mapped == other
    assert len(os.listdir(tmp_path)) == 3


def test_the_longest_name_that_a_file_can_have_is_saved_to(tmp_path: Path) -> None:
    onnxwire.save(model(), tmp_path / ("n" * 255))
    assert onnxwire.load(tmp_path / ("n" * 255)) == model()


class Slow(io.RawIOBase):
    """A file without a buffer, which takes what it can, as a pipe may."""

    def __init__(self, most: int) -> None:
        self.content = bytearray()
        self.most = most

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int | None:
        self.content += data[: self.most]
        return min(len(data), self.most) or None


@pytest.mark.parametrize("most", [999, 1 << 16, 1 << 30])
@pytest.mark.parametrize(("portion", "group"), [(1 << 20, 4096), (1000, 5)])
def test_all_is_written_to_a_file_that_takes_little_at_once(
    monkeypatch: pytest.MonkeyPatch, most: int, portion: int, group: int
) -> None:
    made = large_model()
    monkeypatch.setattr(portions, "_PORTION", portion)
    monkeypatch.setattr(portions, "_GROUP", group)
    file = Slow(most)
    onnxwire.save(made, file)  # type: ignore[arg-type]
    assert file.content == made.SerializeToString()


def test_a_file_that_takes_nothing_is_an_error_and_no_endless_loop() -> None:
    with pytest.raises(BlockingIOError):
        onnxwire.save(model(), Slow(0))  # type: ignore[arg-type]


def test_no_portion_is_larger_than_what_systems_write_at_once() -> None:
    class Sizes(io.BytesIO):
        def write(self, data: Any) -> int:
            sizes.append(len(data))
            return super().write(data)

    sizes: list[int] = []
    made, file = large_model(), Sizes()
    onnxwire.save(made, file)
    assert file.getvalue() == made.SerializeToString()
    assert max(sizes) == portions._PORTION and len(sizes) < 100


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_named_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    path, read = tmp_path / "pipe", []
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: read.append(onnxwire.load(path)))
    reader.start()
    made = large_model()
    onnxwire.save(made, path)
    reader.join()
    assert read == [made] and stat.S_ISFIFO(path.stat().st_mode)


def test_a_folder_and_a_device_stay_what_they_are(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        onnxwire.save(model(), tmp_path)
    assert os.listdir(tmp_path) == []
    if os.path.exists("/dev/null"):
        onnxwire.save(model(), "/dev/null")
        assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.parametrize("step", ["fsync", "fchmod", "replace"])
def test_a_process_that_is_killed_leaves_the_old_file(tmp_path: Path, step: str) -> None:
    path = tmp_path / "model.onnx"
    onnxwire.save(large_model(), path)
    before = path.read_bytes()
    use = f"""
import onnxwire, os, signal, sys
model = onnxwire.load(sys.argv[1])
model.producer_name = "new"
os.{step} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
onnxwire.save(model, sys.argv[1])
"""
    done = subprocess.run([sys.executable, "-c", use, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.read_bytes() == before and onnx.load(path).ir_version == 10
    assert [name for name in os.listdir(tmp_path) if not name.endswith(".part")] == [path.name]


def test_a_saved_model_is_the_same_in_portions_of_any_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, path = large_model(), tmp_path / "model.onnx"
    onnxwire.save(made, path)
    for portion, group, resident in ((1 << 20, 4096, 1), (4097, 3, 8192), (1 << 40, 1, 1 << 40)):
        monkeypatch.setattr(portions, "_PORTION", portion)
        monkeypatch.setattr(portions, "_GROUP", group)
        monkeypatch.setattr(portions, "_RESIDENT", resident)
        mapped = onnxwire.load(path)
        assert len(mapped.graph.initializer) == 6
        onnxwire.save(mapped, path)
        assert path.read_bytes() == made.SerializeToString()
