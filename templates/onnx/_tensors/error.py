"""The error for tensors and values, which names the tensor."""

from __future__ import annotations


class TensorError(ValueError):
    """A tensor or value that cannot be read or made: what it says of itself does not hold.

    `path` names it, outermost message first, as in `SequenceProto 's'.tensor_values[3]`.
    """

    def __init__(self, reason: str, path: str = "") -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.reason = reason
        self.path = path
