"""Messages with a field or two changed at random, so that they break some rules: google's classes."""

from __future__ import annotations

from random import Random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

# Numbers of element types, kinds of values and versions, and some that are none of these.
_NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 14, 16, 17, 22, 28, 29, 99, -1)
_TEXTS = ("", "x", "y", "w", "a b", "x0", "ai.onnx", "com.x", "é")
_BYTES = (b"", bytes(4), b"\1" * 8, b"\xff\xff", b"abc")


def mutated(message: Any, random: Random) -> Any:
    """A copy of a message, of one in four with a second change."""
    copy = type(message)()
    copy.CopyFrom(message)
    for _ in range(random.choice((1, 1, 1, 2))):
        _change(random.choice(_messages_in(copy)), random)
    return copy


def _messages_in(message: Any) -> list[Any]:
    found = [message]
    for field, value in message.ListFields():
        if field.message_type is not None:
            for inner in value if field.is_repeated else (value,):
                found += _messages_in(inner)
    return found


def _change(message: Any, random: Random) -> None:
    present = [field for field, _ in message.ListFields()]
    field = random.choice(
        present if present and random.random() < 0.5 else message.DESCRIPTOR.fields
    )
    if field.is_repeated:
        _change_list(getattr(message, field.name), field, random)
    elif random.random() < 0.4:
        message.ClearField(field.name)
    elif field.message_type is not None:
        getattr(message, field.name).SetInParent()
    else:
        setattr(message, field.name, _value(field, random))


def _change_list(values: Any, field: FieldDescriptor, random: Random) -> None:
    choice = random.randrange(4 if values else 1)
    index = random.randrange(len(values)) if values else 0
    if choice == 1:
        del values[index]
    elif choice == 2:
        values.append(values[index])
    elif choice == 3 and len(values) > 1:
        moved = values.pop(index)
        values.insert(random.randrange(len(values)), moved)
    elif field.message_type is not None:
        values.add()
    else:
        values.append(_value(field, random))


def _value(field: FieldDescriptor, random: Random) -> Any:
    if field.enum_type is not None:
        return random.choice(field.enum_type.values).number
    if field.type == FieldDescriptor.TYPE_STRING:
        return random.choice(_TEXTS)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return random.choice(_BYTES)
    number = random.choice(_NUMBERS)
    return abs(number) if field.type == FieldDescriptor.TYPE_UINT64 else number
