"""Standard output and errors in any encoding, closed, full, or no longer read."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper

# The second one is what shells report of a program that a closed pipe ends.
_FAILED, _NOT_READ = 2, 141


@contextmanager
def usable_streams() -> Iterator[None]:
    """Let a command print any text, and end with a sentence if its output cannot be written."""
    _prepare()
    output = sys.stdout
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except SystemExit:
        # click replaces the output where a pipe is no longer read, as by `head`.
        if sys.stdout is not output:
            sys.exit(_NOT_READ)
        raise
    except OSError as error:
        _give_up_output()
        name = f"{os.fsdecode(error.filename)}: " if error.filename else "standard output: "
        with suppress(OSError):
            print(f"error: {name}{error.strerror or error}", file=sys.stderr)
        sys.exit(_FAILED)


def _prepare() -> None:
    # What is printed to a closed stream is lost.
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _nowhere() -> TextIOWrapper:
    return open(os.devnull, "w", encoding="utf-8")


def _give_up_output() -> None:
    """Let what is still to be printed go nowhere, so that nothing fails when Python ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
