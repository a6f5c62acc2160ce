"""Runs the tests of the generated package on every CPython found: none in, a line for each out.

For each interpreter: the wheel is installed into a fresh environment with what the tests
measure against, its tests are run, and the generator must make the very same output.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
BUILD = CHECKOUT / "build"
VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
# What the tests of the generated package import; the newest that the interpreter can have.
ORACLES = ("pytest", "onnx", "protobuf", "numpy", "hypothesis", "parameterized")


def main() -> int:
    """Run on all interpreters; 1 if any of them failed."""
    wheel = build_wheel()
    is_good = True
    for version in VERSIONS:
        interpreter = next(candidates(version), None)
        if interpreter is None:
            print(f"CPython {version}: not found on this machine", flush=True)
            continue
        outcome = run_on(interpreter, version, wheel)
        is_good = is_good and outcome.endswith("passed")
        print(f"CPython {version} ({interpreter}): {outcome}", flush=True)
    return 0 if is_good else 1


def build_wheel() -> Path:
    """The wheel of this checkout."""
    folder = BUILD / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(CHECKOUT))
    return next(folder.glob("*.whl"))


def candidates(version: str) -> Iterator[str]:
    """Interpreters of a version that work, from PATH and from pyenv."""
    names = [shutil.which(f"python{version}")]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    names += map(str, sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}")))
    probe = "import sys, venv; print('%d.%d' % sys.version_info[:2], sys.implementation.name)"
    for name in names:
        if name is None:
            continue
        found = subprocess.run([name, "-c", probe], capture_output=True, text=True, check=False)
        if found.stdout.split() == [version, "cpython"]:
            yield name


def run_on(interpreter: str, version: str, wheel: Path) -> str:
    """What became of the tests on one interpreter, in one line."""
    folder = BUILD / "venvs" / version
    shutil.rmtree(folder, ignore_errors=True)
    run(interpreter, "-m", "venv", str(folder))
    python = str(folder / "bin" / "python")
    install = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    try:
        run(*install, f"{wheel}[generate]", *ORACLES)
        run(python, "-m", "wiregen", "check")
        run(python, "-m", "pytest", "tests/onnxwire", "-p", "no:cacheprovider")
    except subprocess.CalledProcessError as error:
        command = " ".join(map(str, error.cmd[1:4]))
        return f"`{command}` failed:\n{error.stdout}{error.stderr}"
    return "tests and `wiregen check` passed"


def run(*command: str) -> None:
    """Run a command in the checkout; CalledProcessError if it fails."""
    subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True, text=True)


if __name__ == "__main__":
    sys.exit(main())
