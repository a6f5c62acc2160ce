# Copied by wiregen from templates/runtime/_json/reader.py; do not edit.
# pyright: reportPrivateUsage=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
"""Reads messages from JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from .._runtime.descriptor import Descriptor, FieldDescriptor
from .._runtime.errors import EncodeError, unknown_field
from . import well_known
from .errors import EnumStringValueParseError, ParseError
from .scalars import (
    NULL_ENUM,
    READER_BY_TYPE,
    read_enum,
    read_key,
    read_scalar,
    read_text,
    shown,
)

Result = TypeVar("Result")


class Reader:
    """Fills messages; `limit` is how many may stand inside one another."""

    def __init__(self, *, ignores_unknown: bool, limit: int) -> None:
        self._ignores_unknown = ignores_unknown
        self._limit = limit

    def message(self, value: Any, message: Any, depth: int = 1) -> None:
        """Set in a message what a value says; a ParseError has the path below the message."""
        if depth > self._limit:
            raise ParseError(f"messages are nested deeper than {self._limit}")
        read = _READER_BY_NAME.get(message.DESCRIPTOR.full_name, Reader._fields)
        read(self, value, message, depth)

    def _fields(self, value: Any, message: Any, depth: int) -> None:
        if not isinstance(value, Mapping):
            raise ParseError(f"an object is wanted, not {shown(value)}")
        field_by_key = _fields_by_key(message.DESCRIPTOR)
        oneofs: dict[str, str] = {}
        entries: Mapping[Any, Any] = value
        for key, item in entries.items():
            field = field_by_key.get(key)
            if field is None:
                if self._ignores_unknown:
                    continue
                raise ParseError(unknown_field(type(message), key))
            oneof = field.containing_oneof
            if oneof is not None and item is not None:
                if oneof.name in oneofs:
                    both = f"'{oneofs[oneof.name]}' and '{key}'"
                    raise ParseError(f"one field of '{oneof.name}' is wanted, not both {both}")
                oneofs[oneof.name] = key
            try:
                self._field(field, item, message, depth)
            except (TypeError, ValueError) as error:
                raise _located(error, f".{key}") from None

    def _field(self, field: FieldDescriptor, value: Any, message: Any, depth: int) -> None:
        if value is None:
            self._null(field, message)
        elif field.map_value is not None:
            self._map(field, field.map_value, value, message, depth)
        elif field.is_repeated:
            self._list(field, value, message, depth)
        elif field.message_class is not None:
            child = getattr(message, field.attribute)
            child.SetInParent()
            self.message(value, child, depth + 1)
        else:
            for item in self._scalar(field, value):
                setattr(message, field.attribute, item)

    def _null(self, field: FieldDescriptor, message: Any) -> None:
        """Make a field absent, but for the types of which null is a value."""
        if field.is_repeated:
            message.ClearField(field.name)
        elif _is_value(field):
            getattr(message, field.attribute).null_value = 0
        elif field.enum_type is not None and field.enum_type.full_name == NULL_ENUM:
            setattr(message, field.attribute, 0)
        else:
            message.ClearField(field.name)

    def _list(self, field: FieldDescriptor, value: Any, message: Any, depth: int) -> None:
        if not isinstance(value, (list, tuple)):
            raise ParseError(f"a list is wanted, not {shown(value)}")
        message.ClearField(field.name)
        values = getattr(message, field.attribute)
        for index, item in enumerate(value):
            try:
                if field.message_class is None:
                    for made in self._scalar(field, item):
                        checked = values._checked(made)
                        values._join()
                        list.append(values, checked)
                    continue
                if item is None and not _is_value(field):
                    raise ParseError("an object is wanted, not null")
                child = field.message_class()
                values._join()
                list.append(values, child)
                self.message(item, child, depth + 1)
            except (TypeError, ValueError) as error:
                raise _located(error, f"[{index}]") from None

    def _map(
        self,
        field: FieldDescriptor,
        map_value: FieldDescriptor,
        value: Any,
        message: Any,
        depth: int,
    ) -> None:
        if not isinstance(value, Mapping):
            raise ParseError(f"an object is wanted, not {shown(value)}")
        assert field.map_key is not None
        message.ClearField(field.name)
        values = getattr(message, field.attribute)
        for key, item in value.items():
            try:
                made_key = read_key(field.map_key, key)
                if map_value.message_class is not None:
                    self.message(item, values[made_key], depth + 1)
                    continue
                for made in self._scalar(map_value, item):
                    values[made_key] = made
            except (TypeError, ValueError) as error:
                raise _located(error, f"[{shown(key)}]") from None

    def _scalar(self, field: FieldDescriptor, value: Any) -> tuple[Any, ...]:
        """A value to set, or none if it is the name of an unknown enum value, to be ignored."""
        if field.enum_type is None:
            return (read_scalar(field, value),)
        try:
            return (read_enum(field.enum_type, value),)
        except EnumStringValueParseError:
            if self._ignores_unknown:
                return ()
            raise

    # --- well-known types ------------------------------------------------------------

    def _any(self, value: Any, message: Any, depth: int) -> None:
        if not isinstance(value, Mapping):
            raise ParseError(f"an object is wanted, not {shown(value)}")
        if not value:
            return
        if "@type" not in value:
            raise ParseError("an object with the key '@type' is wanted")
        type_url = value["@type"]
        try:
            held = well_known.message_of_type(type_url)
        except ValueError as error:
            raise ParseError(str(error), ".@type") from None
        content = {key: item for key, item in value.items() if key != "@type"}
        if held.DESCRIPTOR.full_name not in _READER_BY_NAME:
            self._fields(content, held, depth)
        else:
            if "value" not in content:
                raise ParseError("an object with the keys '@type' and 'value' is wanted")
            for key in content:
                if key != "value" and not self._ignores_unknown:
                    raise ParseError(f"the keys '@type' and 'value' are wanted, not {shown(key)}")
            # A wrapper is no level of its own, as for other implementations.
            is_wrapper = held.DESCRIPTOR.full_name in well_known.WRAPPERS
            try:
                self.message(content["value"], held, depth if is_wrapper else depth + 1)
            except (TypeError, ValueError) as error:
                raise _located(error, ".value") from None
        try:
            message.value = held.SerializeToString()
        except EncodeError as error:
            raise ParseError(str(error)) from None
        message.type_url = type_url

    def _wrapper(self, value: Any, message: Any, depth: int) -> None:
        field = message.DESCRIPTOR.fields_by_name["value"]
        message.value = READER_BY_TYPE[field.type](value)

    def _value(self, value: Any, message: Any, depth: int) -> None:
        if isinstance(value, Mapping):
            message.struct_value.SetInParent()
            self.message(value, message.struct_value, depth + 1)
        elif isinstance(value, (list, tuple)):
            message.list_value.SetInParent()
            self.message(value, message.list_value, depth + 1)
        elif value is None:
            message.null_value = 0
        elif isinstance(value, bool):
            message.bool_value = value
        elif isinstance(value, str):
            message.string_value = read_text(value)
        else:
            message.number_value = READER_BY_TYPE[FieldDescriptor.TYPE_DOUBLE](value)

    def _list_value(self, value: Any, message: Any, depth: int) -> None:
        self._list(message.DESCRIPTOR.fields_by_name["values"], value, message, depth)

    def _struct(self, value: Any, message: Any, depth: int) -> None:
        field = message.DESCRIPTOR.fields_by_name["fields"]
        self._map(field, field.map_value, value, message, depth)

    def _timestamp(self, value: Any, message: Any, depth: int) -> None:
        message.seconds, message.nanos = _understood(well_known.timestamp_of, value)

    def _duration(self, value: Any, message: Any, depth: int) -> None:
        message.seconds, message.nanos = _understood(well_known.duration_of, value)

    def _field_mask(self, value: Any, message: Any, depth: int) -> None:
        paths = _understood(well_known.mask_of, value)
        message.ClearField("paths")
        message.paths.extend(map(read_text, paths))


def _understood(read: Callable[[Any], Result], value: Any) -> Result:
    try:
        return read(value)
    except ValueError as error:
        raise ParseError(f"{error}; found {shown(value)}") from None


def _is_value(field: FieldDescriptor) -> bool:
    message_class = field.message_class
    return message_class is not None and message_class.DESCRIPTOR.full_name == well_known.VALUE


def _located(error: Exception, step: str) -> ParseError:
    """An error one step further out; one of the checks of a field becomes a ParseError."""
    if not isinstance(error, ParseError):
        # The checks name the field in their own way, before a colon.
        text = str(error)
        error = ParseError(text.partition(": ")[2] or text)
    error.path = step + error.path
    return error


_fields_by_key_of: dict[Descriptor, dict[str, FieldDescriptor]] = {}


def _fields_by_key(descriptor: Descriptor) -> dict[str, FieldDescriptor]:
    """The fields of a message by both names that JSON may use, made once per type."""
    if descriptor not in _fields_by_key_of:
        by_json_name = {field.json_name: field for field in descriptor.fields}
        _fields_by_key_of[descriptor] = {**descriptor.fields_by_name, **by_json_name}
    return _fields_by_key_of[descriptor]


_READER_BY_NAME: dict[str, Callable[[Reader, Any, Any, int], None]] = {
    well_known.ANY: Reader._any,
    well_known.DURATION: Reader._duration,
    well_known.FIELD_MASK: Reader._field_mask,
    well_known.LIST_VALUE: Reader._list_value,
    well_known.STRUCT: Reader._struct,
    well_known.TIMESTAMP: Reader._timestamp,
    well_known.VALUE: Reader._value,
    **dict.fromkeys(well_known.WRAPPERS, Reader._wrapper),
}
