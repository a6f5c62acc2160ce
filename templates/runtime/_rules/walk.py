"""Walks through a message and checks every rule."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from .._runtime.containment import children
from .._runtime.descriptor import Descriptor, FieldDescriptor
from .._runtime.errors import DecodeError
from .._runtime.message import Message
from .fields import FieldAt, joined
from .findings import Finding, Level
from .rules import REVISION, RULES
from .types import Check, Condition, Mark, Rule, Start, Violation, Visit


def broken_rules(
    message: Message, warnings: bool, folder: str | os.PathLike[str] | None
) -> Iterator[Finding]:
    """What `checking.broken_rules` promises."""
    damage = Damage()
    start = Start(message, None, folder)
    try:
        start.revision = _revision_of(start)
    except DecodeError as error:
        damage.note(error)
    plans = _Plans(start.revision, warnings)
    reports = _Reports()
    for visit in visits(start, damage):
        # A model has millions of pairs of a message and a rule: nothing more is called for each.
        for rule, check, conditions in plans[visit.descriptor]:
            try:
                for holds in conditions:
                    if not holds(visit):
                        break
                else:
                    found = check(visit)
                    if found:
                        yield from reports.findings(rule, visit, list(found))
            except DecodeError as error:
                damage.note(error)
        if damage.news:
            yield from damage.told()
    yield from damage.told()


class Damage:
    """Errors about bytes that are decoded only now, and the findings about them, one for each."""

    def __init__(self) -> None:
        self._seen: set[tuple[str, int | None]] = set()
        self.news: list[Finding] = []

    def note(self, error: DecodeError) -> None:
        """Remember that some bytes are damaged."""
        if (error.path, error.offset) not in self._seen:
            self._seen.add((error.path, error.offset))
            path = error.path.partition(".")[2]
            finding = Finding("error", "damaged", "", error.offset, path, error.reason, "")
            self.news.append(finding)

    def told(self) -> list[Finding]:
        """The damage that was met since the last call."""
        found, self.news = self.news, []
        return found


def visits(
    start: Visit, damage: Damage, is_entered: Callable[[Visit], bool] = lambda visit: True
) -> Iterator[Visit]:
    """A message and all messages inside it, outer ones first; nothing recurs, however deep.

    What is inside of a message that is not entered is left out.
    """
    pending: list[Iterator[Visit]] = [iter((start,))]
    while pending:
        visit = next(pending[-1], None)
        if visit is None:
            pending.pop()
            continue
        yield visit
        try:
            pending.append(_inside(visit) if is_entered(visit) else iter(()))
        except DecodeError as error:
            damage.note(error)


def _inside(visit: Visit) -> Iterator[Visit]:
    fields = _fields_with_messages(visit.descriptor)
    # Now: it is here that bytes turn out to be damaged.
    values = [(field, getattr(visit.message, field.slot)) for field in fields]
    held = [pair for pair in values if pair[1] is not None]
    return _held(visit, held) if held else iter(())


@cache
def _fields_with_messages(descriptor: Descriptor) -> list[FieldDescriptor]:
    fields = descriptor.fields_by_number.values()
    return [field for field in fields if (field.map_value or field).message_class is not None]


def _held(visit: Visit, held: list[tuple[FieldDescriptor, Any]]) -> Iterator[Visit]:
    for field, value in held:
        if field.map_value is not None:
            for place, child in children(visit.message, field):
                yield Visit(child, visit, place)
        elif field.is_repeated:
            for index, child in enumerate(value):
                yield Visit(child, visit, field.name, index)
        else:
            yield Visit(value, visit, field.name)


def _revision_of(start: Visit) -> int | None:
    """The revision of the schema that a message says it keeps to; None if it does not say."""
    if REVISION is None or start.descriptor.full_name != REVISION[0]:
        return None
    return next(FieldAt(start.descriptor, REVISION[1]).values(start.message), None)


# A rule, its check and its conditions, made for a descriptor.
_Item = tuple[Rule, Check, tuple[Condition, ...]]


class _Plans(dict[Descriptor, tuple[_Item, ...]]):
    """The rules that are checked, by descriptor; made when they are asked for."""

    def __init__(self, revision: int | None, warnings: bool) -> None:
        super().__init__()
        self._revision = revision
        self._warnings = warnings

    def __missing__(self, descriptor: Descriptor) -> tuple[_Item, ...]:
        self[descriptor] = tuple(
            (rule, rule.check(descriptor), _conditions(rule, descriptor))
            for rule in RULES
            # A rule of no message is one of all messages.
            if rule.message in ("", descriptor.full_name)
            and rule.check is not None
            and (self._warnings or rule.is_error)
            and self._is_in_force(rule)
        )
        return self[descriptor]

    def _is_in_force(self, rule: Rule) -> bool:
        """True if a rule holds for the revision; an unknown one is taken for the newest."""
        if self._revision is None:
            return rule.last is None
        return (rule.first or self._revision) <= self._revision <= (rule.last or self._revision)


def _conditions(rule: Rule, descriptor: Descriptor) -> tuple[Condition, ...]:
    made = tuple(condition(descriptor) for condition in rule.when)
    if rule.where:
        return (lambda visit: any(visit.is_at(*place) for place in rule.where), *made)
    return made


class _Reports:
    """Makes findings of violations, one for each fault even if several rules tell of it."""

    def __init__(self) -> None:
        # By what is wrong, the rule that told of it first.
        self._rule_by_mark: dict[Mark, str] = {}

    def findings(
        self, rule: Rule, visit: Visit, violations: Iterable[Violation]
    ) -> Iterator[Finding]:
        """Findings of the faults that no other rule was reported for."""
        path = visit.path if violations else ""
        for violation in violations:
            finding = self._finding(rule, path, violation)
            if finding is not None:
                yield finding

    def _finding(self, rule: Rule, path: str, violation: Violation) -> Finding | None:
        marks = list(_marks(rule, path, violation))
        told = [self._rule_by_mark.setdefault(mark, rule.id) for mark in marks]
        if any(other != rule.id for other in told):
            return None
        level: Level = "error" if rule.is_error else "warning"
        return Finding(
            level,
            rule.code or "rule",
            rule.id,
            None,
            joined(path, violation.path),
            _sentence(rule, violation),
            rule.link,
        )


def _marks(rule: Rule, path: str, violation: Violation) -> Iterator[Mark]:
    for mark in violation.marks:
        holder = joined(path, mark.holder)
        yield Mark(holder, mark.field, mark.aspect)
        if mark.aspect == "presence" and rule.code:
            yield Mark(holder, mark.field, rule.code)
    if rule.code:
        for field in rule.when_present:
            yield Mark(path, field, rule.code)


def _sentence(rule: Rule, violation: Violation) -> str:
    """What is wrong, then what the rule asks for and who else refuses it."""
    first, rest = rule.sentence[:1], rule.sentence[1:].rstrip(".")
    # "UTF-8 is ..." stays as it is.
    wanted = (first if rest[:1].isupper() else first.lower()) + rest
    # Who refuses some files only may not refuse this one.
    refusing = "" if rule.extent else " and ".join(rule.enforcers)
    return f"{violation.what}: {wanted}" + (f" (refused by {refusing})" if refusing else "")
