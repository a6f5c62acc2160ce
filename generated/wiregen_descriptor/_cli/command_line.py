# Copied by wiregen from templates/runtime/_cli/command_line.py; do not edit, run `wiregen generate`.
"""The command of the package: words in, a report and an exit code out."""

from __future__ import annotations

from collections.abc import Sequence

from .._explorer.command import add_explore
from .commands import Parser, run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = Parser(
        prog=f"python -m {str(__package__).rpartition('.')[0]}",
        description="Look into files of this package's messages.",
    )
    add_explore(parser.add_subparsers(title="commands", required=True))
    options = parser.parse_args(arguments)
    return run(lambda: int(options.run(options)))
