"""Compares google's text format parser with ours."""

from __future__ import annotations

from typing import Any

from google.protobuf import text_format as their_format


def is_read(format_module: Any, message: Any, text: str, kind: str, options: Any) -> bool:
    """True if `Parse` or `Merge`, as `kind` says, takes a text into a message."""
    try:
        getattr(format_module, kind)(text, message, **options)
    except format_module.ParseError:
        return False
    except (ValueError, RecursionError):
        # Google's parser lets some errors of Python through; ours only ever raises its own.
        assert format_module is their_format
        return False
    return True
