"""The report in protoscope, which assembles to the same bytes.

What is not written as a canonical encoder writes it stands there as bytes in backquotes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._runtime.wire import read_uint64
from .._text.scalars import float_text
from .exploration import Exploration
from .layout import Kind, layout_of, wire_type_of
from .records import Frame, Record
from .value_notes import number_of, varints
from .values import fixed
from .walk import Walk

# Notes on how values are written, which would be lost in the text.
_FORMS = frozenset(
    (
        *("long-varint", "long-tag", "long-length", "truncated-number", "number-form"),
        *("tenth-byte", "odd-bool", "cut", "cut-inside", "bad-packed", "bad-varint"),
    )
)
# Of larger values, so many bytes are shown; the lines do not assemble to all bytes then.
_LARGEST, _SHOWN = 1 << 16, 64


def protoscope_lines(exploration: Exploration) -> Iterator[str]:
    """The records of the message that is shown, each with its name as a comment."""
    if exploration.reading is None:
        yield f"`{bytes(exploration.data[:_LARGEST]).hex()}`"
        return
    layout = layout_of(exploration.reading.descriptor)
    yield f"# {exploration.reading.name}"
    if exploration.start:
        yield f"`{bytes(exploration.data[: exploration.start]).hex()}`"
    yield from _Writer(exploration.data).lines(Walk(exploration.data, layout, exploration.start))


class _Writer:
    """Writes the records of a walk; braces are closed where messages end."""

    def __init__(self, data: Any) -> None:
        self._data = data
        # The messages that are open, and whether with a brace.
        self._open: list[tuple[Frame, bool]] = []

    def lines(self, walk: Walk) -> Iterator[str]:
        for record in walk:
            yield from self._close(record.frame)
            yield from self._record(record)
        yield from self._close(walk.root)

    def _close(self, frame: Frame) -> Iterator[str]:
        """Close what is open and does not hold a record of this message."""
        while self._open and self._open[-1][0] is not frame:
            _, has_brace = self._open.pop()
            if has_brace:
                yield f"{self._indent}}}"

    @property
    def _indent(self) -> str:
        return "  " * sum(has_brace for _, has_brace in self._open)

    def _record(self, record: Record) -> Iterator[str]:
        if record.is_group_end and record.tag:
            return
        indent, comment = self._indent, f"  # {record.name}" if record.tag else ""
        is_odd = any(note.kind.code in _FORMS for note in record.notes)
        if record.opened is not None:
            if is_odd:
                yield f"{indent}`{self._hex(record.offset, record.body)}`{comment}"
            else:
                is_group = record.tag & 7 == 3
                yield f"{indent}{record.number}: {'!' if is_group else ''}{{{comment}"
            self._open.append((record.opened, not is_odd))
            return
        if is_odd or record.tag == 0 or record.tag & 7 == 3:
            yield f"{indent}`{self._hex(record.offset, record.stop)}`{comment}"
            return
        yield f"{indent}{record.number}: {self._value(record)}{comment}"

    def _hex(self, start: int, stop: int) -> str:
        return bytes(self._data[start:stop]).hex()

    def _value(self, record: Record) -> str:
        place, data, body, stop = record.place, self._data, record.body, record.stop
        wire_type = record.tag & 7
        if wire_type == 0:
            value = read_uint64(data, body)[0]
            if place is not None:
                number = number_of(place.field, value)
                is_zigzag = place.type_word.startswith("sint")
                return f"{number}z" if is_zigzag else str(number)
            return str(value)
        if wire_type in (1, 5):
            return self._fixed(record)
        is_large = stop - body > _LARGEST
        is_packed = place is not None and place.kind is Kind.PACKED and not is_large
        if place is not None and is_packed and wire_type_of(place.field) == 0:
            words = [str(number_of(place.field, value)) for value in varints(data, body, stop)]
            return (
                f"{{{' '.join(words)}}}"
                if not place.type_word.startswith("sint")
                else self._bytes(body, stop)
            )
        if place is not None and place.kind is Kind.TEXT and not is_large:
            return self._text(body, stop)
        return self._bytes(body, stop)

    def _fixed(self, record: Record) -> str:
        suffix = "i64" if record.tag & 7 == 1 else "i32"
        value: Any = int.from_bytes(bytes(self._data[record.body : record.stop]), "little")
        if record.place is not None and record.place.type_word in ("float", "double"):
            number = fixed(record.place.field, self._data, record.body)
            if number == number and abs(number) != float("inf"):
                value = float_text(number) if suffix == "i32" else repr(number)
        return f"{value}{suffix}"

    def _text(self, body: int, stop: int) -> str:
        try:
            text = bytes(self._data[body:stop]).decode()
        except UnicodeDecodeError:
            return self._bytes(body, stop)
        if not text.isprintable() or '"' in text or "\\" in text:
            return self._bytes(body, stop)
        return f'{{"{text}"}}'

    def _bytes(self, body: int, stop: int) -> str:
        if stop - body > _LARGEST:
            rest = stop - body - _SHOWN
            return f"{{`{self._hex(body, body + _SHOWN)}`}}  # and {rest:,} bytes more"
        return f"{{`{self._hex(body, stop)}`}}" if stop > body else "{}"
