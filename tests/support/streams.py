"""Standard streams that cannot take everything, for commands in processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

DRIVER = Path(__file__).with_name("forked_commands.py")
# How the shell opens the streams of the commands.
REDIRECTIONS = {
    "closed output": ">&-",
    "closed errors": "2>&-",
    "both closed": ">&- 2>&-",
    "a full device": ">/dev/full",
    "no reader": "| true",
    "a full device without a buffer": ">/dev/full",
    "no reader without a buffer": "| true",
}
SETTINGS = {
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "cp437": {"PYTHONIOENCODING": "cp437"},
    "utf-16": {"PYTHONIOENCODING": "utf-16"},
    "a full device without a buffer": {"PYTHONUNBUFFERED": "1"},
    "no reader without a buffer": {"PYTHONUNBUFFERED": "1"},
    "C locale": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
}


ENCODINGS = sorted(SETTINGS.keys() - REDIRECTIONS.keys())


class Done(NamedTuple):
    """What a command left behind."""

    code: int
    errors: str


def run_all(
    module: str, commands: Sequence[Sequence[str]], folder: Path, kind: str = ""
) -> tuple[list[Done], bytes]:
    """Run the commands of a module in a folder; return how they ended, and all of their output."""
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    redirection = REDIRECTIONS.get(kind, "")
    # What reads a pipe is gone before anything is written to it.
    pause = "sleep 0.1; " if "|" in redirection else ""
    words = [sys.executable, str(DRIVER), module, str(report)]
    done = subprocess.run(
        ["bash", "-c", f'({pause}"$@") {redirection}', "bash", *words],
        input=json.dumps(commands).encode(),
        capture_output=True,
        env=_environment() | SETTINGS.get(kind, {}),
        cwd=folder,
        check=False,
    )
    assert report.exists(), done.stderr.decode()
    return [Done(*item) for item in json.loads(report.read_text())], done.stdout


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
