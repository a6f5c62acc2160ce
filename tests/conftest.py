"""Options of the whole test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """How much to try; whether to write the expectations of the corpora anew."""
    parser.addoption(
        "--mutations", type=int, default=3000, help="mutated files to compare with google's parser"
    )
    parser.addoption(
        "--call-sequences",
        type=int,
        default=300,
        help="sequences of calls to compare with google's",
    )
    parser.addoption(
        "--schedules", type=int, default=4, help="random schedules of savers and readers"
    )
    parser.addoption(
        "--soak", type=int, default=1, help="seconds of threads, timers and forks at once"
    )
    parser.addoption(
        "--effort", type=int, default=1, help="times as many random inputs in all other tests"
    )
    parser.addoption(
        "--large",
        action="store_true",
        help="also write and read files of more than 4 GiB",
    )
    parser.addoption(
        "--schema-mutations", type=int, default=300, help="mutated schemas to compare with protoc"
    )
    parser.addoption(
        "--refresh-corpus",
        action="store_true",
        help="write what is found as what is expected (the run fails all the same)",
    )
    parser.addoption(
        "--families", action="store_true", help="type-check packages of other projects' schemas"
    )
    parser.addoption(
        "--all-releases", action="store_true", help="try all releases of ONNX, not a few"
    )


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Start no workers for single files: that would take longer than most of their tests."""
    names_files = any(".py" in word for word in config.invocation_params.args)
    return 0 if names_files else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the type checkers, so that no worker is left with them at the end."""
    items.sort(key=lambda item: item.path.parent.name != "types")
