# Copied by wiregen from templates/runtime/__main__.py; do not edit.
"""`python -m` with the name of the package: the command line."""

from __future__ import annotations

import sys

from ._cli.command_line import main

if __name__ == "__main__":
    sys.exit(main())
