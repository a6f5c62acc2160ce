"""Checks on lists and across messages, one per rule kind.

As in `rule_kinds`, each function here makes a function that makes the check for a descriptor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .._runtime.descriptor import Descriptor
from .fields import FieldAt, elements, getter, is_there, joined, length_of, memorized
from .kinds import Bound, shown
from .types import Check, Mark, Violation, Visit


def unique(*paths: str, key: tuple[str, ...] = (), ignores_empty: bool = False) -> Bound:
    """No two elements of all the lists together are alike, in the fields of a key or as a whole."""

    def bound(descriptor: Descriptor) -> Check:
        lists = [_List(FieldAt(descriptor, path), key) for path in paths]

        def check(visit: Visit) -> Iterator[Violation]:
            seen: set[Any] = set()
            for item in lists:
                for holder, place, value in item.keys(visit.message):
                    if value in seen:
                        again = shown(value) if len(key) < 2 else " ".join(map(shown, value))
                        path = joined(holder, place, key[0] if len(key) == 1 else "")
                        yield Violation(
                            path, f"{path} {again} again", (Mark(holder, place, "value"),)
                        )
                    elif not ignores_empty or value:
                        seen.add(value)

        return check

    return bound


class _List:
    """A list and what tells its elements from one another; one message counts as a list of one."""

    def __init__(self, field: FieldAt, key: tuple[str, ...]) -> None:
        self.field = field
        inner = field.field.message_type if field.field.map_key is None else None
        self._key = getter(inner, key) if inner is not None else None

    def keys(self, message: Any) -> Iterator[tuple[str, str, Any]]:
        """The path to the holder of each element, the element's place in it, and its key."""
        for holder, place, value in self.field.items(message):
            yield holder, place, value if self._key is None else self._key(value)


def same(path: str) -> Bound:
    """All values of the path are equal."""

    def bound(descriptor: Descriptor) -> Check:
        item = FieldAt(descriptor, path)

        def check(visit: Visit) -> Iterator[Violation]:
            first: Any = None
            for holder, place, value in item.items(visit.message):
                if first is None:
                    first = value
                elif value != first:
                    where = joined(holder, place)
                    what = f"{where} {shown(value)}, {shown(first)} before"
                    yield Violation(where, what, (Mark(holder, place, "sameness"),))
                    return

        return check

    return bound


def equal_length(paths: tuple[str, ...], other_paths: tuple[str, ...]) -> Bound:
    """Some lists have as many elements together as others have together."""

    def bound(descriptor: Descriptor) -> Check:
        lists = [FieldAt(descriptor, path) for path in paths]
        others = [FieldAt(descriptor, path) for path in other_paths]

        def check(visit: Visit) -> Iterator[Violation]:
            count = sum(item.count(visit.message) for item in lists)
            other_count = sum(item.count(visit.message) for item in others)
            if count != other_count:
                names = _in_use(lists, visit), _in_use(others, visit)
                yield Violation("", f"{count} in {names[0]}, {other_count} in {names[1]}")

        return check

    return bound


def _in_use(fields: list[FieldAt], visit: Visit) -> str:
    """The names of the fields that are there, or of the first."""
    names = [item.name for item in fields if item.is_present(visit.message)]
    return " and ".join(names or [fields[0].name])


def length_is(path: str, number_path: str) -> Bound:
    """The list has as many elements as the number in a field says."""

    def bound(descriptor: Descriptor) -> Check:
        item, number = FieldAt(descriptor, path), FieldAt(descriptor, number_path)

        def check(visit: Visit) -> Iterator[Violation]:
            count = item.count(visit.message)
            wanted = next(number.values(visit.message), None)
            if wanted is not None and count != wanted:
                yield Violation("", f"{count} in {path}, {number_path} {wanted}")

        return check

    return bound


def length_in_range(path: str, least: int | None, most: int | None) -> Bound:
    """The number of elements lies between two others."""

    def bound(descriptor: Descriptor) -> Check:
        item = FieldAt(descriptor, path)

        def check(visit: Visit) -> Iterator[Violation]:
            for holder, message in item.holders(visit.message):
                value = getattr(message, item.slot)
                count = length_of(value) if value is not None else 0
                if count < (least or 0) or (most is not None and count > most):
                    yield Violation(holder, f"{count} in {joined(holder, item.name)}")

        return check

    return bound


def not_greater(path: str, than: str, *, of: str) -> Bound:
    """The number is not greater than that of a field of the message `of`: this one or one around."""

    def bound(descriptor: Descriptor) -> Check:
        item = FieldAt(descriptor, path)

        def check(visit: Visit) -> Iterator[Violation]:
            outer = visit.enclosing(of)
            limits = FieldAt(outer.descriptor, than).values(outer.message) if outer else iter(())
            for limit in limits:
                for holder, place, value in item.items(visit.message):
                    if value > limit:
                        where = joined(holder, place)
                        what = f"{where} {shown(value)}, {than} {shown(limit)}"
                        yield Violation(where, what, (Mark(holder, place, "value"),))

        return check

    return bound


def refers_to(path: str, *names: tuple[str, str]) -> Bound:
    """The value occurs at one of some paths, which start at this message or at one around it.

    Where one of those messages is not there, nobody can tell. Empty values refer to nothing.
    """

    def bound(descriptor: Descriptor) -> Check:
        item = FieldAt(descriptor, path)

        def check(visit: Visit) -> Iterable[Violation]:
            return dangling(visit) if item.is_present(visit.message) else ()

        def dangling(visit: Visit) -> Iterator[Violation]:
            outer = [(visit.enclosing(message), inner) for message, inner in names]
            known = [memorized(one, inner) for one, inner in outer if one is not None]
            if len(known) < len(outer):
                return
            for holder, place, value in item.items(visit.message):
                if value and not any(value in values for values in known):
                    where = joined(holder, place)
                    what = f"{where} {shown(value)}"
                    yield Violation(where, what, (Mark(holder, place, "reference"),))

        return check

    return bound


def required_keys(path: str, keys: tuple[str, ...]) -> Bound:
    """The list of pairs has an entry for each of some keys."""

    def bound(descriptor: Descriptor) -> Check:
        item = FieldAt(descriptor, path)
        entry = item.field.message_type
        assert entry is not None
        key_of = getter(entry, (entry.fields[0].name,))

        def check(visit: Visit) -> Iterator[Violation]:
            for holder, message in item.holders(visit.message):
                value = getattr(message, item.slot)
                found = {key_of(pair) for pair in value or ()}
                for key in keys:
                    if key not in found:
                        yield Violation(holder, f"no {key} in {joined(holder, item.name)}")

        return check

    return bound


@dataclass(frozen=True)
class Format:
    """How elements of one type are stored: bits in the raw form, None if there is none; entries
    of the typed field for an element, or elements in an entry."""

    field: str
    bits: int | None
    entries_per_element: int = 1
    elements_per_entry: int = 1


def element_count(shape: str, number: str, raw: str, formats: dict[int, Format]) -> Bound:
    """There is as much data as a shape asks for, and no more.

    Where data is in two fields, or in the wrong one, other rules are broken.
    """

    def bound(descriptor: Descriptor) -> Check:
        names = dict.fromkeys((raw, *(item.field for item in formats.values())))
        fields = [descriptor.fields_by_name[name] for name in names]
        sizes, type_of = descriptor.fields_by_name[shape], descriptor.fields_by_name[number]

        def check(visit: Visit) -> Iterator[Violation]:
            message = visit.message
            found = formats.get(getattr(message, type_of.slot))
            values = [(f.name, v) for f in fields if is_there(f, v := getattr(message, f.slot))]
            count = product(getattr(message, sizes.slot) or ())
            if found is None or count is None or len(values) > 1:
                return
            name, value = values[0] if values else (found.field, ())
            if name == raw and found.bits is not None:
                wanted, unit = -(-count * found.bits // 8), "bytes"
            elif name == found.field:
                wanted = -(-count * found.entries_per_element // found.elements_per_entry)
                unit = "entries"
            else:
                return
            length = length_of(value)
            if length != wanted:
                what = f"{length} {unit} in {name}, {_amount(wanted)} wanted"
                marks = (Mark("", name, "length"),)
                yield Violation(name if values else "", what, marks)

        return check

    return bound


# More than any file can hold: products of many sizes would grow without end.
_TOO_MANY = 1 << 64


def product(sizes: Iterable[int]) -> int | None:
    """The number of elements of a shape; None if a size is negative.

    It is not exact if it is larger than what any file can hold.
    """
    count = 1
    is_empty = False
    for size in elements(sizes):
        if size < 0:
            return None
        is_empty = is_empty or size == 0
        count = min(count * size, _TOO_MANY) if size else count
    return 0 if is_empty else count


def _amount(number: int) -> str:
    return str(number) if number < _TOO_MANY else "more than any file holds"
