# Copied by wiregen from templates/onnx/command_line.py; do not edit, run `wiregen generate`.
"""The `onnxwire` command: words in, a report and an exit code out."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from .errors import DecodeError
from .files import load
from .info import model_info, printable


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or 2 if a file could not be read or holds no model."""
    parser = argparse.ArgumentParser(
        prog="onnxwire", description="Look into ONNX files; nothing else need be installed."
    )
    commands = parser.add_subparsers(title="commands", required=True)
    info = commands.add_parser("info", help="what stands in a model, in a few lines")
    info.add_argument("files", nargs="+", metavar="FILE", help="an .onnx file")
    info.set_defaults(run=_info)
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has seen enough, as `head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _info(options: argparse.Namespace) -> int:
    code = 0
    for path in options.files:
        try:
            print(model_info(load(path), path))
        except DecodeError as error:
            print(f"error: {printable(str(error))}", file=sys.stderr)
            code = 2
        except OSError as error:
            print(f"error: {printable(path)}: {error.strerror}", file=sys.stderr)
            code = 2
    return code
