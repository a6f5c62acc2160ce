"""How the code that betterproto2 makes of ONNX's schema does what the jobs ask for.

It does not tell a field of proto2 that is set to its default from one that is absent, and
drops both; the inputs have no such fields.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from betterproto2_code import PACKAGE
from constructors import builder

# Made in the folder of inputs, and so found by its name only.
classes = import_module(f"{PACKAGE}.onnx")

CORE = "python"
PRESENCE = "not_none"

build = builder(classes, classes.AttributeProtoAttributeType)
encode = bytes


def load(path: Path, message_type: str = "ModelProto") -> Any:
    """The file read and parsed."""
    return getattr(classes, message_type).parse(path.read_bytes())


def save(message: Any, path: Path) -> None:
    """The message encoded and written."""
    path.write_bytes(bytes(message))


def array(tensor: Any) -> Any:
    """The values of a tensor."""
    import numpy

    dtype = {1: numpy.float32, 7: numpy.int64}[tensor.data_type]
    if tensor.raw_data:
        return numpy.frombuffer(tensor.raw_data, dtype).reshape(tensor.dims)
    return numpy.array(tensor.float_data or tensor.int64_data, dtype)


def add_metadata(model: Any, key: str, value: str) -> None:
    """One more entry."""
    model.metadata_props.append(classes.StringStringEntryProto(key=key, value=value))


def canonical(data: bytes, message_type: str) -> bytes:
    """The same content in the order of google's encoder: fields come in the schema's order here."""
    import onnx

    return getattr(onnx, message_type).FromString(data).SerializeToString()
