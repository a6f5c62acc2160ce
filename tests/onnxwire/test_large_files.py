"""Files of more than 2 GiB, which protobuf does not read and ONNX splits: opened, changed, saved.

Their weights are a hole in the file, which takes no room on the disk. What writes or reads them
whole takes gigabytes of disk and memory, and runs with `--large` (`make test-large`) only.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import onnx
import pytest
from google.protobuf.message import DecodeError as TheirDecodeError

import onnxwire
from onnxwire import DecodeError, ModelProto, TensorProto
from oracles.wire_tree import record, tag, varint

# Above what four bytes hold, too: a length is then a varint of five.
SIZE = (4 << 30) + 4096


def lengthened(number: int, size: int, start: bytes) -> bytes:
    """A record of some size, with the start of its body alone."""
    return tag(number, 2) + varint(size) + start


@pytest.fixture(name="path")
def path_(tmp_path: Path) -> Path:
    """A model whose first tensor is large, and whose second stands behind it."""
    weights = lengthened(9, SIZE, b"")
    last = record(5, record(8, b"last") + record(9, b"1234"))
    first = record(8, b"first") + weights
    tensor = lengthened(5, len(first) + SIZE, first)
    graph = lengthened(7, len(tensor) + SIZE + len(last), tensor)
    path = tmp_path / "large.onnx"
    with open(path, "wb") as file:
        file.write(b"\x08\x0a" + graph)
        file.seek(SIZE, os.SEEK_CUR)
        file.write(last + record(8, b"\x10\x15"))
    return path


def check(model: ModelProto) -> None:
    first, last = model.graph.initializer
    assert (first.name, last.name, last.raw_data) == ("first", "last", b"1234")
    view = first.ViewField("raw_data")
    assert len(view) == SIZE and not any(view[-4096:]) and view.readonly
    assert [opset.version for opset in model.opset_import] == [21]


def test_a_large_file_is_opened_and_read(path: Path) -> None:
    model = onnxwire.load(path)
    check(model)
    assert model.ByteSize() == path.stat().st_size
    assert len(repr(model.graph.initializer[0])) < 300


@pytest.mark.parametrize("is_touched", [False, True])
def test_a_large_model_is_written_in_portions(path: Path, is_touched: bool) -> None:
    class Counter:
        """A file that looks at nothing: the hole is never read."""

        size = largest = 0

        def write(self, data: Any) -> None:
            self.size += len(data)
            self.largest = max(self.largest, len(data))

    model, file = onnxwire.load(path), Counter()
    model.metadata_props.add(key="k", value="v")
    if is_touched:
        model.graph.initializer[0].name = "first"
    onnxwire.save(model, file)  # type: ignore[arg-type]
    assert file.size == path.stat().st_size + len(record(14, record(1, b"k") + record(2, b"v")))
    assert file.largest < 1 << 21


def test_damage_behind_a_large_tensor_is_told_with_its_place(path: Path) -> None:
    size = path.stat().st_size
    os.truncate(path, size - 5)
    with pytest.raises(DecodeError, match=r"ModelProto\.graph: truncated") as caught:
        onnxwire.load(path)
    with open(path, "r+b") as file:
        file.seek(size - 5)
        file.write(b"\x42\x03\x10\x15\x80")
    with pytest.raises(DecodeError) as caught:
        onnxwire.load(path)
    assert caught.value.offset is not None and caught.value.offset > SIZE


needs_room = pytest.mark.skipif(
    "not config.getoption('--large')", reason="takes gigabytes; `make test-large` runs it"
)


@needs_room
def test_a_large_model_is_changed_and_saved(path: Path, tmp_path: Path) -> None:
    for target in (tmp_path / "other.onnx", path):
        model = onnxwire.load(path)
        model.metadata_props.add(key="k", value=target.name)
        model.graph.initializer[1].raw_data = b"1234"
        onnxwire.save(model, target)
        del model
        again = onnxwire.load(target)
        check(again)
        assert again.metadata_props[-1].value == target.name
        assert target.stat().st_size == again.ByteSize() > SIZE
        # The folders of the last runs are kept.
        target.unlink()


STATISTICS = """
import sys
from onnxwire._cli.command_line import main
code = main(["tensors", sys.argv[1], "--stats"])
# What getrusage tells counts what the process was before it became this one.
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")))
sys.exit(code)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is counted otherwise")
@pytest.mark.parametrize("size", [1 << 28, pytest.param(SIZE, marks=needs_room)])
def test_statistics_of_a_large_external_tensor_need_little_memory(
    tmp_path: Path, size: int
) -> None:
    with open(tmp_path / "w.bin", "wb") as file:
        file.truncate(size - 4)
        file.seek(size - 4)
        file.write(struct.pack("<f", 4.5))
    tensor = TensorProto(name="w", data_type=1, dims=[size // 4], data_location=1)
    tensor.external_data = [{"key": "location", "value": "w.bin"}]
    onnxwire.save(ModelProto(graph={"initializer": [tensor]}), tmp_path / "m.onnx")
    command = [sys.executable, "-c", STATISTICS, str(tmp_path / "m.onnx")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    _, row, _, kilobytes = done.stdout.splitlines()
    assert row.split()[-4:] == ["0", "4.5", f"{4.5 / (size // 4):.6g}", "0"]
    assert int(kilobytes) < 150_000


@needs_room
def test_a_large_tensor_is_written_to_bytes_and_read_from_them() -> None:
    # FromString copies nothing of bytes but what it reads: twice the size is needed.
    tensor = TensorProto(name="t", raw_data=bytes(2 << 30) + b"end")
    data = tensor.SerializeToString()
    assert len(data) == tensor.ByteSize() > 2 << 30
    del tensor
    with pytest.raises(TheirDecodeError):
        onnx.TensorProto.FromString(data)
    again = TensorProto.FromString(data)
    assert again.name == "t" and again.raw_data[-3:] == b"end" and len(again.raw_data) > 2 << 30
