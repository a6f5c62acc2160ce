"""Runs mypy and pyright, both strict, over generated packages and programs beside them."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from .commands import run

Remarks = dict[str, str]


def assert_clean(folder: Path, *names: str) -> None:
    """AssertionError with what the checkers say of packages or programs."""
    for found in (mypy(folder, *names), pyright(folder, *names)):
        assert not found, "\n".join(f"{place}: {text}" for place, text in found.items())


def mypy(folder: Path, *names: str) -> Remarks:
    """What mypy says, by file and line."""
    command = (sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary")
    done = run(*command, *names, cwd=folder)
    assert not done.stderr, done.stderr
    return dict(re.findall(r"^(.+?:\d+): error: (.+)$", done.stdout, re.MULTILINE))


def pyright(folder: Path, *names: str) -> Remarks:
    """What pyright in strict mode says, by file and line."""
    settings = {"include": names, "typeCheckingMode": "strict", "pythonVersion": "3.11"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = (sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable)
    report = json.loads(run(*command, cwd=folder).stdout)
    assert report["summary"]["filesAnalyzed"] >= len(names)
    found = {}
    for item in report["generalDiagnostics"]:
        line = item["range"]["start"]["line"] + 1 if "range" in item else 1
        path = Path(item["file"]).relative_to(folder.resolve())
        found[f"{path.as_posix()}:{line}"] = item["message"]
    return found
