"""Other savers and readers at every step of a save: all models keep their data."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import onnx
import pytest
from onnx import numpy_helper

import onnxwire
from onnxwire import ExternalDataError, ModelProto
from oracles.saving_steps import NAMES, WISHES, model, seed_of, steps

fcntl = pytest.importorskip("fcntl", reason="the system has no locks of folders")


class Other:
    """A thread that does something whole at some step, or waits until the step may be left."""

    def __init__(self, act: Callable[[], object], patch: pytest.MonkeyPatch) -> None:
        self._act = act
        self._can_go_on = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._error: BaseException | None = None
        self._lock = fcntl.flock
        patch.setattr(fcntl, "flock", self._flock)

    def start(self) -> None:
        """Let the thread act until it is done, or has to wait for this one."""
        self._thread.start()
        self._can_go_on.wait()

    def join(self) -> None:
        """Wait for its end; what went wrong in it is raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            self._act()
        except BaseException as error:
            self._error = error
        finally:
            self._can_go_on.set()

    def _flock(self, descriptor: int, operation: int) -> None:
        if operation == fcntl.LOCK_EX and threading.current_thread() is self._thread:
            try:
                self._lock(descriptor, operation | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                self._can_go_on.set()
        self._lock(descriptor, operation)


def same_data_as(path: Path) -> ModelProto:
    """A model made by hand with the data of a saved one."""
    made = model(seed_of(path))
    made.domain = "same"
    return made


def loaded(path: Path) -> ModelProto:
    found = onnxwire.load(path)
    found.domain = "loaded"
    return found


SAVES: dict[str, Callable[[Path], tuple[ModelProto, Any]]] = {
    "new data": lambda path: (model(2), True),
    "new data of each tensor": lambda path: (model(2), WISHES["one per tensor"]),
    "the same data": lambda path: (same_data_as(path), True),
    "a reference": lambda path: (loaded(path), None),
    "named data": lambda path: (model(2), "named.bin"),
}
OTHERS: dict[str, Callable[[Path], None]] = {
    "saves new data": lambda path: onnxwire.save(model(3), path, external_data=True),
    "embeds": lambda path: onnxwire.save(model(3), path, external_data=False),
    "saves a copy": lambda path: onnxwire.save(loaded(path), path.with_name("n.onnx")),
    "saves the same data": lambda path: onnxwire.save(model(1), path, external_data=True),
    "names its data": lambda path: onnxwire.save(model(3), path, external_data="named.bin"),
}


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize(
    ("save", "target"), [*((save, "m.onnx") for save in SAVES), ("a reference", "n.onnx")]
)
def test_another_saver_at_any_step(
    tmp_path: Path, save: str, other: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    count = step = 0
    ends = set()
    while step <= count:
        step += 1
        folder = tmp_path / str(step)
        folder.mkdir()
        path = folder / "m.onnx"
        onnxwire.save(model(1), path, external_data=True)
        message, wish = SAVES[save](path)
        errors = []
        with pytest.MonkeyPatch.context() as patch:
            thread = Other(lambda: OTHERS[other](path), patch)
            counted = steps(thread.start, step, patch)
            try:
                onnxwire.save(message, folder / target, external_data=wish)
            except ExternalDataError as error:
                errors.append(str(error))
            count = max(count, counted())
            if step > counted():
                break
            try:
                thread.join()
            except ExternalDataError as error:
                errors.append(str(error))
        # One of two savers may find that a name is taken, or data gone; never both.
        assert len(errors) <= 1 and (not errors or "named" in (errors[0] + save + other)), errors
        ends.add(tuple(seed_of(found) for found in sorted(folder.glob("*.onnx"))))
        mentioned = b"".join(found.read_bytes() for found in folder.glob("*.onnx"))
        left = {name for name in os.listdir(folder) if not name.endswith(".onnx")}
        assert all(name == "named.bin" or name.encode() in mentioned for name in left), left
        # Others can save, whatever happened.
        onnxwire.save(model(4), path, external_data=False)
    assert step > 4 and ends


@pytest.mark.parametrize("new", WISHES)
@pytest.mark.parametrize("old", WISHES)
def test_readers_at_any_step(tmp_path: Path, old: str, new: str) -> None:
    """A reader sees the old model or the new one, and one that was loaded before the old one."""
    path = tmp_path / "m.onnx"
    seen: set[int] = set()

    def read() -> None:
        seen.add(seed_of(path))
        theirs = onnx.load(path, load_external_data=False)
        seed = int(theirs.producer_name)
        for ours, tensor in zip(
            model(seed).graph.initializer, theirs.graph.initializer, strict=True
        ):
            assert numpy_helper.to_array(tensor, str(tmp_path)).tobytes() == ours.raw_data
        for name, found in zip(NAMES, earlier.graph.initializer, strict=True):
            expected = onnxwire.to_numpy(model(1).graph.initializer[NAMES.index(name)])
            assert onnxwire.to_numpy(found).tobytes() == expected.tobytes()

    count = step = 0
    while step <= count:
        step += 1
        onnxwire.save(model(1), path, external_data=WISHES[old])
        earlier = onnxwire.load(path)
        with pytest.MonkeyPatch.context() as patch:
            counted = steps(read, step, patch)
            onnxwire.save(model(2), path, external_data=WISHES[new])
            count = counted()
        read()
    assert seen == {1, 2}


@pytest.mark.parametrize("save", ["new data", "the same data"])
def test_a_signal_handler_may_save_while_the_folder_is_locked(tmp_path: Path, save: str) -> None:
    """It cannot wait for the save that it interrupts, so it removes no data."""
    path = tmp_path / "m.onnx"
    count = step = 0
    while step <= count:
        step += 1
        onnxwire.save(model(1), path, external_data=True)
        message, wish = SAVES[save](path)
        with pytest.MonkeyPatch.context() as patch:
            counted = steps(lambda: onnxwire.save(model(3), path, external_data=True), step, patch)
            onnxwire.save(message, path, external_data=wish)
            count = counted()
        assert seed_of(path) in (1, 2, 3)
    assert step > 8
