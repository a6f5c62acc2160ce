"""Reads and writes release histories as JSON, with a line per release and symbol form."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum as Enumeration
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from wiregen.evolution.facts import Aspect, Element, Facts
from wiregen.history.model import Form, History, Release, SymbolHistory, VariantDifference
from wiregen.source.diagnostics import UsageError

Member = TypeVar("Member", bound=Enumeration)


def history_text(history: History) -> str:
    """The text of a history's file: sorted, so that a new release changes few lines."""
    words = ("project", "version_name", "version_enum", "version_value", "main_variant")
    parts = [f'  "{word}": {_line(getattr(history, word))}' for word in words]
    releases = [f"    {_line(_release_values(release))}" for release in history.releases]
    symbols = [_symbol_lines(history.symbols[name]) for name in sorted(history.symbols)]
    differences = [f"    {_line(_difference_values(found))}" for found in history.differences]
    for name, lines, (start, end) in (
        ("releases", releases, "[]"),
        ("symbols", symbols, "{}"),
        ("differences", differences, "[]"),
    ):
        parts.append(f'  "{name}": {start}\n' + ",\n".join(lines) + f"\n  {end}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _release_values(release: Release) -> dict[str, Any]:
    return {
        "name": release.name,
        "version": release.version,
        "files": list(release.files),
        "variants": {name: list(files) for name, files in release.files_by_variant.items()},
    }


def _symbol_lines(symbol: SymbolHistory) -> str:
    """`"name": {"forms": [...]}`, each form but a single one on its line."""
    forms = [_line(_form_values(form)) for form in symbol.forms]
    start = f"    {_line(symbol.name)}: {{"
    if symbol.renamed_to is not None:
        start += f'"renamed_to": {_line(symbol.renamed_to)}, '
    between = "\n      " if len(forms) > 1 else ""
    return f'{start}"forms": [{between}{f",{between}".join(forms)}]}}'


def _form_values(form: Form) -> dict[str, str]:
    facts = {aspect.value: form.facts[aspect] for aspect in Aspect if aspect in form.facts}
    return {
        "element": form.element.value,
        **_span_values(form.since, form.until),
        **facts,
    }


def _difference_values(found: VariantDifference) -> dict[str, str]:
    return {
        "variant": found.variant,
        "element": found.element.value,
        "symbol": found.symbol,
        "aspect": found.aspect.value,
        "main": found.main,
        "other": found.other,
        **_span_values(found.since, found.until),
    }


def _span_values(since: Release, until: Release | None) -> dict[str, str]:
    return {"since": since.name} | ({"until": until.name} if until is not None else {})


def read_history(path: Path) -> History:
    """Read a history's file; UsageError with the place if anything in it is not as it must be."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: no JSON: {error}") from None
    return _history(_Item(path, "the history", values))


@dataclass(frozen=True, slots=True)
class _Item:
    """One value of the file, which says where it stands when something is wrong in it."""

    path: Path
    place: str
    value: Any

    def fail(self, sentence: str) -> NoReturn:
        raise UsageError(f"{self.path}: {self.place}: {sentence}")

    def entries(self) -> Mapping[str, _Item]:
        if not isinstance(self.value, dict):
            self.fail("an object is wanted")
        return {
            key: _Item(self.path, f"{key} of {self.place}", self.value[key]) for key in self.value
        }

    def entry(self, key: str) -> _Item:
        found = self.entries().get(key)
        return found if found is not None else self.fail(f"'{key}' is missing")

    def items(self) -> list[_Item]:
        if not isinstance(self.value, list):
            self.fail("a list is wanted")
        return [
            _Item(self.path, f"{self.place}, item {number}", item)
            for number, item in enumerate(self.value, 1)
        ]

    def text(self) -> str:
        return self.value if isinstance(self.value, str) else self.fail("a string is wanted")

    def texts(self) -> tuple[str, ...]:
        return tuple(item.text() for item in self.items())

    def whole_number_or_null(self) -> int | None:
        if self.value is None or (type(self.value) is int):
            return self.value
        self.fail("a whole number or null is wanted")

    def member(self, kind: type[Member]) -> Member:
        for member in kind:
            if member.value == self.text():
                return member
        self.fail(f"'{self.value}' is none of {', '.join(member.value for member in kind)}")


def _history(item: _Item) -> History:
    releases = tuple(map(_release, item.entry("releases").items()))
    release_by_name = {release.name: release for release in releases}
    if len(release_by_name) < len(releases):
        item.entry("releases").fail("two have one name")
    symbols = item.entry("symbols").entries()
    differences = item.entry("differences").items()
    return History(
        project=item.entry("project").text(),
        version_name=item.entry("version_name").text(),
        version_enum=item.entry("version_enum").text(),
        version_value=item.entry("version_value").text(),
        main_variant=item.entry("main_variant").text(),
        releases=releases,
        symbols={name: _symbol(name, symbols[name], release_by_name) for name in symbols},
        differences=tuple(_difference(found, release_by_name) for found in differences),
    )


def _release(item: _Item) -> Release:
    variants = item.entry("variants").entries()
    return Release(
        name=item.entry("name").text(),
        version=item.entry("version").whole_number_or_null(),
        files=item.entry("files").texts(),
        files_by_variant={name: files.texts() for name, files in variants.items()},
    )


def _symbol(name: str, item: _Item, release_by_name: Mapping[str, Release]) -> SymbolHistory:
    renamed_to = item.entries().get("renamed_to")
    forms = tuple(_form(form, release_by_name) for form in item.entry("forms").items())
    if not forms:
        item.entry("forms").fail("at least one is wanted")
    return SymbolHistory(name, forms, renamed_to.text() if renamed_to else None)


def _form(item: _Item, release_by_name: Mapping[str, Release]) -> Form:
    element = item.entry("element").member(Element)
    return Form(element, *_span(item, release_by_name), _facts(item, element))


def _facts(item: _Item, element: Element) -> Facts:
    known = {aspect.value: aspect for aspect in Aspect}
    facts: dict[Aspect, str] = {}
    for key, value in item.entries().items():
        if key in ("element", "since", "until"):
            continue
        if key not in known:
            value.fail(f"'{key}' is nothing that a form says")
        facts[known[key]] = value.text()
    for aspect in _NEEDED.get(element, ()):
        item.entry(aspect.value)
    number = facts.get(Aspect.NUMBER, "0")
    if not number.removeprefix("-").isdecimal():
        item.entry(Aspect.NUMBER.value).fail(f"'{number}' is no number")
    return facts


# What the one-line declaration of an element is made of.
_NEEDED: Mapping[Element, Iterable[Aspect]] = {
    Element.FIELD: (Aspect.NUMBER, Aspect.TYPE),
    Element.EXTENSION: (Aspect.NUMBER, Aspect.TYPE),
    Element.VALUE: (Aspect.NUMBER,),
    Element.METHOD: (Aspect.REQUEST, Aspect.RESPONSE),
}


def _difference(item: _Item, release_by_name: Mapping[str, Release]) -> VariantDifference:
    since, until = _span(item, release_by_name)
    return VariantDifference(
        variant=item.entry("variant").text(),
        element=item.entry("element").member(Element),
        symbol=item.entry("symbol").text(),
        aspect=item.entry("aspect").member(Aspect),
        main=item.entry("main").text(),
        other=item.entry("other").text(),
        since=since,
        until=until,
    )


def _span(item: _Item, release_by_name: Mapping[str, Release]) -> tuple[Release, Release | None]:
    until = item.entries().get("until")
    since = _release_named(item.entry("since"), release_by_name)
    return since, _release_named(until, release_by_name) if until is not None else None


def _release_named(item: _Item, release_by_name: Mapping[str, Release]) -> Release:
    found = release_by_name.get(item.text())
    return found if found is not None else item.fail(f"'{item.value}' is none of the releases")
