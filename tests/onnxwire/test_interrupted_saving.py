"""Saving that is cut off, by a kill or by an error, at any step: the file has its own data."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

import onnxwire
from onnxwire import ExternalData, ModelProto, TensorProto, external_buffer
from onnxwire._external import portions
from oracles.saved_models import names

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
    """Make the step of that number, of all that change a file or folder, do something first."""
    count = 0

    def counted(call: Any) -> Any:
        def step(*args: Any, **options: Any) -> Any:
            nonlocal count
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

    patch.setattr(onnxwire._files.saving, "portions", portions_)
    patch.setattr(onnxwire._external.data_files, "portions", portions_)
    return lambda: count


def count_of_steps(folder: Path, old: Any, new: Any) -> int:
    """How many steps it takes to save one model over another."""
    path = folder / "m.onnx"
    onnxwire.save(model(1), path, external_data=old)
    with pytest.MonkeyPatch.context() as patch:
        count = steps(lambda: None, 0, patch)
        onnxwire.save(model(2), path, external_data=new)
        return count()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("new", WISHES)
@pytest.mark.parametrize("old", WISHES)
def test_a_process_that_is_killed_at_any_step_leaves_a_model_with_its_data(
    tmp_path: Path, old: str, new: str
) -> None:
    seen = set()
    total = count_of_steps(tmp_path, WISHES[old], WISHES[new])
    for step in range(1, total + 1):
        folder = tmp_path / str(step)
        folder.mkdir()
        path = folder / "m.onnx"
        onnxwire.save(model(1), path, external_data=WISHES[old])
        child = os.fork()
        if child == 0:
            with pytest.MonkeyPatch.context() as patch:
                steps(lambda: os.kill(os.getpid(), signal.SIGKILL), step, patch)
                onnxwire.save(model(2), path, external_data=WISHES[new])
            os._exit(0)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        seen.add(seed_of(path))
        # The next one succeeds, whatever was left.
        onnxwire.save(model(3), path, external_data=WISHES[new])
        assert seed_of(path) == 3
    # Where old data is removed, the new model is there before the last step.
    assert seen == ({1, 2} if old != "embedded" else {1})


@pytest.mark.parametrize("new", WISHES)
@pytest.mark.parametrize("old", WISHES)
def test_an_error_at_any_step_leaves_a_model_with_its_data(
    tmp_path: Path, old: str, new: str
) -> None:
    def fail() -> None:
        raise OSError(28, "No space left on device")

    total = count_of_steps(tmp_path, WISHES[old], WISHES[new])
    seen = set()
    for step in range(1, total + 1):
        folder = tmp_path / str(step)
        folder.mkdir()
        path = folder / "m.onnx"
        onnxwire.save(model(1), path, external_data=WISHES[old])
        before = {file.name: file.read_bytes() for file in folder.iterdir()}
        with pytest.MonkeyPatch.context() as patch:
            steps(fail, step, patch)
            try:
                onnxwire.save(model(2), path, external_data=WISHES[new])
            except OSError as error:
                assert error.errno == 28
        seen.add(seed_of(path))
        if seed_of(path) == 1:
            # Nothing was changed, and nothing is left.
            assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    # Without a lock, and with old data that cannot be removed, a model is saved all the same.
    assert seen == {1, 2}


def test_a_file_system_without_hard_links_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", fail)
    for seed in (1, 2):
        onnxwire.save(model(seed), tmp_path / "m.onnx", external_data=True)
        assert seed_of(tmp_path / "m.onnx") == seed
        assert names(tmp_path) == ["m.onnx", "m.onnx.#.data"]


USE = """
import onnxwire, sys
from onnxwire import ExternalData
old, new = map(onnxwire.load, sys.argv[2:])
print("ready", flush=True)
while True:
    for model in (new, old):
        for wish in (True, ExternalData(one_per_tensor=True), False):
            onnxwire.save(model, sys.argv[1], external_data=wish)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no signals")
def test_a_process_that_is_killed_at_any_time_leaves_a_model_with_its_data(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    sources = [str(tmp_path / f"{seed}.onnx") for seed in (1, 2)]
    for seed, source in enumerate(sources, start=1):
        onnxwire.save(model(seed), source)
    onnxwire.save(model(1), path)
    wait = random.Random(7)
    for _ in range(8):
        command = [sys.executable, "-c", USE, str(path), *sources]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(wait.uniform(0, 0.1))
            process.kill()
        assert seed_of(path) in (1, 2)
