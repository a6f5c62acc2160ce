"""Checks on single fields, one per rule kind.

Each function here is called with what a rule says and makes a function that, for a message's
descriptor, makes the check. A value that is not there breaks nothing, unless `required` or
`not_empty` asks for it.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any

from .._runtime.descriptor import Descriptor, FieldDescriptor
from .fields import FieldAt, elements, is_there, joined
from .schema_index import enums_by_name
from .types import Check, Condition, Mark, Values, Violation, Visit

Bound = Callable[[Descriptor], Check]

# --- conditions ---------------------------------------------------------------------------


def is_present(path: str) -> Callable[[Descriptor], Condition]:
    """That a field is there."""

    def bound(descriptor: Descriptor) -> Condition:
        field = FieldAt(descriptor, path)
        return lambda visit: field.is_present(visit.message)

    return bound


def is_absent(path: str) -> Callable[[Descriptor], Condition]:
    """That a field is not there."""

    def bound(descriptor: Descriptor) -> Condition:
        field = FieldAt(descriptor, path)
        return lambda visit: not field.is_present(visit.message)

    return bound


def has_value(path: str, values: Values) -> Callable[[Descriptor], Condition]:
    """That a field has one of some values; an absent one has its default."""

    def bound(descriptor: Descriptor) -> Condition:
        field = FieldAt(descriptor, path)
        is_default_right = (field.field.default_value or 0) in values

        def holds(visit: Visit) -> bool:
            found = False
            for value in field.values(visit.message):
                if value in values:
                    return True
                found = True
            return is_default_right and not found

        return holds

    return bound


# --- presence -----------------------------------------------------------------------------


def required(*paths: str) -> Bound:
    """Each field is there."""
    return _wanted(paths, is_there)


def not_empty(*paths: str) -> Bound:
    """Each field is there and holds something."""
    return _wanted(paths, _is_full)


def _is_full(field: FieldDescriptor, value: Any) -> bool:
    if field.type in (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES):
        return bool(value)
    return is_there(field, value)


def _wanted(paths: tuple[str, ...], is_right: Callable[[FieldDescriptor, Any], bool]) -> Bound:
    def bound(descriptor: Descriptor) -> Check:
        fields = [FieldAt(descriptor, path) for path in paths]

        def missing(visit: Visit) -> list[Violation]:
            return [
                Violation(holder, f"{item.name} missing", (Mark(holder, item.name, "presence"),))
                for item in fields
                for holder, message in item.holders(visit.message)
                if not is_right(item.field, getattr(message, item.slot))
            ]

        if len(fields) > 1 or fields[0].steps:
            return missing
        field, slot = fields[0].field, fields[0].slot
        # Nearly always, nothing is missing.
        return lambda visit: (
            () if is_right(field, getattr(visit.message, slot)) else missing(visit)
        )

    return bound


def absent(*paths: str) -> Bound:
    """None of the fields is there."""

    def bound(descriptor: Descriptor) -> Check:
        fields = [FieldAt(descriptor, path) for path in paths]

        def check(visit: Visit) -> list[Violation]:
            return [
                Violation(
                    joined(holder, item.name),
                    f"{item.name} present",
                    (Mark(holder, item.name, "presence"),),
                )
                for item in fields
                for holder, _ in item.present(visit.message)
            ]

        return check

    return bound


def at_most_one_of(*names: str) -> Bound:
    """No two of the fields are there."""
    return _number_of(names, lambda count: count <= 1)


def at_least_one_of(*names: str) -> Bound:
    """One of the fields is there, or more."""
    return _number_of(names, lambda count: count >= 1)


def exactly_one_of(*names: str) -> Bound:
    """One of the fields is there, and no second one."""
    return _number_of(names, lambda count: count == 1)


def _number_of(names: tuple[str, ...], is_right: Callable[[int], bool]) -> Bound:
    def bound(descriptor: Descriptor) -> Check:
        fields_in_use = _fields_in_use(descriptor, names)

        def check(visit: Visit) -> Iterable[Violation]:
            found = fields_in_use(visit.message)
            if is_right(len(found)):
                return ()
            if not found:
                return [Violation("", f"none of {', '.join(names)}")]
            marks = tuple(Mark("", name, "presence") for name in found)
            return [Violation(found[1], f"{' and '.join(found)} present", marks)]

        return check

    return bound


def _fields_in_use(descriptor: Descriptor, names: Iterable[str]) -> Callable[[Any], Sequence[str]]:
    """A function that tells which of some fields are there; it is called very often."""
    fields = [descriptor.fields_by_name[name] for name in names]
    if len(fields) < 2:
        return lambda message: [f.name for f in fields if is_there(f, getattr(message, f.slot))]
    values_of = attrgetter(*(field.slot for field in fields))
    count = len(fields)

    def in_use(message: Any) -> Sequence[str]:
        values = values_of(message)
        if values.count(None) == count:
            return ()
        return [
            field.name
            for field, value in zip(fields, values, strict=True)
            if is_there(field, value)
        ]

    return in_use


def selected(name: str, fields_by_number: dict[int, tuple[str, ...]], *, enum: str) -> Bound:
    """Of the fields that a number selects, only those that the present number does are there."""

    def bound(descriptor: Descriptor) -> Check:
        slot = descriptor.fields_by_name[name].slot
        every = dict.fromkeys(other for names in fields_by_number.values() for other in names)
        others_in_use = {
            number: _fields_in_use(descriptor, [other for other in every if other not in names])
            for number, names in fields_by_number.items()
        }

        def check(visit: Visit) -> list[Violation]:
            number = getattr(visit.message, slot)
            # An absent number and one that selects nothing at all break other rules.
            in_use = others_in_use.get(number)
            return [
                Violation(
                    other,
                    f"{other} present with {name} {shown(number, enum)}",
                    (Mark("", other, "presence"),),
                )
                for other in (in_use(visit.message) if in_use is not None else ())
            ]

        return check

    return bound


def as_written(check: Check) -> Bound:
    """What a function says that is written for one rule."""
    return lambda descriptor: check


# --- values -------------------------------------------------------------------------------


def known_number(path: str, *, enum: str) -> Bound:
    """The number has a name in the enum."""
    names = enums_by_name()[enum].names
    return _values(path, lambda value: value in names, enum)


def one_of_values(path: str, values: Values, *, enum: str = "") -> Bound:
    """The value is one of some."""
    return _values(path, lambda value: value in values, enum)


def none_of_values(path: str, values: Values, *, enum: str = "") -> Bound:
    """The value is none of some."""
    return _values(path, lambda value: value not in values, enum)


def in_range(path: str, least: int | None, most: int | None) -> Bound:
    """The number lies between two others."""
    low = float("-inf") if least is None else least
    high = float("inf") if most is None else most
    return _values(path, lambda value: low <= value <= high)


def matches(path: str, pattern: str) -> Bound:
    """The text matches a pattern from its start to its end."""
    match = re.compile(pattern).fullmatch
    return _values(path, lambda value: match(value) is not None)


def utf8(path: str) -> Bound:
    """The bytes are UTF-8."""
    return _values(path, is_utf8)


def _values(path: str, is_right: Callable[[Any], bool], enum: str = "") -> Bound:
    """Each value is right. Of a list, one violation tells of the first wrong one."""

    def bound(descriptor: Descriptor) -> Check:
        item = FieldAt(descriptor, path)
        is_single = not item.field.is_repeated

        def check(visit: Visit) -> Iterable[Violation]:
            if is_single and not item.steps:
                value = getattr(visit.message, item.slot)
                # Nearly always.
                if value is None or is_right(value):
                    return ()
            return wrong_values(visit)

        def wrong_values(visit: Visit) -> Iterator[Violation]:
            for holder, value in item.present(visit.message):
                values = ((item.name, value),) if is_single else _numbered(item.name, value)
                wrong = ((place, one) for place, one in values if not is_right(one))
                for place, one in islice(wrong, 1):
                    count = sum(1 for _ in wrong)
                    more = f" (and {count} more)" if count else ""
                    what = f"{joined(holder, place)} {shown(one, enum)}{more}"
                    yield Violation(joined(holder, place), what, (Mark(holder, place, "value"),))

        return check

    return bound


def _numbered(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    return ((f"{name}[{index}]", one) for index, one in enumerate(elements(value)))


def shown(value: Any, enum: str = "") -> str:
    """A value as findings show it: a number with its name in an enum, a text that is not too long."""
    if isinstance(value, int):
        name = enums_by_name()[enum].names.get(value) if enum else None
        return f"{int(value)} ({name})" if name else str(int(value))
    if isinstance(value, float):
        return repr(value)
    cut = value[:_MOST_SHOWN]
    text = ascii(cut if isinstance(cut, str) else bytes(cut))
    return text if len(value) <= _MOST_SHOWN else f"{text}..."


_MOST_SHOWN = 60
_PORTION = 1 << 20


def is_utf8(value: Any) -> bool:
    """True if bytes are UTF-8; of long ones, no whole copy is made."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(value), _PORTION):
            decoder.decode(value[start : start + _PORTION])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
