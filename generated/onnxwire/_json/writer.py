# Copied by wiregen from templates/runtime/_json/writer.py; do not edit.
# pyright: reportPrivateUsage=false
"""Writes messages as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from .._runtime.descriptor import EnumDescriptor, FieldDescriptor
from .._runtime.errors import DecodeError
from . import well_known
from .errors import SerializeToJsonError
from .scalars import NULL_ENUM, WRITER_BY_TYPE, bare_if_exact, shown, written_key

_TYPES_OF_64_BITS = (
    FieldDescriptor.TYPE_FIXED64,
    FieldDescriptor.TYPE_INT64,
    FieldDescriptor.TYPE_SFIXED64,
    FieldDescriptor.TYPE_SINT64,
    FieldDescriptor.TYPE_UINT64,
)


class Writer:
    """Writes messages in one manner."""

    def __init__(
        self,
        *,
        has_schema_names: bool,
        has_enum_numbers: bool,
        has_bare_int64: bool,
        is_complete: bool,
    ) -> None:
        self._has_schema_names = has_schema_names
        self._has_enum_numbers = has_enum_numbers
        # Whether fields that are absent, and can be nothing else while they are empty, are shown.
        self._is_complete = is_complete
        self._writer_by_type = dict(WRITER_BY_TYPE)
        if has_bare_int64:
            self._writer_by_type.update(dict.fromkeys(_TYPES_OF_64_BITS, bare_if_exact))

    def message(self, message: Any) -> Any:
        """An object, or whatever the mapping has for a well-known type."""
        write = _WRITER_BY_NAME.get(message.DESCRIPTOR.full_name)
        return self._fields(message, {}) if write is None else write(self, message)

    def _fields(self, message: Any, made: dict[str, Any]) -> dict[str, Any]:
        for field, value in message.ListFields():
            try:
                made[self._name(field)] = self._field(field, value)
            except SerializeToJsonError as error:
                error.path = f".{field.name}{error.path}"
                raise
        if self._is_complete:
            for field in message.DESCRIPTOR.fields:
                if not field.has_presence and self._name(field) not in made:
                    made[self._name(field)] = self._empty(field)
        return made

    def _name(self, field: FieldDescriptor) -> str:
        return field.name if self._has_schema_names else field.json_name

    def _field(self, field: FieldDescriptor, value: Any) -> Any:
        if field.map_value is not None:
            keys = list(map(written_key, value))
            items = self._items(field.map_value, keys, value.values())
            return dict(zip(keys, items, strict=True))
        if field.is_repeated:
            return self._items(field, range(len(value)), value)
        return self._writer(field)(value)

    def _items(
        self, field: FieldDescriptor, places: Iterable[Any], values: Iterable[Any]
    ) -> list[Any]:
        write = self._writer(field)
        made: list[Any] = []
        try:
            for value in values:
                made.append(write(value))
        except SerializeToJsonError as error:
            error.path = f"[{shown(list(places)[len(made)])}]{error.path}"
            raise
        return made

    def _writer(self, field: FieldDescriptor) -> Callable[[Any], Any]:
        if field.message_class is not None:
            return self.message
        if field.enum_type is not None:
            return int if self._has_enum_numbers else partial(_enum, field.enum_type)
        return self._writer_by_type[field.type]

    def _empty(self, field: FieldDescriptor) -> Any:
        if field.map_value is not None:
            return {}
        return [] if field.is_repeated else self._writer(field)(field.default_value)

    def _any(self, message: Any) -> Any:
        if not message.ListFields():
            return {}
        try:
            held = well_known.message_of_type(message.type_url)
            held.ParseFromString(message.value)
        except DecodeError as error:
            raise SerializeToJsonError(f"the value is damaged: {error}", ".value") from None
        except ValueError as error:
            raise SerializeToJsonError(str(error)) from None
        made = {"@type": message.type_url}
        write = _WRITER_BY_NAME.get(held.DESCRIPTOR.full_name)
        if write is None:
            return self._fields(held, made)
        return {**made, "value": write(self, held)}

    def _wrapper(self, message: Any) -> Any:
        return self._writer(message.DESCRIPTOR.fields_by_name["value"])(message.value)

    def _value(self, message: Any) -> Any:
        kind = message.WhichOneof("kind")
        if kind is None or kind == "null_value":
            return None
        field = message.DESCRIPTOR.fields_by_name[kind]
        made = self._field(field, getattr(message, kind))
        if kind == "number_value" and isinstance(made, str):
            # In quotes, it would be read back as a text.
            raise SerializeToJsonError(f"a Value cannot be {made} in JSON")
        return made

    def _list_value(self, message: Any) -> Any:
        return self._field(message.DESCRIPTOR.fields_by_name["values"], message.values)

    def _struct(self, message: Any) -> Any:
        return self._field(message.DESCRIPTOR.fields_by_name["fields"], message.fields)


def _enum(enum: EnumDescriptor, value: int) -> str | int | None:
    if enum.full_name == NULL_ENUM:
        return None
    number = int(value)
    return enum.names.get(number, number)


def _text(text: Callable[..., str], *attributes: str) -> Callable[[Writer, Any], Any]:
    """The writer of a type that is a text, made of some of its fields."""

    def write(writer: Writer, message: Any) -> str:
        try:
            return text(*(getattr(message, attribute) for attribute in attributes))
        except ValueError as error:
            raise SerializeToJsonError(str(error)) from None

    return write


_WRITER_BY_NAME: dict[str, Callable[[Writer, Any], Any]] = {
    well_known.ANY: Writer._any,
    well_known.DURATION: _text(well_known.duration_text, "seconds", "nanos"),
    well_known.FIELD_MASK: _text(well_known.mask_text, "paths"),
    well_known.LIST_VALUE: Writer._list_value,
    well_known.STRUCT: Writer._struct,
    well_known.TIMESTAMP: _text(well_known.timestamp_text, "seconds", "nanos"),
    well_known.VALUE: Writer._value,
    **dict.fromkeys(well_known.WRAPPERS, Writer._wrapper),
}
