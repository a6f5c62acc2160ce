# Copied by wiregen from templates/runtime/_explorer/walk.py; do not edit.
"""Walks over the records of a message, whatever the bytes.

Tags and lengths are read, payload is skipped. What is damaged ends the innermost message
whose length still fits, and the walk goes on behind it; no bytes make it fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .._runtime.decoding import NESTING_LIMIT
from .._runtime.errors import Malformed
from .._runtime.wire import find_group_end, place_of_value, read_size, read_tag
from . import faults, notes, value_notes
from .layout import Layout, Place
from .notes import Note
from .records import Frame, Record, group_end

# What a text seldom has: controls but tabs and line ends, and everything beyond ASCII.
_find_odd_text = re.compile(rb"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\xff]").search
_NO_NOTES: tuple[Note, ...] = ()
_new_record = tuple[Any, ...].__new__


class Walk:
    """The records of some bytes, read as one message from `start` to `end`."""

    def __init__(
        self,
        data: Any,
        layout: Layout,
        start: int = 0,
        end: int | None = None,
        nesting_limit: int = NESTING_LIMIT,
    ) -> None:
        self._data = data
        self._nesting_limit = nesting_limit
        self._is_skipping = False
        self.root = Frame(layout, start, start, len(data) if end is None else end)

    def skip(self) -> None:
        """Leave out what is in the message that the last record opens."""
        self._is_skipping = True

    def __iter__(self) -> Iterator[Record]:
        """The records in the order of the bytes, each message before what is in it."""
        data, frame, position = self._data, self.root, self.root.start
        read = self._record
        is_cut_told = False
        while True:
            end = frame.end
            while position < end:
                try:
                    record, position = read(data, frame, position)
                except (Malformed, IndexError):
                    record = faults.fault(data, frame, position, self._nesting_limit)
                    is_cut_told = is_cut_told or faults.tells_cut(record)
                    position = record.stop
                yield record
                opened = record.opened
                if opened is not None and not self._take_skip():
                    frame, position, end = opened, opened.start, opened.end
            if frame.is_cut and not is_cut_told:
                is_cut_told = True
                yield faults.cut_between_records(frame)
            if frame.after > frame.end:
                yield group_end(frame)
            position = frame.after
            if frame.parent is None:
                return
            frame = frame.parent

    def _take_skip(self) -> bool:
        is_skipping, self._is_skipping = self._is_skipping, False
        return is_skipping

    def _record(self, data: Any, frame: Frame, offset: int) -> tuple[Record, int]:
        """The record at an offset, and where the next one is, if it is no content of this."""
        remarks = _NO_NOTES
        tag = data[offset]
        position = offset + 1
        if tag > 127:
            second = data[position]
            if 0 < second < 128:
                tag += (second - 1) << 7
                position += 1
            else:
                tag, position = read_tag(data, offset)
                remarks = value_notes.size_notes(notes.LONG_TAG, tag, position - offset)
        place = frame.layout.places.get(tag)
        if place is None:
            record = self._unknown(data, frame, offset, tag, position, remarks)
            return record, record.stop
        tag_end = position
        kind = place.kind
        number = tag >> 3
        seen = frame.seen
        if place.is_repeated:
            index = seen.get(number, 0)
            seen[number] = index + 1
            if kind == 7:
                remarks += (Note(notes.SPLIT_LIST, (place.field.name,)),) if index else ()
                # All of a list, as a rule: to count such records would say nothing.
                index = -1
        else:
            index = -1
            if seen.setdefault(number, offset) != offset:
                remarks += (value_notes.again(place, seen[number]),)
        if number < frame.last:
            if not frame.is_disordered:
                frame.is_disordered = True
                remarks += (Note(notes.ORDER, (number, frame.last)),)
        else:
            frame.last = number
        if place.is_special:
            remarks += value_notes.place_notes(place, frame)
        opened: Frame | None = None
        if kind == 0:
            byte = data[position]
            stop = position + 1
            if byte > 127 or (place.plain is not None and byte not in place.plain):
                more, stop = value_notes.varint_notes(place, data, position)
                remarks += more
            body, after = position, stop
        elif kind == 1 or kind == 5:
            body = position
            stop = after = position + (8 if kind == 1 else 4)
        elif kind == 6:
            body = position
            stop, after = find_group_end(
                tag, data, body, frame.end, self._nesting_limit - frame.depth
            )
        else:
            size = data[position]
            body = position + 1
            if size > 127:
                size, body = read_size(data, position)
                remarks += value_notes.size_notes(notes.LONG_LENGTH, size, body - position)
            stop = after = body + size
        if after > frame.end:
            raise Malformed
        if kind == 3:
            if _find_odd_text(data, body, stop):
                remarks += value_notes.text_notes(place, data, body, stop)
        elif kind == 7:
            remarks += value_notes.packed_notes(place, data, body, stop)
        elif place.layout is not None:
            if kind == 8:
                remarks += _entry_notes(place, data, frame, body, stop)
            if frame.depth < self._nesting_limit:
                opened = Frame(place.layout, offset, body, stop, frame, place, index)
                opened.after = after
            else:
                remarks += (Note(notes.TOO_DEEP, (self._nesting_limit,)),)
                stop = after
        if place.is_implicit:
            remarks += value_notes.default_notes(place, data, body, stop)
        made = (offset, tag_end, body, stop, tag, place, index, frame, opened, remarks)
        return _new_record(Record, made), after

    def _unknown(
        self, data: Any, frame: Frame, offset: int, tag: int, body: int, remarks: tuple[Note, ...]
    ) -> Record:
        """A record of a field that the schema does not know, or knows with other wire types."""
        if tag < 8:
            raise Malformed
        depth = self._nesting_limit - frame.depth
        start, _, stop = place_of_value(tag, data, body, frame.end, depth)
        remarks += (value_notes.unknown(frame.layout, tag),)
        return Record(offset, body, start, stop, tag, None, -1, frame, None, remarks)


def _entry_notes(place: Place, data: Any, frame: Frame, body: int, stop: int) -> tuple[Note, ...]:
    """A note if a writer would write the entry of a map otherwise, or if its key is not new."""
    assert place.layout is not None
    entry = [record for record in Walk(data, place.layout, body, stop) if not record.frame.depth]
    if [record.number for record in entry] != [1, 2]:
        return (Note(notes.MAP_ENTRY),)
    key = (place.field.number, bytes(data[entry[0].body : entry[0].stop]))
    frame.keys = frame.keys or set()
    is_new = key not in frame.keys
    frame.keys.add(key)
    return () if is_new else (Note(notes.MAP_ENTRY),)
