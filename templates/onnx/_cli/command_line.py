"""The `onnxwire` command."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Sequence
from functools import partial
from typing import Any, TextIO

from .._files.files import load
from .._files.info import model_info
from .._text.terminal import printable
from .check import add_check_command
from .commands import EXIT_CODES, Parser, attempt, run, tell
from .convert import add_convert
from .explore import add_explore
from .standard_streams import shown_path, source_of
from .tensors import add_tensors


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or another number, which its help explains."""
    parser = Parser(
        prog="onnxwire",
        description="Look into ONNX files; nothing else need be installed. FILE may be - for"
        " standard input.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="show the version and exit")
    commands: Any = parser.add_subparsers(title="commands", required=True)
    _add_info(commands)
    add_tensors(commands)
    add_check_command(commands)
    add_convert(commands)
    add_explore(commands)
    return run(parser, arguments, _with_warnings)


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
        return attempt(lambda: int(options.run(options)))


def _add_info(commands: Any) -> None:
    info = commands.add_parser("info", help="what stands in a model, in a few lines")
    info.add_argument(
        "files", nargs="+", metavar="FILE", help="an .onnx file; - for standard input"
    )
    info.set_defaults(run=_info)


def _info(options: argparse.Namespace) -> int:
    return max(attempt(partial(_show_info, path)) for path in options.files)


def _show_info(path: str) -> int:
    print(model_info(load(source_of(path)), shown_path(path)))
    return 0


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    tell(f"warning: {printable(str(message))}")
