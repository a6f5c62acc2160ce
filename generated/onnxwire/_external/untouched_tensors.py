# Copied by wiregen from templates/onnx/_external/untouched_tensors.py; do not edit.
"""Whether a part of a mapped file mentions external data: places in the file in, a guess out.

Decoding a model to find out takes longer than writing it. So what nobody touched is searched
as bytes: no external tensor is overlooked, and one that is suspected is then looked at.
"""

from __future__ import annotations

from typing import Any

from .._runtime.errors import Malformed
from .._runtime.wire import read_size, read_tag, skip_field
from .._tensors.places import fields_with_tensors
from ..messages.onnx import TensorProto

# Every tensor with external data has this key, whose bytes are rare elsewhere.
_KEY = b"location"
# Of a larger part, the large data of its tensors is stepped over.
_SEARCHED_BELOW = 1 << 14
_LENGTH_DELIMITED = 2
_NESTING_LIMIT = 100


def may_mention_external_data(
    data: Any, start: int, end: int, message_class: type, depth: int = _NESTING_LIMIT
) -> bool:
    """Whether a message, from `start` to `end` of a mapped file, may hold external tensors."""
    if end - start < _SEARCHED_BELOW or depth == 0:
        return bool(data.find(_KEY, start, end) >= 0)
    try:
        return _mentions(data, start, end, message_class, depth)
    except (IndexError, Malformed):
        # Damaged: what it holds is not known, and is found out when it is touched.
        return True


def _mentions(data: Any, start: int, end: int, message_class: type, depth: int) -> bool:
    wanted = {field.number: field.message_class for field in fields_with_tensors(message_class)}
    if message_class is TensorProto:
        wanted = {TensorProto.EXTERNAL_DATA_FIELD_NUMBER: None}
    position = start
    while position < end:
        tag, body = read_tag(data, position)
        position = skip_field(tag, data, body, end, depth)
        if tag & 7 == _LENGTH_DELIMITED and tag >> 3 in wanted:
            inner_class = wanted[tag >> 3]
            _, body = read_size(data, body)
            if inner_class is None:
                return True
            if may_mention_external_data(data, body, position, inner_class, depth - 1):
                return True
    return False
