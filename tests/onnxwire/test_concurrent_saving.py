"""Savers and readers of the same files at the same time: no reader ever sees a mixture."""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import onnx
import pytest
from onnx import numpy_helper

import onnxwire
from onnxwire import DecodeError, ExternalData, ExternalDataError, ModelProto
from support.options import count_of

SIZES = {"a": 3000, "b": 500, "c": 3000}
WISHES: tuple[Any, ...] = (
    *(True, True, False, None, "named.bin"),
    ExternalData(one_per_tensor=True, threshold=0),
    ExternalData(alignment=16, checksum=True),
)
WAYS: tuple[dict[str, Any], ...] = ({}, {"eager": True}, {"mmap": False})
EXPECTED = (ExternalDataError, DecodeError)
# The last one: it was removed between the load of the model and the look at its data files.
REASONS = ("was changed after", "has other content", "no such file")


def model_of(seed: int) -> ModelProto:
    """A model all of whose parts show its seed, as large as every other one."""
    model = ModelProto(ir_version=10, producer_name=f"{seed:06}")
    for name, size in SIZES.items():
        array = numpy.full(size, seed, numpy.float32)
        model.graph.initializer.add(
            name=name, data_type=1, dims=[array.size], raw_data=array.tobytes()
        )
    for _ in range(50):
        model.graph.node.add(op_type=f"{seed:06}", doc_string=f"{seed:06}" * 20)
    return model


def seeds_of(model: ModelProto | onnx.ModelProto, arrays: list[Any]) -> set[int]:
    """The seeds that the parts of a model show: one, or it is a mixture."""
    seeds = {int(model.producer_name), *(int(node.op_type) for node in model.graph.node)}
    for name, array in zip(SIZES, arrays, strict=True):
        assert array.size == SIZES[name]
        seeds |= set(numpy.unique(array).astype(int).tolist())
    return seeds


class Actor:
    """A thread or process that saves, loads and looks at models in one folder, at random."""

    def __init__(self, folder: Path, seed: int, first: int) -> None:
        self.random = random.Random(seed)
        self.paths = [folder / "m.onnx", folder / "m.onnx", folder / "n.onnx"]
        self.next = first
        self.models: list[tuple[int, ModelProto]] = []
        self.counts: Counter[str] = Counter()

    def run(self, steps: int) -> None:
        for _ in range(steps):
            act = self.random.choice((self.create, self.load, self.load, self.look, self.read))
            act = self.random.choice((act, act, self.save, self.read_with_onnx))
            try:
                act()
                self.counts[act.__name__] += 1
            except EXPECTED as error:
                assert any(reason in str(error).lower() for reason in REASONS), error
                self.counts["error"] += 1
            except FileNotFoundError:
                self.counts["not yet"] += 1
            del self.models[:-4]

    def create(self) -> None:
        self.models.append((self.next, model_of(self.next)))
        self.next += 1

    def save(self) -> None:
        if not self.models:
            self.create()
        _, model = self.random.choice(self.models)
        onnxwire.save(
            model, self.random.choice(self.paths), external_data=self.random.choice(WISHES)
        )

    def load(self) -> None:
        model = onnxwire.load(self.random.choice(self.paths), **self.random.choice(WAYS))
        self.models.append((int(model.producer_name), model))

    def look(self) -> None:
        """Look at a model that was loaded some time ago."""
        if self.models:
            seed, model = self.random.choice(self.models)
            self.check(model, seed)

    def read(self) -> None:
        model = onnxwire.load(self.random.choice(self.paths), **self.random.choice(WAYS))
        self.check(model, int(model.producer_name))

    def check(self, model: ModelProto, seed: int) -> None:
        arrays = [onnxwire.to_numpy(tensor) for tensor in model.graph.initializer]
        assert seeds_of(model, arrays) == {seed}

    def read_with_onnx(self) -> None:
        path = self.random.choice(self.paths)
        model = onnx.load(path, load_external_data=False)
        try:
            arrays = [numpy_helper.to_array(t, str(path.parent)) for t in model.graph.initializer]
        except (onnx.checker.ValidationError, ValueError, RuntimeError):
            # The data is gone, as it must be.
            self.counts["onnx error"] += 1
            return
        assert len(seeds_of(model, arrays)) == 1


def check_folder(folder: Path) -> None:
    """All models have their data, and nothing else is there."""
    mentioned = b""
    for path in folder.glob("*.onnx"):
        model = onnxwire.load(path)
        arrays = [onnxwire.to_numpy(tensor) for tensor in model.graph.initializer]
        assert len(seeds_of(model, arrays)) == 1
        mentioned += path.read_bytes()
    for name in os.listdir(folder):
        assert name in ("m.onnx", "n.onnx", "named.bin") or name.encode() in mentioned


def run_threads(folder: Path, seed: int, count: int, steps: int) -> Counter[str]:
    """Run some actors in threads of this process."""
    actors = [Actor(folder, seed * 100 + index, index * 10_000 + 1) for index in range(count)]
    failures: list[BaseException] = []

    def run(actor: Actor) -> None:
        try:
            actor.run(steps)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(actor,)) for actor in actors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return sum((actor.counts for actor in actors), Counter())


@pytest.fixture(name="schedules")
def schedules_(request: pytest.FixtureRequest) -> int:
    return count_of(request.config, "--schedules")


@pytest.fixture(autouse=True)
def quick_(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Change threads often, and do not wait for the disk."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


def test_threads_never_see_a_mixture(tmp_path: Path, schedules: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(schedules):
        folder = tmp_path / str(seed)
        folder.mkdir()
        counts += run_threads(folder, seed, 3, 25)
        check_folder(folder)
        shutil.rmtree(folder)
    assert min(counts[name] for name in ("save", "load", "look", "read", "read_with_onnx")) > 0
    assert counts["error"] < counts["save"] + counts["read"] + counts["look"]


def run_process(folder: Path, seed: int, steps: int, report: Path) -> None:
    """Run actors in two threads of this process, and report what they did, or what went wrong."""
    try:
        found: object = run_threads(folder, seed, 2, steps)
    except BaseException:
        found = traceback.format_exc()
    report.write_text(json.dumps(found), encoding="utf-8")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_processes_never_see_a_mixture(tmp_path: Path, schedules: int) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    children = []
    for seed in range(3):
        child = os.fork()
        if child == 0:
            run_process(folder, seed, 20 * schedules, tmp_path / f"{seed}.json")
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    reports = [json.loads((tmp_path / f"{seed}.json").read_text()) for seed in range(3)]
    assert not any(isinstance(report, str) for report in reports), "".join(map(str, reports))
    counts: Counter[str] = sum(map(Counter, reports), Counter())
    assert min(counts[name] for name in ("save", "load", "look", "read", "read_with_onnx")) > 0
    check_folder(folder)
