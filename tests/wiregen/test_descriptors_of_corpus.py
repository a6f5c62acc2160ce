"""What wiregen understands of a valid schema is what protoc's descriptors say, in every detail."""

from __future__ import annotations

from pathlib import Path

import pytest
from described import comparable, described
from oracles.protoc import descriptors

from wiregen.pipeline import read_schema

VALID = Path(__file__).parents[1] / "corpus" / "valid"


@pytest.mark.parametrize("path", sorted(VALID.glob("*.proto")), ids=lambda path: path.stem)
def test_schema_is_linked_as_by_protoc(path: Path) -> None:
    schema = read_schema([path.name], [VALID], VALID, {})
    files = descriptors(VALID, path.name).file
    # Imported files stand before the ones that import them, in both.
    assert {file.name for file in files} == set(schema.file_by_name)
    for file in files:
        assert str(described(schema, file.name)) == str(comparable(file))
