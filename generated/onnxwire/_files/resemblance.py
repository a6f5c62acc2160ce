# Copied by wiregen from templates/onnx/_files/resemblance.py; do not edit, run `wiregen generate`.
"""What a file looks like that does not hold what was wanted: its bytes in, half a sentence out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from .._runtime.diagnosis import WIRE_TYPE_BY_TYPE
from .._runtime.errors import Malformed
from .._runtime.likeness import likeness
from .._runtime.message import Message
from ..messages.onnx import GraphProto, ModelProto, TensorProto
from ..messages.onnx_data import OptionalProto, SequenceProto
from ..messages.onnx_operators import OperatorSetProto
from .._runtime.wire import read_tag, skip_field

# What a whole file can hold, the most usual first.
ROOTS = (ModelProto, TensorProto, SequenceProto, OptionalProto, GraphProto, OperatorSetProto)

# Enough to tell a kind of file, and little even of a large one.
_MOST_RECORDS = 1000


def resemblance(data: Any, wanted: type[Message]) -> str:
    """What some bytes could be that are not the wanted message; empty for those that could be it."""
    likely = likeness(data)
    if likely:
        return f"; the bytes look like {likely}"
    fitting = [root for root in ROOTS if _may_hold(data, root)]
    if not fitting or wanted in fitting:
        return ""
    return f"; the bytes can be a {' or a '.join(root.__qualname__ for root in fitting)}"


def _may_hold(data: Any, message_class: type[Message]) -> bool:
    """Whether the first records are fields of a message, each with its wire type."""
    field_by_number = message_class.DESCRIPTOR.fields_by_number

    def is_known(tag: int) -> bool:
        field = field_by_number.get(tag >> 3)
        if field is None:
            return False
        return tag & 7 == WIRE_TYPE_BY_TYPE[field.type] or (field.is_repeated and tag & 7 == 2)

    try:
        return all(map(is_known, islice(_tags(data), _MOST_RECORDS)))
    except (Malformed, IndexError):
        return False


def _tags(data: Any) -> Iterator[int]:
    position, end = 0, len(data)
    while position < end:
        tag, body = read_tag(data, position)
        position = skip_field(tag, data, body, end, 100)
        yield tag
