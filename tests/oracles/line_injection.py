"""Runs code with something else happening at each of its lines in turn.

What happens between two lines by chance, once in a million runs, happens here in every run: another
thread does something, a signal handler raises an exception, the process forks.
"""

from __future__ import annotations

import ast
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import Any

# Longer than anything here takes. What takes longer waits for something that never comes.
PATIENCE = 20


class Interrupt(BaseException):
    """What a signal handler raises."""


class Injection:
    """Calls `action` before one line of the code in some folders, the `number`th that is run.

    With `is_once_per_line`, a line counts only when it is run for the first time.
    """

    def __init__(
        self,
        folders: tuple[Path, ...],
        number: int,
        action: Callable[[], object],
        *,
        is_once_per_line: bool = False,
    ) -> None:
        self._folders = tuple(f"{folder}{os.sep}" for folder in folders)
        self._remaining = number
        self._action = action
        self._is_once_per_line = is_once_per_line
        self._lines: set[tuple[str, int]] = set()
        self._statement_by_frame: dict[FrameType, tuple[int, int] | None] = {}
        # The line before which the action was called.
        self.place: tuple[str, int] | None = None

    def run(self, operation: Callable[[], object]) -> None:
        """Run some code with the injection."""
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            operation()
        finally:
            sys.settrace(before)
            self._statement_by_frame.clear()

    def _trace(self, frame: FrameType, event: str, _: object) -> Any:
        if self.place is not None or not frame.f_code.co_filename.startswith(self._folders):
            return None
        if event == "line" and self._is_counted(frame):
            self._remaining -= 1
            if self._remaining == 0:
                self.place = frame.f_code.co_filename, frame.f_lineno
                sys.settrace(None)
                self._action()
                return None
        return self._trace

    def _is_counted(self, frame: FrameType) -> bool:
        place = frame.f_code.co_filename, frame.f_lineno
        # A statement of several lines that calls nothing is run as a whole.
        statement = _whole_statements(place[0]).get(place[1])
        before = self._statement_by_frame.get(frame)
        self._statement_by_frame[frame] = statement
        if statement is not None and statement == before:
            return False
        if self._is_once_per_line and place in self._lines:
            return False
        self._lines.add(place)
        return True


def at_every_line(
    folders: tuple[Path, ...],
    prepare: Callable[[], Any],
    operation: Callable[[Any], object],
    action: Callable[[Any], object],
    *,
    is_once_per_line: bool = False,
) -> Iterator[tuple[Any, Injection]]:
    """Yield what `prepare` made, after the operation on it ran with the action at one line.

    The last one ran without, since it has no more lines.
    """
    number = 0
    while True:
        number += 1
        made = prepare()
        injection = Injection(
            folders, number, partial(action, made), is_once_per_line=is_once_per_line
        )
        try:
            injection.run(partial(operation, made))
        except Interrupt:
            assert injection.place is not None
        yield made, injection
        if injection.place is None:
            return


def interrupt(_: object) -> None:
    """Raise what a signal handler may raise at any line."""
    raise Interrupt


def in_other_thread(action: Callable[[Any], object]) -> Callable[[Any], None]:
    """Return what does something in another thread and waits until it is done."""

    def act(made: Any) -> None:
        raised: list[BaseException] = []

        def run() -> None:
            try:
                action(made)
            except BaseException as error:  # It is raised where the test sees it.
                raised.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the other thread waits for this one"
        if raised:
            raise raised[0]

    return act


def in_child(check: Callable[[Any], object]) -> Callable[[Any], None]:
    """Return what forks, checks something in the child, and waits until that is done."""

    def act(made: Any) -> None:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                signal.alarm(PATIENCE)
                check(made)
                code = 0
            finally:
                # Nothing of the test run is to be done twice.
                os._exit(code)
        _, status = os.waitpid(child, 0)
        assert status == 0, f"the child ended with {status}"

    return act


@cache
def _whole_statements(path: str) -> dict[int, tuple[int, int]]:
    """By its lines, each statement of several lines that calls nothing."""
    found: dict[int, tuple[int, int]] = {}
    for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            lines = node.lineno, node.end_lineno or node.lineno
            calls = any(isinstance(part, (ast.Call, ast.Subscript)) for part in ast.walk(node))
            if lines[0] < lines[1] and not calls:
                found.update(dict.fromkeys(range(lines[0], lines[1] + 1), lines))
    return found
