"""Run commands one after the other, each in a child of this process.

    python forked_commands.py MODULE REPORT

MODULE has the function `main`; standard input has a list of arguments for each command, as JSON.
REPORT becomes a list of the exit codes of the children and of what they wrote to standard
errors.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import BytesIO, TextIOWrapper
from typing import Any


def nowhere() -> TextIOWrapper:
    return TextIOWrapper(BytesIO(), encoding="utf-8")


def run_in_child(main: Callable[[], Any], words: list[str]) -> tuple[int, str]:
    """Run a command; return its exit code, negative for a signal, and its errors."""
    with tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            if sys.stderr is not None:
                os.dup2(errors.fileno(), 2)
            os._exit(exit_code_of(main, words))
        _, status = os.waitpid(child, 0)
        errors.seek(0)
        return os.waitstatus_to_exitcode(status), errors.read().decode(errors="replace")


def exit_code_of(main: Callable[[], Any], words: list[str]) -> int:
    """Run a command; return the exit code of a process that it is all of."""
    sys.argv = ["command", *words]
    try:
        code = main()
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    try:
        # So does Python when it ends, and says that it could not; the rest takes long.
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError:
        return 120
    return int(code or 0)


if __name__ == "__main__":
    _, module, report = sys.argv
    # As Python decodes the arguments of a process.
    commands = [
        [os.fsdecode(word.encode()) for word in words] for words in json.load(sys.stdin.buffer)
    ]
    main = importlib.import_module(module).main
    for words in commands:
        # Imports what the children need.
        with suppress(SystemExit), redirect_stdout(nowhere()), redirect_stderr(nowhere()):
            sys.argv = ["command", *words]
            main()
    done = [run_in_child(main, words) for words in commands]
    with open(report, "w", encoding="utf-8") as file:
        json.dump(done, file)
