"""Reports what an update changed and what remains to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wiregen.evolution.report import change_report
from wiregen.project import COMMAND, Package
from wiregen.update.edits import DUE
from wiregen.update.takeover import Takeover


def takeover_report(found: Takeover, package: Package, word: str, *, is_written: bool) -> str:
    """The report that follows that of the changes; `word` is what named the version."""
    lines = list(_lines(found, package, word, is_written))
    return "".join(f"{line}\n" for line in lines)


def _lines(found: Takeover, package: Package, word: str, is_written: bool) -> Iterator[str]:
    if found.not_there:
        yield f"not there, left alone: {', '.join(found.not_there)}"
    if found.not_read:
        yield f"there, but no schema of ours: {', '.join(found.not_read)}"
    if found.unfit:
        yield f"annotations that do not fit: {len(found.unfit)}"
        yield from (f"  {line}" for fault in found.unfit for line in str(fault).split("\n"))
    if found.left:
        yield "what is not taken over, to be done by hand:"
        yield from (f"  {line}" for line in change_report(found.left).splitlines())
    if not found.text_by_path:
        yield "our schemas declare the same"
    elif is_written:
        yield from _written_lines(found, package)
    else:
        yield f"to take it over: wiregen update --from {word} --package {package.name} --write"


def _written_lines(found: Takeover, package: Package) -> Iterator[str]:
    count = 0
    for path, text in found.text_by_path.items():
        due = text.count(DUE)
        count += due
        yield f"wrote {_shown(path, package)}, comments due: {due}"
    yield "now:"
    yield f"  write the comments: look for '{DUE}'" if count else "  look at the diff"
    if found.unfit and package.annotations is not None:
        yield f"  mend {_shown(package.annotations, package)}"
    yield f"  {COMMAND}"
    yield "  run the tests"


def _shown(path: Path, package: Package) -> str:
    return path.relative_to(package.base).as_posix()
