"""Defaults as descriptors have them: a field's default in, its text out."""

from __future__ import annotations

import math
import struct

from wiregen import ir

_ESCAPES = {0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r", 0x22: '\\"', 0x27: "\\'", 0x5C: "\\\\"}


def default_text(default: ir.Default, kind: ir.FieldKind) -> str:
    """The text of a default; bytes are escaped, floats have as many digits as they need."""
    match default:
        case bool():
            return str(default).lower()
        case bytes():
            return "".join(map(_escaped, default))
        case float():
            bits = kind.scalar.bits if isinstance(kind, ir.ScalarKind) else 64
            return _float_text(default, bits)
        case _:
            return str(default)


def _escaped(byte: int) -> str:
    if byte in _ESCAPES:
        return _ESCAPES[byte]
    return chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"


def _float_text(value: float, bits: int) -> str:
    """The digits that any number of the type needs, or all of them where that loses some."""
    if not math.isfinite(value):
        return str(value)
    few, all_digits = (15, 17) if bits == 64 else (6, 9)
    text = f"{value:.{few}g}"
    return text if _as_float(float(text), bits) == value else f"{value:.{all_digits}g}"


def _as_float(value: float, bits: int) -> float:
    if bits == 64:
        return value
    rounded: float = struct.unpack("<f", struct.pack("<f", value))[0]
    return rounded
