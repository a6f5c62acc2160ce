"""Files of other formats: which one it is stands in the error, and what to do with it."""

from __future__ import annotations

import bz2
import gzip
import importlib.util
import io
import lzma
import pickle
import plistlib
import py_compile
import sqlite3
import struct
import sys
import tarfile
import wave
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy
import onnx
import pytest

import onnxwire
from onnxwire import DecodeError
from onnxwire._recognition.file_kinds import file_kind
from oracles.real_files import real_files
from oracles.wire_tree import record

WHOLE = onnx.ModelProto(ir_version=8, graph=onnx.GraphProto(name="g" * 99)).SerializeToString()
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 102442450\n"
PAGE = "<!DOCTYPE html>\n<html><head><title>Sign in · Hub</title></head></html>\n"


def zipped(*names: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, WHOLE)
    return file.getvalue()


def tarred() -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("model.onnx"))
    return file.getvalue()


def saved_by_numpy(save: Callable[..., None]) -> bytes:
    file = io.BytesIO()
    save(file, numpy.zeros(3))
    return file.getvalue()


def database() -> bytes:
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE t (x)")
        return connection.serialize()


def recording() -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setparams((1, 1, 8000, 0, "NONE", "not compressed"))
    return file.getvalue()


def compiled(folder: Path) -> bytes:
    (folder / "m.py").write_text("import os\n")
    return Path(str(py_compile.compile(str(folder / "m.py"), doraise=True))).read_bytes()


def xml() -> bytes:
    file = io.BytesIO()
    ElementTree.ElementTree(ElementTree.Element("model")).write(file, "utf-8", xml_declaration=True)
    return file.getvalue()


# Made with the tools of the standard library, and numpy.
MADE = {
    "a zip archive, in which 'model.onnx' comes first; unpack it": zipped("model.onnx"),
    "an empty zip archive": zipped(),
    "a PyTorch checkpoint (a zip archive); export": zipped("model/data.pkl", "model/version"),
    "a Keras model (a zip archive); convert it with tf2onnx": zipped("metadata.json"),
    "a tar archive; unpack": tarred(),
    "gzip-compressed data; decompress it, or load gzip.open(path)": gzip.compress(WHOLE),
    "bzip2-compressed data; decompress it, or load bz2.open(path)": bz2.compress(WHOLE),
    "xz-compressed data; decompress it, or load lzma.open(path)": lzma.compress(WHOLE),
    "lzma-compressed data; ": lzma.compress(WHOLE, lzma.FORMAT_ALONE),
    "a numpy array (.npy); onnxwire.from_numpy": saved_by_numpy(numpy.save),
    "arrays saved by numpy (.npz); onnxwire.from_numpy": saved_by_numpy(numpy.savez),
    "a Python pickle": pickle.dumps({"weights": [1.0] * 9}),
    "an SQLite database": database(),
    "a RIFF file": recording(),
    "an XML document": xml(),
    "an XML document ": plistlib.dumps({"a": 1}),
    "a CSV table: 'name,size": b"name,size\r\nw,4\r\n",
}
# By their documentation: the first bytes.
KNOWN = {
    "an ELF program": b"\x7fELF\x02\x01\x01" + bytes(57),
    "a Windows program": b"MZ\x90\0\x03" + bytes(59),
    "a Mach-O program": b"\xcf\xfa\xed\xfe\x07\0\0\x01" + bytes(24),
    "a Mach-O program ": b"\xca\xfe\xba\xbe\0\0\0\x02" + bytes(24),
    "a Java class file": b"\xca\xfe\xba\xbe\0\0\0\x41\0\x1d",
    "a WebAssembly module": b"\0asm\x01\0\0\0",
    "LLVM bitcode": b"BC\xc0\xde\x35\x14",
    "MLIR bytecode": b"ML\xefR\x0d",
    "an ar archive": b"!<arch>\ndebian-binary   ",
    "zstd-compressed data; decompress it first": b"\x28\xb5\x2f\xfd\x04\x58",
    "lz4-compressed data; decompress it first": b"\x04\x22\x4d\x18\x64",
    "snappy-compressed data": b"\xff\x06\0\0sNaPpY",
    "data compressed by compress": b"\x1f\x9d\x90",
    "a 7z archive; unpack it first": b"7z\xbc\xaf\x27\x1c\0\x04",
    "a rar archive": b"Rar!\x1a\x07\x01\0",
    "a cabinet archive": b"MSCF\0\0\0\0",
    "an HDF5 file, such as a Keras model; convert it with tf2onnx": b"\x89HDF\r\n\x1a\n\0",
    "a safetensors file; it has no graph": struct.pack("<Q", 21) + b'{"w":{"dtype":"F32"}}',
    "a GGUF model; it has no graph": b"GGUF\x03\0\0\0",
    "a GGML model": b"tjgg\x03\0\0\0",
    "a TensorFlow Lite model; convert it with tf2onnx": b"\x1c\0\0\0TFL3\x14\0",
    "an ExecuTorch program (.pte); export": b"\x1c\0\0\0ET12\x14\0",
    "a PyTorch checkpoint; export": pickle.dumps(0x1950A86A20F9469CFC6C, protocol=2),
    "an MXNet parameter file": struct.pack("<QQ", 0x112, 0) + b"\1" * 9,
    "a Parquet file": b"PAR1\x15\x04",
    "an Arrow file": b"ARROW1\0\0",
    "an Avro file": b"Obj\x01\x04",
    "a NetCDF file": b"CDF\x01\0\0",
    "a PNG picture": b"\x89PNG\r\n\x1a\n" + bytes(40),
    "a JPEG picture": b"\xff\xd8\xff\xe0\0\x10JFIF",
    "a TIFF picture": b"II*\0\x08\0",
    "an MP4 file": b"\0\0\0\x18ftypmp42",
    "a PDF document": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3",
    "a Microsoft Office document": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    "zeros, as in a file whose download did not begin; download": bytes(5000),
    "zeros, as in a file whose download did not begin; ": bytes(9),
}
TEXTS = {
    "a Git LFS pointer to a file of 102442450 bytes that was not fetched; run: git lfs": POINTER,
    "a git-annex pointer; run: git annex get": "/annex/objects/SHA256E-s5--0f.onnx\n",
    "a DVC pointer; run: dvc pull": "outs:\n- md5: 0f3a\n  size: 5\n  path: model.onnx\n",
    "an HTML page ('Sign in · Hub'); download": PAGE,
    "an HTML page": "\n\n<!-- 1 --><!-- 2 -->\n<HTML lang='en'>",
    "the .xml part of an OpenVINO model": '<?xml version="1.0"?>\n<net name="m" version="11">',
    "an XML document": "<Error><Code>AccessDenied</Code></Error>",
    "an SVG picture": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    "a model in ONNX's own syntax; read it with onnx.parser": "<\n  ir_version: 10,\n>\ng () => ()",
    "JSON; if it is a message, its format is 'json'": '{"irVersion": 8}',
    "protobuf's text format; its format is 'textproto'": "# made\nir_version: 8\n",
    "protobuf's text format; its": 'graph {\n  name: "g"\n}\n',
    "a Python program": "#!/usr/bin/env python3\nprint()\n",
    "a Python program ": "# A comment.\nfrom torch import nn\n",
    "a script": "#!/bin/sh\n",
    "a PEM file": "-----BEGIN PRIVATE KEY-----\n",
    "an ncnn .param file": "7767517\n3 3\n",
    "text: '404: Not Found'": "404: Not Found\n",
    "text: '\N{SNOWMAN}": "\N{SNOWMAN}" * 1999,
}


def refused(path: Path, content: bytes, **options: bool) -> str:
    path.write_bytes(content)
    with pytest.raises(DecodeError) as caught:
        onnxwire.load(path, **options)  # type: ignore[call-overload]
    text = str(caught.value)
    assert text.startswith(f"{path}: expected a ModelProto, got ")
    assert caught.value.source == str(path) and len(text) < len(str(path)) + 200
    return text.partition("got ")[2]


@pytest.mark.parametrize("kind", [*MADE, *KNOWN])
def test_other_formats_are_named(tmp_path: Path, kind: str) -> None:
    content = (MADE | KNOWN)[kind]
    for options in ({}, {"eager": True}, {"mmap": False}):
        assert refused(tmp_path / "m.onnx", content, **options).startswith(kind.rstrip())


@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_texts_are_named_in_any_encoding(tmp_path: Path, kind: str, encoding: str) -> None:
    text = TEXTS[kind]
    if encoding == "latin-1":
        try:
            content = f"{text}\n\xe4\n".encode("latin-1")
        except UnicodeEncodeError:
            return
        assert "in an encoding other than UTF-8" in refused(tmp_path / "m.onnx", content)
        return
    found = refused(tmp_path / "m.onnx", text.encode(encoding))
    name, _, advice = kind.rstrip().partition("; ")
    if encoding == "utf-16":
        assert " in UTF-16" in found and "save it as UTF-8" in found
        return
    assert found.startswith(name) and advice in found


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_of_all_protocols_are_named(tmp_path: Path, protocol: int) -> None:
    if protocol == 1:
        pytest.skip("protocol 1 has no mark: its pickles start with any opcode")
    assert refused(tmp_path / "m", pickle.dumps({"w": [1.0]}, protocol)) == "a Python pickle"


def test_programs_of_this_python_are_named(tmp_path: Path) -> None:
    assert refused(tmp_path / "m", compiled(tmp_path)) == "compiled Python (.pyc)"
    assert compiled(tmp_path)[:4] == importlib.util.MAGIC_NUMBER
    program = Path(sys.executable).read_bytes()
    assert refused(tmp_path / "m", program[:1000]).endswith("program or library")


def varint(number: int, value: int) -> bytes:
    return bytes((number << 3, value))


FEATURE = record(1, record(1, b"image") + record(3, varint(1000 & 1, 1)))
FRAMEWORKS = {
    # saved_model.proto: a version, then graphs; the first message says with what it was made.
    "a TensorFlow SavedModel; convert it with tf2onnx": varint(1, 1)
    + record(2, record(1, record(4, b"serve") + record(5, b"2.15.0")) + record(2, b"")),
    # graph.proto: nodes with name, operator and attributes; versions.
    "a TensorFlow GraphDef; convert it with tf2onnx": record(
        1, record(1, b"x") + record(2, b"Placeholder")
    )
    + record(4, varint(1, 27)),
    # Model.proto: a version, then a description of inputs and outputs; a network.
    "a Core ML model": varint(1, 4) + record(2, FEATURE) + record(500, record(1, b"")),
    # caffe.proto: the name of a net, and layers.
    "a Caffe model": record(1, b"LeNet") + record(100, record(1, b"data")),
    # framework.proto: blocks with their number and that of their parent, -1.
    "a PaddlePaddle model; convert it with paddle2onnx": record(
        1, b"\x08\0\x10" + b"\xff" * 9 + b"\x01"
    ),
}


@pytest.mark.parametrize("kind", FRAMEWORKS)
def test_models_of_other_frameworks_are_told_from_models_without_a_graph(
    tmp_path: Path, kind: str
) -> None:
    assert refused(tmp_path / "m.pb", FRAMEWORKS[kind]).startswith(kind)


def test_a_model_of_onnx_runtime_is_named(tmp_path: Path) -> None:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath = str(tmp_path / "m.ort")
    options.add_session_config_entry("session.save_model_format", "ORT")
    model = onnx.helper.make_model(
        onnx.parser.parse_graph("g (float[1] x) => (float[1] y) {y = Abs(x)}")
    )
    model.ir_version = 8
    onnxruntime.InferenceSession(model.SerializeToString(), options)
    found = refused(tmp_path / "m.ort", (tmp_path / "m.ort").read_bytes())
    assert found == "an ONNX Runtime model (.ort); use the .onnx file that it was made from"


def test_files_of_onnx_are_no_other_format() -> None:
    assert [file.path for file in real_files() if file_kind(file.data) is not None] == []


def test_an_empty_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "m.onnx").touch()
    with pytest.raises(DecodeError, match="expected the bytes of ModelProto, got an empty file"):
        onnxwire.load(tmp_path / "m.onnx")


def test_hostile_text_is_looked_at_in_linear_time(tmp_path: Path) -> None:
    for text in ("<!-- -->" * 9999, "#\n" * 9999, " \n" * 9999, "<?xml " * 9999):
        refused(tmp_path / "m.onnx", text.encode())
