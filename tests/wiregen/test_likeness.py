"""Which types of fields are written alike, against what google's classes write and read."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
from google.protobuf.message import DecodeError

from wiregen.evolution.likeness import Likeness, Types
from wiregen.schema import ir
from wiregen.schema.scalars import SCALARS, Domain, Scalar

INTEGERS = (0, 1, 2, -1, -2, 127, 300, -300, *(2**n - 1 for n in (31, 32, 63, 64)), 2**31, -(2**31))
NO_TYPES = Types({}, {}, {}, {}, {})


def message_class(scalar: Scalar) -> Any:
    """A message with one field, `a`."""
    file = descriptor_pb2.FileDescriptorProto(name=f"{scalar.name}.proto", syntax="proto3")
    message = file.message_type.add(name=f"Of{scalar.name}")
    message.field.add(name="a", number=1, label=1, type=scalar.descriptor_number)
    descriptor = descriptor_pool.DescriptorPool().AddSerializedFile(file.SerializeToString())
    return message_factory.GetMessageClass(descriptor.message_types_by_name[message.name])


CLASSES = {scalar.name: message_class(scalar) for scalar in SCALARS}


def values(scalar: Scalar) -> list[Any]:
    match scalar.domain:
        case Domain.INTEGER:
            return [n for n in INTEGERS if scalar.smallest <= n <= scalar.largest]
        case Domain.FLOAT:
            return [0.0, 1.0, -2.0, 0.5]
        case Domain.BOOL:
            return [False, True]
        case Domain.STRING:
            return ["", "one", "\u00e9"]
        case Domain.BYTES:
            return [b"", b"one", b"\xff"]


def shared_values(old: Scalar, new: Scalar) -> list[tuple[Any, Any]]:
    """Each value of the old type with the same of the new one, for what both have.

    All bytes are asked of text: which of them a field holds, nobody knows.
    """
    if {old.domain, new.domain} == {Domain.STRING, Domain.BYTES}:
        is_text = old.domain is Domain.STRING
        return [(v, v.encode() if is_text else v.decode("latin-1")) for v in values(old)]
    return [(v, w) for v, w in itertools.product(values(old), values(new)) if v == w]


def likeness(old: Scalar, new: Scalar) -> Likeness:
    """What google's classes say of it."""
    before, after = CLASSES[old.name], CLASSES[new.name]
    pairs = [(before(a=v), after(a=w)) for v, w in shared_values(old, new)]
    if not all(is_read_as(one, other) for one, other in pairs) or not pairs:
        return Likeness.NONE
    # Any number but 0 is read as true, so that the way back tells more.
    if new.domain is Domain.BOOL and not all(is_read_as(other, one) for one, other in pairs):
        return Likeness.NONE
    texts = [[json_format.MessageToJson(message) for message in pair] for pair in pairs]
    return Likeness.ALL if all(one == other for one, other in texts) else Likeness.FILES


def is_read_as(old: Any, new: Any) -> bool:
    try:
        return bool(type(new).FromString(old.SerializeToString()) == new)
    except DecodeError:
        return False


@pytest.mark.parametrize("old", SCALARS, ids=lambda scalar: scalar.name)
def test_scalars_are_as_alike_as_google_s_classes_find_them(old: Scalar) -> None:
    for new in SCALARS:
        ours = NO_TYPES.likeness(ir.ScalarKind(old), ir.ScalarKind(new))
        assert ours is likeness(old, new), new.name
