"""How onnxwire does what the jobs ask for: its own functions and constructors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from constructors import builder

import onnxwire

CORE = "python"
PRESENCE = "has_field"

build = builder(onnxwire, onnxwire.AttributeProto)
save = onnxwire.save


def load(path: Path, message_type: str = "ModelProto") -> Any:
    """Opened as `load` does by default: mapped, decoded where it is touched."""
    return onnxwire.load(path, getattr(onnxwire, message_type))


def encode(message: Any) -> Any:
    """The bytes of a message."""
    return message.SerializeToString()


def array(tensor: Any) -> Any:
    """The values of a tensor; bytes are looked at where they are."""
    return onnxwire.to_numpy(tensor)


def add_metadata(model: Any, key: str, value: str) -> None:
    """One more entry."""
    model.metadata_props.add(key=key, value=value)
