"""The page about versions: history and annotations in, a finished page out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wiregen.history.model import HistoricChange, History, Release
from wiregen.schema import ir
from wiregen.targets.docs.examples import topic_lines
from wiregen.targets.docs.history import change_words, without_parts
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.prose import code, escaped, paragraphs
from wiregen.targets.docs.version_numbers import decoder_section
from wiregen.targets.docs.view import Page, Section, Table
from wiregen.targets.docs.wire_effects import effects_section, wire_effect
from wiregen.targets.places import RULES_PAGE, Place, rule_id

PATH = "versions.md"


def versions_page(material: Material, history: History) -> Page:
    """How version numbers are read, and what each version and release changed."""
    return Page(
        path=PATH,
        title="Versions",
        source=material.source,
        shelf="What changed",
        purpose="How version numbers are read, and what each version and release changed.",
        text=(
            f"The schemas of {len(history.releases)} releases of {escaped(history.project)}, from"
            f" {history.releases[0].short_name} to {history.releases[-1].short_name}, were compared;"
            " what follows was read off them."
        ),
        sections=(
            *_decoder(material),
            *_readers(material, history),
            effects_section(),
            Section("s.releases", "Releases", tables=(_releases(material, history),)),
            *_versions(material, history),
        ),
    )


def _decoder(material: Material) -> Iterator[Section]:
    for section in decoder_section(material, PATH):
        lines = topic_lines("decoder", PATH, material)
        shown = Section("s.decoder.examples", "Such numbers in messages", items=lines)
        yield replace(section, parts=(shown,) if lines else ())


def _readers(material: Material, history: History) -> Iterator[Section]:
    """What a reader of one version has to expect of a file of another."""
    revision = material.annotations.revision
    if revision is None:
        return
    field = f"{revision.field.message}.{revision.field}"
    prose = material.prose(PATH, revision.field.message)
    items = tuple(
        f"{linked(escaped(rule.id), Place(RULES_PAGE, rule_id(rule.id)), PATH)} **{rule.strength.value}**:"
        f" {prose.line(rule.sentence)} {prose.line(rule.extent)}".rstrip()
        for rule in material.annotations.rules
        if rule.owner == field
    )
    link = material.field_link(material.field_by_name[field], PATH)
    text = paragraphs(
        [
            f"A file says in {link} which version it was written for.",
            f"A reader that knows {escaped(history.version_name)} n, given a file of version m:",
            "- m < n: some fields and values did not exist and are absent. Rules that hold for some"
            " versions only are listed below, version by version.\n"
            "- m > n: fields that the reader does not know are unknown fields; they are kept and not"
            " understood. Numbers of enums that it does not know stay in integer fields. So the"
            " file can be read and written, but not be relied on to mean what the reader takes it"
            " to mean.",
            "What the rules say of the number itself:" if items else "",
        ]
    )
    yield Section("s.readers", "Readers and files of different versions", text, items=items)


def _releases(material: Material, history: History) -> Table:
    rows = []
    for release in history.releases:
        changes = list(without_parts(history.changes_by_release[release.name], material))
        number = release.version
        version = history.version_name
        rows.append(
            (
                f"[{release.short_name}](#{_release_id(release)})",
                f"[{version} {number}](#{_version_id(number, history)})" if number else "none",
                str(len(changes)) if changes else "none",
            )
        )
    return Table(("Release", "Version", "Changes"), tuple(rows))


def _versions(material: Material, history: History) -> Iterator[Section]:
    enum = material.schema.enum_by_name.get(history.version_enum)
    values = {value.number: value for value in enum.values} if enum is not None else {}
    numbers = sorted({*(number for number in values if number > 0), *history.releases_by_version})
    for number in numbers:
        releases = history.releases_by_version.get(number, ())
        yield Section(
            _version_id(number, history),
            f"{history.version_name} {number}",
            paragraphs(
                [
                    *_value_texts(values.get(number), enum, material),
                    _carried_by(releases, history),
                    *(
                        text
                        for release in releases
                        for text in _release(release, material, history)
                    ),
                    *_rules(number, material),
                ]
            ),
        )


def _value_texts(
    value: ir.EnumValue | None, enum: ir.Enum | None, material: Material
) -> Iterator[str]:
    if value is None or enum is None:
        yield "The enum of versions has no name for it."
        return
    place = material.places.value(enum, value)
    yield f"{linked(escaped(value.name), place, PATH)} = {value.number}, {code(f'0x{value.number:016X}')}."
    text = value.comments.leading
    if text.strip():
        yield material.prose(PATH, enum.full_name, place).comment(text)


def _carried_by(releases: tuple[Release, ...], history: History) -> str:
    if not releases:
        return "No release states this number."
    names = ", ".join(release.short_name for release in releases)
    return f"Stated by {escaped(history.project)} {names}."


def _release(release: Release, material: Material, history: History) -> Iterator[str]:
    yield f'<a id="{_release_id(release)}"></a>'
    changes = list(without_parts(history.changes_by_release[release.name], material))
    if not changes:
        yield f"**{escaped(history.project)} {release.short_name}** changed nothing in the schemas."
        return
    lines = [
        f"- {_subject(change, material)} {change_words(change, material)}"
        f"{_effect(change, material)}"
        for change in changes
    ]
    is_first = release is history.releases[0]
    verb = "had" if is_first else "changed"
    yield f"**{escaped(history.project)} {release.short_name}** {verb}:"
    yield "\n".join(lines)


def _effect(change: HistoricChange, material: Material) -> str:
    effect = wire_effect(change, material)
    return f" · {effect}" if effect else ""


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


def _rules(number: int, material: Material) -> Iterator[str]:
    rules = material.annotations.rules
    for words, found in (
        ("Rules that hold from this version on", [r for r in rules if r.first_revision == number]),
        ("Rules that hold up to this version", [r for r in rules if r.last_revision == number]),
    ):
        if found:
            links = ", ".join(
                linked(escaped(rule.id), Place(RULES_PAGE, rule_id(rule.id)), PATH)
                for rule in found
            )
            yield f"{words}: {links}."


def _version_id(number: int, history: History) -> str:
    return f"{history.version_name.lower()}.{number}"


def _release_id(release: Release) -> str:
    return f"release.{release.short_name}"
