"""`python -m wiregen` and the `wiregen` command."""

from __future__ import annotations

from wiregen.cli.main import main as command_line
from wiregen.cli.streams import usable_streams


def main() -> None:
    """Run the command line."""
    with usable_streams():
        command_line(prog_name="wiregen")


if __name__ == "__main__":
    main()
