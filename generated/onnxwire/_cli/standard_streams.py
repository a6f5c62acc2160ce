# Copied by wiregen from templates/onnx/_cli/standard_streams.py; do not edit.
"""Standard input and output as files, which commands call `-`."""

from __future__ import annotations

import io
import sys
from typing import IO

from .._files.user_paths import errors_naming

STANDARD = "-"


class _StandardInput(io.BytesIO):
    """All of standard input, which can be read again."""

    name = "standard input"


def source_of(path: str) -> str | IO[bytes]:
    """Return what `load` reads for the name of a file."""
    if path != STANDARD:
        return path
    if sys.stdin is None:
        raise ValueError("standard input is closed")
    with errors_naming(_StandardInput.name):
        return _StandardInput(sys.stdin.buffer.read())


def target_of(path: str) -> str | IO[bytes]:
    """Return what `save` writes to for the name of a file."""
    if path != STANDARD:
        return path
    # A closed one was replaced by one that leads nowhere, for reports.
    if sys.__stdout__ is None:
        raise ValueError("standard output is closed")
    return sys.stdout.buffer


def shown_path(path: str) -> str:
    """Return what reports call a file."""
    return _StandardInput.name if path == STANDARD else path
