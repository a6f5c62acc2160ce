"""Schemas on disk: what wiregen makes of each, and that protoc accepts and rejects the same.

Invalid schemas are in folders by topic. `*.inc.proto` are imported by others. Where two places contradict each other, they stand on one
line, since protoc may blame either. A missing expectation counts as empty; `--refresh-corpus`
writes what is found, and the run fails all the same.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from oracles.protoc import run_protoc
from wiregen.pipeline import read_schema
from wiregen.schema.text_dump import to_text
from wiregen.source.diagnostics import SchemaError
from wiregen.source.roots import ImportRoots

CORPUS = Path(__file__).parents[1] / "corpus"


def schemas(folder: str) -> list[Path]:
    return [p for p in sorted((CORPUS / folder).rglob("*.proto")) if ".inc." not in p.name]


def name_of(path: Path) -> str:
    """The topic and name of a schema, which are its test's id."""
    return path.relative_to(CORPUS).with_suffix("").as_posix()


def understood(path: Path) -> str:
    schema = read_schema([path.name], ImportRoots((path.parent,), path.parent))
    return to_text(schema).partition(f"file {path.name} ")[2]


def refusal(path: Path) -> SchemaError:
    with pytest.raises(SchemaError) as caught:
        read_schema([path.name], ImportRoots((path.parent,), path.parent))
    return caught.value


def assert_expected(path: Path, found: str, config: pytest.Config) -> None:
    expectation = path.with_suffix(".txt")
    expected = expectation.read_text(encoding="utf-8") if expectation.exists() else ""
    if config.getoption("--refresh-corpus") and found != expected:
        expectation.write_text(found, encoding="utf-8")
    assert found == expected


@pytest.mark.parametrize("path", schemas("valid"), ids=name_of)
def test_a_valid_schema_is_understood(path: Path, pytestconfig: pytest.Config) -> None:
    outcome = run_protoc(path.parent, path.name)
    assert outcome.files is not None, outcome.stderr
    assert_expected(path, understood(path), pytestconfig)


@pytest.mark.parametrize("path", schemas("invalid"), ids=name_of)
def test_an_invalid_schema_is_refused_at_the_line_where_protoc_refuses_it(
    path: Path, pytestconfig: pytest.Config
) -> None:
    ours, theirs = refusal(path), run_protoc(path.parent, path.name)
    assert theirs.files is None
    found = [(fault.span.source.name, fault.span.line) for fault in ours.diagnostics]
    # protoc names files by their whole path.
    wanted = {(Path(fault.file).name, fault.line) for fault in theirs.faults}
    # A fault of a whole file (one that imports itself, say) has no line to compare.
    assert not wanted or wanted.intersection(found), theirs.stderr
    assert_expected(path, f"{ours}\n", pytestconfig)


def test_every_expectation_belongs_to_a_schema() -> None:
    for expectation in CORPUS.rglob("*.txt"):
        assert expectation.with_suffix(".proto").exists()
