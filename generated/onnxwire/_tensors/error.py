# Copied by wiregen from templates/onnx/_tensors/error.py; do not edit.
"""The error of tensors and values: what is wrong and with which tensor in, a sentence out."""

from __future__ import annotations


class TensorError(ValueError):
    """A tensor or value that cannot be read or made: what it says of itself does not hold.

    `path` names it, outermost message first, as in `SequenceProto 's'.tensor_values[3]`.
    """

    def __init__(self, reason: str, path: str = "") -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.reason = reason
        self.path = path
