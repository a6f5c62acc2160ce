"""Descriptors of messages and oneofs, and those of what else a schema declares.

Descriptors are made by the generator and cannot be changed. Their attributes have the names
that users of google.protobuf know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from . import serialized
from .enum_descriptor import EnumDescriptor, EnumValueDescriptor, ReadOnly, containing
from .enums import Enum
from .field_descriptor import FieldDescriptor
from .file_descriptor import FileDescriptor

if TYPE_CHECKING:
    from .message import Message

__all__ = [
    "Descriptor",
    "EnumDescriptor",
    "EnumValueDescriptor",
    "FieldDescriptor",
    "FileDescriptor",
    "OneofDescriptor",
]


class OneofDescriptor(ReadOnly):
    """Fields of which at most one is set."""

    __slots__ = ("containing_type", "fields", "index", "name")

    name: str
    fields: tuple[FieldDescriptor, ...]
    index: int
    containing_type: Descriptor

    def __init__(
        self, name: str, fields: tuple[FieldDescriptor, ...], index: int, within: Descriptor
    ) -> None:
        self._fill(name=name, fields=fields, index=index, containing_type=within)

    @property
    def full_name(self) -> str:
        """The name with those of the package and the message before it."""
        return f"{self.containing_type.full_name}.{self.name}"

    def serialized_bytes(self) -> bytes:
        """The descriptor as a message of google\'s descriptor.proto."""
        of_message = self.containing_type.serialized_bytes()
        return serialized.part_named(of_message, serialized.ONEOFS, self.name)

    def __repr__(self) -> str:
        return f"<OneofDescriptor {self.name}>"


def _values_of(slots: list[str]) -> Callable[[Message], tuple[Any, ...]]:
    """A function that gives the values of a message's slots."""
    if len(slots) > 1:
        return attrgetter(*slots)
    return lambda message: tuple(getattr(message, slot) for slot in slots)


class Descriptor(ReadOnly):
    """A message: its fields by name and by number, its oneofs, and what is nested in it."""

    __slots__ = (
        "fields",
        "fields_by_name",
        "fields_by_number",
        "file",
        "full_name",
        "message_class",
        "name",
        "oneofs",
        "oneofs_by_name",
        "slot_by_presence_name",
        "values_of",
        "_entry_by_field",
    )

    full_name: str
    name: str
    message_class: type[Message]
    file: FileDescriptor
    fields: tuple[FieldDescriptor, ...]
    fields_by_name: Mapping[str, FieldDescriptor]
    # In the order of numbers, as are the values of a message's slots that `values_of` gives.
    fields_by_number: Mapping[int, FieldDescriptor]
    values_of: Callable[[Message], tuple[Any, ...]]
    # Of the fields that have presence.
    slot_by_presence_name: dict[str, str]
    oneofs: tuple[OneofDescriptor, ...]
    oneofs_by_name: Mapping[str, OneofDescriptor]
    # Made when they are asked for.
    _entry_by_field: dict[str, Descriptor]

    def __init__(
        self,
        full_name: str,
        message_class: type[Message],
        fields: tuple[FieldDescriptor, ...] = (),
        # By the names of oneofs, the names of their fields.
        oneofs: dict[str, tuple[str, ...]] | None = None,
    ) -> None:
        fields_by_name = {field.name: field for field in fields}
        in_order = sorted(fields, key=attrgetter("number"))
        declared = tuple(
            OneofDescriptor(name, tuple(fields_by_name[field] for field in members), index, self)
            for index, (name, members) in enumerate((oneofs or {}).items())
        )
        for index, field in enumerate(fields):
            field._fill(containing_type=self, index=index)
        for oneof in declared:
            for field in oneof.fields:
                field._fill(containing_oneof=oneof)
        self._fill(
            full_name=full_name,
            name=full_name.rpartition(".")[2],
            message_class=message_class,
            fields=fields,
            fields_by_name=MappingProxyType(fields_by_name),
            fields_by_number=MappingProxyType({field.number: field for field in in_order}),
            slot_by_presence_name={
                field.name: field.slot for field in fields if field.has_presence
            },
            values_of=_values_of([field.slot for field in in_order]),
            oneofs=declared,
            _entry_by_field={},
            oneofs_by_name=MappingProxyType({oneof.name: oneof for oneof in declared}),
        )

    @property
    def fields_by_camelcase_name(self) -> Mapping[str, FieldDescriptor]:
        """The fields by their names in lowerCamelCase."""
        return MappingProxyType({field.camelcase_name: field for field in self.fields})

    def entry_of(self, field: FieldDescriptor) -> Descriptor:
        """The message of the entries of a map field."""
        if field.name not in self._entry_by_field:
            # Of two threads, both get the first.
            self._entry_by_field.setdefault(field.name, MapEntryDescriptor(field))
        return self._entry_by_field[field.name]

    @property
    def nested_types(self) -> list[Descriptor]:
        """The messages that are nested in this one, those of the entries of maps included."""
        entries = [field.message_type for field in self.fields if field.map_key is not None]
        found = {item.name: item for item in (*self.nested_messages, *entries) if item is not None}
        names = map(
            serialized.name_of, serialized.payloads(self.serialized_bytes(), serialized.MESSAGES)
        )
        return [found[name] for name in names]

    @property
    def nested_types_by_name(self) -> Mapping[str, Descriptor]:
        """The messages that are nested in this one, by name."""
        return MappingProxyType({found.name: found for found in self.nested_types})

    @property
    def nested_messages(self) -> list[Descriptor]:
        """The messages that are nested in this one and have classes."""
        return [found for found in self._nested() if isinstance(found, Descriptor)]

    @property
    def enum_types(self) -> list[EnumDescriptor]:
        """The enums that are nested in this message."""
        return [found for found in self._nested() if isinstance(found, EnumDescriptor)]

    @property
    def enum_types_by_name(self) -> Mapping[str, EnumDescriptor]:
        """The enums that are nested in this message, by name."""
        return MappingProxyType({found.name: found for found in self.enum_types})

    @property
    def enum_values_by_name(self) -> Mapping[str, EnumValueDescriptor]:
        """The values of all enums that are nested in this message."""
        values = (value for enum in self.enum_types for value in enum.values)
        return MappingProxyType({value.name: value for value in values})

    @property
    def extension_ranges(self) -> list[tuple[int, int]]:
        """The numbers that extensions may have: of each range the first, and the one after it."""
        ranges = serialized.payloads(self.serialized_bytes(), serialized.EXTENSION_RANGES)
        bounds = (dict(serialized.records(data)) for data in ranges)
        return [(found[1], found[2]) for found in bounds]

    @property
    def is_extendable(self) -> bool:
        """True if extensions may add fields."""
        return bool(self.extension_ranges)

    def EnumValueName(self, enum: str, value: int) -> str:
        """The name of a number of a nested enum; KeyError if it has none."""
        return self.enum_types_by_name[enum].values_by_number[value].name

    @property
    def containing_type(self) -> Descriptor | None:
        """The message that this one is nested in."""
        return containing(self.message_class)

    def CopyToProto(self, proto: Any) -> None:
        """Put the descriptor into a message of google's class DescriptorProto."""
        serialized.copy_to(self, self.serialized_bytes(), proto)

    def serialized_bytes(self) -> bytes:
        """The descriptor as a message of google\'s descriptor.proto."""
        outer = self.containing_type
        if outer is None:
            of_file = self.file.serialized_pb
            return serialized.part_named(of_file, serialized.MESSAGES_OF_FILE, self.name)
        return serialized.part_named(outer.serialized_bytes(), serialized.MESSAGES, self.name)

    def _nested(self) -> Iterator[object]:
        seen: set[object] = set()
        for value in vars(self.message_class).values():
            # Words that Python keeps for itself name a class a second time.
            if isinstance(value, (type, Enum)) and value not in seen:
                seen.add(value)
                yield getattr(value, "DESCRIPTOR", None)

    def __repr__(self) -> str:
        return f"<Descriptor {self.full_name}>"


class MapEntryDescriptor(Descriptor):
    """The message of a map's entries, which has no class: its fields are `key` and `value`."""

    __slots__ = ("_containing_type",)

    _containing_type: Descriptor

    def __init__(self, field: FieldDescriptor) -> None:
        within = field.containing_type
        assert within is not None and field.map_key is not None and field.map_value is not None
        name = "".join(word[:1].upper() + word[1:] for word in field.name.split("_"))
        self._fill(_containing_type=within, file=within.file)
        super().__init__(
            f"{within.full_name}.{name}Entry",
            within.message_class,
            (field.map_key, field.map_value),
        )

    @property
    def containing_type(self) -> Descriptor | None:
        """The message that has the map."""
        return self._containing_type

    def _nested(self) -> Iterator[object]:
        return iter(())
