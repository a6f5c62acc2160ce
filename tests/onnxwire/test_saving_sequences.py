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
from onnxwire import ExternalData, ModelProto, TensorProto, external_buffer

SEQUENCES = 40
LENGTH = 40
NAMES = ("a", "b", "c")
WISHES: tuple[Any, ...] = (
    *(None, None, False, True, "w.bin"),
    ExternalData(threshold=200, alignment=16),
    ExternalData(threshold=0, one_per_tensor=True, checksum=True),
)
WAYS: tuple[dict[str, bool], ...] = ({}, {"eager": True}, {"mmap": False})

Weights = dict[str, bytes]


class Session:
    """Models in memory and files, each with the weights that it must have."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.models: list[tuple[ModelProto, Weights]] = []
        self.weights_by_path: dict[Path, Weights] = {}
        self.paths = [folder / side / name for side in "12" for name in ("m.onnx", "n.onnx")]
        for path in self.paths:
            path.parent.mkdir(exist_ok=True)
        self.create()

    def create(self) -> None:
        model, weights = ModelProto(ir_version=10), {}
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
        before, data = model.SerializeToString(), data_files(path.parent)
        onnxwire.save(model, path, external_data=self.random.choice(WISHES))
        assert model.SerializeToString() == before
        self.weights_by_path[path] = dict(weights)
        after = data_files(path.parent)
        replaced = {name for name in data if after[name] != data[name]}
        for other in [p for p in self.weights_by_path if p.parent == path.parent and p != path]:
            # Models of one folder may share a file, which was then replaced for both.
            if replaced & locations(other):
                del self.weights_by_path[other]

    def check(self) -> None:
        for model, weights in self.models:
            assert {t.name: data_of(t) for t in model.graph.initializer} == weights
        for path, weights in self.weights_by_path.items():
            assert {t.name: data_of(t) for t in onnxwire.load(path).graph.initializer} == weights
            for tensor in onnx.load(path, load_external_data=False).graph.initializer:
                array = numpy_helper.to_array(tensor, str(path.parent))
                assert array.tobytes() == weights[tensor.name]
            names = {name for name in os.listdir(path.parent) if ".onnxwire" in name}
            assert not names and not any(name[-9:-8] == "." for name in os.listdir(path.parent))


def data_files(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.suffix != ".onnx"}


def locations(path: Path) -> set[str]:
    return {
        entry.value
        for tensor in onnx.load(path, load_external_data=False).graph.initializer
        for entry in tensor.external_data
        if entry.key == "location"
    }


def data_of(tensor: TensorProto) -> bytes:
    is_external = tensor.data_location == TensorProto.EXTERNAL
    return bytes(external_buffer(tensor)) if is_external else tensor.raw_data


def test_every_model_keeps_its_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What is on the disk in the end is not seen here, and takes long.
    monkeypatch.setattr(os, "fsync", lambda _: None)
    for seed in range(SEQUENCES):
        folder = tmp_path / str(seed)
        folder.mkdir()
        session = Session(folder, seed)
        for _ in range(LENGTH):
            session.step()
            session.check()
