"""Reads TOML files as tables with typed access; faults are reported with their place.

A table notes which keys it was asked for; `close` reports all others as unknown. What is
wrong is reported and replaced by something empty, so that one run finds all faults.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from wiregen.source.diagnostics import Diagnostic, Faults, did_you_mean
from wiregen.source.text import Source, Span
from wiregen.source.toml_places import Path, places


@dataclass(frozen=True, slots=True)
class _File:
    source: Source
    faults: Faults
    place_by_path: Mapping[Path, tuple[Span, Span]]


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a file, which says where it stands when something is wrong in it."""

    path: Path
    values: Mapping[str, Any]
    _file: _File
    _known: set[str] = field(default_factory=set)

    def span(self, key: str = "", word: str | None = None) -> Span:
        """Where a word stands in the value of a key; else the key, else the table's name."""
        path = (*self.path, key) if key else self.path
        place_by_path = self._file.place_by_path
        if (*path, 0) in place_by_path:
            path = (*path, 0)
        if path in place_by_path and word is None:
            return place_by_path[path][0]
        # In an inline table, the statement that it stands in is as near as it gets.
        wanted = word or key
        while path and path not in place_by_path:
            path = path[:-1]
        source = self._file.source
        if not path:
            return Span(source, 0, 1)
        name, statement = place_by_path[path]
        pattern = re.compile(rf"(?<![\w.]){re.escape(wanted)}(?![\w.])")
        at = pattern.search(source.text, name.end, statement.end) if wanted else None
        return Span(source, at.start(), at.end()) if at else name

    def report(self, sentence: str, key: str = "", word: str | None = None) -> None:
        """Note a fault at a key, at a word of its value, or at the table's name."""
        self._file.faults.report(self.span(key, word), sentence)

    def fault(self, sentence: str, key: str = "", word: str | None = None) -> list[Diagnostic]:
        """Return a fault that is found later, for the error to raise."""
        return [Diagnostic(self.span(key, word), sentence)]

    def holds(self, key: str) -> bool:
        """True if the table has a key, whatever its value."""
        self._known.add(key)
        return key in self.values

    def text(self, key: str, default: str | None = None) -> str:
        """Return a string; without a default, it is required."""
        found: str = self._value(key, str, "a string", "", default)
        return found

    def number(self, key: str) -> int | None:
        """Return an integer, if there is one."""
        return self._value(key, int, "an integer", None, None) if self.holds(key) else None

    def flag(self, key: str, default: bool = False) -> bool:
        """Return a truth value."""
        found: bool = self._value(key, bool, "true or false", default, default)
        return found

    def list(self, key: str, *, is_needed: bool = False) -> tuple[Any, ...]:
        """Return a list of strings, numbers or truth values; a missing one is empty."""
        found = self._value(key, list, "a list", [], None if is_needed else [])
        if any(isinstance(item, (list, dict)) for item in found):
            self.report(f"'{key}' must be a list of plain values", key)
            return ()
        return tuple(found)

    def texts(self, key: str, *, is_needed: bool = False) -> tuple[str, ...]:
        """Return a list of strings; a missing one is empty."""
        found = self.list(key, is_needed=is_needed)
        if not all(isinstance(item, str) for item in found):
            self.report(f"'{key}' must be a list of strings", key)
            return ()
        return found

    def table(self, key: str) -> Table:
        """Return a table inside; a missing one is empty."""
        return self.inner(key, self._value(key, dict, "a table", {}, {}))

    def tables(self, key: str) -> Iterator[Table]:
        """Yield the tables of a list; a missing one is empty."""
        found = self._value(key, list, "a list of tables", [], [])
        if not all(isinstance(item, dict) for item in found):
            self.report(f"'{key}' must be a list of tables", key)
            return
        for index, item in enumerate(found):
            yield Table((*self.path, key, index), item, self._file)

    def keys(self) -> Iterator[str]:
        """Yield all keys, for tables whose keys are names: none of them is unknown then."""
        for key in self.values:
            self._known.add(key)
            yield key

    def close(self) -> None:
        """Report the keys that were not asked for."""
        for key in self.values:
            if key not in self._known:
                there = did_you_mean(key, self._known) or f"; there are {_listed(self._known)}"
                self.report(f"unknown key '{key}'{there}", key)

    def _value(self, key: str, kind: type, wanted: str, empty: Any, default: Any) -> Any:
        if not self.holds(key):
            if default is None:
                name = [part for part in self.path if isinstance(part, str)]
                self.report(f"'{name[-1] if name else 'the file'}' needs a key '{key}'")
                return empty
            return default
        value = self.values[key]
        # For Python, truth values are numbers; here they are not.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.report(f"'{key}' must be {wanted}, got {_kind(value)}", key)
            return empty
        return value

    def inner(self, key: str, values: Mapping[str, Any]) -> Table:
        """A table that stands, or could stand, under a key."""
        return Table((*self.path, key), values, self._file)


def read_table(source: Source, faults: Faults) -> Table:
    """Return a whole file as a table; it is empty if the file is not TOML."""
    odd = _NOT_UTF8.search(source.text)
    if odd is not None:
        byte = ord(odd[0]) - 0xDC00
        faults.report(
            Span(source, odd.start(), odd.end()), f"expected UTF-8, got byte 0x{byte:02x}"
        )
        return Table((), {}, _File(source, faults, {}))
    try:
        values = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        faults.report(_place_of(source, str(error)), _sentence_of(str(error)))
        return Table((), {}, _File(source, faults, {}))
    return Table((), values, _File(source, faults, places(source)))


_KINDS = {
    bool: "a truth value",
    str: "a string",
    int: "an integer",
    float: "a number",
    list: "a list",
    dict: "a table",
}


def _kind(value: object) -> str:
    """What a user calls the type of a value."""
    return next((name for kind, name in _KINDS.items() if isinstance(value, kind)), "a date")


# How bytes that are not UTF-8 are read.
_NOT_UTF8 = re.compile("[\udc80-\udcff]")
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def _sentence_of(message: str) -> str:
    sentence = _AT.sub("", message)
    return sentence[:1].lower() + sentence[1:]


def _place_of(source: Source, message: str) -> Span:
    at = _AT.search(message)
    if at is None or at.group(1) is None:
        end = len(source.text.rstrip())
        return Span(source, max(0, end - 1), end)
    lines = source.text.splitlines(keepends=True)[: int(at.group(1)) - 1]
    start = sum(map(len, lines)) + int(at.group(2)) - 1
    return Span(source, start, start + 1)


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "none"
