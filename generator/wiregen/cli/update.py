"""`wiregen update`: take over another version of a package's schemas."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from wiregen.cli.reporting import reporting_errors, show
from wiregen.evolution.report import change_report
from wiregen.output.files import write_file
from wiregen.project import read_configuration
from wiregen.source.diagnostics import UsageError
from wiregen.update.report import takeover_report
from wiregen.update.takeover import take_over


@click.command()
@click.option(
    "--from",
    "word",
    required=True,
    metavar="PATH",
    help="Folder, wheel, source archive, REV:path or installed package with the other version.",
)
@click.option("--package", "name", help="The package to update; without it, the first one.")
@click.option("--write", is_flag=True, help="Write what the other version declares into ours.")
@reporting_errors
def update(word: str, name: str | None, write: bool) -> None:
    """Show what another version of a package's schemas changes, and take it over.

    Our comments stay; where one is due, or has to be looked at again, a line says so. Comments
    of the other version are not taken.
    """
    packages = read_configuration(Path.cwd())
    package = next((item for item in packages if name in (None, item.name)), None)
    if package is None:
        raise UsageError(f"pyproject.toml has no package '{name}'")
    found = take_over(package, word, Path.cwd())
    show(change_report(found.findings).removesuffix("\n"))
    if write:
        for path, text in found.text_by_path.items():
            write_file(path, text.encode("utf-8", "surrogateescape"))
    show(takeover_report(found, package, word, is_written=write).removesuffix("\n"))
    if found.left:
        sys.exit(1)
