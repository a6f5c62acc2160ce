"""Formats Python code with black.

Formatting is most of a run's time, so it is shared between processes. Of ONNX's modules, one
process takes 3.9 s, and 2.1 s without the collector, which finds nothing to free in black's
trees while they grow and looks at them again and again; two processes take 1.5 s.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import black
from black.mode import TargetVersion

# The line length of generated code; the formatter itself is pinned in pyproject.toml.
_MODE = black.Mode(line_length=100, target_versions={TargetVersion.PY311})
# Below so many characters, another process costs more than it saves.
_WORTH_SHARING = 50_000


def formatted(codes: Sequence[str]) -> list[str]:
    """The codes, formatted, in their order."""
    processes = min(os.cpu_count() or 1, 8)
    if processes == 1 or sum(map(len, codes)) < _WORTH_SHARING or not _can_fork():
        return [_formatted(code) for code in codes]
    # The longest first, so that no process is left with one at the end.
    order = sorted(range(len(codes)), key=lambda index: -len(codes[index]))
    with ProcessPoolExecutor(processes, multiprocessing.get_context("fork")) as pool:
        done = pool.map(_formatted, (codes[index] for index in order))
        text_by_index = dict(zip(order, done, strict=True))
    return [text_by_index[index] for index in range(len(codes))]


def _can_fork() -> bool:
    """True if a process can be copied; starting a new one would take as long as is saved."""
    return "fork" in multiprocessing.get_all_start_methods()


def _formatted(code: str) -> str:
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return black.format_str(code, mode=_MODE)
    finally:
        if was_enabled:
            gc.enable()
