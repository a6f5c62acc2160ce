"""Options of the test run; tests/conftest.py declares them."""

from __future__ import annotations

import pytest


def count_of(config: pytest.Config, option: str) -> int:
    """Return an option that says how much to try."""
    count = config.getoption(option)
    assert isinstance(count, int)
    return count


def times_effort(count: int, config: pytest.Config) -> int:
    """Return how many random inputs to try where one run of all tests tries `count`."""
    return count * count_of(config, "--effort")
