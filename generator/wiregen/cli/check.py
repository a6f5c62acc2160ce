"""`wiregen check`: compare generated files with those on disk."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from wiregen.cli.reporting import reporting_errors, show
from wiregen.cli.selection import (
    Selection,
    features_option,
    out_option,
    package_option,
    roots_option,
    schemas_argument,
)
from wiregen.output.folders import Drift, OutputFolder, drift, shown, unified_diff
from wiregen.pipeline import outputs
from wiregen.source.text import printable


@click.command()
@schemas_argument(is_required=False)
@package_option
@out_option
@features_option
@roots_option
@reporting_errors
def check(
    schemas: tuple[Path, ...],
    package: str | None,
    out: Path | None,
    features: str | None,
    roots: tuple[Path, ...],
) -> None:
    """Compare what is on disk with what would be generated; exit code 1 if they differ."""
    selection = Selection(schemas, roots, out, package, features)
    differs = False
    for item in selection.packages():
        wanted = outputs(item)
        found = [(output, drift(output)) for output in wanted]
        for output, difference in found:
            _show_drift(output, difference, item.base)
        if not any(difference for _, difference in found):
            count = sum(len(output.content_by_path) for output in wanted)
            show(f"{printable(item.name)}: {count} files are as generated")
        else:
            differs = True
    if differs:
        show(f"to fix it: {selection.command('generate')}")
        sys.exit(1)


def _show_drift(output: OutputFolder, found: Drift, base: Path) -> None:
    for kind, paths in (
        ("missing", found.missing),
        ("stale", found.stale),
        ("extra", found.extra),
    ):
        for path in paths:
            show(f"{kind}: {printable(shown(path, base))}")
    difference = unified_diff(output, found, base)
    if difference:
        show(difference.removesuffix("\n"))
