"""Faults that the tests must notice: small changes of sources, kept in tests/faults/.

The first line of a fault says what is wrong. Then come headers: the `file` that is changed, a line
`from` which on the change is looked for, and the `tests` that should fail. Last, as in a diff, the
lines that go and those that come.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from support.checkout import CHECKOUT

FOLDER = CHECKOUT / "tests" / "faults"


class FaultError(ValueError):
    """A fault that cannot be read, or does not apply."""


@dataclass(frozen=True)
class Fault:
    """A change of one source file."""

    name: str
    says: str
    file: str
    start: str
    tests: tuple[str, ...]
    before: str
    after: str

    def applied(self, text: str) -> str:
        """The text of the file with the fault in it; FaultError if it does not apply."""
        position = 0
        if self.start:
            position = text.find(self.start)
            if position < 0:
                raise FaultError(f"{self.name}: {self.file} has no {self.start!r}")
        # Whole lines only, and one place only unless a line to start from was given.
        lines = f"\n{text[position:]}"
        count = lines.count(f"\n{self.before}")
        if count == 0 or (count > 1 and not self.start):
            raise FaultError(f"{self.name}: found {count} times in {self.file}, expected once")
        changed = lines.replace(f"\n{self.before}", f"\n{self.after}", 1)
        return text[:position] + changed[1:]


def read_fault(path: Path) -> Fault:
    """Read a fault."""
    says, *lines = path.read_text(encoding="utf-8").splitlines()
    headers: dict[str, str] = {}
    changes: dict[str, list[str]] = {"-": [], "+": []}
    for line in lines:
        if line[:1] in changes:
            changes[line[0]].append(f"{line[1:]}\n")
        elif line:
            name, colon, value = line.partition(": ")
            if not colon or name not in ("file", "from", "tests") or name in headers:
                raise FaultError(f"{path.name}: unexpected line {line!r}")
            headers[name] = value
    if not says or "file" not in headers or not changes["-"]:
        raise FaultError(f"{path.name}: expected what is wrong, a file, and lines that go")
    return Fault(
        path.stem,
        says,
        headers["file"],
        headers.get("from", ""),
        tuple(shlex.split(headers.get("tests", ""))),
        "".join(changes["-"]),
        "".join(changes["+"]),
    )


def all_faults() -> list[Fault]:
    """All faults, by name."""
    return [read_fault(path) for path in sorted(FOLDER.glob("*.fault"))]
