"""Prints reports and errors; text never drives the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from wiregen.source.diagnostics import Faults, SchemaError, SettingsError, UsageError
from wiregen.source.text import printable


class Program(click.Group):
    """The command with its parts; errors about arguments are shown as printable text."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run the command and exit, or return if `standalone_mode` is false."""
        is_standalone = options.get("standalone_mode", True)
        options["standalone_mode"] = False
        if not is_standalone:
            return super().main(*args, **options)
        try:
            code = super().main(*args, **options)
        except click.ClickException as error:
            context = error.ctx if isinstance(error, click.UsageError) else None
            if context is not None:
                show(context.get_usage(), to_errors=True)
            show(f"error: {printable(error.format_message())}", to_errors=True)
            sys.exit(error.exit_code)
        except click.Abort:
            show("aborted", to_errors=True)
            sys.exit(1)
        sys.exit(code)


def show(text: str, *, to_errors: bool = False) -> None:
    """Print lines, each as printable text; tabs stay."""
    lines = (printable(line, kept="\t") for line in text.split("\n"))
    click.echo("\n".join(lines), err=to_errors)


def reporting_errors(command: Callable[..., None]) -> Callable[..., None]:
    """Print errors as sentences; the exit code is 1 for schemas and 2 for everything else."""

    @wraps(command)
    def run(*args: Any, **options: Any) -> None:
        try:
            command(*args, **options)
        except SchemaError as error:
            show(str(error), to_errors=True)
            sys.exit(1)
        except SettingsError as error:
            show(error.details, to_errors=True)
            sys.exit(2)
        except UsageError as error:
            show(f"error: {printable(error.sentence)}", to_errors=True)
            if error.details:
                show(error.details, to_errors=True)
            sys.exit(2)

    return run


def show_warnings(faults: Faults) -> None:
    """Print what is odd in a schema and no error."""
    for warning in faults.warnings:
        show(str(warning), to_errors=True)
