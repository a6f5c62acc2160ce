"""The command line of the package."""

from __future__ import annotations

from argparse import RawDescriptionHelpFormatter
from collections.abc import Sequence

from .commands import EXIT_CODES, Parser, run
from .explore import add_explore


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = Parser(
        prog=f"python -m {str(__package__).rpartition('.')[0]}",
        description="Look into files of this package's messages.",
        epilog=EXIT_CODES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    add_explore(parser.add_subparsers(title="commands", required=True))
    return run(parser, arguments, lambda options: int(options.run(options)))
