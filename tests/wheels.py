"""Files out of wheels on PyPI: a requirement in, the files of some kinds in a folder out.

The wheels are downloaded and opened, not installed, and nothing that they need is fetched.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

BUILD = Path(__file__).parents[1] / "build"
# Wheels name the platforms that they run on; they are not going to run here.
PLATFORMS = (
    "any",
    *(f"manylinux{name}_x86_64" for name in ("1", "2010", "2014", "_2_27", "_2_28")),
)


def fetch(requirement: str, folder: Path, suffixes: tuple[str, ...], python_version: str) -> None:
    """Put the files of a wheel that end so into a folder, which appears when it is complete.

    They keep their places in the wheel; a folder that is there already stays as it is.
    """
    if folder.exists():
        return
    unfinished = folder.with_name(f"{folder.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    with zipfile.ZipFile(_download(requirement, python_version)) as archive:
        for member in archive.namelist():
            if member.endswith(suffixes):
                archive.extract(member, unfinished)
    if not unfinished.exists():
        sys.exit(f"{requirement}: no {' or '.join(suffixes)} file in the wheel")
    unfinished.rename(folder)


def _download(requirement: str, python_version: str) -> Path:
    """The wheel of one project at one version."""
    folder = BUILD / "wheels" / requirement
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary=:all:", "--python-version", python_version]
    for platform in PLATFORMS:
        command += ["--platform", platform]
    subprocess.run([*command, "--dest", str(folder), requirement], check=True)
    return next(folder.glob("*.whl"))
