"""The types of the public API, as mypy and pyright see them, and those of the whole project."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy
import pytest

import onnxwire
from onnxwire import (
    AttributeProto,
    GraphProto,
    ModelProto,
    NodeProto,
    TensorProto,
    TensorShapeProto,
)
from support.checkout import CHECKOUT
from support.commands import run

FOLDER = Path(__file__).parent
MISTAKES, REVEALED = FOLDER / "mistakes.py", FOLDER / "revealed.py"
TOOLS: dict[str, Any] = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["tool"]


class Remark(NamedTuple):
    """What a checker says of a line."""

    path: Path
    line: int
    severity: str
    text: str


# Each checker runs once, over everything: most of the time it reads what all files import.


@pytest.fixture(scope="session")
def mypy() -> list[Remark]:
    """What mypy says of all files, and of those that are there to be reported."""
    files = [*TOOLS["mypy"]["files"], MISTAKES, REVEALED]
    done = run(sys.executable, "-m", "mypy", "--no-error-summary", *files, cwd=CHECKOUT)
    assert not done.stderr, done.stderr
    found = re.findall(r"^(.+?):(\d+): (\w+): (.+)$", done.stdout, re.MULTILINE)
    assert len(found) == done.stdout.count("\n"), done.stdout
    return [
        Remark(CHECKOUT / path, int(line), severity, text) for path, line, severity, text in found
    ]


@pytest.fixture(scope="session")
def pyright(tmp_path_factory: pytest.TempPathFactory) -> list[Remark]:
    """What pyright says of all files, and of the mistakes."""
    folder = tmp_path_factory.mktemp("pyright")
    settings = {**TOOLS["pyright"], "exclude": ["tests/types/revealed.py"]}
    for key in ("include", "exclude", "extraPaths"):
        # Paths of the settings are relative to the file that they stand in.
        settings[key] = [os.path.relpath(CHECKOUT / path, folder) for path in settings[key]]
    project = folder / "pyrightconfig.json"
    project.write_text(json.dumps(settings))
    command = (sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable)
    done = run(*command, "--project", project, cwd=CHECKOUT)
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] > 300, done.stdout
    return [
        Remark(
            Path(item["file"]),
            item["range"]["start"]["line"] + 1,
            item["severity"],
            item["message"],
        )
        for item in report["generalDiagnostics"]
    ]


@pytest.fixture(params=["mypy", "pyright"])
def remarks(request: pytest.FixtureRequest) -> list[Remark]:
    """What each checker says."""
    found: list[Remark] = request.getfixturevalue(request.param)
    return found


def marked_lines(path: Path, mark: str) -> dict[int, str]:
    """The comments that start with a mark, by line number."""
    lines = path.read_text(encoding="utf-8").splitlines()
    matches = {number: re.search(mark, line) for number, line in enumerate(lines, start=1)}
    return {number: match[1] for number, match in matches.items() if match}


def test_generator_generated_code_and_tests_are_clean(remarks: list[Remark]) -> None:
    assert [found for found in remarks if found.path not in (MISTAKES, REVEALED)] == []


def test_types_that_mypy_reveals(mypy: list[Remark]) -> None:
    found = [remark for remark in mypy if remark.path == REVEALED]
    assert {remark.severity for remark in found} == {"note"}
    revealed = {
        remark.line: remark.text.removeprefix('Revealed type is "')[:-1].replace("?", "")
        for remark in found
    }
    assert revealed == marked_lines(REVEALED, r"reveal_type\(.*\)  # (.+)$")


def test_mistakes_are_errors_in_the_editor(remarks: list[Remark]) -> None:
    found = {
        remark.line for remark in remarks if (remark.path, remark.severity) == (MISTAKES, "error")
    }
    assert found == set(marked_lines(MISTAKES, "# (error)( by type)?$"))


@pytest.mark.parametrize("line", marked_lines(MISTAKES, "(.*)  # error$").values(), ids=str.strip)
def test_mistakes_fail_at_run_time_too(line: str) -> None:
    variables: dict[str, Any] = {
        **vars(onnxwire),
        "BytesIO": BytesIO,
        "array": numpy.zeros(3, numpy.float32),
    }
    variables |= {
        "model": ModelProto(),
        "graph": GraphProto(node=[{}, {}], name="g"),
        "node": NodeProto(input=["a", "b"]),
        "tensor": TensorProto(dims=[1, 2]),
        "attribute": AttributeProto(),
        "dimension": TensorShapeProto.Dimension(),
    }
    with pytest.raises((AttributeError, TypeError, ValueError)):
        exec(line.strip(), variables)


@pytest.mark.parametrize("name", ["sample_program.py", "accepted.py"])
def test_programs_that_the_checkers_accept_run(name: str) -> None:
    subprocess.run([sys.executable, FOLDER / name], check=True)
