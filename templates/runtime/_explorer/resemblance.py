"""Finds message types to which the fields of some bytes belong."""

from __future__ import annotations

from itertools import islice
from typing import Any

from .._rules.schema_index import messages_by_name, short_name
from .layout import layout_of
from .records import Frame
from .walk import Walk

_RECORDS = 50
_MOST_NAMES = 3


def better_fits(data: Any, frame: Frame) -> list[str]:
    """The messages that know all fields at the start of a frame, if they are few."""
    tags: set[int] = set()
    walk = Walk(data, frame.layout, frame.start, frame.end)
    for record in islice(walk, _RECORDS):
        if record.opened is not None:
            walk.skip()
        tags.add(record.tag)
    if len(tags) < 2:
        return []
    fitting = [
        short_name(descriptor)
        for descriptor in messages_by_name().values()
        if tags <= layout_of(descriptor).places.keys()
    ]
    return fitting if len(fitting) <= _MOST_NAMES else []
