"""Wheels and source distributions: their files and their metadata."""

from __future__ import annotations

import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from support.checkout import CHECKOUT, DISTRIBUTIONS, metadata_of
from support.commands import output_of

# The folders of the checkout that each wheel holds every file of, and what they are called there.
SOURCES = {
    "onnxwire": {"generated/onnxwire": "onnxwire"},
    "wiregen": {
        "generator/wiregen": "wiregen",
        "templates": "wiregen/templates",
        "schemas/protobuf": "wiregen/well_known",
    },
}
IN_WHEEL = {"onnxwire": {"onnxwire"}, "wiregen": {"wiregen"}}
IN_SDIST = {
    "onnxwire": {"onnxwire", "README.md"},
    "wiregen": {"generator", "templates", "schemas", "CHANGELOG.md"},
}
ALWAYS_IN_SDIST = {"pyproject.toml", "LICENSE", "PKG-INFO", ".gitignore"}


def test_a_wheel_holds_its_package_and_nothing_else(name: str, wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    version = metadata_of(name)["version"]
    assert {path.partition("/")[0] for path in names} == {
        *IN_WHEEL[name],
        f"{name}-{version}.dist-info",
    }
    assert not [path for path in names if "__pycache__" in path]


def test_a_wheel_holds_every_file_of_its_package(name: str, wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    assert f"{name}/py.typed" in held
    for source, packed in SOURCES[name].items():
        files = output_of("git", "ls-files", ".", cwd=CHECKOUT / source).splitlines()
        assert files and {f"{packed}/{file}" for file in files} <= held


def test_an_sdist_holds_what_its_wheel_is_built_from(name: str, sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = [path.split("/", 1)[1] for path in archive.getnames()]
    assert {path.split("/")[0] for path in names} == IN_SDIST[name] | ALWAYS_IN_SDIST
    assert not [path for path in names if re.search(r"(^|/)tests?/|__pycache__", path)]


@pytest.mark.parametrize(
    ("command", "pattern", "count"),
    [("twine check --strict", "*", 4), ("check_wheel_contents", "*.whl", 2)],
)
def test_tools_of_the_package_index_find_nothing(
    command: str, pattern: str, count: int, archives: Path
) -> None:
    files = list(archives.glob(pattern))
    assert len(files) == count
    output_of(sys.executable, "-m", *command.split(), *files, cwd=CHECKOUT)


def test_both_distributions_have_the_same_version_licence_and_home() -> None:
    bindings, toolkit = (metadata_of(name) for name in ("onnxwire", "wiregen"))
    for key in ("version", "license", "requires-python"):
        assert bindings[key] == toolkit[key]
    assert toolkit["urls"].items() <= bindings["urls"].items()
    assert len({(folder / "LICENSE").read_bytes() for folder in DISTRIBUTIONS.values()}) == 1
