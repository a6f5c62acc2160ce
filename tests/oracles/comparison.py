"""Compares a message of onnxwire with google's, in every field that google's descriptor knows."""

from __future__ import annotations

import math
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.unknown_fields import UnknownFieldSet

from onnxwire import Message

from .message_types import BY_NAME

_PYTHON_TYPES = {
    FieldDescriptor.CPPTYPE_INT32: int,
    FieldDescriptor.CPPTYPE_INT64: int,
    FieldDescriptor.CPPTYPE_UINT32: int,
    FieldDescriptor.CPPTYPE_UINT64: int,
    FieldDescriptor.CPPTYPE_DOUBLE: float,
    FieldDescriptor.CPPTYPE_FLOAT: float,
    FieldDescriptor.CPPTYPE_BOOL: bool,
    FieldDescriptor.CPPTYPE_ENUM: int,
}


def decoded(name: str, data: bytes) -> Any:
    """A message of ours that is the same, and is written in the same bytes, as google's."""
    message_type = BY_NAME[name]
    ours = message_type.ours.FromString(data)
    assert_same(ours, message_type.theirs.FromString(data))
    return ours


def assert_same(ours: Message, theirs: Any) -> None:
    """AssertionError, with the path of the field, if the messages differ in anything."""
    _assert_same_message(ours, theirs, theirs.DESCRIPTOR.name)
    # Covers what has no reader in either API: the order and the bytes of unknown fields.
    assert ours.SerializeToString() == theirs.SerializeToString(deterministic=True)


def _assert_same_message(ours: Message, theirs: Any, path: str) -> None:
    descriptor = theirs.DESCRIPTOR
    assert ours.DESCRIPTOR.full_name == descriptor.full_name, path
    for oneof in descriptor.oneofs:
        assert ours.WhichOneof(oneof.name) == theirs.WhichOneof(oneof.name), f"{path}.{oneof.name}"
    for field in descriptor.fields:
        _assert_same_field(field, ours, theirs, f"{path}.{field.name}")
    set_by_us = [field.name for field, _ in ours.ListFields()]
    assert set_by_us == [field.name for field, _ in theirs.ListFields()], path
    if len(UnknownFieldSet(theirs)):
        assert _unknown_fields(ours) == _unknown_fields(theirs), path


def _assert_same_field(field: FieldDescriptor, ours: Message, theirs: Any, path: str) -> None:
    our_value, their_value = getattr(ours, field.name), getattr(theirs, field.name)
    if field.is_repeated:
        assert isinstance(our_value, list), path
        assert len(our_value) == len(their_value), path
        for index, (our_item, their_item) in enumerate(zip(our_value, their_value, strict=True)):
            _assert_same_value(field, our_item, their_item, f"{path}[{index}]")
        return
    is_set = ours.HasField(field.name)
    assert field.has_presence, f"{path}: this comparison knows only fields with presence"
    assert type(is_set) is bool, path
    assert is_set == theirs.HasField(field.name), f"{path}: set by us: {is_set}"
    # An absent scalar is compared too: it reads as its default. An absent message is not,
    # since messages of a type may hold messages of the same type without end.
    if is_set or field.message_type is None:
        _assert_same_value(field, our_value, their_value, path)


def _assert_same_value(field: FieldDescriptor, ours: Any, theirs: Any, path: str) -> None:
    if field.message_type is not None:
        _assert_same_message(ours, theirs, path)
    elif field.type == FieldDescriptor.TYPE_STRING:
        assert type(ours) is str, path
        # For bytes that are not UTF-8, google hands out bytes and we escaped surrogates.
        as_text = theirs if isinstance(theirs, str) else theirs.decode("utf-8", "surrogateescape")
        assert ours == as_text, path
    elif field.type == FieldDescriptor.TYPE_BYTES:
        assert type(ours) is bytes, path
        assert ours == theirs, path
    else:
        assert type(ours) is type(theirs) is _PYTHON_TYPES[field.cpp_type], path
        assert isinstance(ours, (int, float)) and isinstance(theirs, (int, float))
        if not (field.cpp_type in _FLOATS and math.isnan(ours) and math.isnan(theirs)):
            assert ours == theirs, path
            assert math.copysign(1, ours) == math.copysign(1, theirs), path


_FLOATS = (FieldDescriptor.CPPTYPE_DOUBLE, FieldDescriptor.CPPTYPE_FLOAT)


def _unknown_fields(message: Any) -> bytes:
    """The bytes of the fields that the schema does not know: what is left without the others."""
    rest = type(message)()
    rest.CopyFrom(message)
    for field in message.DESCRIPTOR.fields:
        rest.ClearField(field.name)
    data: bytes = rest.SerializeToString()
    return data
