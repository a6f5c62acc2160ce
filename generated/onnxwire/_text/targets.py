# Copied by wiregen from templates/runtime/_text/targets.py; do not edit.
"""Targets of the text parser: messages and map entries.

Both kinds have the same methods. Values go through the checks of the fields.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._runtime.descriptor import FieldDescriptor
from .._runtime.errors import unknown_field

if TYPE_CHECKING:
    from .._runtime.mapping import Map
    from .._runtime.message import Message


class MessageTarget:
    """A message, which holds at once what is put into it."""

    __slots__ = ("_message", "by_number")

    def __init__(self, message: Message) -> None:
        self._message = message
        self.by_number = message.DESCRIPTOR.fields_by_number

    def field_named(self, name: str) -> FieldDescriptor | None:
        """The field of a name; a group goes by the name of its type as well."""
        descriptor = self._message.DESCRIPTOR
        field = descriptor.fields_by_name.get(name)
        if field is not None:
            return field
        field = descriptor.fields_by_name.get(name.lower())
        return field if field is not None and group_name(field) == name else None

    def no_field(self, name: str) -> str:
        """The sentence for a name that is no field."""
        return unknown_field(type(self._message), name)

    def rival(self, field: FieldDescriptor) -> str | None:
        """The other field of a field's oneof that is set."""
        if field.containing_oneof is None:
            return None
        for other in field.containing_oneof.fields:
            if other is not field and getattr(self._message, other.slot) is not None:
                return other.name
        return None

    def holds(self, field: FieldDescriptor) -> bool:
        """True if a field is set; without presence, whether it differs from its default."""
        return getattr(self._message, field.slot) is not None

    def put(self, field: FieldDescriptor, value: Any) -> None:
        """Set a field, or add to a list."""
        if field.is_repeated:
            getattr(self._message, field.attribute).append(value)
        else:
            setattr(self._message, field.attribute, value)

    def enter(self, field: FieldDescriptor) -> Target:
        """The message of a field, a new element of a list, or a new entry of a map."""
        value = getattr(self._message, field.attribute)
        if field.map_value is not None:
            return EntryTarget(value, field)
        if field.is_repeated:
            return MessageTarget(value.add())
        value.SetInParent()
        return MessageTarget(value)

    def finish(self) -> None:
        """Nothing is left to be done."""


class EntryTarget:
    """An entry of a map: its key and value go into the map together."""

    __slots__ = ("_entries", "_field", "_values", "by_number")

    def __init__(self, entries: Map[Any, Any, Any, Any], field: FieldDescriptor) -> None:
        assert field.map_key is not None and field.map_value is not None
        self._entries = entries
        self._field = field
        self._values: dict[str, Any] = {}
        self.by_number = {part.number: part for part in (field.map_key, field.map_value)}

    def field_named(self, name: str) -> FieldDescriptor | None:
        """The key or the value."""
        for field in self.by_number.values():
            if field.name == name:
                return field
        return None

    def no_field(self, name: str) -> str:
        """The sentence for a name that is neither key nor value."""
        return f"an entry of {self._field.name} has a key and a value, no '{name}'"

    def rival(self, field: FieldDescriptor) -> str | None:
        """Neither key nor value is part of a oneof."""
        return None

    def holds(self, field: FieldDescriptor) -> bool:
        """True if the key or the value was put in; without presence, whether it is a default."""
        if field.name not in self._values:
            return False
        value = self._values[field.name]
        return field.has_presence or field.message_class is not None or is_no_default(value)

    def put(self, field: FieldDescriptor, value: Any) -> None:
        """Keep the key or the value, once the map has checked it."""
        is_key = field is self._field.map_key
        check: Callable[[Any], Any] = getattr(
            self._entries, "_checked_key" if is_key else "_checked_value"
        )
        self._values[field.name] = check(value)

    def enter(self, field: FieldDescriptor) -> Target:
        """The message that will be the value."""
        assert field.message_class is not None
        if field.name not in self._values:
            self._values[field.name] = field.message_class()
        return MessageTarget(self._values[field.name])

    def finish(self) -> None:
        """Put the entry into the map, in place of the one with the same key."""
        of_key, of_value = self._field.map_key, self._field.map_value
        assert of_key is not None and of_value is not None
        key = self._values.get(of_key.name, of_key.default_value)
        value = self._values.get(of_value.name, of_value.default_value)
        if of_value.message_class is None:
            self._entries[key] = value
        elif value is None:
            self._entries[key].Clear()
        else:
            self._entries[key].CopyFrom(value)


Target = MessageTarget | EntryTarget


def is_no_default(value: Any) -> bool:
    """True if a scalar differs from what a field without presence has when it is not set."""
    # A negative zero differs in its bits.
    return bool(value) or str(value) == "-0.0"


def group_name(field: FieldDescriptor) -> str | None:
    """The name of a field's type, if both were declared as one group."""
    group, owner = field.message_type, field.containing_type
    if field.type != FieldDescriptor.TYPE_GROUP or group is None or owner is None:
        return None
    is_inside = group.full_name == f"{owner.full_name}.{group.name}"
    return group.name if is_inside and field.name == group.name.lower() else None
