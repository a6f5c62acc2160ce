"""Random loads, changes, copies and saves: every model, in memory and on the disk, keeps its data."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import onnx
import pytest
from onnx import numpy_helper

import onnxwire
from onnxwire import ExternalData, ExternalDataError, ModelProto, TensorProto, external_buffer
from oracles.saved_models import content
from support.options import times_effort

SEQUENCES = 16
LENGTH = 40
NAMES = ("a", "b", "c")
WISHES: tuple[Any, ...] = (
    *(None, None, False, True, "w.bin"),
    ExternalData(threshold=200, alignment=16),
    ExternalData(threshold=0, one_per_tensor=True, checksum=True),
)
WAYS: tuple[dict[str, Any], ...] = ({}, {"eager": True}, {"mmap": False})

Weights = dict[str, bytes]


class Session:
    """Models in memory and files, each with the weights that it must have."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.models: list[tuple[ModelProto, Weights]] = []
        self.weights_by_path: dict[Path, Weights] = {}
        self.refused = 0
        self.paths = [folder / side / name for side in "12" for name in ("m.onnx", "n.onnx")]
        for path in self.paths:
            path.parent.mkdir(exist_ok=True)
        self.create()

    def create(self) -> None:
        model = ModelProto(ir_version=10)
        weights: dict[str, Any] = {}
        for name in NAMES:
            model.graph.initializer.add(name=name)
            self.set(model, weights, name)
        self.models.append((model, weights))

    def set(self, model: ModelProto, weights: Weights, name: str) -> None:
        data = self.random.randbytes(4 * self.random.choice((0, 50, 3000, 3001, 4000)))
        tensor = TensorProto(name=name, data_type=1, dims=[len(data) // 4], raw_data=data)
        model.graph.initializer[NAMES.index(name)].CopyFrom(tensor)
        weights[name] = data

    def step(self) -> None:
        act = self.random.choice((self.create, self.load, self.load, self.change, self.copy))
        self.random.choice((act, self.save))()
        del self.models[:-6]

    def load(self) -> None:
        if self.weights_by_path:
            path = self.random.choice(sorted(self.weights_by_path))
            model = onnxwire.load(path, **self.random.choice(WAYS))
            self.models.append((model, dict(self.weights_by_path[path])))

    def change(self) -> None:
        self.set(*self.random.choice(self.models), self.random.choice(NAMES))

    def copy(self) -> None:
        (source, theirs), (target, ours) = self.random.choices(self.models, k=2)
        index = self.random.randrange(len(NAMES))
        target.graph.initializer[index] = source.graph.initializer[index]
        ours[NAMES[index]] = theirs[NAMES[index]]

    def save(self) -> None:
        path = self.random.choice(self.paths)
        model, weights = self.random.choice(self.models)
        before, wish = model.SerializeToString(), self.random.choice(WISHES)
        files = content(path.parent)
        try:
            onnxwire.save(model, path, external_data=wish)
        except ExternalDataError:
            # A data file with a given name is never replaced.
            assert wish == "w.bin" and content(path.parent) == files
            self.refused += 1
        else:
            self.weights_by_path[path] = dict(weights)
        assert model.SerializeToString() == before

    def check(self) -> None:
        for model, weights in self.models:
            assert {t.name: data_of(t) for t in model.graph.initializer} == weights
        for path, weights in self.weights_by_path.items():
            assert {t.name: data_of(t) for t in onnxwire.load(path).graph.initializer} == weights
            for tensor in onnx.load(path, load_external_data=False).graph.initializer:
                array = numpy_helper.to_array(tensor, str(path.parent))
                assert array.tobytes() == weights[tensor.name]
        for folder in {path.parent for path in self.weights_by_path}:
            models = [path.read_bytes() for path in self.weights_by_path if path.parent == folder]
            for name in os.listdir(folder):
                # Nothing is left that no model needs.
                is_needed = name.endswith(".onnx") or name == "w.bin"
                assert is_needed or any(name.encode() in model for model in models)


def data_of(tensor: TensorProto) -> bytes:
    is_external = tensor.data_location == TensorProto.EXTERNAL
    return bytes(external_buffer(tensor)) if is_external else tensor.raw_data


def test_every_model_keeps_its_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    count = times_effort(SEQUENCES, pytestconfig)
    # What is on the disk in the end is not seen here, and takes long.
    monkeypatch.setattr(os, "fsync", lambda _: None)
    refused = 0
    for seed in range(count):
        folder = tmp_path / str(seed)
        folder.mkdir()
        session = Session(folder, seed)
        for _ in range(LENGTH):
            session.step()
            session.check()
        refused += session.refused
    assert count / 4 < refused < count * LENGTH / 10
