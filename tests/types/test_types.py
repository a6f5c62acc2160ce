"""The types of the public API, as mypy and pyright see them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
CHECKOUT = FOLDER.parents[1]


def run_mypy(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "mypy", *arguments)
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)


def run_pyright(*arguments: str) -> dict[str, list[dict[str, dict[str, dict[str, int]]]]]:
    command = (sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable)
    done = subprocess.run(
        (*command, *arguments), cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    report: dict[str, list[dict[str, dict[str, dict[str, int]]]]] = json.loads(done.stdout)
    return report


def marked_lines(path: Path, mark: str) -> dict[int, str]:
    """The comments that start with a mark, by line number."""
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        comment = re.search(mark, line)
        if comment:
            found[number] = comment[1]
    return found


def test_generator_and_generated_code_are_clean_to_strict_mypy() -> None:
    done = run_mypy()
    assert done.returncode == 0, done.stdout


def test_generator_and_generated_code_are_clean_to_pyright() -> None:
    assert run_pyright()["generalDiagnostics"] == []


def test_types_that_mypy_reveals() -> None:
    path = FOLDER / "revealed.py"
    expected = marked_lines(path, r"reveal_type\(.*\)  # (.+)$")
    done = run_mypy("--no-error-summary", str(path))
    revealed = {
        int(number): text.replace("?", "")
        for number, text in re.findall(
            r':(\d+): note: Revealed type is "(.+)"$', done.stdout, re.MULTILINE
        )
    }
    assert "error:" not in done.stdout
    assert revealed == expected


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_mistakes_are_errors_in_the_editor(checker: str) -> None:
    path = FOLDER / "mistakes.py"
    expected = set(marked_lines(path, "# (error)$"))
    if checker == "mypy":
        done = run_mypy("--no-error-summary", str(path))
        found = {int(number) for number in re.findall(r":(\d+): error:", done.stdout)}
    else:
        diagnostics = run_pyright(str(path))["generalDiagnostics"]
        found = {item["range"]["start"]["line"] + 1 for item in diagnostics}
    assert found == expected


def test_a_program_that_uses_the_whole_api_runs_and_is_clean_to_both() -> None:
    path = FOLDER / "sample_program.py"
    subprocess.run([sys.executable, str(path)], check=True)
    done = run_mypy("--no-error-summary", str(path))
    assert done.returncode == 0, done.stdout
    assert run_pyright(str(path))["generalDiagnostics"] == []
