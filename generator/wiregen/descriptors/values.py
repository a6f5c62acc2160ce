"""Descriptor messages as values for the encoder."""

from __future__ import annotations

from wiregen.schema import ir

_Elements = list[ir.MessageValue] | list[str] | list[int]


def described(message: str, **fields: ir.OptionValue | _Elements | None) -> ir.MessageValue:
    """Return a message with some fields set; None leaves a field absent, a list repeats it."""
    return ir.MessageValue(
        tuple(
            ir.FieldValue(f"google.protobuf.{message}.{name}", value)
            for name, held in fields.items()
            for value in (held if isinstance(held, list) else [held])
            if value is not None
        )
    )
