"""Builds the release history of a schema from its releases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from wiregen.evolution.changes import compare
from wiregen.evolution.facts import Aspect, Declared, Element
from wiregen.history.model import Form, History, SymbolHistory, VariantDifference
from wiregen.history.releases import ReadRelease
from wiregen.project import HistorySettings


def history_of(releases: Sequence[ReadRelease], settings: HistorySettings) -> History:
    """The history that releases, oldest first, tell."""
    return History(
        project=settings.project,
        version_name=settings.version_name,
        version_enum=settings.version_enum,
        version_value=settings.version_value,
        main_variant=settings.variant,
        releases=tuple(item.release for item in releases),
        symbols=_symbols(releases),
        differences=tuple(_differences(releases)),
    )


def _symbols(releases: Sequence[ReadRelease]) -> dict[str, SymbolHistory]:
    forms_by_name: dict[str, list[Form]] = {}
    for item in releases:
        declared_by_name = {declared.name: declared for declared in _without_files(item.main)}
        for name, forms in forms_by_name.items():
            if forms[-1].until is None and not _is_as(forms[-1], declared_by_name.get(name)):
                forms[-1] = replace(forms[-1], until=item.release)
        for name, declared in declared_by_name.items():
            forms = forms_by_name.setdefault(name, [])
            if not forms or forms[-1].until is not None:
                forms.append(Form(declared.element, item.release, None, declared.facts))
    new_names = _new_names(releases)
    return {
        name: SymbolHistory(name, tuple(forms), new_names.get(name) if forms[-1].until else None)
        for name, forms in forms_by_name.items()
    }


def _is_as(form: Form, declared: Declared | None) -> bool:
    return declared is not None and (form.element, form.facts) == (declared.element, declared.facts)


def _new_names(releases: Sequence[ReadRelease]) -> dict[str, str]:
    """What symbols that were renamed were called afterwards."""
    return {
        change.before: change.after
        for before, after in pairwise(releases)
        for change in compare(_without_files(before.main), _without_files(after.main))
        if change.aspect is Aspect.NAME
    }


def _differences(releases: Sequence[ReadRelease]) -> Iterator[VariantDifference]:
    """Where variants differ from the main one; what stays the same is told once."""
    open_by_key: dict[tuple[str, ...], VariantDifference] = {}
    ended = []
    for item in releases:
        found = {
            _key(difference): difference
            for variant, declared in item.by_variant.items()
            for difference in _against_main(item, variant, declared)
        }
        for key in open_by_key.keys() - found.keys():
            ended.append(replace(open_by_key.pop(key), until=item.release))
        open_by_key = {**found, **open_by_key}
    yield from sorted([*ended, *open_by_key.values()], key=_key)


def _against_main(
    item: ReadRelease, variant: str, declared: Iterable[Declared]
) -> Iterator[VariantDifference]:
    for change in compare(_without_files(item.main), _without_files(declared)):
        found = change.declared
        name = (change.old or found).name
        yield VariantDifference(
            *(variant, found.element, name, change.aspect, change.before, change.after),
            *(item.release, None),
        )


def _key(difference: VariantDifference) -> tuple[str, ...]:
    return (
        *(difference.variant, difference.symbol, difference.aspect.value),
        *(difference.main, difference.other),
    )


def _without_files(declared: Iterable[Declared]) -> Iterator[Declared]:
    """Symbols alone: releases and variants name their files as they please."""
    for item in declared:
        if item.element is not Element.FILE:
            facts = dict(item.facts)
            facts.pop(Aspect.FILE, None)
            yield replace(item, facts=facts)
