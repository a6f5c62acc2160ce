"""How google's classes do what the jobs ask for, without the functions of `onnx` around them.

The files are read and written by hand, which is faster than `onnx.load` and `onnx.save`:
these look for external data in every tensor. With which core, the environment says.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx
from constructors import builder
from google.protobuf.internal import api_implementation
from onnx import numpy_helper

CORE = api_implementation.Type()
PRESENCE = "has_field"

build = builder(onnx, onnx.AttributeProto)
array = numpy_helper.to_array


def load(path: Path, message_type: str = "ModelProto") -> Any:
    """The file read and parsed."""
    with open(path, "rb") as file:
        return getattr(onnx, message_type).FromString(file.read())


def save(message: Any, path: Path) -> None:
    """The message encoded and written."""
    with open(path, "wb") as file:
        file.write(message.SerializeToString())


def encode(message: Any) -> Any:
    """The bytes of a message."""
    return message.SerializeToString()


def add_metadata(model: Any, key: str, value: str) -> None:
    """One more entry."""
    model.metadata_props.add(key=key, value=value)
