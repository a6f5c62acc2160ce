"""Tables of the versions that introduced newer fields and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from wiregen.history.model import History, Release
from wiregen.schema import ir
from wiregen.targets.target import Inputs

Key = TypeVar("Key")
Table = TypeVar("Table", bound=Mapping[Any, Any])


def since_views(inputs: Inputs) -> dict[str, object]:
    """What the template of the module is filled with; without history, nothing is newer."""
    history = inputs.history
    files = [name for name in inputs.data_by_file if name.endswith(".json")]
    found = {
        "source": ", ".join(files),
        "version_name": repr(history.version_name if history else "version"),
        "project": repr(history.project if history else ""),
        "releases": repr(_releases(history) if history else {}),
    }
    fields = {m.full_name: _fields(m, history) for m in inputs.messages} if history else {}
    numbers = {e.full_name: _numbers(e, history) for e in inputs.enums} if history else {}
    used = {name for name, since in numbers.items() if since}
    enums = {m.full_name: _enums(m, inputs, used) for m in inputs.messages}
    return {
        **found,
        "fields": repr(_full(fields)),
        "numbers": repr(_full(numbers)),
        "enums": repr(_full(enums)),
    }


def _releases(history: History) -> dict[int, str]:
    return {
        version: _span(releases[0], releases[-1])
        for version, releases in history.releases_by_version.items()
    }


def _span(first: Release, last: Release) -> str:
    if first is last:
        return first.short_name
    return f"{first.short_name} to {last.short_name}"


def _fields(message: ir.Message, history: History) -> dict[str, int]:
    return _newer({f.name: _since(f.full_name, history) for f in message.fields}, history)


def _numbers(enum: ir.Enum, history: History) -> dict[int, int]:
    if enum.full_name == history.version_enum:
        # Names of versions come later than they: the newest has none of its own.
        return _newer({value.number: value.number for value in enum.values}, history)
    # Of several names for a number, the oldest counts.
    since: dict[int, int] = {}
    for value in enum.values:
        version = _since(value.full_name, history)
        since[value.number] = min(version, since.get(value.number, version))
    return _newer(since, history)


def _since(name: str, history: History) -> int:
    """The version that a symbol came with; the newest for what no release has yet."""
    symbol = history.symbols.get(name)
    release = symbol.since if symbol is not None else history.releases[-1]
    return release.version or 0


def _newer(since: dict[Key, int], history: History) -> dict[Key, int]:
    first = history.releases[0].version or 0
    return {name: version for name, version in since.items() if version > first}


def _enums(message: ir.Message, inputs: Inputs, used: set[str]) -> dict[str, str]:
    """The fields that hold numbers of some enums, by their types or as integers."""
    carries = inputs.annotations.carries
    held = {
        f.name: f.kind.enum if isinstance(f.kind, ir.EnumKind) else carries.get(f.full_name, "")
        for f in message.fields
    }
    return {name: enum for name, enum in held.items() if enum in used}


def _full(tables: Mapping[str, Table]) -> dict[str, Table]:
    return {name: table for name, table in tables.items() if table}
