"""What a file can be given by: paths of all kinds, and open files, whose names may mean nothing."""

from __future__ import annotations

import gzip
import io
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy
import pytest

import onnxwire
from onnxwire import ExternalDataError, GraphProto, ModelProto
from oracles.external_models import model_of, refer, tensor

MODEL = ModelProto(ir_version=10, graph=GraphProto(name="g"))


class PathOfBytes:
    def __init__(self, path: Path) -> None:
        self._path = os.fsencode(path)

    def __fspath__(self) -> bytes:
        return self._path


@pytest.mark.parametrize("kind", [str, os.fsencode, Path, PathOfBytes])
@pytest.mark.parametrize("name", ["m.onnx", "m.json", "ü.onnx", b"odd-\xff.onnx"])
def test_paths_of_all_kinds(tmp_path: Path, kind: Callable[[Path], Any], name: Any) -> None:
    path = tmp_path / os.fsdecode(name)
    onnxwire.save(MODEL, kind(path), external_data=True)
    assert path.read_bytes()[:1] == (b"{" if name == "m.json" else b"\x08")
    assert onnxwire.load(kind(path)) == MODEL
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(onnxwire.DecodeError) as caught:
        onnxwire.load(kind(path))
    assert caught.value.source == str(path)
    with pytest.raises(FileNotFoundError):
        onnxwire.load(kind(tmp_path / "none"))


def test_paths_of_bytes_find_external_data(tmp_path: Path) -> None:
    write_model(tmp_path)
    model = onnxwire.load(os.fsencode(tmp_path / "m.onnx"))
    assert onnxwire.to_numpy(model.graph.initializer[0]).tolist() == numpy.arange(300).tolist()


@pytest.mark.parametrize("wrong", [None, 3, 1.5, [], object(), bytearray(b"m.onnx"), MODEL])
def test_what_is_no_file_is_told(wrong: Any) -> None:
    found = type(wrong).__qualname__
    with pytest.raises(TypeError, match=f"expected a path or an open file, got {found}"):
        onnxwire.load(wrong)
    with pytest.raises(TypeError, match=f"expected a path or a file .* bytes, got {found}"):
        onnxwire.save(MODEL, wrong)


def test_files_of_text_and_what_is_no_message_are_told(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="expected a file opened for reading bytes"):
        onnxwire.load(io.StringIO("text"))  # type: ignore[arg-type]
    with (tmp_path / "m.onnx").open("w") as file:
        with pytest.raises(TypeError, match="a file opened for writing bytes, got TextIOWrapper"):
            onnxwire.save(MODEL, file)  # type: ignore[arg-type]
    for wrong in (None, b"bytes", "m.onnx"):
        with pytest.raises(TypeError, match=f"expected a message, got {type(wrong).__qualname__}"):
            onnxwire.save(wrong, tmp_path / "m.onnx")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="null"):
        onnxwire.load("m\0.onnx")
    with pytest.raises(ValueError, match="null"):
        onnxwire.save(MODEL, "m\0.onnx")


# --- the folder of an open file ----------------------------------------------------------


def write_model(folder: Path) -> Path:
    """A model with external data."""
    (folder / "w.bin").write_bytes(numpy.arange(300, dtype=numpy.float32).tobytes())
    path = folder / "m.onnx"
    path.write_bytes(model_of(refer(tensor("w"), "w.bin")).SerializeToString())
    return path


@contextmanager
def renamed_over(path: Path) -> Iterator[IO[bytes]]:
    """An open file, whose name is another file's by now."""
    with path.open("rb") as file:
        os.rename(path, path.with_suffix(".old"))
        path.write_bytes(b"another")
        yield file


@contextmanager
def archived(path: Path) -> Iterator[IO[bytes]]:
    """A member of an archive that has the name of a file."""
    with zipfile.ZipFile(path.parent / "m.zip", "w") as archive:
        archive.writestr(str(path), path.read_bytes())
        with archive.open(str(path)) as file:
            assert file.name == str(path)
            yield file


@contextmanager
def named(file: IO[bytes], path: Path) -> Iterator[IO[bytes]]:
    with file:
        file.write(path.read_bytes())
        file.seek(0)
        yield file


class Named(io.BytesIO):
    """Bytes in memory with a name, and a descriptor that is none."""

    def __init__(self, path: Path, descriptor: Any) -> None:
        super().__init__(path.read_bytes())
        self.name = str(path)
        self._descriptor = descriptor

    def fileno(self) -> Any:
        if isinstance(self._descriptor, Exception):
            raise self._descriptor
        return self._descriptor


@contextmanager
def compressed(path: Path) -> Iterator[IO[bytes]]:
    """Compressed data with the name of a file that it is not."""
    content = io.BytesIO(gzip.compress(path.read_bytes()))
    with gzip.GzipFile(str(path), "rb", fileobj=content) as file:
        yield file  # type: ignore[misc]


UNKNOWN: dict[str, Callable[[Path], Any]] = {
    "a file that was replaced": renamed_over,
    "a member of an archive": archived,
    "compressed data": compressed,
    "a number for a name": lambda path: named(tempfile.TemporaryFile(dir=path.parent), path),
    "a file in memory at first": lambda path: named(tempfile.SpooledTemporaryFile(), path),
    "no descriptor": lambda path: Named(path, OSError("none")),
    "an odd error": lambda path: Named(path, RuntimeError("none")),
    "a descriptor of another kind": lambda path: Named(path, "x"),
    "no open descriptor": lambda path: Named(path, 9999),
    "another file's descriptor": lambda path: Named(path, os.open(path.parent, os.O_RDONLY)),
}


@pytest.mark.parametrize("kind", UNKNOWN)
def test_a_name_that_is_not_that_of_the_file_gives_no_folder(tmp_path: Path, kind: str) -> None:
    with UNKNOWN[kind](write_model(tmp_path)) as file:
        model = onnxwire.load(file)
    assert model._origin is None
    with pytest.raises(ExternalDataError):
        onnxwire.to_numpy(model.graph.initializer[0])


KNOWN: dict[str, Callable[[Path], Any]] = {
    "by a path": lambda path: path.open("rb"),
    "by bytes": lambda path: open(os.fsencode(path), "rb"),
    "unbuffered": lambda path: open(path, "rb", buffering=0),
    "for reading and writing": lambda path: open(path, "r+b"),
    "a temporary file": lambda path: named(tempfile.NamedTemporaryFile(dir=path.parent), path),
}


@pytest.mark.parametrize("kind", KNOWN)
def test_a_file_that_is_there_has_its_folder(tmp_path: Path, kind: str) -> None:
    with KNOWN[kind](write_model(tmp_path)) as file:
        model = onnxwire.load(file)
    assert onnxwire.to_numpy(model.graph.initializer[0]).tolist() == numpy.arange(300).tolist()
