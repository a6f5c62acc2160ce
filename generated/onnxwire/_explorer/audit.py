# Copied by wiregen from templates/runtime/_explorer/audit.py; do not edit.
"""Walks a whole message, accounts for every byte and collects notes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic
from typing import Any

from .._rules.facts import REMOVED
from .._rules.findings import Finding
from .layout import Kind, Layout
from .lens import Lens
from .notes import CUT, CUT_INSIDE, UNKNOWN_FIELD, Effect, Note
from .records import Frame, Record
from .resemblance import better_fits
from .walk import Walk

# Of one kind of finding, so many are told with their place; all are counted.
_MOST_OF_A_KIND = 100
# How many records are read before the clock is looked at.
_RECORDS_AT_ONCE = 1000


@dataclass
class Accounting:
    """What each byte is. The first five add up to the size of what was walked through.

    `payload`, `text` and `numbers` are parts of `value`: bytes and packed numbers, text, and
    single numbers. `unknown` are whole records of unknown fields.
    """

    tag: int = 0
    length: int = 0
    value: int = 0
    unknown: int = 0
    undecoded: int = 0
    payload: int = 0
    text: int = 0
    numbers: int = 0

    @property
    def total(self) -> int:
        """All bytes that were accounted for."""
        return self.tag + self.length + self.value + self.unknown + self.undecoded

    @property
    def known(self) -> int:
        """The bytes that the schema explains."""
        return self.tag + self.length + self.value


@dataclass
class Audit:
    """What a walk has found. `is_complete` unless a budget ended it before the last byte.

    `effect` is the weightiest effect of a note, `notes` the first of each weight with the
    records they are on.
    """

    accounting: Accounting = field(default_factory=Accounting)
    effect: Effect = Effect.NONE
    notes: dict[Effect, list[tuple[Record, Note]]] = field(
        default_factory=dict[Effect, list[tuple[Record, Note]]]
    )
    findings: list[Finding] = field(default_factory=list[Finding])
    counts: Counter[str] = field(default_factory=Counter[str])
    records: int = 0
    is_complete: bool = True
    # What there is of the value of a known field that the end of the file cuts, and records of
    # fields that are known to have been removed.
    cut: int = 0
    removed: int = 0
    # The records whose field is known, or known to have been removed.
    known_records: int = 0

    @property
    def explained(self) -> int:
        """The bytes that the schema explains, with what is known to have been removed from it.

        If only the end of the file is missing, the part of the last value counts as well.
        """
        is_cut_only = not self.counts.keys() - {CUT.code}
        return self.accounting.known + self.removed + (self.cut if is_cut_only else 0)

    @property
    def is_damaged(self) -> bool:
        """True if a parser refuses the bytes."""
        return self.effect is Effect.DAMAGE


def audit(
    data: Any,
    layout: Layout,
    lens: Lens,
    start: int = 0,
    end: int | None = None,
    *,
    most_records: int | None = None,
    seconds: float | None = None,
) -> Audit:
    """Walk through some bytes, or through as many records as a budget lets.

    With a budget of records, a message that does not fit gets no more than a tenth of it.
    """
    auditor = _Auditor(data, lens)
    records = iter(Walk(data, layout, start, end))
    deadline = None if seconds is None else monotonic() + seconds
    while True:
        some = list(islice(records, _RECORDS_AT_ONCE))
        auditor.take(some)
        is_late = deadline is not None and monotonic() > deadline
        is_enough = most_records is not None and auditor.has_enough(most_records)
        if len(some) < _RECORDS_AT_ONCE or is_late or is_enough:
            return auditor.audit(is_complete=next(records, None) is None)


class _Auditor:
    """Sums up the records of a walk."""

    def __init__(self, data: Any, lens: Lens) -> None:
        self.records = 0
        self._data = data
        # Of messages with unknown fields, the messages that have such fields.
        self._fits: dict[Frame, list[str]] = {}
        self._lens = lens
        self._made = Audit()
        self._value_by_kind = [0] * len(Kind)

    def has_enough(self, most_records: int) -> bool:
        """True if a budget is used up."""
        is_unfit = self._made.effect >= Effect.UNKNOWN
        return self.records >= (most_records // 10 if is_unfit else most_records)

    def take(self, records: list[Record]) -> None:
        """Take up some records."""
        self.records += len(records)
        values, tags, lengths, known = self._value_by_kind, 0, 0, len(records)
        for record in records:
            offset, tag_end, body, stop, _, place, _, _, opened, remarks = record
            if place is None or remarks:
                self._odd(record)
                if place is None or _is_cut(record):
                    known -= 1
                    continue
            tags += tag_end - offset
            lengths += body - tag_end
            if opened is None:
                values[place.kind] += stop - body
        self._made.accounting.tag += tags
        self._made.accounting.length += lengths
        self._made.known_records += known

    def audit(self, is_complete: bool) -> Audit:
        """What was found in all records taken up."""
        values, sums = self._value_by_kind, self._made.accounting
        sums.value = sum(values)
        sums.payload = values[Kind.BYTES] + values[Kind.PACKED]
        sums.text = values[Kind.TEXT]
        sums.numbers = values[Kind.VARINT] + values[Kind.FIXED32] + values[Kind.FIXED64]
        self._made.records, self._made.is_complete = self.records, is_complete
        return self._made

    def _odd(self, record: Record) -> None:
        """A record that is no plain one of a known field, or has notes."""
        sums = self._made.accounting
        size = record.stop - record.offset
        if record.tag == 0:
            sums.undecoded += size
        elif record.is_group_end:
            sums.tag += size
        elif _is_cut(record):
            sums.tag += record.tag_end - record.offset
            sums.length += record.body - record.tag_end
            if record.opened is None:
                sums.undecoded += record.stop - record.body
                self._made.cut += record.stop - record.body if record.place is not None else 0
        elif record.place is None:
            sums.unknown += size
            is_removed = (record.frame.layout.full_name, record.number) in REMOVED
            self._made.removed += size if is_removed else 0
            self._made.known_records += is_removed
        for note in record.notes:
            self._note(record, note)

    def _note(self, record: Record, note: Note) -> None:
        made, kind = self._made, note.kind
        made.effect = max(made.effect, kind.effect)
        of_effect = made.notes.setdefault(kind.effect, [])
        if len(of_effect) < _MOST_OF_A_KIND:
            of_effect.append((record, note))
        if kind is CUT_INSIDE:
            return
        made.counts[kind.code] += 1
        if made.counts[kind.code] <= _MOST_OF_A_KIND:
            made.findings.append(
                Finding(
                    *(kind.level, kind.code, "", record.offset, record.path),
                    *(self._sentence(record, note), ""),
                )
            )

    def _sentence(self, record: Record, note: Note) -> str:
        if note.kind is not UNKNOWN_FIELD:
            return note.sentence
        hint = self._lens.number_hint(record.frame.layout, record.number)
        if record.frame not in self._fits:
            self._fits[record.frame] = better_fits(self._data, record.frame)
        fits = self._fits[record.frame]
        looks = f"; the message looks like {' or '.join(fits)}" if fits else ""
        return f"{note.sentence}{hint}{looks}"


def _is_cut(record: Record) -> bool:
    """True if the file ends in a record."""
    return any(note.kind is CUT or note.kind is CUT_INSIDE for note in record.notes)
