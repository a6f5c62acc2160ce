"""Pairs the elements of one schema with those of another.

Elements are matched by their names; what is left then by what the wire knows of it: fields
and enum values by their numbers, what holds them by its contents.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping

from wiregen.evolution.facts import Aspect, Declared, Element

# What two elements have in common only if they are the same; None if it cannot be said.
Signature = Callable[[Declared], Hashable]


class Matching:
    """The elements of an old schema, each with the one of the new that it became, if any."""

    def __init__(self, old: Iterable[Declared], new: Iterable[Declared]) -> None:
        self.old, self.new = tuple(old), tuple(new)
        self._new_by_old: dict[Hashable, Declared] = {}
        self._old_by_new: dict[Hashable, Declared] = {}
        # New names of files, packages, messages, enums and services by their old ones.
        self._new_name: dict[str, str] = {}
        self._match(_key, _key)
        self._match_files()
        self._match(_contents_in(self.old), _contents_in(self.new))
        self._match_in_renamed_owners()
        self._match(self._by_new_owner(_number), _by_owner(_number))
        self._match(self._by_new_owner(_members_in(self.old)), _by_owner(_members_in(self.new)))

    @property
    def old_left(self) -> tuple[Declared, ...]:
        """What nothing in the new schema is matched with."""
        return tuple(item for item in self.old if _key(item) not in self._new_by_old)

    @property
    def new_left(self) -> tuple[Declared, ...]:
        """What nothing in the old schema is matched with."""
        return tuple(item for item in self.new if _key(item) not in self._old_by_new)

    def new_of(self, old: Declared) -> Declared | None:
        """What an element of the old schema became."""
        return self._new_by_old.get(_key(old))

    def old_of(self, new: Declared) -> Declared | None:
        """What an element of the new schema was."""
        return self._old_by_new.get(_key(new))

    def expected_name(self, old: Declared) -> str:
        """The name in the new schema of an element that was not itself renamed."""
        if old.element is Element.FILE:
            return old.name
        scope = self._new_name.get(old.owner, old.owner)
        if old.element is Element.VALUE:
            # The names of values stand beside that of their enum, not below it.
            scope = scope.rpartition(".")[0]
        return f"{scope}.{old.own_name}" if scope else old.own_name

    def with_new_names(self, fact: str) -> str:
        """A fact that names types or files, with their new names."""
        return re.sub(r"[\w./-]+", lambda found: self._new_name.get(found[0], found[0]), fact)

    def _match(self, old_signature: Signature, new_signature: Signature) -> None:
        """Match what is left and has, alone in its schema, a signature."""
        new_by_signature = _alone(self.new_left, new_signature)
        for signature, old in _alone(self.old_left, old_signature).items():
            if signature in new_by_signature:
                self._pair(old, new_by_signature[signature])

    def _pair(self, old: Declared, new: Declared) -> None:
        self._new_by_old[_key(old)] = new
        self._old_by_new[_key(new)] = old
        if old.name != new.name:
            self._new_name[old.name] = new.name

    def _match_files(self) -> None:
        """Match files that were renamed with those that declare most of the same now."""
        old_names, new_names = _names_by_file(self.old), _names_by_file(self.new)
        for old in self.old_left:
            names = old_names[old.name]
            files = (item for item in self.new_left if item.element is Element.FILE)
            best = max(files, key=lambda file: len(names & new_names[file.name]), default=None)
            if old.element is Element.FILE and best and names & new_names[best.name]:
                self._pair(old, best)
        packages = {_package(item) for item in self.new if item.element is Element.FILE}
        for old in self.old:
            new = self.new_of(old)
            if old.element is Element.FILE and new and _package(old) not in packages:
                self._new_name[_package(old)] = _package(new)

    def _match_in_renamed_owners(self) -> None:
        new_by_key = {_key(item): item for item in self.new_left}
        # An owner stands before what it owns, so its new name is known by then.
        for old in self.old_left:
            new = new_by_key.get((old.element, self.expected_name(old)))
            if new is not None:
                self._pair(old, new)

    def _by_new_owner(self, signature: Callable[[Declared, str], Hashable]) -> Signature:
        return lambda old: signature(old, self._new_name.get(old.owner, old.owner))


def _by_owner(signature: Callable[[Declared, str], Hashable]) -> Signature:
    return lambda new: signature(new, new.owner)


def _alone(items: Iterable[Declared], signature: Signature) -> Mapping[Hashable, Declared]:
    """The items by their signatures, without those that share one."""
    items_by_signature: dict[Hashable, list[Declared]] = defaultdict(list)
    for item in items:
        items_by_signature[signature(item)].append(item)
    return {
        signature: items[0]
        for signature, items in items_by_signature.items()
        if signature is not None and len(items) == 1
    }


def _key(declared: Declared) -> Hashable:
    return declared.element, declared.name


def _number(declared: Declared, owner: str) -> Hashable:
    """Of a field, extension or enum value: its number, and in what it has it."""
    if Aspect.NUMBER not in declared.facts:
        return None
    where = declared.facts.get(Aspect.EXTENDEE, owner)
    return declared.element, where, declared.facts[Aspect.NUMBER]


def _members_in(items: Iterable[Declared]) -> Callable[[Declared, str], Hashable]:
    """Of a oneof: the numbers of its fields, and the message that it is in."""
    numbers_by_oneof: dict[str, set[str]] = defaultdict(set)
    for item in items:
        if item.element is Element.FIELD and Aspect.ONEOF in item.facts:
            oneof = f"{item.owner}.{item.facts[Aspect.ONEOF]}"
            numbers_by_oneof[oneof].add(item.facts[Aspect.NUMBER])

    def members(declared: Declared, owner: str) -> Hashable:
        numbers = numbers_by_oneof[declared.name] if declared.element is Element.ONEOF else None
        return (owner, frozenset(numbers)) if numbers else None

    return members


def _contents_in(items: Iterable[Declared]) -> Signature:
    """Of what holds fields, values or methods: their names and numbers."""
    contents_by_owner: dict[str, set[tuple[Element, str, str]]] = defaultdict(set)
    for item in items:
        if item.element in (Element.FIELD, Element.VALUE, Element.METHOD):
            number = item.facts.get(Aspect.NUMBER, "")
            contents_by_owner[item.owner].add((item.element, item.own_name, number))

    def contents(declared: Declared) -> Hashable:
        return frozenset(contents_by_owner[declared.name]) or None

    return contents


def _names_by_file(items: Iterable[Declared]) -> Mapping[str, set[str]]:
    """The names, without the package, of messages, enums and services in each file."""
    items = tuple(items)
    packages = {item.name: _package(item) for item in items if item.element is Element.FILE}
    names_by_file: dict[str, set[str]] = defaultdict(set)
    for item in items:
        file = item.facts.get(Aspect.FILE, "")
        if file in packages:
            names_by_file[file].add(item.name.removeprefix(f"{packages[file]}."))
    return names_by_file


def _package(file: Declared) -> str:
    return file.facts.get(Aspect.PACKAGE, "")
