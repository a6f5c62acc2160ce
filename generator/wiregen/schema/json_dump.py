"""Dumps the IR as JSON."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from enum import Enum
from typing import Any

from wiregen.schema.scalars import Scalar
from wiregen.source.text import Span


def to_json(value: Any) -> Any:
    """A value of the IR as dicts, lists, strings and numbers.

    Places become `path:line:column`, scalars and enums their names, bytes text with each
    byte above 127 as the character of that number; floats without a JSON form become text.
    """
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case bytes():
            return value.decode("latin-1")
        case Span():
            return repr(value)
        case Scalar():
            return value.name
        case Enum():
            return value.value
        case Mapping():
            return {key: to_json(item) for key, item in value.items()}
        case tuple() | list():
            return [to_json(item) for item in value]
    fields = {f.name: to_json(getattr(value, f.name)) for f in dataclasses.fields(value)}
    # What kind of field or constant it is stands in the class, so the class must be told.
    return {"is": type(value).__name__, **fields}
