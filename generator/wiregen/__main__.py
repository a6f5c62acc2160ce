"""`python -m wiregen` and the `wiregen` command: runs the command line if its packages are there."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line, or say how to install what it needs."""
    try:
        from wiregen.cli import main as command_line
    except ModuleNotFoundError as error:
        if error.name not in ("black", "click", "jinja2", "lark", "tomli"):
            raise
        sys.exit(f"wiregen needs {error.name}: pip install 'onnxwire[generate]'")
    command_line(prog_name="wiregen")


if __name__ == "__main__":
    main()
