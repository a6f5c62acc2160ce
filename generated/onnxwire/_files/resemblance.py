# Copied by wiregen from templates/onnx/_files/resemblance.py; do not edit.
"""Recognizes files that are not the expected message: another format or message type."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from .._recognition.file_kinds import FileKind, file_kind
from .._runtime.decoding import NESTING_LIMIT
from .._runtime.diagnosis import WIRE_TYPE_BY_TYPE
from .._runtime.errors import Malformed
from .._runtime.message import Message
from .._runtime.wire import scan
from ..messages.onnx import GraphProto, ModelProto, TensorProto
from ..messages.onnx_data import OptionalProto, SequenceProto
from ..messages.onnx_operators import OperatorSetProto

# What a whole file can hold, the most usual first.
ROOTS = (ModelProto, TensorProto, SequenceProto, OptionalProto, GraphProto, OperatorSetProto)

# Enough to tell a kind of file, and little even of a large one.
_MOST_RECORDS = 1000

_TORCH = "export the model with torch.onnx.export"
_TENSORFLOW = "convert it with tf2onnx"
_WEIGHTS = "it has no graph; convert the model that the weights belong to"
_ARRAYS = "onnxwire.from_numpy makes a tensor of an array"
_ADVICE_BY_KIND = {
    "a PyTorch checkpoint": _TORCH,
    "a PyTorch checkpoint (a zip archive)": _TORCH,
    "an ExecuTorch program (.pte)": _TORCH,
    "a TensorFlow SavedModel": _TENSORFLOW,
    "a TensorFlow GraphDef": _TENSORFLOW,
    "a TensorFlow Lite model": _TENSORFLOW,
    "a Keras model (a zip archive)": _TENSORFLOW,
    "an HDF5 file, such as a Keras model": _TENSORFLOW,
    "a PaddlePaddle model": "convert it with paddle2onnx",
    "an ONNX Runtime model (.ort)": "use the .onnx file that it was made from",
    "a safetensors file": _WEIGHTS,
    "a GGUF model": _WEIGHTS,
    "a GGML model": _WEIGHTS,
    "an MXNet parameter file": _WEIGHTS,
    "a numpy array (.npy)": _ARRAYS,
    "arrays saved by numpy (.npz)": _ARRAYS,
}
_FIRST_WORD = re.compile(r"(?:#.*\n|\s)*([a-z]\w*)\s*[:{<]")


def resemblance(data: Any, expected: type[Message], format: str = "protobuf") -> str:
    """Return what bytes are that are not the expected message; empty if they may be it."""
    kind = file_kind(data)
    if kind is not None and not kind.is_text:
        return _with_advice(kind)
    if kind is not None and format != "protobuf":
        return _text_resemblance(kind, data, format)
    fitting = [root for root in ROOTS if _may_hold(data, root)]
    if expected in fitting:
        is_binary = f"a binary {expected.__qualname__}; {_is_of('protobuf')}"
        return "" if format == "protobuf" else is_binary
    if kind is not None:
        return _text_resemblance(kind, data, format)
    return f"bytes that can be {' or '.join(map(with_article, fitting))}" if fitting else ""


def with_article(message_type: type[Message]) -> str:
    """Return the name of a message type as a sentence has it: `a ModelProto`."""
    name = message_type.__qualname__
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _text_resemblance(kind: FileKind, data: Any, format: str) -> str:
    """Return what a text is in which no message of a format was found."""
    # Text in UTF-8, of which nothing more is known.
    is_plain = kind.name.startswith("text:") and not kind.advice
    if is_plain and _is_text_format(data):
        return "" if format == "textproto" else f"protobuf's text format; {_is_of('textproto')}"
    if kind.name == "JSON text":
        return "" if format == "json" else f"JSON; if it is a message, {_is_of('json')}"
    # Of a text of its own format, the parser tells where it is wrong.
    return "" if is_plain and format != "protobuf" else _with_advice(kind)


def _is_of(format: str) -> str:
    return f"its format is {format!r}"


def _with_advice(kind: FileKind) -> str:
    advice = kind.advice or _ADVICE_BY_KIND.get(kind.name, "")
    return f"{kind.name}; {advice}" if advice else kind.name


def _is_text_format(data: Any) -> bool:
    """True if bytes start with the name of a field, as protobuf's text format does."""
    found = _FIRST_WORD.match(bytes(data[:_MOST_RECORDS]).decode("utf-8-sig", "replace"))
    return found is not None and any(found[1] in root.DESCRIPTOR.fields_by_name for root in ROOTS)


def _may_hold(data: Any, message_class: type[Message]) -> bool:
    """True if the first records are fields of a message, each with its wire type."""
    field_by_number = message_class.DESCRIPTOR.fields_by_number

    def is_known(tag: int) -> bool:
        field = field_by_number.get(tag >> 3)
        if field is None:
            return False
        return tag & 7 == WIRE_TYPE_BY_TYPE[field.type] or (field.is_repeated and tag & 7 == 2)

    try:
        records = scan(data, 0, len(data), NESTING_LIMIT)
        return all(is_known(tag) for tag, *_ in islice(records, _MOST_RECORDS))
    except (Malformed, IndexError):
        return False
