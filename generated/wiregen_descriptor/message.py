# Copied by wiregen from templates/runtime/message.py; do not edit.
"""The base class of all messages, and the errors of decoding and encoding."""

from __future__ import annotations

from ._runtime.errors import DecodeError, EncodeError
from ._runtime.message import Message

__all__ = ["DecodeError", "EncodeError", "Message"]
