"""Classifies changes between two schemas by compatibility rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from wiregen.evolution.changes import Change, changes_of
from wiregen.evolution.compatibility import RULE_BY_ID, Rule
from wiregen.evolution.facts import Aspect, Declared, Element
from wiregen.evolution.likeness import Likeness, Types
from wiregen.evolution.matching import Matching
from wiregen.schema import ir
from wiregen.schema.number_sets import NumberSet

_OUTER = (Element.MESSAGE, Element.ENUM, Element.SERVICE)
# Options that make generators for other languages write other code.
_CODE_OPTIONS = {
    *("cc_enable_arenas", "cc_generic_services", "csharp_namespace", "ctype", "go_package"),
    *("java_generic_services", "java_multiple_files", "java_outer_classname", "java_package"),
    *("java_string_check_utf8", "jstype", "no_standard_descriptor_accessor"),
    *("objc_class_prefix", "optimize_for", "php_class_prefix", "php_metadata_namespace"),
    *("php_namespace", "py_generic_services", "ruby_package", "swift_prefix"),
}
_RULE_BY_OPTION = {
    **dict.fromkeys(_CODE_OPTIONS, "generated-code-option"),
    "message_set_wire_format": "message-set-changed",
    "idempotency_level": "idempotency-changed",
    "deprecated": "deprecation-changed",
}
# The rules of aspects that need no second look.
_RULE_BY_ASPECT = {
    Aspect.PACKED: "packed-changed",
    Aspect.EXTENDEE: "extendee-changed",
    Aspect.OPENNESS: "openness-changed",
    Aspect.FIRST_NUMBER: "first-value-changed",
    Aspect.SYNTAX: "syntax-changed",
    Aspect.PACKAGE: "package-changed",
    Aspect.FILE: "moved-to-another-file",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A change, the rule that it falls under, and what was added or removed with it."""

    change: Change
    rule: Rule
    parts: tuple[Declared, ...] = ()


def classify(old: Iterable[Declared], new: Iterable[Declared]) -> tuple[Finding, ...]:
    """All changes between two schemas, each under every rule that it falls under."""
    return tuple(_Classification(Matching(old, new)).findings())


class _Classification:
    def __init__(self, matching: Matching) -> None:
        self._matching = matching
        self._changes = tuple(changes_of(matching))
        self._types = _types(matching)

    def findings(self) -> Iterator[Finding]:
        gone = {c.declared.name for c in self._changes if c.is_removal and _is_outer(c)}
        come = {c.declared.name for c in self._changes if c.is_addition and _is_outer(c)}
        for change in self._changes:
            owners = gone if change.is_removal else come if change.is_addition else ()
            if change.declared.owner in owners:
                continue
            parts = tuple(self._parts(change)) if _is_outer(change) else ()
            for rule in dict.fromkeys(self._rules(change)):
                yield Finding(change, RULE_BY_ID[rule], parts)

    def _parts(self, change: Change) -> Iterator[Declared]:
        """What stands in an element that was added or removed, at any depth."""
        owners = {change.declared.name}
        for other in self._changes:
            is_alike = (other.is_addition, other.is_removal) == (
                change.is_addition,
                change.is_removal,
            )
            if is_alike and other.declared.owner in owners:
                owners.add(other.declared.name)
                yield other.declared

    def _rules(self, change: Change) -> Iterator[str]:
        if change.new is None:
            assert change.old is not None
            yield from self._of_removal(change.old)
        elif change.old is None:
            yield from self._of_addition(change.new)
        elif change.aspect in _RULE_BY_ASPECT:
            yield _RULE_BY_ASPECT[change.aspect]
        else:
            yield from self._of_difference(change, change.old, change.new)

    def _of_removal(self, old: Declared) -> Iterator[str]:
        owner = self._new_owner(old)
        if old.element not in (Element.FIELD, Element.VALUE) or owner is None:
            yield "declaration-removed"
        elif old.facts.get(Aspect.LABEL) == "required":
            yield "required-field-removed"
        else:
            is_other_value = old.element is Element.VALUE and self._is_aliased(old, owner)
            number_is_free = not is_other_value and not _reserves_number(owner, old)
            end = "-name-free" if not _reserves_name(owner, old) else ""
            yield f"{old.element.value}-removed{'-number-free' if number_is_free else end}"

    def _of_addition(self, new: Declared) -> Iterator[str]:
        old_owner = self._old_owner(new)
        if new.element not in (Element.FIELD, Element.VALUE) or old_owner is None:
            yield "declaration-added"
        elif _reserves_number(old_owner, new) or _reserves_name(old_owner, new):
            yield f"{new.element.value}-takes-reserved"
        elif new.element is Element.VALUE:
            yield "alias-added" if self._is_aliased(new, old_owner) else "value-added"
        elif new.facts.get(Aspect.LABEL) == "required":
            yield "required-field-added"
        else:
            oneofs = (i for i in _oneof_of(new, self._matching.new) if i.element is Element.ONEOF)
            is_member = any(self._matching.old_of(oneof) is not None for oneof in oneofs)
            yield "field-added-to-oneof" if is_member else "field-added"

    def _of_difference(self, change: Change, old: Declared, new: Declared) -> Iterator[str]:
        match change.aspect:
            case Aspect.NAME:
                is_part = new.element in (Element.FIELD, Element.VALUE, Element.EXTENSION)
                kind = "value" if new.element is Element.VALUE else "field"
                yield f"{kind}-renamed" if is_part else "declaration-renamed"
            case Aspect.NUMBER:
                is_value = new.element is Element.VALUE
                yield self._of_value_number(old, new) if is_value else "field-renumbered"
            case Aspect.TYPE:
                yield self._of_type(_field_of(old), _field_of(new))
            case Aspect.LABEL:
                yield from _of_label(change, _field_of(old), _field_of(new))
            case Aspect.ONEOF:
                yield self._of_oneof(change, old, new)
            case Aspect.DEFAULT:
                if not self._types.reads_alike_when_absent(_field_of(old), _field_of(new)):
                    yield "default-changed"
            case Aspect.JSON_NAME:
                if _field_of(old).json_name != _field_of(new).json_name:
                    yield "json-name-changed"
            case Aspect.UTF8:
                yield "text-checked" if change.after else "text-unchecked"
            case Aspect.JSON_FORMAT:
                yield "json-form-tightened" if change.after else "json-form-loosened"
            case Aspect.VISIBILITY:
                yield "made-local" if change.after == "local" else "made-public"
            case Aspect.RESERVED:
                ranges = (_reserved_ranges(old), _reserved_ranges(new))
                yield from _of_sets("reserved", *ranges, _reserved_names(old), _reserved_names(new))
            case Aspect.EXTENSION_RANGES:
                old_ranges, new_ranges = _extension_ranges(old), _extension_ranges(new)
                yield from _of_sets("extension-range", old_ranges, new_ranges)
            case Aspect.RANGE_OPTIONS:
                if _is_other_in_common_ranges(old, new):
                    yield "extension-range-option-changed"
            case Aspect.REQUEST | Aspect.RESPONSE:
                yield from self._of_method(change)
            case Aspect.IMPORTS:
                gone = set(change.before.split(", ")) - set(change.after.split(", "))
                is_public = any(name.startswith("public ") for name in gone)
                yield "public-import-removed" if is_public else "imports-changed"
            case Aspect.OPTIONS:
                yield from _of_options(old, new)

    def _of_value_number(self, old: Declared, new: Declared) -> str:
        enums = self._old_owner(new), self._new_owner(old)
        assert enums[0] is not None and enums[1] is not None
        is_new = not self._is_aliased(new, enums[0])
        is_left = self._is_aliased(old, enums[1])
        return "value-name-moved" if is_new and is_left else "value-renumbered"

    def _of_type(self, old: ir.Field, new: ir.Field) -> str:
        likeness = self._types.likeness(old.kind, new.kind)
        if likeness is Likeness.ALL:
            is_enum = isinstance(old.kind, ir.EnumKind)
            return "enum-replaced-by-wider-one" if is_enum else "type-alike"
        if likeness is Likeness.FILES:
            return "type-alike-in-files"
        is_list = self._types.is_list_of_entries(old, new)
        return "list-and-map-exchanged" if is_list else "type-changed"

    def _of_oneof(self, change: Change, old: Declared, new: Declared) -> str:
        if change.before and change.after:
            return "moved-into-oneof"
        # What each member of the oneof was before or became, and the oneof itself.
        others = (
            [self._matching.old_of(item) for item in _oneof_of(new, self._matching.new)]
            if change.after
            else [self._matching.new_of(item) for item in _oneof_of(old, self._matching.old)]
        )
        found = [other.element for other in others if other is not None]
        if found == [Element.FIELD]:
            return "alone-in-oneof"
        return "moved-into-oneof" if change.after else "moved-out-of-oneof"

    def _of_method(self, change: Change) -> Iterator[str]:
        before, after = (text.removeprefix("stream ") for text in (change.before, change.after))
        if self._matching.with_new_names(before) != after:
            yield "method-type-changed"
        if change.before.startswith("stream ") != change.after.startswith("stream "):
            yield "method-streaming-changed"

    def _is_aliased(self, value: Declared, enum: Declared) -> bool:
        """True if an enum, not that of the value itself, has a value of the same number."""
        assert isinstance(enum.node, ir.Enum)
        number = value.facts[Aspect.NUMBER]
        return any(str(other.number) == number for other in enum.node.values)

    def _new_owner(self, old: Declared) -> Declared | None:
        owner = _owner_among(self._matching.old, old)
        return self._matching.new_of(owner) if owner is not None else None

    def _old_owner(self, new: Declared) -> Declared | None:
        owner = _owner_among(self._matching.new, new)
        return self._matching.old_of(owner) if owner is not None else None


def _owner_among(items: Iterable[Declared], declared: Declared) -> Declared | None:
    """The message, enum or service that an element stands in."""
    found = (item for item in items if item.name == declared.owner and item.element in _OUTER)
    return next(found, None)


def _types(matching: Matching) -> Types:
    return Types(
        old_enums={item.name: item.node for item in matching.old if isinstance(item.node, ir.Enum)},
        new_enums={item.name: item.node for item in matching.new if isinstance(item.node, ir.Enum)},
        old_messages=_messages(matching.old),
        new_messages=_messages(matching.new),
        new_name={old.name: new.name for old in matching.old if (new := matching.new_of(old))},
    )


def _messages(items: Iterable[Declared]) -> dict[str, ir.Message]:
    return {item.name: item.node for item in items if isinstance(item.node, ir.Message)}


def _is_outer(change: Change) -> bool:
    return change.aspect is Aspect.EXISTENCE and change.declared.element in _OUTER


def _field_of(declared: Declared) -> ir.Field:
    node = declared.node.field if isinstance(declared.node, ir.Extension) else declared.node
    assert isinstance(node, ir.Field)
    return node


def _oneof_of(field: Declared, items: Iterable[Declared]) -> Iterator[Declared]:
    """The oneof that a field is in, and all its fields."""
    name = field.facts.get(Aspect.ONEOF)
    for item in items:
        is_oneof = item.element is Element.ONEOF and item.own_name == name
        if item.owner == field.owner and (is_oneof or item.facts.get(Aspect.ONEOF, "") == name):
            yield item


def _of_label(change: Change, old: ir.Field, new: ir.Field) -> Iterator[str]:
    if any(isinstance(field.kind, ir.MapKind) for field in (old, new)):
        return  # the type says it all
    if "required" in (change.before, change.after):
        yield "made-required" if change.after == "required" else "required-no-more"
    if "repeated" in (change.before, change.after):
        yield "made-repeated" if change.after == "repeated" else "made-singular"
    elif "required" not in (change.before, change.after):
        yield "presence-changed"


def _of_sets(
    kind: str,
    old_ranges: Sequence[ir.NumberRange],
    new_ranges: Sequence[ir.NumberRange],
    old_names: Iterable[str] = (),
    new_names: Iterable[str] = (),
) -> Iterator[str]:
    """True if ranges or names were added, removed, or both."""
    for verb, (ranges, names), (others, other_names) in (
        ("removed", (old_ranges, old_names), (new_ranges, new_names)),
        ("added", (new_ranges, new_names), (old_ranges, old_names)),
    ):
        is_more = NumberSet.of_ranges(ranges) - NumberSet.of_ranges(others)
        if is_more or set(names) - set(other_names):
            yield f"{kind}-{verb}"


def _of_options(old: Declared, new: Declared) -> Iterator[str]:
    for path in sorted(old.settings.keys() | new.settings.keys()):
        if old.settings.get(path) != new.settings.get(path):
            # What is left of features are those of generators for other languages.
            is_of_other_language = path.startswith("features.(")
            other = "generated-code-option" if is_of_other_language else "option-changed"
            yield _RULE_BY_OPTION.get(path, other)


def _is_other_in_common_ranges(old: Declared, new: Declared) -> bool:
    """True if numbers that extensions can have in both versions have other options."""
    return any(
        settings != other_settings
        for numbers, settings in old.range_settings
        for others, other_settings in new.range_settings
        if numbers.first <= others.last and others.first <= numbers.last
    )


def _reserves_number(owner: Declared, item: Declared) -> bool:
    number = int(item.facts[Aspect.NUMBER])
    return NumberSet.of_numbers((number,)) <= NumberSet.of_ranges(_reserved_ranges(owner))


def _reserves_name(owner: Declared, item: Declared) -> bool:
    return item.own_name in _reserved_names(owner)


def _reserved_ranges(owner: Declared) -> list[ir.NumberRange]:
    assert isinstance(owner.node, (ir.Message, ir.Enum))
    return [found for reserved in owner.node.reserved for found in reserved.ranges]


def _reserved_names(owner: Declared) -> set[str]:
    assert isinstance(owner.node, (ir.Message, ir.Enum))
    return {name for reserved in owner.node.reserved for name in reserved.names}


def _extension_ranges(owner: Declared) -> list[ir.NumberRange]:
    assert isinstance(owner.node, ir.Message)
    return [found.numbers for found in owner.node.extension_ranges]
