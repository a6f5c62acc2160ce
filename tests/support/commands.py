"""Commands, in processes of their own and in this one."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from wiregen.cli.main import main as wiregen

Word = str | Path
Done = subprocess.CompletedProcess[str]


def run(*words: Word, cwd: Path | None = None, env: dict[str, str] | None = None) -> Done:
    """Run a command to its end and return what it printed and its exit code."""
    return subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )


def output_of(*words: Word, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    """Return what a command prints; AssertionError if it fails."""
    done = run(*words, cwd=cwd, env=env)
    assert done.returncode == 0, f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def output_of_code(code: str, *words: Word, cwd: Path | None = None) -> str:
    """Return what Python code prints in a new process, where warnings are errors."""
    return output_of(sys.executable, "-W", "error", "-c", code, *words, cwd=cwd)


def run_wiregen(*words: Word, cwd: Path) -> Done:
    """Run `wiregen` in this process: a new one would take a second to import it."""
    arguments = [str(word) for word in words]
    with contextlib.chdir(cwd):
        result = CliRunner().invoke(wiregen, arguments, prog_name="wiregen", catch_exceptions=False)
    return Done(["wiregen", *arguments], result.exit_code, result.stdout, result.stderr)
