"""Explores a file: possible types, rows and findings.

Each part is made when it is asked for, so that what is quick is seen first.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from .._rules.checking import broken_rules
from .._rules.findings import Finding
from .._rules.schema_index import message_named
from .._runtime.decoding import NESTING_LIMIT, decode_into
from .._runtime.descriptor import Descriptor
from .._runtime.errors import DecodeError
from .._runtime.mapped_file import Map
from .._runtime.message import Message
from .audit import Accounting, Audit
from .containers import prefix_size, remarks
from .filters import Steps, steps_of
from .layout import layout_of
from .lens import Lens
from .reading import Reading, reading_of, readings, root_names
from .rows import Row, Rows, RowSettings
from .walk import Walk

_MOST_PLACED = 200


@dataclass(frozen=True)
class Wishes:
    """What somebody wants to see: as which message, by which model, which rows, what checked."""

    message: str = ""
    model: str = ""
    rows: RowSettings = field(default_factory=RowSettings)
    is_checked: bool = False
    has_external: bool = False
    seconds: float | None = None


@dataclass(frozen=True)
class Choice:
    """The reading that is shown, None if the bytes are no message, and the reason in words."""

    reading: Reading | None
    reason: str


class Exploration:
    """One file, looked at."""

    def __init__(self, data: Any, name: str, lens: Lens, wishes: Wishes | None = None) -> None:
        self.data = data
        self.name = name
        self.lens = lens
        self.wishes = wishes or Wishes()
        self.remarks = remarks(data)
        self.start = 0

    @cached_property
    def readings(self) -> list[Reading]:
        """All readings, the best first."""
        found = readings(self.data, self.lens)
        prefix = prefix_size(self.data)
        if prefix and not any(reading.verdict.is_clean for reading in found):
            self.start = prefix
            found = readings(self.data, self.lens, start=prefix)
        return found

    @cached_property
    def choice(self) -> Choice:
        """Which reading is shown."""
        found = self.readings
        if self.wishes.message:
            name = message_named(self.wishes.message).full_name
            known = next((item for item in found if item.descriptor.full_name == name), None)
            asked = known or reading_of(self.data, name, self.lens, self.start, len(self.data))
            return Choice(asked, "as asked")
        return _choice(found, *self.lens.declared_message(self.name, self.wishes.model))

    @property
    def reading(self) -> Reading | None:
        """The reading that is shown."""
        return self.choice.reading

    @cached_property
    def summary(self) -> list[tuple[str, str]]:
        """What is in the message, as labels and texts."""
        if self.reading is None:
            return []
        return self.lens.summary(self.reading.descriptor, self.data, self.start, len(self.data))

    def rows(self) -> Iterator[Row]:
        """The rows that are wanted."""
        if self.reading is None:
            return iter(())
        known = self.reading.findings if not self.wishes.is_checked else self.rule_findings
        marks = {
            finding.offset: "!"
            for finding in self._placed(list(known))
            if finding.offset is not None and finding.path and finding.level == "error"
        }
        return iter(Rows(self.data, self._walk(), self.lens, self.wishes.rows, marks))

    def require_selection(self) -> None:
        """Raise ValueError if what is to be shown is not in the message."""
        if self.reading is not None:
            self.wishes.rows.filter.require_match(self._walk())

    def _walk(self) -> Walk:
        assert self.reading is not None
        return Walk(self.data, layout_of(self.reading.descriptor), self.start)

    @cached_property
    def audit(self) -> Audit:
        """What the whole walk finds."""
        reading = self.reading
        if reading is None:
            return Audit()
        if reading.audit.is_complete:
            return reading.audit
        whole = reading_of(
            *(self.data, reading.descriptor.full_name, self.lens, self.start, len(self.data)),
            most_records=None,
            seconds=self.wishes.seconds,
        )
        return whole.audit

    @cached_property
    def accounting(self) -> Accounting:
        """What each byte of the file is."""
        if self.reading is None:
            return Accounting(undecoded=len(self.data))
        walked = self.audit.accounting
        return replace(walked, undecoded=walked.undecoded + self.start)

    @cached_property
    def rule_findings(self) -> tuple[Finding, ...]:
        """The rules that the message breaks, in files of any size."""
        reading = self.reading
        if reading is None or self.audit.is_damaged:
            return ()
        folder = os.path.dirname(os.path.abspath(self.name))
        try:
            message = self._message(reading.descriptor)
            return tuple(broken_rules(message, folder=folder))
        except DecodeError:
            return ()

    def _message(self, descriptor: Descriptor) -> Message:
        """The message that is shown; of a mapped file, only what is asked for is decoded."""
        message_class = descriptor.message_class
        if self.start or not isinstance(self.data, Map):
            return message_class.FromString(bytes(self.data[self.start :]))
        self.data.root, self.data.file_name = message_class, self.name
        message = message_class.__new__(message_class)
        decode_into(message, self.data, NESTING_LIMIT)  # type: ignore[arg-type]
        return message

    @cached_property
    def findings(self) -> list[Finding]:
        """All that is wrong or odd, in the order of the bytes as far as these are known."""
        reading = self.reading
        if reading is None:
            return []
        rules = self.rule_findings if self.wishes.is_checked else reading.findings
        if self.wishes.has_external:
            # Told below, of the files as well.
            rules = tuple(f for f in rules if not f.rule.startswith(self.lens.external_rules))
        found = [*self.audit.findings, *self._placed(list(rules))]
        if self.wishes.has_external:
            found += self.lens.findings(
                *(reading.descriptor, self.data, self.start, len(self.data), self.name)
            )
        return sorted(found, key=lambda item: (item.offset is None, item.offset or 0))

    @cached_property
    def tables(self) -> list[tuple[str, list[tuple[str, ...]]]]:
        """Tables of what the message refers to, if they were asked for."""
        if self.reading is None or not self.wishes.has_external:
            return []
        return self.lens.tables(
            *(self.reading.descriptor, self.data, self.start, len(self.data), self.name)
        )

    @property
    def exit_code(self) -> int:
        """0, 1 for errors if they were asked for, 3 for damage, 4 for no message at all."""
        if self.reading is None:
            return 4
        if self.audit.is_damaged:
            return 3
        is_wrong = any(finding.level == "error" for finding in self.findings)
        return int(self.wishes.is_checked and is_wrong)

    def _placed(self, found: list[Finding]) -> list[Finding]:
        """Findings with the offsets of the records that their paths lead to."""
        paths = [finding.path for finding in found[:_MOST_PLACED] if finding.offset is None]
        placed = {**self._offsets_of(paths), "": self.start}
        return [
            item if item.offset is not None else replace(item, offset=placed.get(item.path))
            for item in found
        ]

    def _offsets_of(self, paths: list[str]) -> dict[str, int]:
        """Return the offsets of the records that paths lead to, all found in one walk."""
        path_by_steps: dict[Steps, str] = {}
        for path in paths:
            with suppress(ValueError):
                path_by_steps[steps_of(path)] = path
        ways = {steps[:count] for steps in path_by_steps for count in range(1, len(steps))}
        found: dict[str, int] = {}
        # The steps to each of the open messages, outermost first.
        opened: list[Steps] = [()]
        walk = self._walk()
        for record in walk if path_by_steps else ():
            depth = record.frame.depth
            name, nth = (record.name, record.nth) if record.tag else ("", -1)
            steps = (*opened[depth], (name, nth))
            for reached in (steps, (*steps[:-1], (name, -1))):
                if reached in path_by_steps:
                    found.setdefault(path_by_steps[reached], record.offset)
            if record.opened is None:
                continue
            if steps in ways:
                opened[depth + 1 :] = [steps]
            else:
                walk.skip()
        return found


def _choice(found: list[Reading], declared: str, by: str) -> Choice:
    """The reading to show: the best, if several are as good the declared one, or the first."""
    clean = [reading for reading in found if reading.verdict.is_clean]
    if not clean:
        return _choice_of_damaged(found)
    best = [reading for reading in clean if reading.verdict == clean[0].verdict]
    said = next((item for item in best if item.descriptor.full_name == declared), None)
    if not best[0].audit.records:
        first = min(found, key=lambda item: root_names().index(item.descriptor.full_name))
        return Choice(said or first, "no bytes are any message")
    if len(best) == 1:
        return Choice(best[0], "")
    if said is not None:
        return Choice(said, f"the bytes do not tell; {by} declares it")
    return Choice(best[0], "the bytes do not tell which")


def _choice_of_damaged(found: list[Reading]) -> Choice:
    """The reading that knows most of the records, if it explains more than half of the bytes."""
    likely = [item for item in found if 2 * item.audit.explained > item.audit.accounting.total]
    if not likely:
        return Choice(None, "no message explains as much as half of the bytes")
    best = max(likely, key=lambda item: (item.audit.known_records, item.audit.explained))
    explained, total = best.audit.explained, best.audit.accounting.total
    return Choice(best, f"it explains {explained:,} of {total:,} bytes")
