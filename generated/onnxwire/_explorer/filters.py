# Copied by wiregen from templates/runtime/_explorer/filters.py; do not edit.
"""Selects part of a message by path or offset."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Any, Literal

from .records import Record
from .walk import Walk

# Show the record, go through what is in it but show no more, or leave it out.
Choice = Literal["all", "none", "way"]

# Names of fields, each with a number in its list, -1 for all.
Steps = tuple[tuple[str, int], ...]

_STEP = re.compile(r"(?P<name>\w+|<\d+>)(?:\[(?P<nth>\d+)\])?")
_MOST_MATCHES = 1000


@dataclass(frozen=True)
class Filter:
    """Without steps and offsets, everything is shown.

    `steps` are names of fields with a number in the list, -1 for all; `offsets` are places
    in the bytes, in their order, of which the records are shown that hold them.
    """

    steps: Steps = ()
    offsets: tuple[int, ...] | None = None

    def choice(self, record: Record) -> Choice:
        """What to do with a record."""
        if self.offsets is not None and not self._holds_offset(record):
            return "none"
        depth = record.frame.depth
        if depth < len(self.steps) and not self._fits(record, depth):
            return "none"
        return "way" if depth < len(self.steps) or self.offsets is not None else "all"

    def require_match(self, walk: Walk) -> None:
        """Raise ValueError if no record of a walk is shown."""
        if not self.steps:
            # Each byte is in some record.
            return
        # How many of the steps lead somewhere, and how many elements there are of the next one.
        reached, found = 0, 0
        for record in walk:
            depth = record.frame.depth
            if self.choice(record) != "none":
                if depth == len(self.steps) - 1:
                    return
                if depth == reached:
                    reached, found = depth + 1, 0
                continue
            if depth == reached and record.name == self.steps[depth][0]:
                found = max(found, record.nth + 1, 1)
            if record.opened is not None:
                walk.skip()
        raise ValueError(self._fault(reached, found))

    def _fault(self, reached: int, found: int) -> str:
        path = path_of(self.steps)
        if self.offsets is not None:
            return f"nothing of {path} is at the offset, or holds what is looked for"
        parent = path_of(self.steps[:reached])
        name = self.steps[reached][0]
        if found:
            return f"no {path} in the file: {parent}{'.' if parent else ''}{name} has {found}"
        return f"no {path} in the file: {parent or 'the message'} has no {name}"

    def _fits(self, record: Record, depth: int) -> bool:
        name, nth = self.steps[depth]
        return bool(record.tag) and record.name == name and nth in (-1, record.nth)

    def _holds_offset(self, record: Record) -> bool:
        assert self.offsets is not None
        first = bisect_left(self.offsets, record.offset)
        stop = max(record.stop, record.offset + 1)
        return first < len(self.offsets) and self.offsets[first] < stop


def path_of(steps: Steps) -> str:
    """Return steps as a path such as `graph.node[3].attribute`."""
    return ".".join(name if nth < 0 else f"{name}[{nth}]" for name, nth in steps)


def steps_of(path: str) -> Steps:
    """The steps of a path such as `graph.node[3].attribute`; ValueError if it is none."""
    steps: list[tuple[str, int]] = []
    for text in path.split("."):
        found = _STEP.fullmatch(text)
        if found is None:
            raise ValueError(f"'{path}' is no path; one looks like graph.node[3].attribute")
        steps.append((found["name"], int(found["nth"]) if found["nth"] else -1))
    return tuple(steps)


def places_of(data: Any, wanted: bytes) -> tuple[int, ...]:
    """Where some bytes stand in others: the first thousand places."""
    found: list[int] = []
    position = data.find(wanted)
    while position >= 0 and len(found) < _MOST_MATCHES:
        found.append(position)
        position = data.find(wanted, position + 1)
    return tuple(found)
