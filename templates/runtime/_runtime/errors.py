"""The errors of this package, with path and byte offset."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .message import Message


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


def unknown_field(message_class: type[Message], name: object) -> str:
    """The sentence for a name that is no field: it names the nearest that is one."""
    from difflib import get_close_matches

    names = [field.attribute for field in message_class.DESCRIPTOR.fields]
    nearest = get_close_matches(str(name), names, n=1)
    hint = f"; did you mean '{nearest[0]}'?" if nearest else ""
    return f"{message_class.__qualname__} has no field '{name}'{hint}"
