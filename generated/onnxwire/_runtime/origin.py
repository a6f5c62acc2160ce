# Copied by wiregen from templates/runtime/_runtime/origin.py; do not edit.
"""The file that a message was loaded from."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from .mapped_file import Map

# What is said of the file that bytes are from, which know nothing of it themselves.
origin_of_bytes: ContextVar[Any] = ContextVar("origin_of_bytes", default=None)


def origin_of(data: Any) -> Any:
    """What is said of the file that some data is from; None if nothing is."""
    return data.origin if isinstance(data, Map) else origin_of_bytes.get()
