"""Damaged files: taken or refused as google's parser does, with equal content where taken."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from onnxwire import DecodeError
from onnxwire._runtime.diagnosis import decode_error
from oracles.comparison import assert_same
from oracles.damaged_files import damaged
from oracles.message_types import MessageType
from oracles.roundtrips import Rejection, roundtrip
from support.checkout import CHECKOUT
from support.options import count_of

BLOCK = 500
SLOWEST = 10.0
NESTING_LIMIT = 100


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "first" in metafunc.fixturenames:
        count = count_of(metafunc.config, "--mutations")
        blocks = [(first, min(first + BLOCK, count)) for first in range(0, count, BLOCK)]
        metafunc.parametrize(("first", "stop"), blocks)


def test_mutated_files_are_taken_or_refused_as_google_does(first: int, stop: int) -> None:
    taken = 0
    for number in range(first, stop):
        described, message_type, data = damaged(number)
        start = time.perf_counter()
        ours = roundtrip(message_type.ours, data)
        assert time.perf_counter() - start < SLOWEST, described
        theirs = roundtrip(message_type.theirs, data)
        fault = decode_error(message_type.ours, data, NESTING_LIMIT)
        if isinstance(theirs, Rejection):
            assert isinstance(ours, Rejection), described
            assert isinstance(ours.error, DecodeError), described
            assert_says_where(ours.error, message_type, data, described)
            assert fault is not None and str(fault) == str(ours.error), described
        else:
            taken += 1
            assert ours == theirs, described
            assert fault is None, described
            try:
                assert_same(
                    message_type.ours.FromString(data), message_type.theirs.FromString(data)
                )
            except AssertionError as error:
                raise AssertionError(f"{error}\n{described}") from None
    # Neither outcome is so rare that nothing would be compared.
    if stop - first == BLOCK:
        assert BLOCK // 5 <= taken <= BLOCK * 4 // 5


def assert_says_where(
    error: DecodeError, message_type: MessageType, data: bytes, described: str
) -> None:
    root = message_type.ours.DESCRIPTOR.name
    assert error.path == root or error.path.startswith(f"{root}."), described
    assert error.offset is not None and 0 <= error.offset <= len(data), described
    assert str(error).startswith(f"{error.path}: "), described
    assert str(error.offset) in str(error), described


def test_a_case_is_the_same_at_every_run() -> None:
    """In another process, with other hashes of texts."""
    described = [damaged(number)[0] for number in range(40)]
    assert len(set(described)) == 40
    code = "from oracles.damaged_files import damaged\nfor n in range(40): print(damaged(n)[0])"
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, (str(CHECKOUT / "tests"), *sys.path))),
        "PYTHONHASHSEED": "4242",
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == described
