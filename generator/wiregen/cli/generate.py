"""`wiregen generate` and `wiregen docs`: write packages and references."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from wiregen.cli.reporting import reporting_errors, show, show_warnings
from wiregen.cli.selection import (
    Selection,
    features_option,
    out_option,
    overwrite_option,
    package_option,
    roots_option,
    schemas_argument,
)
from wiregen.output.folders import OutputFolder, shown
from wiregen.output.writing import OverwriteError, write
from wiregen.pipeline import outputs as made_for
from wiregen.pipeline import reference
from wiregen.project import Package
from wiregen.source.diagnostics import Faults, UsageError
from wiregen.source.text import printable

# So many files that stand in the way are named.
_FEW = 5


@click.command()
@schemas_argument(is_required=False)
@package_option
@out_option
@features_option
@roots_option
@overwrite_option
@reporting_errors
def generate(
    schemas: tuple[Path, ...],
    package: str | None,
    out: Path | None,
    features: str | None,
    roots: tuple[Path, ...],
    overwrite: bool,
) -> None:
    """Generate packages: those of pyproject.toml, or one of the SCHEMAS named.

    Only what changed is written; files that are not wanted any more are removed.
    """
    selection = Selection(schemas, roots, out, package, features)
    wanted = []
    for item in selection.packages():
        faults = Faults()
        wanted.append((item.name, item, made_for(item, faults)))
        show_warnings(faults)
    _write(wanted, selection.command("generate", "--overwrite"), overwrite)


@click.command()
@schemas_argument(is_required=False)
@out_option
@roots_option
@overwrite_option
@reporting_errors
def docs(
    schemas: tuple[Path, ...], out: Path | None, roots: tuple[Path, ...], overwrite: bool
) -> None:
    """Write the reference alone: that of pyproject.toml, or one of the SCHEMAS named."""
    selection = Selection(schemas, roots, out)
    wanted = []
    for item in selection.documented():
        faults = Faults()
        outputs = reference(item, faults)
        wanted.append((shown(outputs[0].folder, item.base), item, outputs))
        show_warnings(faults)
    _write(wanted, selection.command("docs", "--overwrite"), overwrite)


def _write(
    wanted: Sequence[tuple[str, Package, Sequence[OutputFolder]]], command: str, overwrites: bool
) -> None:
    """Write what changed of all packages, and report it; `command` overwrites everything."""
    base = wanted[0][1].base
    try:
        done = write([o for *_, outputs in wanted for o in outputs], overwrites=overwrites)
    except OverwriteError as error:
        raise _explained(error, base, command) from None
    for verb, paths in (
        ("wrote", done.wrote),
        ("rewrote", done.rewrote),
        ("removed", done.removed),
    ):
        for path in paths:
            show(f"{verb} {printable(shown(path, base))}")
    for path in done.left_alone:
        name = printable(shown(path, base))
        show(f"left alone {name}: no longer generated, but changed since it was")
    changed = {*done.wrote, *done.rewrote}
    for name, _, outputs in wanted:
        wanted_paths = [path for output in outputs for path in output.content_by_path]
        unchanged = sum(path not in changed for path in wanted_paths)
        show(f"{printable(name)}: {len(wanted_paths)} files, {unchanged} unchanged")


def _explained(error: OverwriteError, base: Path, command: str) -> UsageError:
    names = [printable(shown(path, base)) for path in error.paths[:_FEW]]
    more = f" and {len(error.paths) - _FEW} more" if len(error.paths) > _FEW else ""
    return UsageError(
        f"not written by wiregen, or changed since: {', '.join(names)}{more}",
        "Move them away, or choose another folder." f" To overwrite them: {command}",
    )
