# Copied by wiregen from templates/onnx/_files/user_paths.py; do not edit.
"""Names files in errors as their users do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from .new_files import PART


@contextmanager
def errors_naming(path: str) -> Iterator[None]:
    """Let errors of the disk name a path as it was given, not a temporary file or nothing."""
    try:
        yield
    except OSError as error:
        name = None if error.filename is None else os.fsdecode(error.filename)
        is_ours = name is None or os.path.basename(name).startswith(PART)
        if error.errno is None or not (is_ours or name == os.path.realpath(path)):
            raise
        raise OSError(error.errno, error.strerror, path) from None
