"""Damaged files: taken or refused as google's parser does, with equal content where taken."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from google.protobuf.message import DecodeError as GoogleDecodeError
from oracles.comparison import assert_same
from oracles.mutations import mutated
from oracles.real_files import files_of_onnx

from onnxwire import DecodeError
from onnxwire.diagnosis import decode_error

# Small files are damaged where it matters more often, and are read faster.
LARGEST = 4000


def outcome(message_type: Any, data: bytes, refusal: type[Exception]) -> Any:
    """The message in some bytes, or None if they are refused; other exceptions are bugs."""
    try:
        return message_type.FromString(data)
    except refusal:
        return None


def test_mutated_files_are_taken_or_refused_as_google_does(
    pytestconfig: pytest.Config, record_property: Any
) -> None:
    random = Random(20261130)
    files = [(file, file.data) for file in files_of_onnx()]
    small = [(file, data) for file, data in files if len(data) <= LARGEST]
    taken = 0
    for _ in range(pytestconfig.getoption("--mutations")):
        file, whole = random.choice(small)
        data = mutated(random, whole)
        theirs = outcome(file.theirs, data, GoogleDecodeError)
        ours = outcome(file.ours, data, DecodeError)
        described = f"{file}: {data.hex()}"
        assert (ours is None) == (theirs is None), described
        if ours is None:
            error = decode_error(file.ours, data, 100)
            assert error is not None, described
            assert error.path.startswith(file.type_name) and error.offset is not None, described
            assert 0 <= error.offset <= len(data), described
            continue
        taken += 1
        assert decode_error(file.ours, data, 100) is None, described
        assert_same(ours, theirs)
        # Unknown fields and odd strings are seen in the bytes only.
        assert ours.SerializeToString() == theirs.SerializeToString(), described
    record_property("taken", taken)
    assert taken > pytestconfig.getoption("--mutations") // 10


@pytest.mark.parametrize("file", files_of_onnx()[:3], ids=str)
def test_every_beginning_of_a_file_is_taken_or_refused_as_google_does(file: Any) -> None:
    data = file.data[:1500]
    for end in range(len(data)):
        theirs = outcome(file.theirs, data[:end], GoogleDecodeError)
        ours = outcome(file.ours, data[:end], DecodeError)
        assert (ours is None) == (theirs is None), end
        if ours is None:
            with pytest.raises(DecodeError, match="truncated at byte") as caught:
                file.ours.FromString(data[:end])
            assert caught.value.offset is not None and caught.value.offset <= end
