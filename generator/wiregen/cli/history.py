"""`wiregen history`: write the history that releases tell."""

from __future__ import annotations

from pathlib import Path

import click

from wiregen.cli.reporting import reporting_errors, show
from wiregen.output.files import write_file
from wiregen.output.folders import shown
from wiregen.pipeline import told_history
from wiregen.project import read_configuration
from wiregen.source.diagnostics import UsageError
from wiregen.source.text import printable


@click.command()
@click.argument("releases", nargs=-1, required=True, type=click.Path(path_type=Path))
@reporting_errors
def history(releases: tuple[Path, ...]) -> None:
    """Write the history of a package's schemas as RELEASES tell it.

    A release is a wheel, a source archive or a folder, with its version in the name; they
    are put in the order of their versions. What is read of them, and where the history goes,
    stands in [tool.wiregen.packages.history] of pyproject.toml.
    """
    packages = [item for item in read_configuration(Path.cwd()) if item.history]
    if len(packages) != 1:
        raise UsageError(
            "pyproject.toml: expected one table [tool.wiregen.packages.history],"
            f" got {len(packages)}"
        )
    settings = packages[0].history
    assert settings is not None
    write_file(settings.file, told_history(releases, settings).encode())
    name = printable(shown(settings.file, packages[0].base))
    show(f"wrote {name}: {len(releases)} releases")
