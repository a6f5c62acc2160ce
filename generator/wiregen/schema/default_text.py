"""Formats field defaults as descriptors contain them."""

from __future__ import annotations

import math

from wiregen.schema import ir
from wiregen.schema.scalars import Scalar

_ESCAPES = {0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r", 0x22: '\\"', 0x27: "\\'", 0x5C: "\\\\"}


def default_text(default: ir.Default, kind: ir.FieldKind) -> str:
    """The text of a default; bytes are escaped, floats have as many digits as they need."""
    match default:
        case bool():
            return str(default).lower()
        case bytes():
            return "".join(map(_escaped, default))
        case float():
            assert isinstance(kind, ir.ScalarKind)
            return _float_text(default, kind.scalar)
        case _:
            return str(default)


def _escaped(byte: int) -> str:
    if byte in _ESCAPES:
        return _ESCAPES[byte]
    return chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"


def _float_text(value: float, scalar: Scalar) -> str:
    """The digits that any number of the type needs, or all of them where that loses some."""
    if not math.isfinite(value):
        return str(value)
    few, all_digits = (15, 17) if scalar.bits == 64 else (6, 9)
    text = f"{value:.{few}g}"
    return text if scalar.rounded(float(text)) == value else f"{value:.{all_digits}g}"
