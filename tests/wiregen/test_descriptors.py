"""Descriptors are protoc's, byte for byte: of all valid schemas here and of those in other wheels."""

from __future__ import annotations

import importlib.util
from importlib.metadata import files as files_of
from pathlib import Path

import pytest

from oracles.descriptor_sets import assert_same, by_protoc, by_wiregen, root_of

VALID = Path(__file__).parents[1] / "corpus" / "valid"
SITE_PACKAGES = Path(str(importlib.util.find_spec("onnx").origin)).parents[1]  # type: ignore[union-attr]
# By wheel, the folder that imports start in.
ROOTS = {
    "googleapis-common-protos": SITE_PACKAGES,
    "grpc-google-iam-v1": SITE_PACKAGES,
    "grpcio-tools": SITE_PACKAGES / "grpc_tools" / "_proto",
    "onnx": SITE_PACKAGES,
}
FETCHED = Path(__file__).parents[2] / "build" / "schemas"


def schemas_of(wheel: str) -> list[str]:
    """The schemas that a wheel carries, as imports name them; ONNX's templates are none yet."""
    paths = (SITE_PACKAGES / str(path) for path in files_of(wheel) or ())
    root = ROOTS[wheel]
    return sorted(
        path.relative_to(root).as_posix()
        for path in paths
        if path.suffix in (".proto", ".proto3") and ".in." not in path.name
    )


CARRIED = [(wheel, name) for wheel in ROOTS for name in schemas_of(wheel)]
OLD = [path for path in sorted(FETCHED.glob("onnx-*/onnx/*.proto*")) if ".in." not in path.name]


def compare(folder: Path, name: str) -> None:
    ours, theirs = by_wiregen(folder, [name]), by_protoc(folder, [name])
    # Imported files stand before those that import them, in both.
    assert {file.name for file in ours} == {file.name for file in theirs}
    our_file_by_name = {file.name: file for file in ours}
    for file in theirs:
        assert_same(our_file_by_name[file.name], file)


@pytest.mark.parametrize("path", sorted(VALID.glob("*.proto")), ids=lambda path: path.stem)
def test_descriptors_of_valid_schemas(path: Path) -> None:
    compare(VALID, path.name)


@pytest.mark.parametrize(("wheel", "name"), CARRIED, ids=lambda value: str(value))
def test_descriptors_of_schemas_in_wheels(wheel: str, name: str) -> None:
    compare(ROOTS[wheel], name)


def test_the_wheels_carry_schemas() -> None:
    assert len(CARRIED) >= 85


@pytest.mark.wheels
@pytest.mark.skipif(
    len({path.parent for path in OLD}) < 44,
    reason="`make schemas` fetches the schemas of all ONNX releases",
)
def test_descriptors_of_every_onnx_version() -> None:
    for path in OLD:
        root = root_of(path)
        compare(root, path.relative_to(root).as_posix())
