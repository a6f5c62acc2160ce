"""The archives of both distributions, and an environment with each of them alone."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

import pytest

from support.checkout import DISTRIBUTIONS
from support.commands import output_of


@pytest.fixture(scope="session", params=sorted(DISTRIBUTIONS))
def name(request: pytest.FixtureRequest) -> str:
    """The name of each distribution in turn."""
    assert isinstance(request.param, str)
    return request.param


@pytest.fixture(scope="session")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdists of the checkout, and the wheels that are built from them."""
    folder = tmp_path_factory.mktemp("archives")
    # No isolation: what builds the archives is in the test extra already.
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir", folder)
    for source in DISTRIBUTIONS.values():
        output_of(*build, source)
    return folder


@pytest.fixture(scope="session")
def wheel(name: str, archives: Path) -> Path:
    """The wheel of a distribution."""
    (path,) = archives.glob(f"{name}-*.whl")
    return path


@pytest.fixture(scope="session")
def sdist(name: str, archives: Path) -> Path:
    """The sdist of a distribution."""
    (path,) = archives.glob(f"{name}-*.tar.gz")
    return path


@pytest.fixture(scope="session")
def bare_python(name: str, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with one distribution, and the dependencies of wiregen."""
    folder = tmp_path_factory.mktemp(f"bare-{name}")
    output_of(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    # Nothing can be fetched, so the bindings need nothing.
    install = ("-m", "pip", "--python", python, "install", "--no-index", "--quiet")
    with_dependencies = name == "wiregen"
    output_of(sys.executable, *install, *["--no-deps"] * with_dependencies, wheel)
    if with_dependencies:
        # Python does not follow the .pth files of a folder that a .pth file names, so what the
        # tests have in editable mode stays out of reach.
        (site,) = folder.glob("lib/*/site-packages")
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return python
