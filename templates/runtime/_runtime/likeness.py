"""What a file is that holds no message: its first bytes in, words out."""

from __future__ import annotations

from typing import Any

# Where some bytes stand, and what file has them there.
_MARKS = (
    (0, b"version https://git-lfs", "a pointer of Git LFS, whose content was not fetched"),
    (0, b"PK\x03\x04", "a zip archive"),
    (0, b"PK\x05\x06", "an empty zip archive"),
    (0, b"\x1f\x8b", "gzip-compressed data"),
    (0, b"BZh", "bzip2-compressed data"),
    (0, b"\xfd7zXZ", "xz-compressed data"),
    (0, b"\x28\xb5\x2f\xfd", "zstd-compressed data"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (0, b"Rar!\x1a\x07", "a rar archive"),
    (257, b"ustar", "a tar archive"),
    (0, b"\x89PNG", "a PNG picture"),
    (0, b"\xff\xd8\xff", "a JPEG picture"),
    (0, b"GIF8", "a GIF picture"),
    (0, b"%PDF", "a PDF document"),
    (0, b"\x89HDF", "an HDF5 file"),
    (0, b"\x93NUMPY", "an array saved by numpy"),
    (0, b"\x80\x04\x95", "a Python pickle"),
    (0, b"GGUF", "a model in the GGUF format"),
    (4, b"TFL3", "a model of TensorFlow Lite"),
    (4, b"ORTM", "a model in the format of ONNX Runtime"),
    (8, b'{"', "a file of safetensors"),
    (0, bytes(32), "zeros, as in a file whose download did not begin"),
    (0, b"<!", "a page of HTML or XML"),
    (0, b"<?xml", "a page of HTML or XML"),
    (0, b"<html", "a page of HTML or XML"),
    (0, b"{", "JSON text"),
)
# Enough to tell text, and little even of a large file.
_TEXT_SIZE = 400
_SHOWN = 40


def likeness(data: Any) -> str:
    """What some bytes look like by how they start: `a zip archive`, or `text: 'it begins so'`."""
    for start, mark, what in _MARKS:
        if data[start : start + len(mark)] == mark:
            return what
    text = _text(data[:_TEXT_SIZE])
    if not text:
        return ""
    shown = text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
    return f"text: {shown!r}"


def _text(data: bytes) -> str:
    """Some bytes as text, if they are nothing else; the last character may be cut."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if error.start < len(data) - 3:
            return ""
        text = data[: error.start].decode()
    return text.strip() if all(c.isprintable() or c in "\t\r\n" for c in text) else ""
