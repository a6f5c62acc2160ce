"""Possible message types of some bytes.

The same bytes can often be read as several messages. Which of them is meant, they do not tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from typing import Any

from .._rules.checking import broken_rules
from .._rules.facts import ROOTS
from .._rules.findings import Finding
from .._rules.rules import RULES
from .._rules.schema_index import messages_by_name, short_name
from .._rules.types import Rule
from .._runtime.descriptor import Descriptor
from .._runtime.errors import DecodeError
from .audit import Audit, audit
from .layout import Kind, layout_of
from .lens import Lens
from .notes import OTHER_FORM, Effect
from .package_lens import package_lens
from .records import Record
from .value_notes import varints
from .values import list_text

# Reading goes on for so many records before the verdict is given for now.
RECORDS_AT_FIRST = 20_000
# Rules are looked at, and messages described, in files up to this size.
_LARGEST_DECODED = 4_000_000
_MOST_REASONS = 3


class Verdict(IntEnum):
    """How well a message fits some bytes; the best comes first."""

    EXACT = 0
    BREAKS_A_RULE = 1
    LOSSY = 2
    FORCED = 3
    NO = 4

    @property
    def words(self) -> str:
        """The verdict as it is printed."""
        return self.name.lower().replace("_", " ")

    @property
    def is_clean(self) -> bool:
        """True if every field is one that the schema knows."""
        return self <= Verdict.LOSSY


_VERDICT_BY_EFFECT = {
    Effect.NONE: Verdict.EXACT,
    Effect.ODD: Verdict.BREAKS_A_RULE,
    Effect.CHANGED: Verdict.LOSSY,
    Effect.UNKNOWN: Verdict.FORCED,
    Effect.DAMAGE: Verdict.NO,
}


@dataclass(frozen=True)
class Reading:
    """One message that some bytes can be, or cannot: the verdict and what speaks for it.

    `reasons` say why the verdict is not better. The verdict is for the bytes up to the
    `audit`'s budget, which large files exceed.
    """

    descriptor: Descriptor
    verdict: Verdict
    description: str
    reasons: tuple[str, ...]
    findings: tuple[Finding, ...]
    audit: Audit

    @property
    def name(self) -> str:
        """The name of the message without that of the package."""
        return short_name(self.descriptor)


def readings(
    data: Any,
    lens: Lens | None = None,
    names: Iterable[str] = (),
    *,
    start: int = 0,
    end: int | None = None,
) -> list[Reading]:
    """Every message that some bytes can be, the best first, and those that they cannot be.

    Without names, the messages that whole files can be are tried, or all that no other
    message holds if nobody says which these are.
    """
    lens, stop = lens or package_lens(), len(data) if end is None else end
    tried = names or root_names()
    found = [reading_of(data, name, lens, start, stop) for name in tried]
    # The order of roots is that of preference, and stays among equals.
    return sorted(found, key=lambda reading: reading.verdict)


def root_names() -> tuple[str, ...]:
    """The full names of the messages that a whole file can be."""
    if ROOTS:
        return tuple(root.message for root in ROOTS)
    every = messages_by_name()
    held = {
        field.message_type.full_name
        for descriptor in every.values()
        for field in descriptor.fields
        if field.message_type is not None and field.message_type is not descriptor
    }
    return tuple(name for name in every if name not in held) or tuple(every)


def reading_of(
    data: Any,
    name: str,
    lens: Lens,
    start: int,
    end: int,
    most_records: int | None = RECORDS_AT_FIRST,
    seconds: float | None = None,
) -> Reading:
    """What some bytes are as one message."""
    descriptor = messages_by_name()[name]
    made = audit(
        *(data, layout_of(descriptor), lens, start, end),
        most_records=most_records,
        seconds=seconds,
    )
    verdict = _VERDICT_BY_EFFECT[made.effect]
    reasons = _reasons(made, data, lens)
    reading = Reading(descriptor, verdict, "", reasons, (), made)
    if not verdict.is_clean or not made.is_complete or end - start > _LARGEST_DECODED:
        return reading
    return _judged(reading, bytes(data[start:end]), lens)


def _judged(reading: Reading, data: bytes, lens: Lens) -> Reading:
    """A clean reading with a description, and with the rules that it breaks."""
    try:
        message = reading.descriptor.message_class.FromString(data)
    except DecodeError:  # deeper than Python's own stack
        return reading
    found = tuple(broken_rules(message))
    errors = [finding for finding in found if finding.level == "error"]
    sentences = [_rule_reason(item) for item in errors[:_MOST_REASONS]]
    if len(errors) > _MOST_REASONS:
        sentences.append(f"and {len(errors) - _MOST_REASONS:,} more")
    verdict = max(reading.verdict, Verdict.BREAKS_A_RULE) if errors else reading.verdict
    return replace(
        reading,
        verdict=verdict,
        description=lens.describe(reading.descriptor, data),
        reasons=(*reading.reasons, *sentences),
        findings=found,
    )


def _rule_reason(finding: Finding) -> str:
    """What breaks a rule, the rule's id, and who refuses it or does not."""
    rule = _rules_by_id().get(finding.rule)
    what = finding.sentence.partition(": ")[0]
    parent, _, last = finding.path.rpartition(".")
    if not what.startswith(last):
        parent = finding.path
    what = f"{parent}.{what}" if parent else what
    if rule is None:
        return what
    enforcers = f"; refused by {', '.join(rule.enforcers)}" if rule.enforcers else ""
    return f"{what} ({rule.id}{f'; {rule.extent}'.rstrip('.') if rule.extent else enforcers})"


@cache
def _rules_by_id() -> dict[str, Rule]:
    return {rule.id: rule for rule in RULES}


def _reasons(made: Audit, data: Any, lens: Lens) -> tuple[str, ...]:
    """Why a reading is not exact, from its weightiest notes."""
    noted = made.notes.get(made.effect, []) if made.effect else []
    found = dict.fromkeys(
        _reason(record, note.kind is OTHER_FORM, note.sentence, data, lens)
        for record, note in noted
    )
    shown = list(found)[:_MOST_REASONS]
    if len(found) > _MOST_REASONS:
        shown.append(f"and {len(found) - _MOST_REASONS:,} more")
    return tuple(shown)


def _reason(record: Record, is_other_form: bool, sentence: str, data: Any, lens: Lens) -> str:
    path = record.path or "the message"
    place = record.place
    if is_other_form and place is not None and place.kind is Kind.PACKED:
        return f"{path} would be {_packed_words(record, data)}, packed"
    if is_other_form:
        return f"{path.rpartition('[')[0]}: {sentence}"
    if place is not None and place.layout is not None and record.nth < 0:
        return f"{path}: {sentence}"
    return f"{path}: {sentence} (at {record.offset:#x})"


def _packed_words(record: Record, data: Any) -> str:
    """The values of a packed record, told as a text if they look like one."""
    value = bytes(data[record.body : min(record.stop, record.body + 40)])
    if value.isascii() and value.decode().isprintable() and len(value) == record.stop - record.body:
        return f"the {len(value)} letters of '{value.decode()}'"
    numbers = [str(number) for number in varints(value, 0, len(value))]
    return list_text(numbers[:8], len(numbers))
