# Copied by wiregen from templates/onnx/_cli/command_line.py; do not edit.
"""The `onnxwire` command."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import Any, TextIO

from .._explorer.command import add_explore
from .._files.files import load
from .._files.info import model_info
from .._text.terminal import printable
from .check import add_check_command
from .commands import Parser, run
from .convert import add_convert
from .tensors import add_tensors


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or another number, which the help of its part explains."""
    parser = Parser(
        prog="onnxwire", description="Look into ONNX files; nothing else need be installed."
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="show the version and exit")
    commands: Any = parser.add_subparsers(title="commands", required=True)
    _add_info(commands)
    add_tensors(commands)
    add_check_command(commands)
    add_convert(commands)
    add_explore(commands)
    options = parser.parse_args(arguments)
    return run(lambda: _with_warnings(options))


class _ShowVersion(argparse.Action):
    """Print the version, which takes longer to find than the package takes to import."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"onnxwire {_installed_version()}")
        parser.exit()


def _installed_version() -> str:
    """Return the version of the installed distribution; a copied folder has none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("onnxwire")
    except PackageNotFoundError:
        return "(not installed, version unknown)"


def _with_warnings(options: argparse.Namespace) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        warnings.showwarning = _show_warning
        return _without_traceback(options.run, options)


def _add_info(commands: Any) -> None:
    info = commands.add_parser("info", help="what stands in a model, in a few lines")
    info.add_argument("files", nargs="+", metavar="FILE", help="an .onnx file")
    info.set_defaults(run=_info)


def _info(options: argparse.Namespace) -> int:
    def show(path: str) -> int:
        print(model_info(load(path), path))
        return 0

    return max(_without_traceback(show, path) for path in options.files)


def _without_traceback(work: Callable[[Any], int], subject: Any) -> int:
    """Do some work; what the files, the disk or the user did wrong is a sentence and exit code 2."""
    try:
        return work(subject)
    except BrokenPipeError:
        raise
    except OSError as error:
        name = f"{printable(os.fsdecode(error.filename))}: " if error.filename else ""
        print(f"error: {name}{error.strerror or error}", file=sys.stderr)
    except (ValueError, ModuleNotFoundError) as error:
        print(f"error: {printable(str(error))}", file=sys.stderr)
    return 2


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    print(f"warning: {printable(str(message))}", file=sys.stderr)
