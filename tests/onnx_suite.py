"""Runs ONNX's own tests with our classes.

`onnx_suite.py [--hide-google] [files ...]`; without files, all of them. The archive comes
from PyPI, is checked by its hash, and stays in build/.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tarfile
import urllib.request
from pathlib import Path

from wheels import BUILD

VERSION = "1.23.2"
SHA256 = "008cb0467b2bbee41448acc7da8b6f4e704624cb0d327a2d5adafc7ce19bc5b8"
# The exit code when the archive is neither here nor to be had.
UNREACHABLE = 75
FOLDER = BUILD / f"onnx-suite-{VERSION}"
PLUGIN = Path(__file__).parent / "onnx_suite_plugin"


def main() -> int:
    """Fetch the tests if they are not there, and run them; pytest's exit code."""
    words = sys.argv[1:]
    if not FOLDER.exists():
        try:
            data = archive()
        except OSError as error:
            print(f"PyPI cannot be reached: {error}", file=sys.stderr)
            return UNREACHABLE
        unpack(data, FOLDER)
    environment = os.environ | {"PYTHONPATH": str(PLUGIN)}
    if "--hide-google" in words:
        environment["HIDE_GOOGLE"] = "1"
    names = [word for word in words if not word.startswith("--")]
    files = [f"tests/python/{name}" for name in names] or ["tests/python"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "ours_in_onnx", "-p", "no:cacheprovider"]
    # Their settings are theirs: ours turn warnings into errors.
    command += ["-c", os.devnull, "--rootdir", str(FOLDER), "-W", "ignore"]
    return subprocess.run([*command, *files], cwd=FOLDER, env=environment, check=False).returncode


def archive() -> bytes:
    """The source archive."""
    accept = {"Accept": "application/vnd.pypi.simple.v1+json"}
    request = urllib.request.Request("https://pypi.org/simple/onnx/", headers=accept)
    with urllib.request.urlopen(request, timeout=60) as answer:
        files = json.load(answer)["files"]
    (url,) = (f["url"] for f in files if f["filename"] == f"onnx-{VERSION}.tar.gz")
    with urllib.request.urlopen(url, timeout=600) as answer:
        data: bytes = answer.read()
    if hashlib.sha256(data).hexdigest() != SHA256:
        sys.exit(f"{url} is not the file that is known: its hash differs")
    return data


def unpack(data: bytes, folder: Path) -> None:
    """Put the tests, and not the package beside them, into a folder."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    packed = folder.with_suffix(".tar.gz")
    packed.write_bytes(data)
    unfinished = folder.with_name(f"{folder.name}.unfinished")
    with tarfile.open(packed) as found:
        prefix = f"onnx-{VERSION}/"
        for member in found.getmembers():
            if member.isfile() and member.name.startswith(f"{prefix}tests/"):
                path = unfinished / member.name.removeprefix(prefix)
                content = found.extractfile(member)
                assert content is not None and unfinished in path.parents
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.read())
    unfinished.rename(folder)
    packed.unlink()


if __name__ == "__main__":
    sys.exit(main())
