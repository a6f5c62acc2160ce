# Copied by wiregen from templates/runtime/_cli/commands.py; do not edit.
"""Parse the arguments of a command, run it, and return its exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import NoReturn

from .._text.terminal import printable


class Parser(argparse.ArgumentParser):
    """A parser whose errors show arguments without characters that could drive a terminal."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and what is wrong, and exit with code 2."""
        super().error(printable(message))


def run(work: Callable[[], int]) -> int:
    """Return the exit code of some work; 0 if its output is no longer read, as by `head`."""
    try:
        code = work()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code
