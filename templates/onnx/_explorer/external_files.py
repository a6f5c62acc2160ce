"""Reports the external data files of a model.

Nothing outside the model's folder is opened or asked for, and no file is read: only its size
is looked up.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .._external.locations import LocationError, real_path, require_safe
from .._rules.findings import Finding, Level
from .._runtime.descriptor import Descriptor
from .._text.terminal import printable, quoted, size_text
from ..messages.onnx import StringStringEntryProto
from .layout import layout_of
from .records import Frame, Record
from .tensor_bytes import LAYOUT, tensor_header
from .walk import Walk

_ALIGNMENT = 4096
_MOST_TENSORS = 100_000
_LARGEST_ENTRY = 1 << 16
_RULE = "TensorProto.external_data."
_PAGE = "messages/onnx.TensorProto.md#rule."


@dataclass(frozen=True)
class Reference:
    """Where a tensor says that its data is: the keys as they stand, and the tensor's place."""

    path: str
    offset: int
    name: str
    keys: dict[str, str]
    needed: int | None

    @property
    def start(self) -> int | None:
        """The first byte of the data, None if what is said is no number."""
        return _number(self.keys.get("offset", "0"))

    @property
    def size(self) -> int | None:
        """The number of bytes, None if nothing or no number is said."""
        return _number(self.keys["length"]) if "length" in self.keys else self.needed


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None


def references(descriptor: Descriptor, data: Any, start: int, end: int) -> Iterator[Reference]:
    """The tensors of a message whose data is in other files, in the order of the bytes."""
    current: Frame | None = None
    keys: dict[str, str] = {}
    for record in Walk(data, layout_of(descriptor), start, end):
        if record.frame.layout is not LAYOUT or record.name != "external_data":
            continue
        if record.frame is not current:
            if current is not None:
                yield _reference(current, keys, data)
            current, keys = record.frame, {}
        keys |= _entry(record, data)
    if current is not None:
        yield _reference(current, keys, data)


def _entry(record: Record, data: Any) -> dict[str, str]:
    if record.stop - record.body > _LARGEST_ENTRY:
        return {}
    try:
        entry = StringStringEntryProto.FromString(bytes(data[record.body : record.stop]))
    except ValueError:
        return {}
    return {entry.key: entry.value}


def _reference(frame: Frame, keys: dict[str, str], data: Any) -> Reference:
    header = tensor_header(data, frame.start, frame.end)
    return Reference(frame.path, frame.offset, header.name, keys, header.byte_count)


def table_of(found: list[Reference], folder: str) -> list[tuple[str, ...]]:
    """A line for each reference under a head, then one for each range that nothing refers to."""
    head = ("tensor", "location", "offset", "length", "what was found")
    lines = [
        (
            printable(item.name or item.path),
            quoted(item.keys.get("location", ""), 60),
            printable(item.keys.get("offset", "-")),
            printable(item.keys.get("length", "-")),
            _state(item, folder),
        )
        for item in found
    ]
    return [head, *lines, *_gaps(found, folder)]


def findings_of(found: list[Reference], folder: str) -> Iterator[Finding]:
    """What is wrong with references: each alone, then those that overlap."""
    for item in found:
        yield from _faults(item, folder)
    for earlier, later in _overlaps(found):
        sentence = f"its data overlaps that of {later.path} at byte {later.start}"
        yield Finding("warning", "external-overlap", "", earlier.offset, earlier.path, sentence, "")


def _faults(item: Reference, folder: str) -> Iterator[Finding]:
    def finding(level: Level, code: str, rule: str, sentence: str) -> Finding:
        name = f"{_RULE}{rule}"
        return Finding(level, code, name, item.offset, item.path, sentence, f"{_PAGE}{name}")

    location = item.keys.get("location", "")
    if not location:
        yield finding(
            "error", "external-location", "2", "no location says in which file the data is"
        )
        return
    try:
        status = _status_of(location, folder)
    except LocationError as error:
        sentence = f"location {quoted(location, 60)}: {error}; it is not opened"
        yield finding("error", "external-path", "3", sentence)
        return
    size = None if status is None else status.st_size
    if status is None:
        yield finding("error", "external-file", "4", f"there is no file {quoted(location, 60)}")
    elif status.st_nlink > 1:
        sentence = f"{quoted(location, 60)} has {status.st_nlink} names (hard links)"
        yield finding("error", "external-file", "4", sentence)
    if item.start is None or ("length" in item.keys and item.size is None):
        yield finding("error", "external-range", "5", "offset or length is no decimal number")
        return
    if size is not None and item.start + (item.size or 0) > size:
        last = item.start + (item.size or 0)
        sentence = f"the data ends at byte {last:,}, the file at {size:,}"
        yield finding("error", "external-range", "5", sentence)
    if item.needed is not None and item.size != item.needed:
        sentence = f"{item.size:,} bytes where type and shape need {item.needed:,}"
        yield finding("error", "external-range", "5", sentence)
    if item.start % _ALIGNMENT:
        sentence = f"offset {item.start:,} is no multiple of {_ALIGNMENT}: slow to map"
        yield finding("note", "external-alignment", "1", sentence)


def _status_of(location: str, folder: str) -> os.stat_result | None:
    """The status of a file, None if there is none; LocationError if it may not be opened."""
    require_safe(location)
    if ".." in location.replace("\\", "/").split("/"):
        raise LocationError("the location has `..` in it")
    base = os.path.realpath(folder)
    if not os.path.lexists(os.path.join(base, location)):
        return None
    path = real_path((base,), location)
    return os.stat(path) if os.path.isfile(path) else None


def _state(item: Reference, folder: str) -> str:
    faults = [finding.sentence for finding in _faults(item, folder)]
    return "; ".join(faults) or "fits"


def _by_file(found: list[Reference]) -> dict[str, list[Reference]]:
    """References with a range, by file, sorted by where they start."""
    by_file: dict[str, list[Reference]] = {}
    for item in found:
        if item.keys.get("location") and item.start is not None and item.size:
            by_file.setdefault(os.path.normpath(item.keys["location"]), []).append(item)
    for items in by_file.values():
        items.sort(key=lambda item: (item.start or 0, item.size or 0))
    return by_file


def _overlaps(found: list[Reference]) -> Iterator[tuple[Reference, Reference]]:
    for items in _by_file(found).values():
        last: Reference | None = None
        for item in items:
            if last is not None and (last.start or 0) + (last.size or 0) > (item.start or 0):
                # Tensors may share all of their data.
                if (last.start, last.size) != (item.start, item.size):
                    yield last, item
            if last is None or _stop(item) > _stop(last):
                last = item


def _stop(item: Reference) -> int:
    return (item.start or 0) + (item.size or 0)


def _gaps(found: list[Reference], folder: str) -> Iterator[tuple[str, ...]]:
    for location, items in _by_file(found).items():
        try:
            status = _status_of(location, folder)
        except LocationError:
            continue
        position = 0
        for item in items:
            # Less than a page is what alignment leaves.
            if (item.start or 0) - position >= _ALIGNMENT:
                yield _gap(location, position, item.start or 0)
            position = max(position, _stop(item))
        if status is not None and status.st_size > position:
            yield _gap(location, position, status.st_size)


def _gap(location: str, start: int, stop: int) -> tuple[str, ...]:
    words = f"{size_text(stop - start)} that no tensor refers to"
    return ("(none)", quoted(location, 60), str(start), str(stop - start), words)
