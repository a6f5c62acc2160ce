"""The steps in which `save` changes files, and models whose weights show whether they are mixed."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

import onnxwire
from onnxwire import ExternalData, ModelProto, TensorProto, external_buffer
from onnxwire._external import data_files, portions
from onnxwire._files import saving

NAMES = ("a", "b", "c")
WISHES: dict[str, Any] = {
    "embedded": False,
    "one file": True,
    "one per tensor": ExternalData(one_per_tensor=True, checksum=True),
}


def model(seed: int) -> ModelProto:
    """A model with weights that belong together, of which the last is the same in all."""
    made = ModelProto(ir_version=10, producer_name=str(seed))
    for name in NAMES:
        array = numpy.full(3000 + seed, seed if name != "c" else 7, numpy.float32)
        made.graph.initializer.append(
            TensorProto(name=name, data_type=1, dims=[array.size], raw_data=array.tobytes())
        )
    return made


def seed_of(path: Path) -> int:
    """The seed of a saved model, all of whose weights are there."""
    found = onnxwire.load(path)
    seed = int(found.producer_name)
    for tensor, whole in zip(found.graph.initializer, model(seed).graph.initializer, strict=True):
        is_external = tensor.data_location == TensorProto.EXTERNAL
        data = external_buffer(tensor) if is_external else tensor.raw_data
        assert data == whole.raw_data
    return seed


def steps(act: Callable[[], Any], at: int, patch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Make the step of that number, of all that change a file or folder, do something first.

    Steps of other threads do not count.
    """
    count, thread = 0, threading.get_ident()

    def counted(call: Any) -> Any:
        def step(*args: Any, **options: Any) -> Any:
            nonlocal count
            if threading.get_ident() == thread:
                count += 1
                if count == at:
                    act()
            return call(*args, **options)

        return step

    for name in ("open", "fsync", "fchmod", "link", "rename", "replace", "unlink"):
        patch.setattr(os, name, counted(getattr(os, name)))
    written = portions.portions

    def portions_(pieces: Any) -> Any:
        for portion in written(pieces):
            counted(bool)(0)
            yield portion

    patch.setattr(saving, "portions", portions_)
    patch.setattr(data_files, "portions", portions_)
    return lambda: count
