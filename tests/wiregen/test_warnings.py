"""What is odd and no error: wiregen warns at the lines where protoc does."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracles.protoc import run_protoc
from wiregen.source.diagnostics import Faults
from wiregen.source.roots import ImportRoots
from wiregen.validation.reading import read

VALID = Path(__file__).parents[1] / "corpus" / "valid"


def warned_lines(path: Path) -> set[tuple[str, int]]:
    faults = Faults()
    read([path.name], ImportRoots((path.parent,), path.parent), faults)
    return {(warning.span.source.name, warning.span.line) for warning in faults.warnings}


@pytest.mark.parametrize("path", sorted(VALID.glob("*.proto")), ids=lambda path: path.stem)
def test_valid_schemas_are_warned_of_where_protoc_warns(path: Path) -> None:
    theirs = run_protoc(path.parent, path.name).warnings
    assert warned_lines(path) == {(Path(item.file).name, item.line) for item in theirs}


SCHEMAS = {
    "used.proto": 'syntax = "proto2"; message Used {}',
    "option.proto": """
        syntax = "proto2";
        import "google/protobuf/descriptor.proto";
        extend google.protobuf.MessageOptions { optional string note = 50000; }
        """,
    "hands_on.proto": 'syntax = "proto2"; import public "used.proto";',
    "uses.proto": """
        syntax = "proto2";
        import "used.proto";
        import "option.proto";
        message M { option (note) = "by an option"; optional Used by_a_field = 1; }
        """,
    "uses_none.proto": """
        syntax = "proto2";
        import "used.proto";
        import "option.proto";
        import "hands_on.proto";
        import public "uses.proto";
        message N {}
        """,
}


@pytest.mark.parametrize(
    ("name", "lines"), [("uses.proto", set()), ("uses_none.proto", {3, 4})], ids=str
)
def test_imports_that_nothing_uses(name: str, lines: set[int], tmp_path: Path) -> None:
    for schema, text in SCHEMAS.items():
        (tmp_path / schema).write_text(text)
    assert warned_lines(tmp_path / name) == {(name, line) for line in lines}
    theirs = run_protoc(tmp_path, name).warnings
    assert {item.line for item in theirs} == lines
