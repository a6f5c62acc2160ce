"""Real models out of wheels on PyPI are read as google reads them, and written the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import onnxwire
from oracles.comparison import assert_same
from oracles.message_types import BY_NAME

MODELS = Path(__file__).parents[2] / "build" / "models"
PATHS = sorted(MODELS.rglob("*.onnx"))

pytestmark = [
    pytest.mark.wheels,
    pytest.mark.skipif(not PATHS, reason="no models in build/models; `make models` fetches them"),
]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_field_has_the_value_that_google_finds(path: Path) -> None:
    theirs = BY_NAME["ModelProto"].theirs.FromString(path.read_bytes())
    assert_same(onnxwire.load(path), theirs)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_model_is_encoded_to_the_bytes_it_came_from(path: Path) -> None:
    data = path.read_bytes()
    assert BY_NAME["ModelProto"].theirs.FromString(data).SerializeToString() == data
    assert onnxwire.load(path).SerializeToString() == data


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_saved_model_is_the_file_it_came_from(path: Path, tmp_path: Path) -> None:
    onnxwire.save(onnxwire.load(path), tmp_path / "model.onnx")
    assert (tmp_path / "model.onnx").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", ["silero", "magika", "rapidocr", "nudenet", "basic-pitch"])
def test_every_wheel_gave_a_model(name: str) -> None:
    assert any(path.relative_to(MODELS).parts[0].startswith(name) for path in PATHS)
