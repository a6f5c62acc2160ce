"""Compatibility rules: the effect of each change on files, JSON and programs.

Two schemas are compared in both directions: files already written are read by programs of
the new schema, and programs of the old one go on and meet new files.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum as Enumeration


class Effect(Enumeration):
    """What a change can do, from the least to the worst."""

    SAFE = "safe"
    COMPATIBLE = "wire-compatible"
    SOURCE = "source-breaking"
    JSON = "json-breaking"
    WIRE = "wire-breaking"

    @property
    def severity(self) -> int:
        """How bad it is, counted from 0."""
        return list(Effect).index(self)

    @property
    def meaning(self) -> str:
        """The effect in a sentence."""
        return _MEANINGS[self]


_MEANINGS = {
    Effect.SAFE: "Neither files nor programs notice.",
    Effect.COMPATIBLE: "Files are read as before by old programs and new ones; they may say more.",
    Effect.SOURCE: "Programs that use it must be changed; files need not.",
    Effect.JSON: "JSON or text forms of messages are not read, or are read as something else.",
    Effect.WIRE: "Files are not read, or are read as something else.",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of change, what it does (the worst first), and why."""

    id: str
    effects: tuple[Effect, ...]
    sentence: str

    @property
    def worst(self) -> Effect:
        """The effect that counts."""
        return self.effects[0]


_SAFE, _COMPATIBLE, _SOURCE = (Effect.SAFE,), (Effect.COMPATIBLE,), (Effect.SOURCE,)
_JSON, _JSON_SOURCE = (Effect.JSON,), (Effect.JSON, Effect.SOURCE)
_WIRE, _WIRE_SOURCE = (Effect.WIRE,), (Effect.WIRE, Effect.SOURCE)

RULES = (
    # Fields
    Rule(
        "field-added",
        _COMPATIBLE,
        "Files already written do not have it; old programs keep it as an unknown field.",
    ),
    Rule(
        "field-added-to-oneof",
        _COMPATIBLE,
        "Old programs keep it as an unknown field, and take the oneof for empty.",
    ),
    Rule(
        "field-takes-reserved",
        _WIRE,
        "Its number or name was reserved: older files may hold something else in its place.",
    ),
    Rule(
        "required-field-added",
        _WIRE,
        "Files already written do not have it, and are refused.",
    ),
    Rule(
        "field-removed",
        _SOURCE,
        "Number and name are reserved; what files hold in it is kept as an unknown field.",
    ),
    Rule(
        "field-removed-name-free",
        _JSON_SOURCE,
        "The name is not reserved: JSON with it is refused, and another field can take it.",
    ),
    Rule(
        "field-removed-number-free",
        _WIRE_SOURCE,
        "The number is not reserved: another field can take it and be read out of old files.",
    ),
    Rule(
        "required-field-removed",
        _WIRE_SOURCE,
        "Old programs refuse files without it.",
    ),
    Rule(
        "field-renamed",
        _JSON_SOURCE,
        "Files have numbers, but JSON, text forms and programs have the name.",
    ),
    Rule(
        "field-renumbered",
        _WIRE,
        "Files have the old number: what they hold becomes an unknown field, or another one.",
    ),
    Rule(
        "type-alike",
        _SOURCE,
        "Both types are written alike in files and in JSON; values that only one has change.",
    ),
    Rule(
        "type-alike-in-files",
        _JSON_SOURCE,
        "Both types are written alike in files, but not in JSON.",
    ),
    Rule(
        "enum-replaced-by-wider-one",
        _SOURCE,
        "The new enum has all values of the old one, with the same numbers.",
    ),
    Rule(
        "type-changed",
        _WIRE_SOURCE,
        "What was written as one type is not read, or read as something else, as the other.",
    ),
    Rule(
        "list-and-map-exchanged",
        _JSON_SOURCE,
        "A map is a list of keys with values in files; in JSON it is none.",
    ),
    Rule(
        "presence-changed",
        _SOURCE,
        "Files are read alike; whether programs can tell an absent field from its default changes.",
    ),
    Rule(
        "made-required",
        _WIRE,
        "Files already written may lack it, and are refused.",
    ),
    Rule(
        "required-no-more",
        _WIRE,
        "New files may lack it, and old programs refuse them.",
    ),
    Rule(
        "made-repeated",
        _WIRE_SOURCE,
        "New programs read old files; old programs find the last element or, packed, none.",
    ),
    Rule(
        "made-singular",
        _WIRE_SOURCE,
        "Of the elements in files already written, only the last is left, or all in one.",
    ),
    Rule(
        "moved-into-oneof",
        _WIRE_SOURCE,
        "Of several members in a file already written, only the last is left.",
    ),
    Rule(
        "moved-out-of-oneof",
        _WIRE_SOURCE,
        "Old programs keep only the last of what new files hold at the same time.",
    ),
    Rule(
        "alone-in-oneof",
        _SOURCE,
        "Files already written hold no other member of the oneof, so they are read as before.",
    ),
    Rule(
        "packed-changed",
        _COMPATIBLE,
        "The bytes differ; every reader takes both forms.",
    ),
    Rule(
        "default-changed",
        _WIRE,
        "Where a file does not have the field, old and new programs read different values.",
    ),
    Rule(
        "json-name-changed",
        _JSON,
        "JSON already written has the old name.",
    ),
    Rule(
        "text-checked",
        _WIRE,
        "Files with strings that are no UTF-8 were read, and are refused now.",
    ),
    Rule(
        "text-unchecked",
        _SOURCE,
        "Programs may meet strings that are no UTF-8, and old ones refuse them.",
    ),
    Rule(
        "extendee-changed",
        _WIRE_SOURCE,
        "What files hold in the old message becomes an unknown field.",
    ),
    # Enum values
    Rule(
        "value-added",
        _COMPATIBLE,
        "Old programs know no name for it; they keep the number, as unknown if the enum is closed.",
    ),
    Rule(
        "alias-added",
        _SAFE,
        "A second name for a number that has one.",
    ),
    Rule(
        "value-takes-reserved",
        _WIRE,
        "Its number or name was reserved: older files may mean something else by it.",
    ),
    Rule(
        "value-removed",
        _SOURCE,
        "Number and name are reserved; files with the number keep it.",
    ),
    Rule(
        "value-removed-name-free",
        _JSON_SOURCE,
        "JSON already written may have the name, which is refused or can come to mean another.",
    ),
    Rule(
        "value-removed-number-free",
        _WIRE_SOURCE,
        "The number is not reserved: another value can take it and be read out of old files.",
    ),
    Rule(
        "value-renamed",
        _JSON_SOURCE,
        "Files have numbers, but JSON, text forms and programs have the name.",
    ),
    Rule(
        "value-renumbered",
        _WIRE,
        "Files already written have the old number, which means another value now, or none.",
    ),
    Rule(
        "value-name-moved",
        _JSON_SOURCE,
        "Its old number has another name now, and its new one had none: files mean what they did.",
    ),
    Rule(
        "first-value-changed",
        _WIRE,
        "A field of the enum that is absent, and has no default of its own, reads as the first value.",
    ),
    Rule(
        "openness-changed",
        _SOURCE,
        "Numbers without a name are unknown fields of a closed enum, and values of an open one.",
    ),
    # Messages, enums, services and what they consist of
    Rule(
        "declaration-added",
        _SAFE,
        "Nothing that was there before has to do with it.",
    ),
    Rule(
        "declaration-removed",
        _SOURCE,
        "Programs that name it must be changed.",
    ),
    Rule(
        "declaration-renamed",
        _SOURCE,
        "Files do not have the name, programs have.",
    ),
    Rule(
        "moved-to-another-file",
        _SOURCE,
        "Programs that import it from the module of its file must be changed.",
    ),
    Rule(
        "reserved-added",
        _SAFE,
        "Numbers and names that nobody uses stay so.",
    ),
    Rule(
        "reserved-removed",
        _WIRE,
        "Numbers or names that older files use for something else can be taken again.",
    ),
    Rule(
        "extension-range-added",
        _SAFE,
        "There is more room for extensions.",
    ),
    Rule(
        "extension-range-removed",
        _SOURCE,
        "Schemas with extensions in the range must be changed.",
    ),
    Rule(
        "extension-range-option-changed",
        _SOURCE,
        "Schemas with extensions in the range may be refused, or have to say something else.",
    ),
    Rule(
        "json-form-loosened",
        _JSON,
        "Fields or values may share a name in JSON now.",
    ),
    Rule(
        "json-form-tightened",
        _SAFE,
        "Fields or values do not share names in JSON, and may not come to do so.",
    ),
    Rule(
        "made-local",
        _SOURCE,
        "Other files cannot name it any more.",
    ),
    Rule(
        "made-public",
        _SAFE,
        "Other files can name it.",
    ),
    Rule(
        "method-type-changed",
        _WIRE_SOURCE,
        "Clients and servers of different versions send each other other messages.",
    ),
    Rule(
        "method-streaming-changed",
        _WIRE_SOURCE,
        "Clients and servers of different versions wait for one message or for many.",
    ),
    Rule(
        "idempotency-changed",
        _WIRE,
        "Calls may be sent in another way.",
    ),
    # Files
    Rule(
        "syntax-changed",
        _SOURCE,
        "Generators may make other code; what it changes for files is told of each field.",
    ),
    Rule(
        "package-changed",
        _WIRE_SOURCE,
        "All names change: those in programs, in calls, and of types in Any messages.",
    ),
    Rule(
        "imports-changed",
        _SAFE,
        "What a file imports matters to itself alone.",
    ),
    Rule(
        "public-import-removed",
        _SOURCE,
        "Files that found names through this one do not find them.",
    ),
    # Options
    Rule(
        "generated-code-option",
        _SOURCE,
        "Generators for other languages make other code.",
    ),
    Rule(
        "message-set-changed",
        _WIRE,
        "Message sets are written in another way.",
    ),
    Rule(
        "deprecation-changed",
        _SAFE,
        "Programs may be warned.",
    ),
    Rule(
        "option-changed",
        _COMPATIBLE,
        "Files are read as before; what else it means, those know who read the option.",
    ),
)
RULE_BY_ID = {rule.id: rule for rule in RULES}


def rules_table() -> str:
    """The effects and all rules as Markdown tables."""
    lines = ["| effect | meaning |", "| --- | --- |"]
    lines += [f"| {effect.value} | {effect.meaning} |" for effect in reversed(Effect)]
    lines += ["", "| rule | effects | why |", "| --- | --- | --- |"]
    for rule in RULES:
        effects = ", ".join(effect.value for effect in rule.effects)
        lines.append(f"| {rule.id} | {effects} | {rule.sentence} |")
    return "\n".join(lines) + "\n"
