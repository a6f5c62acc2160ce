"""Saving that is cut off, by a kill or by an error, at any step: the file has its own data."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import onnxwire
from oracles.saved_models import names
from oracles.saving_steps import WISHES, model, seed_of, steps


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
