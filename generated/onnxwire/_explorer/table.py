# Copied by wiregen from templates/runtime/_explorer/table.py; do not edit.
"""The report as a table for terminals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .._rules.findings import Finding
from .._text.terminal import in_hex, printable, quoted, size_text, width_of, wrapped
from .exploration import Exploration
from .reading import Reading, Verdict
from .row_lines import RowLines
from .styles import Style, Styles

_FIRST_BYTES = 16
_LONGEST_NAME = 60
_MARKS = {"error": "!", "warning": "~", "note": " "}
_MOST_FINDINGS = 40


@dataclass(frozen=True)
class TableSettings:
    """How the table is printed: its width, in colours or not, offsets in hexadecimal or not."""

    width: int = 80
    has_colours: bool = False
    is_decimal: bool = False
    value_bytes: int = 64


class Table:
    """The lines of one report."""

    def __init__(self, exploration: Exploration, settings: TableSettings) -> None:
        self._seen = exploration
        self._settings = settings
        self._styles = Styles(settings.has_colours)

    def __iter__(self) -> Iterator[str]:
        """All lines, part by part."""
        yield from self._file()
        yield from self._readings()
        yield from self._summary()
        yield from self._rows()
        for title, lines in self._seen.tables:
            yield from self._table(title, lines)
        yield from self._findings()
        yield from self._accounting()

    def _file(self) -> Iterator[str]:
        data, size = self._seen.data, len(self._seen.data)
        name = quoted(self._seen.name, _LONGEST_NAME)[1:-1]
        yield self._styles.bold(f"{name}  {size:,} bytes ({size:#x})")
        start = in_hex(bytes(data[:_FIRST_BYTES])) + (" …" if size > _FIRST_BYTES else "")
        if size:
            yield f"  first bytes  {start}"
        for remark in self._seen.remarks:
            yield from self._wrapped("  ", remark)
        yield f"  schema       {self._seen.lens.newest}"
        yield ""

    def _readings(self) -> Iterator[str]:
        found = self._seen.readings
        clean = [item for item in found if item.verdict.is_clean]
        size = len(self._seen.data) - self._seen.start
        count = f"{len(clean)} of {len(found)} parse without unknown fields"
        if not size:
            yield self._styles.bold("readings of no bytes: any message, with no field set")
        else:
            plural = "this byte" if size == 1 else f"these {size:,} bytes"
            heading = f"readings of {plural} ({count})"
            yield from self._wrapped("", heading, self._styles.bold)
        width = max((len(item.name) for item in found), default=0) + 2
        for item in clean:
            yield from self._reading(item, width)
        for verdict in (Verdict.FORCED, Verdict.NO):
            yield from self._others(verdict, [item for item in found if item.verdict is verdict])
        yield from self._choice(clean)
        yield ""

    def _reading(self, item: Reading, width: int) -> Iterator[str]:
        start = f"  {item.verdict.words:<14} {item.name:<{width}}"
        reasons = "; ".join(item.reasons)
        words = reasons or item.description
        if item.verdict is Verdict.LOSSY and item.description:
            words = f"{reasons}. Read so: {item.description}"
        if not item.audit.is_complete:
            words = f"{words}; " if words else ""
            words += f"as far as the first {item.audit.records:,} records tell"
        yield from self._wrapped(start, words, self._styles.of_verdict(item.verdict.words))

    def _others(self, verdict: Verdict, found: list[Reading]) -> Iterator[str]:
        """The messages that do not fit, with the first reason."""
        if not found:
            return
        names = ", ".join(item.name for item in found)
        reason = f"; {found[0].name}: {found[0].reasons[0]}" if found[0].reasons else ""
        yield from self._wrapped(f"  {verdict.words:<14} ", f"{names}{reason}", self._styles.dim)

    def _choice(self, clean: list[Reading]) -> Iterator[str]:
        choice = self._seen.choice
        if choice.reading is None:
            reason = f"none, since {choice.reason}. To see one all the same: --as TYPE"
            yield from self._wrapped("shown: ", reason)
            return
        others = [item.name for item in clean if item is not choice.reading]
        others = others or [item.name for item in self._seen.readings if item is not choice.reading]
        reason = f" ({choice.reason})" if choice.reason else ""
        another = f" Another: --as {others[0]}" if others else ""
        yield from self._wrapped("shown: ", f"{choice.reading.name}{reason}.{another}")

    def _summary(self) -> Iterator[str]:
        lines = self._seen.summary
        if not lines or self._seen.reading is None:
            return
        yield self._styles.bold(self._seen.reading.name)
        width = max(len(label) for label, _ in lines)
        for label, text in lines:
            yield from self._wrapped(f"  {label:<{width}}  ", printable(text))
        yield ""

    def _rows(self) -> Iterator[str]:
        settings = self._settings
        lines = RowLines(
            *(self._seen.data, settings.width, settings.is_decimal, settings.value_bytes),
            self._styles,
        )
        is_first = True
        for row in self._seen.rows():
            if is_first:
                yield self._styles.bold(lines.head)
                is_first = False
            yield from lines.of(row)
        if not is_first:
            yield ""

    def _table(self, title: str, lines: list[tuple[str, ...]]) -> Iterator[str]:
        yield self._styles.bold(title)
        *columns, _ = zip(*lines, strict=True)
        widths = [max(map(width_of, column)) for column in columns]
        for line in lines:
            start = "".join(
                f"  {cell}{' ' * (width - width_of(cell))}"
                for cell, width in zip(line, widths, strict=False)
            )
            yield from self._wrapped(f"{start}  ", line[-1])
        yield ""

    def _findings(self) -> Iterator[str]:
        found = self._seen.findings
        if not found:
            return
        yield self._styles.bold(f"findings ({len(found):,})")
        for finding in found[:_MOST_FINDINGS]:
            yield from self._finding(finding)
        if len(found) > _MOST_FINDINGS:
            yield f"  … {len(found) - _MOST_FINDINGS:,} more; --format json has them"
        yield ""

    def _finding(self, item: Finding) -> Iterator[str]:
        offset = "-" if item.offset is None else self._offset(item.offset)
        rule = f"  {item.rule}" if item.rule else ""
        path = printable(item.path) or "(file)"
        style = self._styles.of_mark(_MARKS[item.level].strip())
        start = f"{_MARKS[item.level]} {item.level:<8} {offset}  "
        yield from self._wrapped(start, f"{path}  [{item.code}]{rule}", style)
        yield from self._wrapped("    ", printable(item.sentence))
        if item.link:
            yield self._styles.dim(f"    {item.link}")

    def _offset(self, offset: int) -> str:
        return str(offset) if self._settings.is_decimal else f"{offset:#x}"

    def _accounting(self) -> Iterator[str]:
        sums, size = self._seen.accounting, len(self._seen.data)
        parts = ("tag", "length", "value", "unknown", "undecoded")
        shown = " + ".join(f"{name} {getattr(sums, name):,}" for name in parts)
        yield self._styles.bold("accounting")
        if not self._seen.audit.is_complete:
            yield f"  stopped after {self._seen.audit.records:,} records: time is up"
            return
        yield from self._wrapped("  ", f"{shown} = {size:,} bytes")
        inside = [("bytes and packed numbers", sums.payload), ("text", sums.text)]
        inside.append(("single numbers", sums.numbers))
        words = ", ".join(f"{name} {size_text(count)}" for name, count in inside if count)
        if words:
            yield from self._wrapped("  ", f"of the values: {words}")
        reading = self._seen.reading
        if reading is not None and not reading.audit.is_complete:
            noted = sum(self._seen.audit.counts.values())
            yield f"  all {self._seen.audit.records:,} records read; {noted:,} with something to note"

    def _wrapped(self, start: str, text: str, style: Style = str) -> Iterator[str]:
        """A text behind a label, in as many lines as it needs, all but the first indented."""
        room = max(20, self._settings.width - width_of(start))
        for index, line in enumerate(wrapped(text, room)):
            whole = (start if index == 0 else " " * width_of(start)) + line
            yield style(whole.rstrip())
