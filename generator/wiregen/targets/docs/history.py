"""History of symbols in words and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wiregen.evolution.facts import Aspect
from wiregen.history.model import HistoricChange, History, Release, SymbolHistory
from wiregen.output.escaping import code, escaped
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.view import Section, Table


def release_words(release: Release, history: History) -> str:
    """`1.10 (IR 8)`."""
    if release.version is None:
        return release.short_name
    return f"{release.short_name} ({history.version_name} {release.version})"


def since(name: str, material: Material) -> str:
    """From which release on a symbol is there; empty where nobody knows."""
    history = material.history
    if history is None:
        return ""
    symbol = history.symbols.get(name)
    return release_words(symbol.since, history) if symbol is not None else "newer"


def member_history(name: str, material: Material) -> str:
    """When a field or value came and what changed, in one line; empty where nobody knows."""
    history = material.history
    if history is None or name not in history.symbols:
        return ""
    symbol = history.symbols[name]
    changes = [
        f"{change_words(change, material)} in {release_words(change.release, history)}"
        for change in symbol.changes
    ]
    return "; ".join(changes)


def history_section(name: str, material: Material) -> Iterator[Section]:
    """What happened to a symbol and to what is declared right in it."""
    history = material.history
    if history is None or name not in history.symbols:
        return
    rows = [_row(change, name, material) for change in _changes(name, history, material)]
    if rows:
        columns = ("Release", "What", "Change")
        yield Section("s.history", "History", tables=(Table(columns, tuple(rows)),))


def _owner(name: str, material: Material) -> str:
    """What a symbol is declared in; of an enum's value, the enum."""
    return material.enum_by_value.get(name) or name.rpartition(".")[0]


def _changes(name: str, history: History, material: Material) -> Iterator[HistoricChange]:
    """In the order of releases; what came or went with the symbol itself is left out."""
    members = [s for s in history.symbols.values() if _owner(s.name, material) == name]
    found = [change for symbol in (history.symbols[name], *members) for change in symbol.changes]
    order = {release.name: place for place, release in enumerate(history.releases)}
    found.sort(key=lambda change: order[change.release.name])
    yield from without_parts(found, material)


def without_parts(
    changes: Iterable[HistoricChange], material: Material
) -> Iterator[HistoricChange]:
    """Changes without those of symbols that came or went with what they are declared in."""
    changes = list(changes)
    whole = {
        (change.symbol, change.release.name, change.is_addition)
        for change in changes
        if change.aspect is Aspect.EXISTENCE
    }
    for change in changes:
        owner = _owner(change.symbol, material)
        key = (owner, change.release.name, change.is_addition)
        if change.aspect is not Aspect.EXISTENCE or key not in whole:
            yield change


def _row(change: HistoricChange, name: str, material: Material) -> tuple[str, ...]:
    assert material.history is not None
    own_name = change.symbol.rpartition(".")[2]
    what = "itself" if change.symbol == name else code(own_name)
    return (
        release_words(change.release, material.history),
        what,
        change_words(change, material),
    )


def change_words(change: HistoricChange, material: Material) -> str:
    """A change without its subject: `came, as ...`, `type changed from ... to ...`."""
    before, after = shortened(change.before, material), shortened(change.after, material)
    if change.is_addition:
        return f"came as {code(after)}"
    if change.is_removal:
        return f"went; it was {code(before)}{_successor(change, material)}"
    what = change.aspect.value.replace("_", " ")
    if not before:
        return f"{what}: now {code(after)}"
    if not after:
        return f"{what}: no longer {code(before)}"
    return f"{what}: {code(before)} became {code(after)}"


def _successor(change: HistoricChange, material: Material) -> str:
    assert material.history is not None
    symbol = material.history.symbols[change.symbol]
    if symbol.renamed_to is None or symbol.removed != change.release:
        return ""
    return f", called {escaped(symbol.renamed_to.rpartition('.')[2])} since"


def shortened(text: str, material: Material) -> str:
    """A declaration whose types are named without the package."""
    for package in material.packages:
        text = re.sub(rf"(?<![\w.]){re.escape(package)}\.", "", text)
    return text


def removed_members(name: str, material: Material) -> list[SymbolHistory]:
    """The symbols that were declared right in a message or enum and are not any more."""
    if material.history is None:
        return []
    return [
        symbol
        for symbol in material.history.symbols.values()
        if symbol.name.rpartition(".")[0] == name and symbol.removed is not None
    ]
