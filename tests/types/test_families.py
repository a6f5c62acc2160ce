"""Packages of other projects' schemas are clean to mypy --strict and to pyright in strict mode.

The large ones are fetched: see `make families`.
"""

from __future__ import annotations

import shutil
import site
from pathlib import Path

import pytest

from fetch_families import FAMILIES, WHEELS
from oracles.any_schema import generate
from support.checkout import CHECKOUT
from support.strict_checkers import assert_clean

INSTALLED = Path(site.getsitepackages()[0])
# Of Envoy's 766 files, what these import makes a third; all of them take a checker minutes.
PART_OF_FAMILY = {"xds": ("envoy/config/core/v3", "envoy/type", "xds/core", "validate")}
IMPORTED_BY_FAMILY = {"mlflow": ("opentelemetry",)}


def test_a_schema_with_everything(tmp_path: Path) -> None:
    corpus = CHECKOUT / "tests" / "corpus"
    shutil.copytree(corpus / "other", tmp_path, dirs_exist_ok=True)
    shutil.copytree(corpus / "hostile", tmp_path, dirs_exist_ok=True)
    names = ("kitchen3.proto", "kitchen2.proto", "shop/both.proto", "names.proto")
    generate(
        tmp_path,
        "made_of_everything",
        *names,
        "almost_alike.proto",
        features="text,json,rules,explorer",
    )
    assert_clean(tmp_path / "out", "made_of_everything")


@pytest.fixture
def families(request: pytest.FixtureRequest) -> None:
    """Skip a test unless it is asked for: all of them take ten minutes."""
    if not request.config.getoption("--families"):
        pytest.skip("make families runs it")


def schemas_in(root: Path, *parts: str) -> list[str]:
    """The schemas in some folders, by the names that imports have for them."""
    paths = (path for part in parts for path in (root / part).rglob("*.proto"))
    return sorted(path.relative_to(root).as_posix() for path in paths)


@pytest.mark.usefixtures("families")
@pytest.mark.parametrize("name", ["api", "cloud", "iam", "logging", "longrunning", "rpc", "type"])
def test_installed_schemas(name: str, tmp_path: Path) -> None:
    shutil.copytree(INSTALLED / "google", tmp_path / "google", ignore=only_schemas)
    package = f"made_of_google_{name}"
    generate(tmp_path, package, *schemas_in(INSTALLED, f"google/{name}"))
    assert_clean(tmp_path / "out", package)


def only_schemas(_: str, names: list[str]) -> list[str]:
    """What `copytree` leaves out: files that are no schemas."""
    return [name for name in names if "." in name and not name.endswith(".proto")]


@pytest.mark.usefixtures("families")
@pytest.mark.parametrize("family", WHEELS)
def test_fetched_schemas(family: str, tmp_path: Path) -> None:
    folder = FAMILIES / family
    shutil.copytree(INSTALLED / "google", tmp_path / "google", ignore=only_schemas)
    for name in (family, *IMPORTED_BY_FAMILY.get(family, ())):
        shutil.copytree(FAMILIES / name, tmp_path, dirs_exist_ok=True)
    package = f"made_of_{family}"
    generate(tmp_path, package, *schemas_in(folder, *PART_OF_FAMILY.get(family, (".",))))
    assert_clean(tmp_path / "out", package)
