"""black and ruff find nothing in what people write."""

from __future__ import annotations

import sys

from support.checkout import CHECKOUT
from support.commands import output_of


def test_black_would_change_nothing() -> None:
    folders = ("generator", "templates", "tests", "benchmarks")
    output_of(sys.executable, "-m", "black", "--check", "--quiet", *folders, cwd=CHECKOUT)


def test_ruff_finds_nothing() -> None:
    output_of(sys.executable, "-m", "ruff", "check", "--quiet", cwd=CHECKOUT)
