"""Lists the changes between two schemas.

What is compared are facts; whether a change is harmless is no question here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wiregen.evolution.facts import Aspect, Declared, Node
from wiregen.evolution.matching import Matching
from wiregen.schema import ir


@dataclass(frozen=True, slots=True)
class Change:
    """One aspect of one element, before and after; `old` and `new` are its declarations.

    When an element was added or removed, the aspect is EXISTENCE, the texts are its
    declaration or empty, and `old` or `new` is None. When it was renamed, the aspect is NAME
    and the texts are full names. What stood in an element that was removed was removed, too;
    what stands in one that was renamed was not itself renamed.
    """

    aspect: Aspect
    before: str
    after: str
    old: Declared | None
    new: Declared | None

    @property
    def declared(self) -> Declared:
        """The element as it is now, or as it was when it was removed."""
        found = self.new or self.old
        assert found is not None
        return found

    @property
    def is_addition(self) -> bool:
        """True if the element was not there before."""
        return self.old is None

    @property
    def is_removal(self) -> bool:
        """True if the element is there no more."""
        return self.new is None


def compare(old: Iterable[Declared], new: Iterable[Declared]) -> tuple[Change, ...]:
    """All changes: those of what the old schema had in its order, then what is new in its."""
    return tuple(changes_of(Matching(old, new)))


def changes_of(matching: Matching) -> Iterator[Change]:
    """The same of schemas whose elements are matched already."""
    for old in matching.old:
        new = matching.new_of(old)
        if new is None:
            yield Change(Aspect.EXISTENCE, old.text, "", old, None)
        else:
            yield from _differences(old, new, matching)
    for new in matching.new_left:
        yield Change(Aspect.EXISTENCE, "", new.text, None, new)


# The facts that are full names of other elements, or hold some.
_REFERRING = (
    *(Aspect.TYPE, Aspect.EXTENDEE, Aspect.REQUEST, Aspect.RESPONSE),
    *(Aspect.FILE, Aspect.IMPORTS),
)


def _differences(old: Declared, new: Declared, matching: Matching) -> Iterator[Change]:
    if matching.expected_name(old) != new.name:
        yield Change(Aspect.NAME, old.name, new.name, old, new)
    for aspect in Aspect:
        before, after = old.facts.get(aspect, ""), new.facts.get(aspect, "")
        if _expected(aspect, before, old, matching) != after:
            yield Change(aspect, before, after, old, new)
        elif aspect is Aspect.TYPE and _kinds(old.node) != _kinds(new.node):
            yield Change(aspect, _with_kind(old), _with_kind(new), old, new)


def _kinds(node: Node) -> tuple[type[ir.FieldKind], ...]:
    """What a field holds: scalars, an enum's numbers, messages or a map, and what the map does."""
    field = node.field if isinstance(node, ir.Extension) else node
    if not isinstance(field, ir.Field):
        return ()
    kind = field.kind
    return (type(kind), type(kind.value)) if isinstance(kind, ir.MapKind) else (type(kind),)


def _with_kind(declared: Declared) -> str:
    """The type of a field, with what declares its name."""
    is_enum = ir.EnumKind in _kinds(declared.node)
    return f"{'enum' if is_enum else 'message'} {declared.facts[Aspect.TYPE]}"


def _expected(aspect: Aspect, before: str, old: Declared, matching: Matching) -> str:
    """A fact as it must be now if nothing but names of other elements changed."""
    if aspect is Aspect.ONEOF and before:
        return matching.with_new_names(f"{old.owner}.{before}").rpartition(".")[2]
    return matching.with_new_names(before) if aspect in _REFERRING else before
