# Copied by wiregen from templates/onnx/_explorer/package_lens.py; do not edit.
"""Selects the lens of this package."""

from __future__ import annotations

from .lens import Lens
from .onnx_lens import OnnxLens


def package_lens() -> Lens:
    """The lens for the messages of ONNX."""
    return OnnxLens()
