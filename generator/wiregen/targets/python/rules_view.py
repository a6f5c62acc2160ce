"""The rules of the generated module `rules`, as Python expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from wiregen.annotations import rule_checks as checks
from wiregen.annotations.model import Annotations, Encoding, Rule
from wiregen.annotations.rule_checks import Check, Condition, FieldPath, Value
from wiregen.annotations.rule_kinds import KIND_BY_CHECK
from wiregen.schema import ir
from wiregen.targets.target import Inputs

# The modules that checks are taken from, in the order of their imports.
_MODULES = ("hand_written", "kinds", "list_kinds")


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule: expressions for what each has, and further ones by name."""

    id: str
    message: str
    strength: str
    sentence: str
    more: tuple[tuple[str, str], ...]


def rules_views(inputs: Inputs, *, has_reference: bool) -> dict[str, object]:
    """What the template of the module is filled with; without annotations there are no rules."""
    annotations = inputs.annotations
    made = _Expressions(inputs)
    rules = [made.rule(rule, has_reference) for rule in annotations.rules]
    revision = annotations.revision
    field = None if revision is None else (revision.field.message, str(revision.field))
    used = {name for rule in rules for _, text in rule.more for name in _NAMES.findall(text)}
    lines = [f"from . import {', '.join(sorted(used))}"] if used else []
    return {
        "source": annotations_source(inputs),
        "imports": "\n".join((*lines, "from .types import Rule")),
        "revision": repr(field),
        "rules": rules,
    }


_NAMES = re.compile(rf"\b({'|'.join(_MODULES)})\.")


def annotations_source(inputs: Inputs) -> str:
    """The path of the annotations file, empty without one; other files follow it."""
    names = [name for name in inputs.data_by_file if name.endswith(".toml")]
    return names[0] if inputs.annotations.package else ""


def hand_written_codes(annotations: Annotations) -> set[str]:
    """The names of functions that rules ask for by name."""
    return {r.check.code for r in annotations.rules if isinstance(r.check, checks.HandWritten)}


class _Expressions:
    """Writes rules and checks as Python."""

    def __init__(self, inputs: Inputs) -> None:
        self._inputs = inputs
        self._annotations = inputs.annotations
        self._enforcers = {item.id: item.name for item in self._annotations.enforcers}

    def rule(self, rule: Rule, has_reference: bool) -> RuleView:
        """One rule; what it has not is left out."""
        more = {
            "check": self._check(rule),
            "when": _tuple(self._condition(item) for item in rule.conditions),
            "when_present": _tuple(
                repr(str(c.field)) for c in rule.conditions if c.is_present and not c.values
            ),
            "where": _tuple(repr((path.message, path.steps)) for path in rule.where),
            "first": repr(rule.first_revision),
            "last": repr(rule.last_revision),
            "code": repr(rule.finding),
            "enforcers": repr(tuple(self._enforcers[who] for who in rule.enforced_by)),
            "extent": repr(rule.extent),
            "is_tolerated": "True" if rule.is_tolerated else "None",
            "link": repr(self._link(rule) if has_reference else ""),
        }
        given = tuple(item for item in more.items() if item[1] not in ("None", "()", "''"))
        return RuleView(
            id=repr(rule.id),
            message=repr(rule.message),
            strength=repr(rule.strength.value),
            sentence=repr(rule.sentence),
            more=given,
        )

    def _condition(self, condition: Condition) -> str:
        path = str(condition.field)
        if condition.values:
            return _call("kinds.has_value", repr(path), _values(condition.values))
        name = "is_present" if condition.is_present else "is_absent"
        return _call(f"kinds.{name}", repr(path))

    def _check(self, rule: Rule) -> str:
        check = rule.check
        if isinstance(check, checks.Unchecked):
            return "None"
        if isinstance(check, checks.HandWritten):
            return _call("kinds.as_written", f"hand_written.{check.code}")
        kind = KIND_BY_CHECK[type(check)]
        module = "list_kinds" if kind.compares_several else "kinds"
        return _call(f"{module}.{kind.name}", *self._arguments(check))

    def _arguments(self, check: Check) -> list[str]:
        """Return the arguments of a check, with what the annotations say about them."""
        given = [text for f in fields(check) for text in _PRINTERS[f.name](getattr(check, f.name))]
        match check:
            case checks.KnownNumber(path) | checks.OneOfValues(path) | checks.NoneOfValues(path):
                return [*given, *self._enum(path)]
            case checks.Selected(path):
                return [*given, self._selections(path), *self._enum(path)]
            case checks.ElementCount(_, path):
                encoding = self._encoding(path)
                return [*given, repr(encoding.raw), _formats(encoding)]
            case checks.RequiredKeys(path):
                return [*given, self._keys(path)]
            case checks.NotGreater(_, than):
                return [*given, f"of={than.message!r}"]
            case checks.EqualLength(lists, others):
                return [_tuple(_texts(lists)), _tuple(_texts(others))]
            case _:
                return given

    def _selections(self, path: FieldPath) -> str:
        name = self._full_name(path)
        selector = next(item for item in self._annotations.selectors if item.field == name)
        return repr({item.value.number: item.fields for item in selector.selections})

    def _encoding(self, path: FieldPath) -> Encoding:
        (enum,) = self._enum_names(path)
        return next(item for item in self._annotations.encodings if item.enum == enum)

    def _keys(self, path: FieldPath) -> str:
        name = self._full_name(path)
        words = next(item.words for item in self._annotations.vocabularies if item.field == name)
        return repr(tuple(word.name for word in words if word.is_required))

    def _link(self, rule: Rule) -> str:
        """Where the reference documents a rule: a page, as a path in its folder, and an id."""
        place = self._inputs.places.rule(rule)
        return f"{place.page}#{place.id}"

    def _enum(self, path: FieldPath) -> Iterator[str]:
        for name in self._enum_names(path):
            yield f"enum={name!r}"

    def _enum_names(self, path: FieldPath) -> Iterator[str]:
        """The enum whose numbers a field holds, if there is one."""
        name = self._full_name(path)
        kind = self._inputs.field_by_name[name].kind
        carried = self._annotations.carries.get(name)
        if isinstance(kind, ir.EnumKind):
            yield kind.enum
        elif carried is not None:
            yield carried

    def _full_name(self, path: FieldPath) -> str:
        """The field that a path ends at."""
        message = path.message
        for step in path.steps[:-1]:
            kind = self._inputs.field_by_name[f"{message}.{step}"].kind
            assert isinstance(kind, ir.MessageKind)
            message = kind.message
        return f"{message}.{path.steps[-1]}"


def _formats(encoding: Encoding) -> str:
    written: Mapping[int, str] = {
        item.value.number: _call(
            "list_kinds.Format",
            repr(item.field),
            repr(item.bits),
            *([f"entries_per_element={item.entries_per_element}"] * (item.entries_per_element > 1)),
            *([f"elements_per_entry={item.elements_per_entry}"] * (item.elements_per_entry > 1)),
        )
        for item in encoding.formats
    }
    return f"{{{', '.join(f'{number}: {text}' for number, text in written.items())}}}"


def _call(name: str, *arguments: str) -> str:
    return f"{name}({', '.join(arguments)})"


def _tuple(items: Iterable[str]) -> str:
    listed = [f"{item}," for item in items]
    return f"({' '.join(listed)})"


def _text(path: FieldPath) -> str:
    return repr(str(path))


def _texts(paths: Iterable[FieldPath]) -> list[str]:
    return [_text(path) for path in paths]


def _values(values: Iterable[Value]) -> str:
    """The values with what each is called, or texts."""
    listed = list(values)
    numbers = {v.number: v.name for v in listed if isinstance(v, ir.EnumValue)}
    if numbers:
        return repr(numbers)
    return repr(tuple(listed))


# How an argument of a check is printed, by its name; what is not given is left out.
_PRINTERS: Mapping[str, Callable[[Any], list[str]]] = {
    "fields": _texts,
    "lists": _texts,
    "others": _texts,
    "names": lambda names: [repr((name.message, str(name))) for name in names],
    "field": lambda path: [_text(path)],
    "than": lambda path: [_text(path)],
    "list": lambda path: [_text(path)],
    "shape": lambda path: [_text(path)],
    "values": lambda values: [_values(values)],
    "key": lambda key: [f"key={key!r}"] if key else [],
    "least": lambda number: [repr(number)],
    "most": lambda number: [repr(number)],
    "ignores_empty": lambda is_so: ["ignores_empty=True"] if is_so else [],
    "pattern": lambda pattern: [repr(pattern)],
}
