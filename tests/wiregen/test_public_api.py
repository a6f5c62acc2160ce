"""The Python API of wiregen does what its documentation shows."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import wiregen

SCHEMA = """\
syntax = "proto3";
package shop;
message Order {
  int64 id = 1;
  repeated string items = 2;
}
"""


def test_the_documented_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "shop.proto").write_text(SCHEMA)
    monkeypatch.chdir(tmp_path)
    found = doctest.testmod(wiregen)
    assert (found.failed, found.attempted > 5) == (0, True)
    assert [path.name for path in tmp_path.iterdir()] == ["schemas"]


def test_all_public_names_are_there() -> None:
    assert [name for name in wiregen.__all__ if not hasattr(wiregen, name)] == []


def test_faults_of_a_schema_are_one_error(tmp_path: Path) -> None:
    (tmp_path / "bad.proto").write_text('syntax = "proto3";\nmessage M { Missing field = 1; }\n')
    with pytest.raises(wiregen.SchemaError, match=r"bad\.proto:2"):
        wiregen.load_schema(["bad.proto"], roots=[tmp_path])
