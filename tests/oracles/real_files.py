"""The models and tensors that the `onnx` package carries, each with the message type that fits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import onnx
from google.protobuf.message import DecodeError

from .message_types import BY_NAME, MessageType

FOLDER = Path(onnx.__file__).parent
# What a .pb file, the input or output of a model, can hold.
_VALUES = ("TensorProto", "SequenceProto", "OptionalProto")


@dataclass(frozen=True)
class RealFile:
    """A file with its content."""

    path: Path
    data: bytes
    message_type: MessageType

    def __str__(self) -> str:
        return self.path.relative_to(FOLDER).as_posix()


@cache
def real_files() -> tuple[RealFile, ...]:
    """All of them, in the order of their paths."""
    paths = sorted(path for path in FOLDER.rglob("*") if path.suffix in (".onnx", ".pb"))
    return tuple(_real_file(path) for path in paths)


def _real_file(path: Path) -> RealFile:
    data = path.read_bytes()
    names = ("ModelProto",) if path.suffix == ".onnx" else _VALUES
    # A name or two in common make a tensor an acceptable sequence, but not without unknown fields.
    fitting = [name for name in names if fits(BY_NAME[name].theirs, data)]
    if len(fitting) != 1:
        raise ValueError(f"{path}: fits {fitting or 'nothing'}, one message type was expected")
    return RealFile(path, data, BY_NAME[fitting[0]])


def fits(theirs: type[Any], data: bytes) -> bool:
    """True if bytes are a message in which no field is unknown, at any depth."""
    try:
        message = theirs.FromString(data)
    except DecodeError:
        return False
    size = message.ByteSize()
    message.DiscardUnknownFields()
    return bool(message.ByteSize() == size)
