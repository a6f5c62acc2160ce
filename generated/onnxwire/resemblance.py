# Copied by wiregen from templates/onnx/resemblance.py; do not edit, run `wiregen generate`.
"""What a file looks like that does not hold what was wanted: its bytes in, half a sentence out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from .diagnosis import WIRE_TYPE_BY_TYPE
from .errors import Malformed
from .message import Message
from .messages.onnx import GraphProto, ModelProto, TensorProto
from .messages.onnx_data import OptionalProto, SequenceProto
from .messages.onnx_operators import OperatorSetProto
from .wire import read_tag, skip_field

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
# What a whole file can hold, the most usual first.
ROOTS = (ModelProto, TensorProto, SequenceProto, OptionalProto, GraphProto, OperatorSetProto)

# Enough to tell a kind of file, and little even of a large one.
_TEXT_SIZE = 400
_SHOWN = 40
_MOST_RECORDS = 1000


def resemblance(data: Any, wanted: type[Message]) -> str:
    """What some bytes could be that are not the wanted message; empty for those that could be it."""
    for start, mark, what in _MARKS:
        if data[start : start + len(mark)] == mark:
            return f"; the bytes look like {what}"
    text = _text(data[:_TEXT_SIZE])
    if text:
        shown = text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
        return f"; the bytes look like text: {shown!r}"
    fitting = [root for root in ROOTS if _may_hold(data, root)]
    if not fitting or wanted in fitting:
        return ""
    return f"; the bytes can be a {' or a '.join(root.__qualname__ for root in fitting)}"


def _text(data: bytes) -> str:
    """Some bytes as text, if they are nothing else; the last character may be cut."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if error.start < len(data) - 3:
            return ""
        text = data[: error.start].decode()
    return text.strip() if all(c.isprintable() or c in "\t\r\n" for c in text) else ""


def _may_hold(data: Any, message_class: type[Message]) -> bool:
    """Whether the first records are fields of a message, each with its wire type."""
    field_by_number = message_class.DESCRIPTOR.fields_by_number

    def is_known(tag: int) -> bool:
        field = field_by_number.get(tag >> 3)
        if field is None:
            return False
        return tag & 7 == WIRE_TYPE_BY_TYPE[field.type] or (field.is_repeated and tag & 7 == 2)

    try:
        return all(map(is_known, islice(_tags(data), _MOST_RECORDS)))
    except (Malformed, IndexError):
        return False


def _tags(data: Any) -> Iterator[int]:
    position, end = 0, len(data)
    while position < end:
        tag, body = read_tag(data, position)
        position = skip_field(tag, data, body, end, 100)
        yield tag
