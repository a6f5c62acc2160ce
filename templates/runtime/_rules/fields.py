"""Resolves field paths in rules to values in messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any

from .._runtime.containment import children
from .._runtime.descriptor import Descriptor, FieldDescriptor
from .._runtime.message import Message
from .._runtime.packed import Packed
from .types import Visit


class FieldAt:
    """A field at a path from a message down; a repeated field on the way means all its elements."""

    __slots__ = ("field", "name", "slot", "steps")

    def __init__(self, descriptor: Descriptor, path: str) -> None:
        *names, self.name = path.split(".")
        steps: list[FieldDescriptor] = []
        for name in names:
            steps.append(descriptor.fields_by_name[name])
            assert steps[-1].message_type is not None
            descriptor = steps[-1].message_type
        self.steps = tuple(steps)
        self.field = descriptor.fields_by_name[self.name]
        self.slot = self.field.slot

    def holders(self, message: Message) -> Iterable[tuple[str, Any]]:
        """The messages that have the field, with the paths to them."""
        return _below("", message, self.steps) if self.steps else (("", message),)

    def present(self, message: Message) -> Iterator[tuple[str, Any]]:
        """What the field holds wherever it is present, with the paths to the messages."""
        for path, holder in self.holders(message):
            value = getattr(holder, self.slot)
            if is_there(self.field, value):
                yield path, value

    def is_present(self, message: Message) -> bool:
        """True if the field is present anywhere."""
        if self.steps:
            return any(True for _ in self.present(message))
        return is_there(self.field, getattr(message, self.slot))

    def items(self, message: Message) -> Iterator[tuple[str, str, Any]]:
        """Each value: the path to its message, the field (and its index), the value itself."""
        for path, value in self.present(message):
            if not self.field.is_repeated:
                yield path, self.name, value
            else:
                for index, element in enumerate(elements(value)):
                    yield path, f"{self.name}[{index}]", element

    def values(self, message: Message) -> Iterator[Any]:
        """Each value, without its place."""
        found: Iterable[Any] = (message,)
        for step in (*self.steps, self.field):
            found = _inner(found, step)
        yield from found

    def count(self, message: Message) -> int:
        """How many values there are."""
        return sum(
            length_of(value) if self.field.is_repeated else 1 for _, value in self.present(message)
        )


def _below(path: str, message: Any, steps: tuple[FieldDescriptor, ...]) -> Iterator[Any]:
    for place, child in children(message, steps[0]):
        inner = joined(path, place)
        if len(steps) == 1:
            yield inner, child
        else:
            yield from _below(inner, child, steps[1:])


def _inner(messages: Iterable[Any], field: FieldDescriptor) -> Iterator[Any]:
    for message in messages:
        value = getattr(message, field.slot)
        if is_there(field, value):
            if field.is_repeated:
                yield from elements(value)
            else:
                yield value


def is_there(field: FieldDescriptor, value: Any) -> bool:
    """True if what a slot holds makes its field present; empty lists do not."""
    return value is not None and (field.has_presence or bool(value))


def elements(value: Any) -> Iterable[Any]:
    """The values of a repeated field; those of a record are read some thousand at a time."""
    if type(value) is Packed:
        return (number for portion in value.portions() for number in portion)
    found: Iterable[Any] = value
    return found


def length_of(value: Any) -> int:
    """The length of a text, bytes or a list; the numbers of a record are only counted."""
    return value.count() if type(value) is Packed else len(value)


def joined(*paths: str) -> str:
    """Paths one after the other."""
    return ".".join(path for path in paths if path)


def memorized(visit: Visit, path: str) -> set[Any]:
    """All values at a path from a message that is being visited; looked up once."""
    memory = visit.memory
    if path not in memory:
        memory[path] = set(FieldAt(visit.descriptor, path).values(visit.message))
    found: set[Any] = memory[path]
    return found


def getter(descriptor: Descriptor, names: tuple[str, ...]) -> Any:
    """A function that gives the values of some fields, defaults of absent ones."""
    return attrgetter(*(descriptor.fields_by_name[name].attribute for name in names))
