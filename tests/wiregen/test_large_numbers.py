"""Numbers at the borders of what the language can say, and far beyond them: as protoc takes them."""

from __future__ import annotations

from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from oracles.descriptor_sets import assert_same
from oracles.protoc import run_protoc
from wiregen.descriptors.file_set import descriptor_set
from wiregen.source.diagnostics import Faults, SchemaError
from wiregen.source.roots import ImportRoots
from wiregen.validation.reading import read

NUMBERS = (
    *(-(1 << 31) - 1, -(1 << 31), -1, 0, 1, 18999, 19000, 536870911, 536870912),
    *((1 << 31) - 2, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63),
    *((1 << 64) - 1, 1 << 64, int("9" * 400), int("9" * 4200)),
)
PLACES = (
    "message M { optional int32 a = %s; }",
    "message M { reserved %s; }",
    "message M { reserved 1 to %s; }",
    "message M { extensions %s; }",
    "message M { extensions 1 to %s; }",
    "enum E { A = %s; }",
    "enum E { A = 5; reserved %s; }",
    "enum E { A = 0; reserved 1 to %s; }",
    *(
        f"message M {{ optional {kind} a = 1 [default = %s]; }}"
        for kind in ("int32", "uint32", "sint64", "fixed64", "float", "double")
    ),
)


def descriptors(folder: Path) -> bytes | None:
    """What wiregen makes of the file; None if it refuses it."""
    try:
        reading = read(["a.proto"], ImportRoots((folder,), folder), Faults())
    except SchemaError:
        return None
    return descriptor_set(reading, ["a.proto"], with_source_info=True)


@pytest.mark.parametrize("place", PLACES)
def test_numbers_are_taken_and_refused_as_by_protoc(tmp_path: Path, place: str) -> None:
    taken = refused = 0
    for number in NUMBERS:
        for written in (str(number), hex(number), oct(number).replace("o", "")):
            (tmp_path / "a.proto").write_text(f'syntax = "proto2"; {place % written}')
            theirs, ours = run_protoc(tmp_path, "a.proto"), descriptors(tmp_path)
            assert (ours is None) == (theirs.files is None), (written[:50], theirs.stderr)
            if ours is not None:
                assert theirs.files is not None
                made = FileDescriptorSet.FromString(ours)
                assert_same(made.file[0], theirs.files.file[0])
            taken += ours is not None
            refused += ours is None
    assert taken and refused
