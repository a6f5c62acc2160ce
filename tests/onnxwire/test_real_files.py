"""Every model and tensor of the `onnx` package is read as google reads it, and written the same."""

from __future__ import annotations

from collections import Counter

import onnx
import pytest

from oracles.comparison import assert_same
from oracles.message_types import MESSAGE_TYPES
from oracles.real_files import RealFile, real_files
from oracles.roundtrips import roundtrip


def test_the_files_are_those_of_the_package_and_none_is_missed() -> None:
    count_by_type = Counter(file.message_type.name for file in real_files())
    assert count_by_type.total() >= 476
    if onnx.__version__ == "1.23.2":
        assert count_by_type == {"ModelProto": 149, "TensorProto": 327}


def test_every_message_type_of_the_package_has_a_class() -> None:
    assert len(MESSAGE_TYPES) >= 33
    for message_type in MESSAGE_TYPES:
        assert message_type.ours.DESCRIPTOR.full_name == message_type.theirs.DESCRIPTOR.full_name


@pytest.mark.parametrize("file", real_files(), ids=str)
def test_every_field_has_the_value_that_google_finds(file: RealFile) -> None:
    ours = file.message_type.ours.FromString(file.data)
    assert_same(ours, file.message_type.theirs.FromString(file.data))


@pytest.mark.parametrize("file", real_files(), ids=str)
def test_a_file_is_encoded_to_the_bytes_it_came_from(file: RealFile) -> None:
    assert roundtrip(file.message_type.ours, file.data) == file.data
