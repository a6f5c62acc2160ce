"""Atomic steps, which threads, signal handlers and forks cannot interrupt.

CPython switches threads and runs signal handlers only between instructions of Python code. One
call of C code that runs no Python code and makes no garbage-collected objects is atomic, so
the steps here are iterators of C functions, which a single call exhausts. No lock is needed:
none is left locked by an exception or a fork, and a signal handler may use what it interrupted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import chain, compress, repeat

_set = object.__setattr__


def run_if(condition: Iterable[object], steps: Iterable[object]) -> None:
    """Exhaust `steps` if the only element of `condition` is true, in one atomic call.

    Both are iterators of C functions that have not started yet, such as `map(function, ...)`.
    """
    deque(chain.from_iterable(compress((steps,), condition)), maxlen=0)


def setting(message: object, names: Iterable[str], values: Iterable[object]) -> Iterable[object]:
    """Return the steps that set attributes of a message in this order, whatever its class."""
    return map(_set, repeat(message), names, values)
