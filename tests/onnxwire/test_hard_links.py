"""Hard links in a model's folder: every way of reading refuses them, as `onnx` does."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import onnx
import pytest
from onnx import numpy_helper

import onnxwire
from onnxwire import ExternalDataError, external_buffer, to_numpy
from onnxwire._cli.command_line import main
from oracles.external_models import EIGHT, floats, load_one, refer

REASON = r"2 names \(hard links\)"


@pytest.fixture(name="path")
def path_(tmp_path: Path) -> Path:
    """A model whose data file is another name of a file outside its folder."""
    (tmp_path / "secret.bin").write_bytes(EIGHT)
    folder = tmp_path / "models"
    folder.mkdir()
    os.link(tmp_path / "secret.bin", folder / "w.bin")
    load_one(folder, refer(floats(8), "w.bin", size=32))
    return folder / "model.onnx"


def test_onnx_refuses_hard_links(path: Path) -> None:
    with pytest.raises(onnx.checker.ValidationError):
        onnx.load(path)
    tensor = onnx.load(path, load_external_data=False).graph.initializer[0]
    with pytest.raises(onnx.checker.ValidationError):
        numpy_helper.to_array(tensor, str(path.parent))


@pytest.mark.parametrize("way", [{}, {"eager": True}, {"mmap": False}], ids=str)
def test_no_function_reads_a_hard_link(path: Path, way: Any) -> None:
    model = onnxwire.load(path, **way)
    (tensor,) = model.graph.initializer
    target = path.parent.parent / "copy.onnx"
    for read in (
        lambda: external_buffer(tensor),
        lambda: external_buffer(tensor, path.parent),
        lambda: to_numpy(tensor),
        lambda: onnxwire.embed_external_data(model),
        lambda: onnxwire.verify_external_data(model),
        lambda: onnxwire.save(model, target),
        lambda: onnxwire.save(model, target, external_data=True),
        lambda: onnxwire.save(model, target, external_data=False),
    ):
        with pytest.raises(ExternalDataError, match=REASON):
            read()
    assert sorted(os.listdir(target.parent)) == ["models", "secret.bin"]


@pytest.mark.parametrize(
    "command",
    [
        ["check", "--all"],
        ["tensors", "--verify"],
        ["tensors", "--stats"],
        ["tensors", "--save", "w", os.devnull],
        ["explore", "--external"],
        ["convert", "--embed"],
        ["convert", "--external"],
        ["convert", "--verify"],
    ],
    ids=" ".join,
)
def test_every_command_reports_a_hard_link(
    path: Path, tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    name, *options = command
    files = [str(path), str(tmp_path / "out.onnx")][: 1 + (name == "convert")]
    status = main([name, *files, *options])
    # `explore` reports what it finds and succeeds.
    assert (status == 0) == (name == "explore")
    output = capsys.readouterr()
    assert "2 names (hard links)" in " ".join(f"{output.out} {output.err}".split())


def test_a_file_is_read_again_once_it_has_one_name(path: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.bin").unlink()
    assert external_buffer(onnxwire.load(path).graph.initializer[0]) == EIGHT
