# pyright: reportPrivateUsage=false
"""Equality of messages, without recursion: they may be nested to any depth.

Two messages are equal if they are written with the same bytes, but for the order of map entries
and of unknown fields. So NaNs equal NaNs of the same bits, and 0.0 differs from -0.0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import unknown_fields
from .descriptor import FieldDescriptor
from .mapped_file import unchanged
from .packed import Packed, record_of
from .wire import pack_double

if TYPE_CHECKING:
    from .message import Message

    Pairs = list[tuple[Message, Message]]

_FLOATS = (FieldDescriptor.TYPE_DOUBLE, FieldDescriptor.TYPE_FLOAT)


def are_equal(first: Message, second: Message) -> bool:
    """True if two messages of one class have the same fields with the same values."""
    pending = [(first, second)]
    while pending:
        one, other = pending.pop()
        if not unknown_fields.are_equal(one._unknown, other._unknown):
            return False
        descriptor = one.DESCRIPTOR
        fields = descriptor.fields_by_number.values()
        values = zip(descriptor.values_of(one), descriptor.values_of(other), strict=True)
        for field, pair in zip(fields, values, strict=True):
            # An empty list is as absent as none.
            are_absent = [value is None or (field.is_repeated and not value) for value in pair]
            if any(are_absent):
                if not all(are_absent):
                    return False
            elif field.map_value is not None:
                if not _are_maps_equal(field.map_value, *pair, pending):
                    return False
            elif field.message_class is None:
                if not _are_values_equal(field, *map(unchanged, pair)):
                    return False
            elif field.is_repeated:
                # Other threads may change the lists meanwhile.
                ones, others = map(list, pair)
                if len(ones) != len(others):
                    return False
                pending.extend(zip(ones, others, strict=True))
            else:
                pending.append(pair)
    return True


def _are_maps_equal(field: FieldDescriptor, one: Any, other: Any, pending: Pairs) -> bool:
    """Compare maps, but for messages in them, which are pending then."""
    # Other threads may change the maps meanwhile.
    one, other = dict(one), dict(other)
    if one.keys() != other.keys():
        return False
    pairs = ((value, other[key]) for key, value in one.items())
    if field.message_class is None:
        return all(_are_values_equal(field, *pair) for pair in pairs)
    pending.extend(pairs)
    return True


def _are_values_equal(field: FieldDescriptor, one: Any, other: Any) -> bool:
    """Compare scalars, lists of them, or packed records."""
    if type(one) is type(other) is Packed:
        return bool(unchanged(one.record) == unchanged(other.record))
    if field.type in _FLOATS:
        return bool(_bits(field, one) == _bits(field, other))
    return bool(_numbers(one) == _numbers(other))


def _numbers(value: Any) -> Any:
    return list(value.numbers()) if type(value) is Packed else value


def _bits(field: FieldDescriptor, value: Any) -> Any:
    if type(value) is Packed:
        return unchanged(value.record)
    return record_of(field, value) if isinstance(value, list) else pack_double(value)
