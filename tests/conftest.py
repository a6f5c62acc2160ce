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
        "--large",
        action="store_true",
        help="also write and read files of more than 4 GiB",
    )
    parser.addoption(
        "--schema-mutations", type=int, default=1000, help="mutated schemas to compare with protoc"
    )
    parser.addoption(
        "--refresh-corpus",
        action="store_true",
        help="write what is found as what is expected (the run fails all the same)",
    )
    parser.addoption(
        "--all-releases", action="store_true", help="try all releases of ONNX, not a few"
    )
