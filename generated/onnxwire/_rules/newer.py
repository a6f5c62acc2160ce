# Copied by wiregen from templates/runtime/_rules/newer.py; do not edit.
"""Finds content that readers of an older schema do not know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .._runtime.descriptor import Descriptor, FieldDescriptor
from .._runtime.message import Message
from .fields import elements, is_there, joined
from .findings import Finding
from .schema_index import enums_by_name
from .since import ENUM_BY_FIELD, PROJECT, RELEASES, SINCE_BY_FIELD, SINCE_BY_NUMBER, VERSION_NAME
from .types import Start, Visit
from .walk import Damage, visits


def newer_features(message: Message, version: int) -> list[Finding]:
    """The fields and numbers in use that came after a version of the schema, each once.

    A finding tells the first place and how many there are. What is inside of a newer field is
    not told: a reader that does not know the field skips all of it.
    """
    first_by_feature: dict[tuple[str, str], tuple[str, int]] = {}
    counts: dict[tuple[str, str], int] = {}
    damage = Damage()

    def is_entered(visit: Visit) -> bool:
        if visit.parent is None:
            return True
        fields = SINCE_BY_FIELD.get(visit.parent.descriptor.full_name, {})
        return fields.get(visit.field, version) <= version

    for visit in visits(Start(message, version, None), damage, is_entered):
        if is_entered(visit):
            for place, name, since in _newer_in(visit, version):
                key = visit.descriptor.full_name, name
                first_by_feature.setdefault(key, (joined(visit.path, place), since))
                counts[key] = counts.get(key, 0) + 1
    found = [
        _finding(path, name, since, counts[message_name, name], version)
        for (message_name, name), (path, since) in first_by_feature.items()
    ]
    return damage.told() + found


def _newer_in(visit: Visit, version: int) -> Iterator[tuple[str, str, int]]:
    """Each newer field and number of one message: its place, what it is called, and since when."""
    for field, since, enum in _watched(visit.descriptor):
        value = getattr(visit.message, field.slot)
        if not is_there(field, value):
            continue
        if since > version:
            yield field.name, field.name, since
        elif enum:
            for number in set(elements(value) if field.is_repeated else (value,)):
                since_number = SINCE_BY_NUMBER[enum].get(number, 0)
                if since_number > version:
                    name = enums_by_name()[enum].names[number]
                    yield field.name, f"{field.name} {number} ({name})", since_number


@cache
def _watched(descriptor: Descriptor) -> list[tuple[FieldDescriptor, int, str]]:
    """The fields that are not as old as the schema, or hold numbers that are not."""
    since = SINCE_BY_FIELD.get(descriptor.full_name, {})
    enums = ENUM_BY_FIELD.get(descriptor.full_name, {})
    return [
        (field, since.get(field.name, 0), enums.get(field.name, ""))
        for field in descriptor.fields
        if field.name in since or field.name in enums
    ]


def _finding(path: str, what: str, since: int, count: int, version: int) -> Finding:
    more = f", in {count} places" if count > 1 else ""
    releases = f" ({PROJECT} {RELEASES[since]})" if since in RELEASES else ""
    sentence = (
        f"{what}{more}: came with {VERSION_NAME} {since}{releases};"
        f" readers of {VERSION_NAME} {version} do not know it"
    )
    return Finding("error", "newer", "", None, path, sentence, "")
