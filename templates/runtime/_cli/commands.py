"""Running a command: work in, its exit code out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable


def run(work: Callable[[], int]) -> int:
    """The exit code of some work; 0 if whoever reads what it prints stops before the end."""
    try:
        code = work()
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has seen enough, as `head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code
