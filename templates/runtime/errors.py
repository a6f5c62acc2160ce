"""The errors of this package: what went wrong in, one sentence with path and offset out."""

from __future__ import annotations


class DecodeError(ValueError):
    """Bytes that are no message of the wanted type.

    `path` names the field that is damaged, outermost message first; `offset` is the byte,
    counted from the start of the data, where reading stopped; `source` is the file, if the
    bytes came from one.
    """

    def __init__(
        self, reason: str, path: str = "", offset: int | None = None, source: str = ""
    ) -> None:
        super().__init__(": ".join(part for part in (source, path, reason) if part))
        self.reason = reason
        self.path = path
        self.offset = offset
        self.source = source


class EncodeError(ValueError):
    """A message that cannot be written; `path` names the field that is at fault."""

    def __init__(self, reason: str, path: str = "") -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.reason = reason
        self.path = path


class Malformed(Exception):
    """Raised by decoders, which say only that something is wrong; diagnosis.py says what."""
