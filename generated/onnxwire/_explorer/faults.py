# Copied by wiregen from templates/runtime/_explorer/faults.py; do not edit.
"""Describes damage where a walk cannot continue.

A file that ends inside a record was cut; bytes that do not fit into the message that they
stand in are damaged, and the rest of that message is not decoded.
"""

from __future__ import annotations

from typing import Any

from .._runtime.errors import Malformed
from .._runtime.wire import read_uint64
from . import notes
from .layout import Kind
from .notes import Note
from .records import Frame, Record, undecoded


def tells_cut(record: Record) -> bool:
    """True if a record is the innermost one that the end of the file cuts."""
    return any(note.kind is notes.CUT for note in record.notes)


def fault(data: Any, frame: Frame, offset: int, nesting_limit: int) -> Record:
    """The record for what stands at an offset, where no whole record does."""
    end = frame.end
    tag = _Varint(data, offset, end)
    if not tag.is_whole:
        return _short(frame, offset, tag)
    if tag.value >> 32 or tag.after - offset > 5:
        return undecoded(frame, offset, end, Note(notes.BAD_TAG))
    if tag.value < 8:
        return undecoded(frame, offset, end, _field_zero(data, frame, offset))
    wire_type, body = tag.value & 7, tag.after
    if wire_type in (6, 7):
        return undecoded(frame, offset, end, Note(notes.NO_WIRE_TYPE, (wire_type,)))
    if wire_type in (3, 4):
        kind = notes.OPEN_GROUP if wire_type == 3 else notes.END_OF_GROUP
        return undecoded(frame, offset, end, Note(kind))
    if wire_type in (1, 5):
        needed = body + (8 if wire_type == 1 else 4)
        return _unfinished(frame, offset, tag, body, needed, nesting_limit)
    value = _Varint(data, body, end)
    if not value.is_whole:
        if value.is_endless:
            return undecoded(frame, offset, end, Note(notes.BAD_VARINT))
        return _unfinished(frame, offset, tag, body, None, nesting_limit)
    if wire_type == 0 or (value.value >> 35 == 0 and value.after - body > 5):
        return undecoded(frame, offset, end, Note(notes.BAD_LENGTH))
    needed = value.after + value.value
    return _unfinished(frame, offset, tag, value.after, needed, nesting_limit)


def cut_between_records(frame: Frame) -> Record:
    """The end of a file that ends in a message, but behind a whole record of it."""
    note = Note(notes.CUT, (frame.end, _stack(frame), f"{frame.declared_end - frame.end} missing"))
    return undecoded(frame, frame.end, frame.end, note)


class _Varint:
    """A varint that may be cut short: its value, and where it ends."""

    def __init__(self, data: Any, start: int, end: int) -> None:
        self.value, self.after = 0, end
        self.is_whole = self.is_endless = False
        try:
            self.value, self.after = read_uint64(data, start)
            self.is_whole = self.after <= end
        except Malformed:
            self.is_endless = end - start >= 10
        except IndexError:
            pass


def _field_zero(data: Any, frame: Frame, offset: int) -> Note:
    size = frame.end - offset
    if frame.parent is None and not bytes(data[offset : frame.end]).strip(b"\0"):
        return Note(notes.PADDING, (size,))
    return Note(notes.FIELD_ZERO)


def _may_be_cut(frame: Frame) -> bool:
    return frame.parent is None or frame.is_cut


def _short(frame: Frame, offset: int, tag: _Varint) -> Record:
    """Bytes that end within a tag."""
    end = frame.end
    if tag.is_endless:
        return undecoded(frame, offset, end, Note(notes.BAD_TAG))
    if not _may_be_cut(frame):
        return undecoded(frame, offset, end, Note(notes.OVERRUN, ("a tag", end + 1, end)))
    stack = f"{_stack(frame)} › a tag ({offset:#x})"
    return undecoded(frame, offset, end, Note(notes.CUT, (end, stack, "the tag does not end")))


def _unfinished(
    frame: Frame, offset: int, tag: _Varint, body: int, needed: int | None, nesting_limit: int
) -> Record:
    """A record that needs more bytes than there are: up to `needed`, if that is known."""
    end, name, index = frame.end, *_name(frame, tag.value)
    place = frame.layout.places.get(tag.value)
    if not _may_be_cut(frame):
        what = f"{name} at {offset:#x}"
        return undecoded(frame, offset, end, Note(notes.OVERRUN, (what, needed or end + 1, end)))
    opened: Frame | None = None
    if needed is None:
        stack = f"{_stack(frame)} › {name} ({offset:#x})"
        note = Note(notes.CUT, (end, stack, "the varint does not end"))
    elif place is not None and place.layout is not None and frame.depth < nesting_limit:
        opened = Frame(place.layout, offset, body, end, frame, place, index)
        opened.declared_end = needed
        note = Note(notes.CUT_INSIDE, (needed - body, end - body, needed - end))
    else:
        stack = f"{_stack(frame)} › {name} ({offset:#x}, needs {needed:#x})"
        short = notes.CUT_INSIDE.sentence.format(needed - body, end - body, needed - end)
        note = Note(notes.CUT, (end, stack, short))
    return Record(*(offset, tag.after, body, end, tag.value, place, index, frame, opened, (note,)))


def _name(frame: Frame, tag: int) -> tuple[str, int]:
    """What to call a field with its index, and the index, -1 if it has none."""
    described = frame.layout.fields.get(tag >> 3)
    if described is None:
        return f"field {tag >> 3}", -1
    place = frame.layout.places.get(tag)
    if place is None or not place.is_repeated or place.kind is Kind.PACKED:
        return described.name, -1
    index = frame.seen[described.number] - 1
    return f"{described.name}[{index}]", index


def _stack(frame: Frame) -> str:
    """The messages that are open where the file ends, the outermost first."""
    steps: list[str] = []
    while frame.parent is not None and frame.place is not None:
        index = f"[{frame.nth}]" if frame.nth >= 0 else ""
        steps.append(
            f"{frame.place.field.name}{index} ({frame.offset:#x}, needs {frame.declared_end:#x})"
        )
        frame = frame.parent
    return " › ".join((f"{frame.layout.name} (file)", *reversed(steps)))
