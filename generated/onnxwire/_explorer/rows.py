# Copied by wiregen from templates/runtime/_explorer/rows.py; do not edit.
"""Rows of a report, with long runs folded.

A row says where a record stands and what it holds. Only messages that are shown are walked
through: what is folded costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .._text.terminal import size_text
from .filters import Filter
from .interpretations import Interpretation, interpretations
from .layout import Kind, Place
from .lens import Lens
from .notes import CUT, CUT_INSIDE, UNKNOWN_FIELD, Effect, Note
from .records import Record
from .value_notes import WIRE_WORDS
from .values import SHOWN, bytes_text, list_text
from .walk import Walk

# How many elements of one list are shown before the rest is folded.
SHOWN_OF_A_RUN = 20
# How many folded runs are shown when there are rows enough.
_LAST_RUNS = 30

RowKind = Literal["record", "group", "more", "could-be", "undecoded", "end"]


@dataclass(frozen=True)
class Row:
    """One line of a report. Places are a start and a size; what a row has not is empty or None."""

    kind: RowKind
    depth: int
    offset: int
    tag: tuple[int, int] | None
    length: tuple[int, int] | None
    value: tuple[int, int] | None
    path: str
    number: int | None
    name: str
    wire: str
    type: str
    text: str
    marks: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class RowSettings:
    """Which rows are wanted: how many, how deep, of which part of the message."""

    most: int | None = 200
    deepest: int | None = None
    # Count what no ordinary number is in large data.
    counts_numbers: bool = False
    filter: Filter = field(default_factory=Filter)


class Rows:
    """The rows of some bytes that are read as one message."""

    def __init__(
        self,
        data: Any,
        walk: Walk,
        lens: Lens,
        settings: RowSettings,
        marks_by_offset: Mapping[int, str] | None = None,
    ) -> None:
        self._data = data
        self._walk = walk
        self._lens = lens
        self._settings = settings
        # What is known beforehand about records at some offsets.
        self._marks = marks_by_offset or {}
        self._count = 0
        self._runs = 0

    def __iter__(self) -> Iterator[Row]:
        """The rows in the order of the bytes."""
        records = _Records(self._walk)
        while records.record is not None:
            if self._is_full and self._runs == _LAST_RUNS:
                last = records.record
                yield _more(last, self._walk.root.end, last.path, "and all behind it")
                return
            for row in self._next(records):
                self._count += 1
                yield row

    @property
    def _is_full(self) -> bool:
        return self._settings.most is not None and self._count >= self._settings.most

    def _next(self, records: _Records) -> Iterator[Row]:
        record = records.record
        assert record is not None
        wanted = self._settings.filter.choice(record)
        if wanted == "none":
            records.next(skip=True)
            return
        is_opened = record.opened is not None and not self._is_too_deep(record)
        if self._is_full or (record.nth >= SHOWN_OF_A_RUN and wanted == "all"):
            self._runs += self._is_full
            yield self._folded(records)
            return
        if record.place is not None and record.place.is_repeated and record.place.kind in _SCALARS:
            yield from self._scalars(records)
            return
        yield self._row(record)
        if record.place is None and record.tag and not record.is_group_end:
            yield from self._could_be(record)
        records.next(skip=not is_opened)

    def _is_too_deep(self, record: Record) -> bool:
        deepest = self._settings.deepest
        return deepest is not None and record.frame.depth >= deepest

    def _folded(self, records: _Records) -> Row:
        """One row for a record and those of the same field behind it; or for this one alone."""
        first = records.record
        assert first is not None
        last = first
        if first.opened is None and first.nth < 0:
            records.next(skip=True)
            return self._row(first)
        count = 0
        while True:
            last, count = records.record or last, count + 1
            records.next(skip=True)
            following = records.record
            if (
                following is None
                or following.place is not first.place
                or following.frame is not first.frame
                or first.nth < 0
            ):
                break
        stop = following.offset if following is not None else max(last.stop, self._walk.root.end)
        name = last.path.rpartition(".")[2]
        return _more(first, stop, first.path, f"… {name}" if count > 1 else "")

    def _scalars(self, records: _Records) -> Iterator[Row]:
        """A row for each value of a list, under one for all if there are several."""
        first = records.record
        assert first is not None and first.place is not None
        run: list[Record] = []
        count, last = 0, first
        while records.record is not None and records.record.place is first.place:
            last = records.record
            run += [last] if count < SHOWN_OF_A_RUN else []
            count += 1
            records.next()
        if count == 1:
            yield self._row(first)
            return
        texts = [self._lens.value_text(record, self._data) for record in run[:SHOWN]]
        path = first.path.rpartition("[")[0]
        name, number = first.place.field.name, first.number
        place = (first.offset, last.stop - first.offset)
        wire = f"{count} × {WIRE_WORDS[first.tag & 7]}"
        depth, word, text = first.frame.depth, first.place.type_word, list_text(texts, count)
        yield Row("group", depth, place[0], None, None, place, path, number, name, wire, word, text)
        for record in run:
            yield self._row(record, deeper=1)
        if count > len(run):
            size = size_text(last.stop - run[-1].stop)
            text = f"{count - len(run):,} more, {size}"
            rest = (run[-1].stop, last.stop - run[-1].stop)
            depth = first.frame.depth + 1
            yield Row(
                "more", depth, rest[0], None, None, rest, path, number, name, "", "", text, "…"
            )

    def _row(self, record: Record, deeper: int = 0) -> Row:
        kind: RowKind = "record"
        if record.tag == 0:
            kind = "undecoded"
        elif record.is_group_end:
            kind = "end"
        tag_size, length = record.tag_end - record.offset, None
        if record.body > record.tag_end:
            length = (record.tag_end, record.body - record.tag_end)
        return Row(
            kind=kind,
            depth=record.frame.depth + deeper,
            offset=record.offset,
            tag=(record.offset, tag_size) if tag_size else None,
            length=length,
            value=(record.body, record.stop - record.body),
            path=record.path,
            number=record.number if record.tag else None,
            name=_name(record),
            wire=WIRE_WORDS[record.tag & 7] if record.tag else "",
            type=_type(record),
            text=self._text(record),
            marks=max(
                marks_of(record.notes), self._marks.get(record.offset, ""), key=_WEIGHT.index
            ),
            notes=tuple(self.note_text(record, note) for note in record.notes if _is_extra(note)),
        )

    def note_text(self, record: Record, note: Note) -> str:
        """A note in a few words, with what is known of an unknown number."""
        if note.kind is UNKNOWN_FIELD:
            hint = self._lens.number_hint(record.frame.layout, record.number)
            return f"unknown to {record.frame.layout.name}{hint}"
        return note.short

    def _text(self, record: Record) -> str:
        for note in record.notes:
            if note.kind in (CUT, CUT_INSIDE):
                return note.short
        if record.tag == 0:
            return size_text(record.stop - record.body)
        if record.is_group_end:
            return ""
        if record.place is None:
            return bytes_text(self._data, record.body, record.stop)
        text = self._lens.value_text(record, self._data)
        if self._settings.counts_numbers:
            counts = self._lens.numbers_text(record, self._data)
            text = f"{text}; {counts}" if counts else text
        return text

    def _readings(self, record: Record) -> Iterator[Interpretation]:
        return interpretations(record.tag & 7, self._data, record.body, record.stop)

    def _could_be(self, record: Record) -> Iterator[Row]:
        if any(note.kind.effect is Effect.DAMAGE for note in record.notes):
            return
        for found in self._readings(record):
            yield _reading_row(found, record, 1)
            for number, inner in found.inner:
                yield _reading_row(inner, record, 2, f"field {number}")


class _Records:
    """The records of a walk with the next one in sight."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._iterator = iter(walk)
        self.record: Record | None = next(self._iterator, None)

    def next(self, skip: bool = False) -> None:
        """Go on to the next record, which is none of the message that this one opens if `skip`."""
        if skip and self.record is not None and self.record.opened is not None:
            self._walk.skip()
        self.record = next(self._iterator, None)


_WEIGHT = ("", "~", "?", "!")
_SCALARS = (Kind.VARINT, Kind.FIXED32, Kind.FIXED64)


def marks_of(remarks: tuple[Note, ...]) -> str:
    """The mark of the weightiest note."""
    return max((note.kind.mark for note in remarks), key=_WEIGHT.index, default="")


def _is_extra(note: Note) -> bool:
    return note.kind not in (CUT, CUT_INSIDE)


def _name(record: Record) -> str:
    if record.tag == 0:
        return "undecoded"
    if record.is_group_end:
        return "end of group"
    if record.place is not None:
        return record.path.rpartition(".")[2]
    known = record.frame.layout.fields.get(record.number)
    return f"field {record.number}" if known is None else known.name


def _type(record: Record) -> str:
    place: Place | None = record.place
    if place is None:
        return ""
    return f"{place.type_word} packed" if place.kind is Kind.PACKED else place.type_word


def _more(first: Record, stop: int, path: str, rest: str) -> Row:
    name = path.rpartition(".")[2]
    size = size_text(stop - first.offset)
    text = f"{size}  --path {path}" if first.tag else size
    return Row(
        *("more", first.frame.depth, first.offset, None, None),
        *((first.offset, stop - first.offset), path, first.number or None),
        *(f"{name} {rest}".strip(), "", _type(first), text, "…"),
    )


def _reading_row(found: Interpretation, record: Record, deeper: int, what: str = "could be") -> Row:
    return Row(
        *("could-be", record.frame.depth + deeper, record.body, None, None, None, record.path),
        *(None, what, "", found.type, found.value),
    )
