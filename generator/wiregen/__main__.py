"""`python -m wiregen` and the `wiregen` command."""

from __future__ import annotations

from wiregen.cli.main import main as command_line


def main() -> None:
    """Run the command line."""
    command_line(prog_name="wiregen")


if __name__ == "__main__":
    main()
