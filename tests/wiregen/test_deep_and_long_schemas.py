"""Schemas that are long in every direction: read in linear time, without a limit of Python's."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from wiregen.schema.number_sets import NumberSet
from wiregen.source.diagnostics import Faults, SchemaError
from wiregen.source.roots import ImportRoots
from wiregen.validation.reading import Reading, read


def reading_of(folder: Path, **files: str) -> Reading:
    for name, text in files.items():
        (folder / f"{name}.proto").write_text(text)
    return read([f"{next(iter(files))}.proto"], ImportRoots((folder,), folder), Faults())


def test_many_empty_statements(tmp_path: Path) -> None:
    text = f'syntax = "proto3";\n\n// One.\n\n{";" * 3000}\nmessage M {{}}'
    schema = reading_of(tmp_path, a=text).schema
    assert [text.strip() for text in schema.message_by_name["M"].comments.detached] == ["One."]


def test_a_long_chain_of_imports(tmp_path: Path) -> None:
    files = {
        f"file{index}": f'syntax = "proto3"; import public "file{index + 1}.proto";'
        for index in range(1500)
    }
    files["file1500"] = 'syntax = "proto3"; message Last {}'
    reading = reading_of(tmp_path, **files)
    assert len(reading.schema.file_by_name) == 1501 > sys.getrecursionlimit()
    assert next(iter(reading.schema.file_by_name)) == "file1500.proto"


def test_files_that_import_each_other_in_a_long_circle(tmp_path: Path) -> None:
    files = {
        f"file{index}": f'syntax = "proto3"; import "file{(index + 1) % 1200}.proto";'
        for index in range(1200)
    }
    with pytest.raises(SchemaError, match="files import each other: file0.proto -> file1.proto"):
        reading_of(tmp_path, **files)


def test_sets_of_numbers_are_those_of_python() -> None:
    whole = NumberSet([(1, 9), (20, 30), (31, 40), (15, 15)])
    taken = NumberSet([(3, 4), (8, 22), (40, 50)])
    members = {*range(1, 10), 15, *range(20, 41)}
    others = {3, 4, *range(8, 23), *range(40, 51)}
    assert str(whole) == "1 to 9, 15, 20 to 40"
    assert whole - taken == NumberSet.of_numbers(members - others)
    assert whole | taken == NumberSet.of_numbers(members | others)
    assert NumberSet([(2, 3), (21, 21)]) <= whole and not taken <= whole
    assert not NumberSet() and NumberSet() <= whole
    assert str(NumberSet([(1, 536870911)]) - NumberSet([(7, 7)])) == "1 to 6, 8 to 536870911"
