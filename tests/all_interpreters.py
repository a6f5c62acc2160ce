"""Try both distributions on every CPython from 3.11 on that is found; print a line for each.

Each wheel is installed alone into a fresh environment, where all of its commands are tried, and
`wiregen check` has to find the committed output. With --tests, the tests of the bindings run too.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from support.checkout import CHECKOUT, DISTRIBUTIONS

BUILD = CHECKOUT / "build"
OLDEST = (3, 11)
# What the tests of the bindings import; pip chooses the newest that the interpreter can have.
ORACLES = ("pytest", "onnx", "protobuf", "numpy", "hypothesis", "parameterized")


def main() -> int:
    """Try all interpreters; return 1 if one of them fails or none is found."""
    with_tests = "--tests" in sys.argv[1:]
    wheels = build_wheels()
    found = interpreters()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        tries = {
            version: pool.submit(try_interpreter, interpreter, version, wheels, with_tests)
            for version, interpreter in sorted(found.items())
        }
        faults = {version: attempt.result() for version, attempt in tries.items()}
    for version, fault in faults.items():
        name = f"CPython {'.'.join(map(str, version))} ({found[version]})"
        print(f"{name}: {fault or 'everything works'}", flush=True)
    return 1 if not found or any(faults.values()) else 0


def build_wheels() -> dict[str, Path]:
    """Build the wheel of each distribution."""
    folder = BUILD / "wheels"
    shutil.rmtree(folder, ignore_errors=True)
    for source in DISTRIBUTIONS.values():
        run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder, source)
    return {name: next(folder.glob(f"{name}-*.whl")) for name in DISTRIBUTIONS}


def interpreters() -> dict[tuple[int, int], str]:
    """Find an interpreter of each minor version: this one, those on PATH, those of pyenv."""
    found: dict[tuple[int, int], str] = {}
    for candidate in dict.fromkeys(candidates()):
        version = version_of(candidate)
        if version is not None and version >= OLDEST:
            found.setdefault(version, candidate)
    return found


def candidates() -> Iterator[str]:
    """Name the files that may be interpreters."""
    yield getattr(sys, "_base_executable", sys.executable)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders = [Path(folder) for folder in os.get_exec_path()]
    folders += sorted(pyenv.glob("versions/*/bin"), reverse=True)
    for folder in folders:
        yield from (
            str(path)
            for path in sorted(folder.glob("python3*"))
            if re.fullmatch(r"python3(\.\d+)?", path.name)
        )


def version_of(candidate: str) -> tuple[int, int] | None:
    """Return the version of a CPython that can make environments; None for anything else."""
    probe = "import ensurepip, sys, venv; print(sys.implementation.name, *sys.version_info[:2])"
    try:
        done = subprocess.run(
            [candidate, "-c", probe], capture_output=True, text=True, check=False, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    match done.stdout.split():
        case ["cpython", major, minor]:
            return int(major), int(minor)
    return None


def try_interpreter(
    interpreter: str, version: tuple[int, int], wheels: dict[str, Path], with_tests: bool
) -> str:
    """Try the wheels on one interpreter and return what fails; nothing if everything works."""
    folder = BUILD / "environments" / ".".join(map(str, version))
    shutil.rmtree(folder, ignore_errors=True)
    try:
        for name, wheel in wheels.items():
            python = new_environment(interpreter, folder / name, [wheel])
            run(python, CHECKOUT / "tests" / "distribution" / f"try_{name}.py")
            if name == "wiregen":
                run(python, "-m", "wiregen", "check")
        if with_tests:
            python = new_environment(interpreter, folder / "tests", [*wheels.values(), *ORACLES])
            run(python, "-m", "pytest", "tests/onnxwire", "-p", "no:cacheprovider")
    except subprocess.CalledProcessError as error:
        command = " ".join(map(str, error.cmd[1:4]))
        return f"`{command}` failed:\n{error.stdout}{error.stderr}"
    return ""


def new_environment(interpreter: str, folder: Path, requirements: Iterable[str | Path]) -> Path:
    """Make an environment with some distributions and return its Python."""
    run(interpreter, "-m", "venv", folder)
    python = folder / "bin" / "python"
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(python, *install, *requirements)
    return python


def run(*command: str | Path) -> None:
    """Run a command in the checkout; CalledProcessError if it fails."""
    words = [str(word) for word in command]
    subprocess.run(words, cwd=CHECKOUT, check=True, capture_output=True, text=True)


if __name__ == "__main__":
    sys.exit(main())
