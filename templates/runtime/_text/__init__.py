# pyright: reportPrivateUsage=false
"""Protobuf's text format, and safe text for terminals."""

from __future__ import annotations

from .._runtime.message import Message


def _to_text(message: Message) -> str:
    # Imported here: most programs print no message.
    from .printer import short_text

    return short_text(message)


Message._to_text = _to_text
