# Copied by wiregen from templates/onnx/small_floats.py; do not edit.
"""Conversion between float32 and the floating-point types of 4 to 16 bits that numpy lacks."""

from __future__ import annotations

from ._tensors.small_floats import as_float32, is_small_float, rounded

__all__ = ["as_float32", "is_small_float", "rounded"]
