"""Commands in processes of their own."""

from __future__ import annotations

import subprocess
from pathlib import Path

Word = str | Path


def run(*words: Word, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end and return what it printed and its exit code."""
    return subprocess.run(
        [str(word) for word in words], cwd=cwd, capture_output=True, text=True, check=False
    )


def output_of(*words: Word, cwd: Path | None = None) -> str:
    """Return what a command prints; AssertionError if it fails."""
    done = run(*words, cwd=cwd)
    assert done.returncode == 0, f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout
