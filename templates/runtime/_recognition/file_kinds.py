"""Recognizes files of other formats by their first bytes."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

from .._runtime.errors import Malformed
from .._runtime.wire import place_of_value, read_tag
from .text_kinds import text_kind


class FileKind(NamedTuple):
    """A recognised file format, and what to do with such a file."""

    name: str
    advice: str = ""
    is_text: bool = False


_UNPACK = "unpack it first"
_DECOMPRESS = "decompress it first"
_ZEROS = ("zeros, as in a file whose download did not begin", "download it again")

# Where some bytes stand, which file has them there, and what to do with it. The first that fits
# counts.
_SIGNATURES = (
    # Models and weights of other frameworks.
    (0, b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.", "a PyTorch checkpoint"),
    (0, b"GGUF", "a GGUF model"),
    (0, b"lmgg", "a GGML model"),
    (0, b"tjgg", "a GGML model"),
    (4, b"TFL3", "a TensorFlow Lite model"),
    (4, b"ORTM", "an ONNX Runtime model (.ort)"),
    (4, b"ET12", "an ExecuTorch program (.pte)"),
    # The length of a header in JSON, in 8 bytes.
    (4, b"\0\0\0\0{", "a safetensors file"),
    (0, b"\x89HDF\r\n\x1a\n", "an HDF5 file, such as a Keras model"),
    (0, b"ML\xefR", "MLIR bytecode"),
    (0, b"BC\xc0\xde", "LLVM bitcode"),
    (0, b"\x12\x01" + bytes(14), "an MXNet parameter file"),
    # Arrays and tables.
    (0, b"\x93NUMPY", "a numpy array (.npy)"),
    (0, b"MATLAB 5.0 MAT-file", "a MATLAB file"),
    (0, b"PAR1", "a Parquet file"),
    (0, b"ARROW1", "an Arrow file"),
    (0, b"Obj\x01", "an Avro file"),
    (0, b"ORC", "an ORC file"),
    (0, b"CDF\x01", "a NetCDF file"),
    (0, b"CDF\x02", "a NetCDF file"),
    (0, b"SQLite format 3\0", "an SQLite database"),
    # Archives and compressed data.
    (0, b"PK\x05\x06", "an empty zip archive"),
    (0, b"PK\x07\x08", "a part of a zip archive", _UNPACK),
    (0, b"\x1f\x8b", "gzip-compressed data", "decompress it, or load gzip.open(path)"),
    (0, b"BZh", "bzip2-compressed data", "decompress it, or load bz2.open(path)"),
    (0, b"\xfd7zXZ\0", "xz-compressed data", "decompress it, or load lzma.open(path)"),
    (0, b"\x5d\0\0", "lzma-compressed data", "decompress it, or load lzma.open(path)"),
    (0, b"\x28\xb5\x2f\xfd", "zstd-compressed data", _DECOMPRESS),
    (0, b"\x04\x22\x4d\x18", "lz4-compressed data", _DECOMPRESS),
    (0, b"\xff\x06\0\0sNaPpY", "snappy-compressed data", _DECOMPRESS),
    (0, b"\x1f\x9d", "data compressed by compress (.Z)", _DECOMPRESS),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK),
    (0, b"Rar!\x1a\x07", "a rar archive", _UNPACK),
    (257, b"ustar", "a tar archive", _UNPACK),
    (0, b"MSCF", "a cabinet archive", _UNPACK),
    (0, b"!<arch>\n", "an ar archive, such as a static library or a .deb package"),
    # Programs.
    (0, b"\x7fELF", "an ELF program or library"),
    (0, b"MZ", "a Windows program or library"),
    (0, b"\xcf\xfa\xed\xfe", "a Mach-O program or library"),
    (0, b"\xce\xfa\xed\xfe", "a Mach-O program or library"),
    (0, b"\xfe\xed\xfa\xcf", "a Mach-O program or library"),
    (0, b"\xfe\xed\xfa\xce", "a Mach-O program or library"),
    # Java class files have their version in bytes 4 to 8, Mach-O a number of architectures.
    (0, b"\xca\xfe\xba\xbe\0\0\0\x01", "a Mach-O program or library"),
    (0, b"\xca\xfe\xba\xbe\0\0\0\x02", "a Mach-O program or library"),
    (0, b"\xca\xfe\xba\xbe", "a Java class file"),
    (0, b"\0asm", "a WebAssembly module"),
    (1, b"\x0d\x0d\x0a", "compiled Python (.pyc)"),
    (1, b"\x0e\x0d\x0a", "compiled Python (.pyc)"),
    # Pickles: protocols 2 to 5, then 0.
    (0, b"\x80\x02", "a Python pickle"),
    (0, b"\x80\x03", "a Python pickle"),
    (0, b"\x80\x04\x95", "a Python pickle"),
    (0, b"\x80\x05\x95", "a Python pickle"),
    (0, b"(dp0\n", "a Python pickle"),
    (0, b"(lp0\n", "a Python pickle"),
    (0, b"ccopy_reg\n", "a Python pickle"),
    # Documents and media.
    (0, b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (0, b"\xff\xd8\xff", "a JPEG picture"),
    (0, b"GIF8", "a GIF picture"),
    (0, b"II*\0", "a TIFF picture"),
    (0, b"MM\0*", "a TIFF picture"),
    (8, b"WEBP", "a WebP picture"),
    (0, b"RIFF", "a RIFF file, such as a WAV recording"),
    (4, b"ftyp", "an MP4 file"),
    (0, b"OggS", "an Ogg file"),
    (0, b"ID3", "an MP3 recording"),
    (0, b"fLaC", "a FLAC recording"),
    (0, b"%PDF", "a PDF document"),
    (0, b"%!PS", "a PostScript document"),
    (0, b"{\\rtf", "an RTF document"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a Microsoft Office document"),
    (0, bytes(32), *_ZEROS),
)

# What the name of the first member says of a zip archive.
_ZIP_SIGNATURES = (
    ("data.pkl", "a PyTorch checkpoint (a zip archive)"),
    ("/version", "a PyTorch checkpoint (a zip archive)"),
    (".npy", "arrays saved by numpy (.npz)"),
    ("metadata.json", "a Keras model (a zip archive)"),
    ("[Content_Types].xml", "a Microsoft Office document"),
)
# The first operators of graphs that TensorFlow writes.
_OPERATORS = (
    *(b"Placeholder", b"Const", b"NoOp", b"VarHandleOp", b"VariableV2", b"Variable"),
    *(b"PartitionedCall", b"StatefulPartitionedCall"),
)
_START_SIZE = 4096


def file_kind(data: Any) -> FileKind | None:
    """Return the format of a file by its first bytes; None if they do not tell it.

    Text of an unknown format is a kind of its own.
    """
    start = bytes(data[:_START_SIZE])
    if start.startswith(b"PK\x03\x04"):
        return _zip_kind(start)
    for offset, mark, *kind in _SIGNATURES:
        if start[offset : offset + len(mark)] == mark:
            return _kind(*kind)
    if start and not any(start):
        return FileKind(*_ZEROS)
    return _protobuf_kind(start) or _text_kind(start)


def _kind(name: str, advice: str = "") -> FileKind:
    return FileKind(name, advice)


def _text_kind(start: bytes) -> FileKind | None:
    found = text_kind(start)
    return FileKind(*found, is_text=True) if found else None


def _zip_kind(start: bytes) -> FileKind:
    size = int.from_bytes(start[26:28], "little")
    member = start[30 : 30 + size].decode("utf-8", "replace")
    for ending, name in _ZIP_SIGNATURES:
        if member.endswith(ending):
            return FileKind(name)
    return FileKind(f"a zip archive, in which {member!r} comes first", _UNPACK)


def _protobuf_kind(start: bytes) -> FileKind | None:
    """Recognise messages of other frameworks, which decode as ONNX's in part."""
    try:
        tag, first, position = _field(start, 0)
        if tag == 0x0A:
            return _graph_kind(first, start[position:])
        tag, description, _ = _field(start, position)
        if tag != 0x12 or description[:1] not in (b"\x0a", b"\x12"):
            return None
        # A version, then a message; in an ONNX model, the name of a producer follows.
        _, inner, _ = _field(description, 0)
        is_feature = description[:1] == b"\x0a" == inner[:1]
    except (IndexError, Malformed):
        return None
    if is_feature:
        return FileKind("a Core ML model")
    return FileKind("a TensorFlow SavedModel")


def _graph_kind(first: bytes, rest: bytes) -> FileKind | None:
    """Recognise a graph by its first field, a name or a node."""
    if rest.startswith(b"\xa2\x06"):
        return FileKind("a Caffe model")
    # The number of the first block, and -1 for its parent.
    if first.startswith(b"\x08\x00\x10" + b"\xff" * 9):
        return FileKind("a PaddlePaddle model")
    _, _, position = _field(first, 0)
    _, operator, _ = _field(first, position)
    return FileKind("a TensorFlow GraphDef") if operator in _OPERATORS else None


def _field(data: bytes, position: int) -> tuple[int, bytes, int]:
    """Return a record's tag, its content, if it has a length, and its end."""
    tag, body = read_tag(data, position)
    if tag & 7 not in (0, 2):
        raise Malformed
    # The data is only the start of a file, in which a value may go on.
    start, stop, after = place_of_value(tag, data, body, sys.maxsize, 0)
    return tag, data[start:stop] if tag & 7 == 2 else b"", after
