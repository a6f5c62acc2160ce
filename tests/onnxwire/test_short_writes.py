"""Saving into open files that take less than they are given: all is written, or an error."""

from __future__ import annotations

import fcntl
import io
import os
import resource
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

import onnxwire
from onnxwire import GraphProto, ModelProto, TensorProto

# More than one portion, with small pieces beside large ones.
MODEL = ModelProto(
    ir_version=10,
    graph=GraphProto(initializer=[TensorProto(name="w", raw_data=bytes(range(256)) * 5000)] * 2),
    producer_name="p",
)
WHOLE = MODEL.SerializeToString()
LIMIT = 1_500_000


class Reluctant(io.RawIOBase):
    """Takes no more than so many bytes of each call, as a full pipe or a slow network does."""

    def __init__(self, most: int, room: int = len(WHOLE)) -> None:
        super().__init__()
        self.content = bytearray()
        self._most, self._room = most, room

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        taken = bytes(data[: min(self._most, self._room - len(self.content))])
        self.content += taken
        return len(taken)


class Wrapper:
    """Has `write` alone, whose result is given."""

    def __init__(self, result: object) -> None:
        self.content = b""
        self._result = result

    def write(self, data: Any) -> object:
        self.content += bytes(data)
        return self._result


@pytest.mark.parametrize("most", [1021, 65536, 1 << 30])
def test_all_is_written_by_as_many_calls_as_it_takes(most: int) -> None:
    file = Reluctant(most)
    onnxwire.save(MODEL, file)  # type: ignore[arg-type]
    assert bytes(file.content) == WHOLE


@pytest.mark.parametrize("room", [0, 5, len(WHOLE) // 2, len(WHOLE) - 1])
def test_a_file_that_takes_nothing_more_is_an_error(room: int) -> None:
    with pytest.raises(OSError, match="takes nothing more"):
        onnxwire.save(MODEL, Reluctant(1 << 30, room))  # type: ignore[arg-type]


@pytest.mark.parametrize("result", [None, True, "ok", 10**9])
def test_a_file_that_does_not_tell_how_much_it_took_took_all(result: object) -> None:
    file = Wrapper(result)
    onnxwire.save(MODEL, file)  # type: ignore[arg-type]
    assert file.content == WHOLE


@contextmanager
def short_of_room() -> Iterator[None]:
    """Files of this process end after so many bytes, as on a disk that is full there."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, old)


def wrapped(path: Path) -> IO[bytes]:
    """An unbuffered file that is no raw one by its type."""
    return tempfile.NamedTemporaryFile(dir=path.parent, buffering=0)


@pytest.mark.parametrize(
    "opened", [lambda p: p.open("wb", buffering=0), wrapped], ids=["raw", "wrapped"]
)
@pytest.mark.parametrize("piece", [LIMIT, LIMIT // 2])
def test_a_full_disk_is_an_error_wherever_it_is_full(
    tmp_path: Path, opened: Any, piece: int
) -> None:
    # The end of the file is in the last portion, and in its middle.
    tensor = TensorProto(raw_data=bytes(piece + 9))
    model = ModelProto(graph=GraphProto(initializer=[tensor] * (LIMIT // piece)))
    with opened(tmp_path / "m.onnx") as file, short_of_room():
        with pytest.raises(OSError, match="File too large"):
            onnxwire.save(model, file)


def test_a_device_that_is_full_is_an_error() -> None:
    with open("/dev/full", "wb", buffering=0) as file:
        with pytest.raises(OSError, match="No space left"):
            onnxwire.save(MODEL, file)
    with pytest.raises(OSError, match="No space left"):
        onnxwire.save(MODEL, "/dev/full")


@pytest.mark.parametrize("buffering", [0, -1])
def test_a_pipe_that_does_not_wait_is_an_error_when_it_is_full(buffering: int) -> None:
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETFL, os.O_NONBLOCK)
    file = open(writer, "wb", buffering=buffering, closefd=False)
    with pytest.raises(BlockingIOError):
        onnxwire.save(MODEL, file)
    os.close(reader)
    if buffering:
        with pytest.raises(BrokenPipeError):
            file.close()
    os.close(writer)


def test_in_memory_files_take_all() -> None:
    for file in (io.BytesIO(), tempfile.SpooledTemporaryFile(1000), tempfile.TemporaryFile()):
        with file:
            onnxwire.save(MODEL, file)
            file.seek(0)
            assert file.read() == WHOLE
