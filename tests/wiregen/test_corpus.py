"""Schemas on disk: what wiregen makes of each, and that protoc takes and refuses the same.

`*.inc.proto` are imported by others. A missing expectation counts as empty; `--refresh-corpus`
writes what is found, and the run fails all the same.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from wiregen.diagnostics import SchemaError
from wiregen.ir_text import to_text
from wiregen.loading import well_known_folder
from wiregen.pipeline import read_schema

CORPUS = Path(__file__).parents[1] / "corpus"


def schemas(folder: str) -> list[Path]:
    return [p for p in sorted((CORPUS / folder).glob("*.proto")) if ".inc." not in p.name]


def protoc(path: Path) -> str | None:
    """Nothing if protoc takes a schema, otherwise what it says."""
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{path.parent}"]
    command += [f"-I{well_known_folder()}", "-o/dev/null", path.name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else None


def understood(path: Path) -> str:
    schema = read_schema([path.name], [path.parent], path.parent, {})
    return to_text(schema).partition(f"file {path.name} ")[2]


def refusal(path: Path) -> str:
    with pytest.raises(SchemaError) as caught:
        read_schema([path.name], [path.parent], path.parent, {})
    return f"{caught.value}\n"


def assert_expected(path: Path, found: str, config: pytest.Config) -> None:
    expectation = path.with_suffix(".txt")
    expected = expectation.read_text(encoding="utf-8") if expectation.exists() else ""
    if config.getoption("--refresh-corpus") and found != expected:
        expectation.write_text(found, encoding="utf-8")
    assert found == expected


@pytest.mark.parametrize("path", schemas("valid"), ids=lambda path: path.stem)
def test_a_valid_schema_is_understood(path: Path, pytestconfig: pytest.Config) -> None:
    assert protoc(path) is None
    assert_expected(path, understood(path), pytestconfig)


@pytest.mark.parametrize("path", schemas("invalid"), ids=lambda path: path.stem)
def test_an_invalid_schema_is_refused_at_the_line_where_protoc_refuses_it(
    path: Path, pytestconfig: pytest.Config
) -> None:
    ours, theirs = refusal(path), protoc(path)
    assert theirs is not None
    lines = [int(line) for line in re.findall(rf"^{path.name}:(\d+):", ours, re.M)]
    # Where protoc gives no line (of a file that imports itself, say), there is none to compare.
    wanted = [int(line) for line in re.findall(rf"^{path.name}:(\d+):", theirs, re.M)]
    assert not wanted or set(wanted) <= set(lines) or wanted[0] == lines[0], theirs
    assert_expected(path, ours, pytestconfig)


def test_every_expectation_belongs_to_a_schema() -> None:
    for expectation in CORPUS.rglob("*.txt"):
        assert expectation.with_suffix(".proto").exists()
