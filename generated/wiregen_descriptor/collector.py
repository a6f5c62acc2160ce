# Copied by wiregen from templates/runtime/collector.py; do not edit, run `wiregen generate`.
"""Fills a message from bytes, with Python's garbage collector paused if they are many."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .message import Message

# A smaller message has too few objects for the collector to run often.
_PAUSED_FROM = 1 << 16


def fill(message: Message, data: Any, start: int, end: int, depth: int) -> None:
    """Decode what stands from `start` to `end` into a message whose slots are not set.

    That makes many objects and no garbage: graphs of 50,000 nodes take a third of the time
    with the collector paused.
    """
    if end - start < _PAUSED_FROM or not gc.isenabled():
        message._decode(data, start, end, depth)
        return
    gc.disable()
    try:
        message._decode(data, start, end, depth)
        # What was made becomes old at once: found young, it would be looked through several
        # times more, which takes longer than to decode it. What is frozen must stay so.
        if not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
    finally:
        gc.enable()
