"""The page about versions and releases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wiregen.history.model import HistoricChange, History, Release
from wiregen.output.escaping import code, escaped
from wiregen.schema import ir
from wiregen.targets.docs.examples import topic_lines
from wiregen.targets.docs.history import change_words, without_parts
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.rules import RuleLine, rule_line, rule_link
from wiregen.targets.docs.version_numbers import numbers_table, version_fields
from wiregen.targets.docs.view import Rows, Table
from wiregen.targets.docs.wire_effects import effect_words, wire_effect
from wiregen.targets.places import Place

PATH = "versions.md"


@dataclass(frozen=True, slots=True)
class DecoderView:
    """How a version number is read: the fields that hold one, numbers, and examples."""

    fields: tuple[str, ...]
    table: Table
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadersView:
    """The field in which a file states its version, and the rules about it."""

    field: str
    rules: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change of a release; the effect on files is empty where there is none to tell."""

    subject: str
    words: str
    effect: str


@dataclass(frozen=True, slots=True)
class ReleaseView:
    """A release, the version that it states, and what it changed."""

    id: str
    name: str
    is_first: bool
    number: int | None
    version_id: str
    changes: tuple[ChangeView, ...]


@dataclass(frozen=True, slots=True)
class ValueView:
    """The value of the enum of versions that names a number."""

    link: str
    number: int
    shown: str
    comment: str


@dataclass(frozen=True, slots=True)
class VersionView:
    """A version number, the releases that state it, and the rules that start or end with it."""

    id: str
    number: int
    value: ValueView | None
    releases: tuple[ReleaseView, ...]
    rules_from: tuple[str, ...]
    rules_up_to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VersionsView:
    """How version numbers are read, and what each version and release changed."""

    project: str
    version_name: str
    decoder: DecoderView | None
    readers: ReadersView | None
    effects: Rows
    releases: tuple[ReleaseView, ...]
    versions: tuple[VersionView, ...]


def versions_view(material: Material) -> VersionsView | None:
    """Return what a history tells of versions and releases, if there is one."""
    history = material.history
    if history is None:
        return None
    releases = {r.name: _release(r, material, history) for r in history.releases}
    return VersionsView(
        project=escaped(history.project),
        version_name=escaped(history.version_name),
        decoder=_decoder(material),
        readers=_readers(material),
        effects=effect_words(),
        releases=tuple(releases.values()),
        versions=tuple(_versions(material, history, releases)),
    )


def _decoder(material: Material) -> DecoderView | None:
    fields = version_fields(material, PATH)
    if not fields:
        return None
    return DecoderView(fields, numbers_table(), topic_lines("decoder", PATH, material))


def _readers(material: Material) -> ReadersView | None:
    revision = material.annotations.revision
    if revision is None:
        return None
    field = f"{revision.field.message}.{revision.field}"
    rules = [rule for rule in material.annotations.rules if rule.owner == field]
    return ReadersView(
        material.field_link(material.field_by_name[field], PATH),
        tuple(rule_line(rule, PATH, material) for rule in rules),
    )


def _release(release: Release, material: Material, history: History) -> ReleaseView:
    changes = without_parts(history.changes_by_release[release.name], material)
    return ReleaseView(
        id=f"release.{release.short_name}",
        name=release.short_name,
        is_first=release is history.releases[0],
        number=release.version,
        version_id=_version_id(release.version, history) if release.version else "",
        changes=tuple(
            ChangeView(
                _subject(change, material),
                change_words(change, material),
                wire_effect(change, material),
            )
            for change in changes
        ),
    )


def _versions(
    material: Material, history: History, releases: Mapping[str, ReleaseView]
) -> Iterator[VersionView]:
    enum = material.schema.enum_by_name.get(history.version_enum)
    values = {value.number: value for value in enum.values} if enum is not None else {}
    numbers = sorted({*(number for number in values if number > 0), *history.releases_by_version})
    rules = material.annotations.rules
    for number in numbers:
        value = values.get(number)
        found = history.releases_by_version.get(number, ())
        yield VersionView(
            id=_version_id(number, history),
            number=number,
            value=_value(value, enum, material) if value is not None and enum is not None else None,
            releases=tuple(releases[release.name] for release in found),
            rules_from=tuple(rule_link(r, PATH) for r in rules if r.first_revision == number),
            rules_up_to=tuple(rule_link(r, PATH) for r in rules if r.last_revision == number),
        )


def _value(value: ir.EnumValue, enum: ir.Enum, material: Material) -> ValueView:
    place = material.places.value(enum, value)
    return ValueView(
        linked(escaped(value.name), place, PATH),
        value.number,
        code(f"0x{value.number:016X}"),
        material.prose(PATH, enum.full_name, place).comment(value.comments.leading),
    )


def _subject(change: HistoricChange, material: Material) -> str:
    owner = change.symbol.rpartition(".")[0]
    # Values are named by the scope around their enum, as in the schema language.
    place = material.places.found(change.symbol, "")
    if place is None and material.places.has_page(owner):
        place = Place(material.places.symbol(owner).page)
    text = escaped(material.shown(change.symbol))
    for package in material.packages:
        text = text.removeprefix(f"{package}.")
    return linked(text, place, PATH) if place is not None else code(text)


def _version_id(number: int, history: History) -> str:
    return f"{history.version_name.lower()}.{number}"
