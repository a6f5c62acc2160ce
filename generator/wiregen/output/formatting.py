"""Formats Python code with black.

Formatting is most of a run's time, so what was formatted before is taken from a cache, and the rest
is shared between processes. Of ONNX's modules, one process takes 3.9 s, and 2.1 s without the
collector, which finds nothing to free in black's trees while they grow and looks at them again and
again; two processes take 1.5 s.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version

from wiregen.output.format_cache import FormatCache

# Of generated code; the formatter itself is pinned in pyproject.toml.
_LINE_LENGTH = 100
_OLDEST_PYTHON = "PY311"
# Below so many characters, another process costs more than it saves.
_WORTH_SHARING = 50_000


def formatted(codes: Sequence[str]) -> list[str]:
    """The codes, formatted, in their order."""
    cache = FormatCache(f"black {version('black')} {_LINE_LENGTH} {_OLDEST_PYTHON}")
    text_by_code = {code: text for code in codes if (text := cache.find(code)) is not None}
    unknown = [code for code in dict.fromkeys(codes) if code not in text_by_code]
    for code, text in zip(unknown, _all_formatted(unknown), strict=True):
        text_by_code[code] = text
        cache.keep(code, text)
    if unknown:
        cache.forget_old()
    return [text_by_code[code] for code in codes]


def _all_formatted(codes: Sequence[str]) -> list[str]:
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
    # Importing black takes 0.2 s, which a run that finds everything in the cache saves.
    import black
    from black.mode import TargetVersion

    mode = black.Mode(line_length=_LINE_LENGTH, target_versions={TargetVersion[_OLDEST_PYTHON]})
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return black.format_str(code, mode=mode)
    finally:
        if was_enabled:
            gc.enable()
