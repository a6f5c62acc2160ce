"""Puts each fault of tests/faults/ into a copy of the checkout and runs the tests that should fail.

    python tests/try_faults.py [NAME ...]

A fault survives if its tests pass all the same. The run fails if any does, if a fault does not
apply, or if tests fail without a fault.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from support.checkout import CHECKOUT
from support.faults import Fault, all_faults

PATIENCE = 900
# The tests in here make the packages that they look at.
MAKING_THEIR_OWN = "tests/wiregen/"
# What black makes of a file means the same, and takes most of the time.
GENERATE = """
import wiregen.pipeline
from wiregen.cli.main import main
wiregen.pipeline.formatted = list
main(["generate"])
"""


class Copy:
    """A copy of the checkout's files, which have nothing to do with those that are installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        words = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        listed = subprocess.run(words, cwd=CHECKOUT, capture_output=True, text=True, check=True)
        for name in filter(None, listed.stdout.split("\0")):
            source = CHECKOUT / name
            if source.is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, folder / name)
        paths = os.pathsep.join(str(folder / name) for name in ("generator", "generated"))
        # Sources change within the tick of a clock, so compiled ones would not be noticed.
        self._env = os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}

    def run(self, *words: str) -> int | None:
        """Run Python; return its exit code, or None if it does not end."""
        try:
            done = subprocess.run(
                [sys.executable, *words],
                cwd=self.folder,
                env=self._env,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None
        return done.returncode

    def test(self, tests: Sequence[str]) -> int | None:
        """Run some tests up to the first that fails, or all."""
        workers = ("-n", "0") if tests else ()
        return self.run("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *workers, *tests)

    def outcome(self, fault: Fault) -> str:
        """How a fault is noticed; empty if it survives."""
        path = self.folder / fault.file
        whole = path.read_text(encoding="utf-8")
        path.write_text(fault.applied(whole), encoding="utf-8")
        is_generating = not fault.tests or not all(
            word.startswith(MAKING_THEIR_OWN) for word in fault.tests
        )
        try:
            if is_generating and self.run("-c", GENERATE):
                return "wiregen generate fails"
            code = self.test(fault.tests)
        finally:
            path.write_text(whole, encoding="utf-8")
            shutil.copytree(CHECKOUT / "generated", self.folder / "generated", dirs_exist_ok=True)
        return "" if code == 0 else "the tests do not end" if code is None else "tests fail"


def main(names: Sequence[str]) -> int:
    """Try the faults of some names, or all."""
    faults = [fault for fault in all_faults() if not names or fault.name in names]
    unknown = set(names) - {fault.name for fault in faults}
    if unknown:
        print(f"no such faults: {', '.join(sorted(unknown))}")
        return 2
    survivors = []
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        copy = Copy(Path(folder))
        print("without a fault ...", flush=True)
        needed = sorted({word for fault in faults for word in fault.tests})
        if copy.test(needed) != 0:
            print("the tests fail without a fault")
            return 2
        for fault in faults:
            start = time.monotonic()
            outcome = copy.outcome(fault)
            seconds = time.monotonic() - start
            print(f"{fault.name}: {outcome or 'SURVIVES'} ({seconds:.0f} s)", flush=True)
            survivors += [] if outcome else [fault]
    print(f"{len(faults)} faults, {len(survivors)} survive")
    for fault in survivors:
        print(f"  {fault.name}: {fault.says}")
    return bool(survivors)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
