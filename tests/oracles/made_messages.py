"""Messages that use every field of their type, made with google's classes and checked by nobody.

Real files leave many fields out; these set each in one of two messages or so, to values at
the borders of its type.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

from .message_types import MESSAGE_TYPES, MessageType

_DEEPEST = 5
_TEXTS = ("", "x", "input_0", "é", "\N{SNOWMAN}" * 9, "\N{GRINNING FACE}", "a\0b", "n" * 130)
_FLOATS = (0.0, -0.0, 1.5, -(2.0**-149), 3.4028234663852886e38, float("inf"), float("nan"))
_VALUES: dict[int, tuple[Any, ...]] = {
    FieldDescriptor.TYPE_INT32: (0, 1, 127, 128, -1, 2**31 - 1, -(2**31)),
    FieldDescriptor.TYPE_INT64: (0, 1, 127, 128, -1, 2**63 - 1, -(2**63)),
    FieldDescriptor.TYPE_UINT64: (0, 1, 127, 128, 2**63, 2**64 - 1),
    FieldDescriptor.TYPE_FLOAT: _FLOATS,
    FieldDescriptor.TYPE_DOUBLE: (*_FLOATS, 0.1, 5e-324),
    FieldDescriptor.TYPE_STRING: _TEXTS,
    FieldDescriptor.TYPE_BYTES: (b"", b"\x00\xff", bytes(range(130))),
}


@cache
def made_messages(per_type: int) -> tuple[tuple[MessageType, bytes], ...]:
    """The bytes of some messages of every type, the same at each call."""
    random = Random(33)
    return tuple(
        (
            message_type,
            _filled(random, message_type.theirs, 0).SerializeToString(deterministic=True),
        )
        for message_type in MESSAGE_TYPES
        for _ in range(per_type)
    )


def _filled(random: Random, message_class: type[Any], depth: int) -> Any:
    message = message_class()
    # In the lower levels less is set, so that messages stay small.
    probability = 1 / (1 + depth)
    for field in message_class.DESCRIPTOR.fields:
        if field.message_type is not None and depth == _DEEPEST:
            continue
        if random.random() < probability:
            _fill(random, message, field, depth)
    return message


def _fill(random: Random, message: Any, field: FieldDescriptor, depth: int) -> None:
    if field.message_type is not None:
        count = random.randrange(1, 3)
        for _ in range(count if field.is_repeated else 1):
            value = getattr(message, field.name)
            child = value.add() if field.is_repeated else value
            child.MergeFrom(_filled(random, type(child), depth + 1))
            child.SetInParent()
        return
    choices = _VALUES.get(field.type)
    if field.enum_type is not None:
        choices = tuple(value.number for value in field.enum_type.values)
    assert choices, f"{field.full_name}: no values for this type"
    if field.is_repeated:
        getattr(message, field.name).extend(random.choices(choices, k=random.randrange(1, 5)))
    else:
        setattr(message, field.name, random.choice(choices))
