"""Sets of numbers, kept as ranges: a range of half a thousand million costs what one number does."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from wiregen.schema import ir


class Interval(NamedTuple):
    """Numbers from first to last, both included."""

    first: int
    last: int

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


class NumberSet:
    """A set of integers, as the fewest intervals, in order."""

    def __init__(self, intervals: Iterable[tuple[int, int]] = ()) -> None:
        self.intervals = tuple(_joined(intervals))

    @classmethod
    def of_ranges(cls, ranges: Iterable[ir.NumberRange]) -> NumberSet:
        """The numbers of ranges of a schema."""
        return cls((found.first, found.last) for found in ranges)

    @classmethod
    def of_numbers(cls, numbers: Iterable[int]) -> NumberSet:
        """Some single numbers."""
        return cls((number, number) for number in numbers)

    def __or__(self, other: NumberSet) -> NumberSet:
        return NumberSet((*self.intervals, *other.intervals))

    def __sub__(self, other: NumberSet) -> NumberSet:
        left: list[tuple[int, int]] = []
        start = 0
        for first, last in self.intervals:
            while start < len(other.intervals) and other.intervals[start].last < first:
                start += 1
            for taken in islice(other.intervals, start, None):
                if taken.first > last:
                    break
                left.append((first, taken.first - 1))
                first = taken.last + 1
            left.append((first, last))
        return NumberSet((first, last) for first, last in left if first <= last)

    def __le__(self, other: NumberSet) -> bool:
        return not self - other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NumberSet) and self.intervals == other.intervals

    def __hash__(self) -> int:
        return hash(self.intervals)

    def __bool__(self) -> bool:
        return bool(self.intervals)

    def __str__(self) -> str:
        return ", ".join(map(str, self.intervals))


def _joined(intervals: Iterable[tuple[int, int]]) -> Iterable[Interval]:
    """Intervals in order, those that overlap or touch each other as one."""
    joined: list[Interval] = []
    for first, last in sorted(intervals):
        if joined and first <= joined[-1].last + 1:
            before = joined.pop()
            joined.append(Interval(before.first, max(before.last, last)))
        else:
            joined.append(Interval(first, last))
    return joined
