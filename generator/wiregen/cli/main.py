"""The `wiregen` command."""

from __future__ import annotations

import click

from wiregen.cli.check import check
from wiregen.cli.descriptor import descriptor
from wiregen.cli.diff import diff
from wiregen.cli.generate import docs, generate
from wiregen.cli.history import history
from wiregen.cli.ir import show_ir
from wiregen.cli.reporting import Program
from wiregen.cli.update import update


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="wiregen", message="%(prog)s %(version)s")
def main() -> None:
    """Turn protobuf schemas into typed Python packages and reference documents."""


for _command in (generate, docs, check, show_ir, descriptor, history, diff, update):
    main.add_command(_command)
