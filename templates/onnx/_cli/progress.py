"""A progress line on the terminal."""

from __future__ import annotations

import sys
from threading import Event, Thread
from time import monotonic
from types import TracebackType

# Nothing is said of what takes less.
_PATIENCE = 1.0
_PAUSE = 0.2
_CLEARED = "\r\x1b[K"


class Progress:
    """Shows on a terminal how long some work takes and how far it is; elsewhere, nothing."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._bytes = 0
        self._done = Event()
        self._thread = Thread(target=self._show, daemon=True) if sys.stderr.isatty() else None
        self._start = monotonic()

    def tell(self, size: int) -> None:
        """Count so many bytes as done."""
        self._bytes += size

    def __enter__(self) -> Progress:
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._done.set()
        if self._thread is not None:
            self._thread.join()

    def _show(self) -> None:
        if self._done.wait(_PATIENCE):
            return
        while True:
            seconds = int(monotonic() - self._start)
            amount = f", {self._bytes / 1e6:,.0f} MB" if self._bytes else ""
            print(
                f"{_CLEARED}{self._title}: {seconds} s{amount}", end="", file=sys.stderr, flush=True
            )
            if self._done.wait(_PAUSE):
                break
        print(_CLEARED, end="", file=sys.stderr, flush=True)
