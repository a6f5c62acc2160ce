"""The release history of a schema, as frozen values.

A release has a version of its own (`1.16.0`) and may state another one in the schema (of
ONNX: the IR version), which files of that release carry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wiregen.evolution.facts import Aspect, Element, Facts, declaration_text


@dataclass(frozen=True, slots=True)
class Release:
    """One release: its name, the version number that its schema states, the files that were read.

    The number is None where the schema states none. `files` are those of the main variant.
    """

    name: str
    version: int | None
    files: tuple[str, ...]
    files_by_variant: Mapping[str, tuple[str, ...]]

    @property
    def short_name(self) -> str:
        """The name without a last `.0` that says nothing: `1.16` for `1.16.0`."""
        is_long = self.name.count(".") > 1 and self.name.endswith(".0")
        return self.name.removesuffix(".0") if is_long else self.name


@dataclass(frozen=True, slots=True)
class Form:
    """What was said of a symbol from one release on, until (not including) another one."""

    element: Element
    since: Release
    until: Release | None
    facts: Facts

    @property
    def number(self) -> int | None:
        """The number of a field or enum value."""
        text = self.facts.get(Aspect.NUMBER)
        return None if text is None else int(text)

    @property
    def type(self) -> str:
        """The type of a field, in full; empty for what has none."""
        return self.facts.get(Aspect.TYPE, "")

    @property
    def label(self) -> str:
        """`optional`, `required`, `repeated`, `implicit` (of a field), or empty."""
        return self.facts.get(Aspect.LABEL, "")


@dataclass(frozen=True, slots=True)
class HistoricChange:
    """What changed with a release: one aspect of one symbol, before and after.

    When it was added or removed the aspect is EXISTENCE, the texts its declaration or empty.
    """

    release: Release
    element: Element
    symbol: str
    aspect: Aspect
    before: str
    after: str

    @property
    def is_addition(self) -> bool:
        """True if the symbol came with the release."""
        return self.aspect is Aspect.EXISTENCE and not self.before

    @property
    def is_removal(self) -> bool:
        """True if the symbol was in the release before and is not in this one."""
        return self.aspect is Aspect.EXISTENCE and not self.after


@dataclass(frozen=True, slots=True)
class SymbolHistory:
    """One symbol, by its full name, in all its forms, the oldest first.

    `renamed_to` is what the first release without it calls it, if it was renamed.
    """

    name: str
    forms: tuple[Form, ...]
    renamed_to: str | None

    @property
    def element(self) -> Element:
        """What kind of thing it is, or was when it was removed."""
        return self.newest.element

    @property
    def first(self) -> Release:
        """The first release that has it; there may be later ones that have not."""
        return self.forms[0].since

    @property
    def since(self) -> Release:
        """The release from which on all have it, or had it until it was removed."""
        start = self.newest
        for form in reversed(self.forms[:-1]):
            if form.until != start.since:
                break
            start = form
        return start.since

    @property
    def removed(self) -> Release | None:
        """The first release without it, if it did not come again."""
        return self.forms[-1].until

    @property
    def newest(self) -> Form:
        """What it is, or was when it was removed."""
        return self.forms[-1]

    @property
    def declaration(self) -> str:
        """The newest form in one line: `optional int32 data_type = 2`."""
        return self._text(self.newest)

    @property
    def changes(self) -> tuple[HistoricChange, ...]:
        """What happened to it, its coming and going included, in order."""
        return tuple(self._changes())

    def _changes(self) -> Iterator[HistoricChange]:
        before: Form | None = None
        for form in self.forms:
            is_next = before is not None and before.until == form.since
            if before is not None and is_next and before.element is form.element:
                yield from self._differences(before, form)
            else:
                yield from self._end(before)
                yield self._change(form, form.since, Aspect.EXISTENCE, "", self._text(form))
            before = form
        yield from self._end(before)

    def _differences(self, before: Form, form: Form) -> Iterator[HistoricChange]:
        for aspect in Aspect:
            texts = before.facts.get(aspect, ""), form.facts.get(aspect, "")
            if texts[0] != texts[1]:
                yield self._change(form, form.since, aspect, *texts)

    def _end(self, form: Form | None) -> Iterator[HistoricChange]:
        if form is not None and form.until is not None:
            yield self._change(form, form.until, Aspect.EXISTENCE, self._text(form), "")

    def _change(
        self, form: Form, release: Release, aspect: Aspect, before: str, after: str
    ) -> HistoricChange:
        return HistoricChange(release, form.element, self.name, aspect, before, after)

    def _text(self, form: Form) -> str:
        return declaration_text(form.element, self.name, form.facts)


@dataclass(frozen=True, slots=True)
class VariantDifference:
    """What a variant of the schema said otherwise, from one release on, until another one.

    Where one of the two does not have the symbol, the aspect is EXISTENCE and that text empty.
    """

    variant: str
    element: Element
    symbol: str
    aspect: Aspect
    main: str
    other: str
    since: Release
    until: Release | None


@dataclass(frozen=True, slots=True)
class History:
    """All releases, oldest first, and all symbols that ever were, by full name.

    `project` and `version_name` are words for people: ONNX 1.16 (IR 10). The version is the
    number of `version_value`, a value of `version_enum`. The main variant has the files that
    the releases name; differences are those of other variants.
    """

    project: str
    version_name: str
    version_enum: str
    version_value: str
    main_variant: str
    releases: tuple[Release, ...]
    symbols: Mapping[str, SymbolHistory]
    differences: tuple[VariantDifference, ...]

    @property
    def releases_by_version(self) -> Mapping[int, tuple[Release, ...]]:
        """The releases whose schema states a version, by that version, in order."""
        found: dict[int, tuple[Release, ...]] = {}
        for release in self.releases:
            if release.version is not None:
                found[release.version] = (*found.get(release.version, ()), release)
        return found

    @property
    def changes_by_release(self) -> Mapping[str, tuple[HistoricChange, ...]]:
        """What each release changed against the one before, by its name; in the first, all."""
        found: dict[str, list[HistoricChange]] = {release.name: [] for release in self.releases}
        for symbol in self.symbols.values():
            for change in symbol.changes:
                found[change.release.name].append(change)
        return {name: tuple(changes) for name, changes in found.items()}

    def former_fields(self, message: str, number: int) -> tuple[tuple[SymbolHistory, Form], ...]:
        """The fields that once had a number in a message and have it no more, oldest first."""
        found = [
            (symbol, form)
            for symbol in self.symbols.values()
            if symbol.element is Element.FIELD and symbol.name.rpartition(".")[0] == message
            for form in symbol.forms
            if form.number == number and self._is_over(symbol, number)
        ]
        order = {release.name: place for place, release in enumerate(self.releases)}
        return tuple(sorted(found, key=lambda pair: order[pair[1].since.name]))

    def _is_over(self, symbol: SymbolHistory, number: int) -> bool:
        return symbol.removed is not None or symbol.newest.number != number
