# Copied by wiregen from templates/onnx/_tensors/places.py; do not edit.
"""Finds the tensors in a message, and copies messages with tensors replaced.

The places follow from the schema: all fields in which tensors can be, however deep. In a model
these are initializers, sparse ones, the attributes of nodes with the graphs in them, functions,
and the graphs of a training.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from .._runtime.containment import reachable_classes
from .._runtime.descriptor import FieldDescriptor
from .._runtime.message import Message
from .._runtime.untouched import class_of
from ..messages.onnx import SparseTensorProto, TensorProto

# So much of a name is shown.
_LONGEST_NAME = 200

MessageType = TypeVar("MessageType", bound=Message)


class TensorPlace(NamedTuple):
    """A message, and where it is: in a field of `holder`, the first at position 0 of several."""

    message: Any
    holder: TensorPlace | None = None
    field: FieldDescriptor | None = None
    position: int | None = None

    @property
    def tensor(self) -> TensorProto:
        """The tensor that is there."""
        found: TensorProto = self.message
        return found

    @property
    def path(self) -> str:
        """What errors call the tensor: `ModelProto.graph.initializer[3] 'w'`."""
        name = self.tensor.name[:_LONGEST_NAME]
        return f"{self.steps} {name!r}" if name else self.steps

    @property
    def steps(self) -> str:
        """The fields that lead to the message, from the outermost one."""
        if self.holder is None or self.field is None:
            return class_of(self.message).__qualname__
        position = "" if self.position is None else f"[{self.position}]"
        return f"{self.holder.steps}.{self.field.name}{position}"

    @property
    def is_index(self) -> bool:
        """True if the tensor says where the values of a sparse one are."""
        holder = self.holder
        return (
            holder is not None
            and class_of(holder.message) is SparseTensorProto
            and self.field is not None
            and self.field.name == "indices"
        )


def tensor_places(
    message: Message, is_wanted: Callable[[Message], bool] | None = None
) -> Iterator[TensorPlace]:
    """All tensors in a message, in the order in which they are written; itself, if it is one.

    Messages that are not `is_wanted` are not looked into; this is asked before they are.
    """
    pending = [TensorPlace(message)]
    while pending:
        place = pending.pop()
        if is_wanted is not None and not is_wanted(place.message):
            continue
        if class_of(place.message) is TensorProto:
            yield place
        else:
            pending += reversed(_inner_places(place))


def _inner_places(place: TensorPlace) -> list[TensorPlace]:
    inner = []
    for field in fields_with_tensors(class_of(place.message)):
        value = getattr(place.message, field.slot)
        if not field.is_repeated:
            if value is not None:
                inner.append(TensorPlace(value, place, field))
        elif value:
            for position, item in _worth_a_look(field.message_class, value):
                inner.append(TensorPlace(item, place, field, position))
    return inner


def _worth_a_look(message_class: Any, messages: list[Any]) -> Iterator[tuple[int, Any]]:
    """The messages of a list, with their positions, but for those without tensors at first sight.

    Most attributes are such: it takes longer to go into each of them.
    """
    if message_class is TensorProto:
        return enumerate(messages)
    slots = [field.slot for field in fields_with_tensors(message_class)]
    # With one name, it gives no tuple.
    values_of = attrgetter(*slots, slots[0])
    return (
        (position, message)
        for position, message in enumerate(messages)
        # To look into what nobody touched would decode it.
        if type(message) is not message_class or any(values_of(message))
    )


@cache
def fields_with_tensors(message_class: Any) -> tuple[FieldDescriptor, ...]:
    """The fields of a class in which tensors can be, however deep, by number."""
    fields = message_class.DESCRIPTOR.fields_by_number
    return tuple(
        field
        for _, field in sorted(fields.items())
        if field.message_class is not None and TensorProto in reachable_classes(field.message_class)
    )


def with_tensors(
    message: MessageType, changes: Iterable[tuple[TensorPlace, TensorProto]]
) -> MessageType:
    """A message to be written, with other tensors in some places; itself, if there are none.

    What is not changed in it is shared with the message, which stays as it is.
    """
    copy_by_id: dict[int, Any] = {}
    changed: Any = message
    for place, tensor in changes:
        _put(place, tensor, copy_by_id)
        changed = tensor if place.holder is None else copy_by_id[id(message)]
    return changed  # type: ignore[no-any-return]


def _put(place: TensorPlace, new: Any, copy_by_id: dict[int, Any]) -> None:
    """Put a message into the copy of what held it, which is made if there is none yet."""
    holder, field = place.holder, place.field
    if holder is None or field is None:
        return
    copy = copy_by_id.get(id(holder.message))
    if copy is None:
        copy = copy_by_id[id(holder.message)] = _shallow_copy(holder.message)
        _put(holder, copy, copy_by_id)
    if place.position is None:
        setattr(copy, field.slot, new)
    else:
        # Not the list's own way: that would copy.
        list.__setitem__(getattr(copy, field.slot), place.position, new)


def _shallow_copy(message: Any) -> Any:
    """A copy with the same messages in it, in lists of its own."""
    copy = class_of(message)()
    copy._take(message)
    for field in fields_with_tensors(class_of(message)):
        value = getattr(copy, field.slot)
        if field.is_repeated and value is not None:
            setattr(copy, field.slot, type(value)(value))
    return copy
