"""Keeps newly decoded objects out of the garbage collector's young generation.

The collector searches young objects again and again: decoding a graph of 50,000 nodes takes
almost twice as long for it. So while many messages are made, all objects are moved to the oldest
generation now and then, and the collector finds none that are young.

Pausing the collector would be faster still, by a tenth. But its settings belong to all threads:
what another thread has set in the meantime cannot be told from what the pause has set. Moving
objects changes no setting, and there is nothing to undo after an exception or a fork.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from itertools import islice
from operator import call
from typing import Any, TypeVar

from .atomic import run_if

Made = TypeVar("Made")

# How many bytes are decoded, and how many messages are copied, before objects are moved: the
# collector runs whenever there are some 700 new ones.
AGED_BYTES = 2048
_AGED_ITEMS = 32

# Moving objects would also free frozen ones (see gc.freeze). CPython 3.12 keeps some hundred
# immortal objects among them; freezing affects all objects of a process, thousands at least.
_MOST_IMMORTAL = 1500
# Counting takes time, so once objects were frozen, none are moved any more.
_has_frozen = False


def age_objects(position: int = 0) -> int:
    """Move all objects to the oldest generation; return the position of the next time."""
    global _has_frozen
    if _has_frozen:
        return sys.maxsize
    _has_frozen = gc.get_freeze_count() > _MOST_IMMORTAL
    # Counted again in the same step: another thread may freeze objects at any time.
    are_few = map(_MOST_IMMORTAL.__ge__, map(call, (gc.get_freeze_count,)))
    run_if(are_few, map(call, (gc.freeze, gc.unfreeze)))
    return position + AGED_BYTES


def made_of_each(make: Callable[[Any], Made], items: Sequence[Any]) -> list[Made]:
    """Return what a function makes of each of some messages."""
    if len(items) < _AGED_ITEMS:
        return list(map(make, items))
    made: list[Made] = []
    remaining = map(make, items)
    while portion := list(islice(remaining, _AGED_ITEMS)):
        made += portion
        age_objects()
    return made
