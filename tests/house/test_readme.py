"""The README: its examples run as they stand, and what it says is there is there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import onnx
import pytest
from onnx.reference import ReferenceEvaluator

CHECKOUT = Path(__file__).parents[2]
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the examples open."""
    assert onnx.__file__ is not None
    data = Path(onnx.__file__).parent / "backend" / "test" / "data"
    shutil.copy(data / "light" / "light_resnet50.onnx", tmp_path / "model.onnx")
    value = next((data / "simple").rglob("input_0.pb"))
    shutil.copy(value, tmp_path / "input_0.pb")
    return tmp_path


def test_the_examples_run_and_make_a_valid_model(folder: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) == 6
    for block in blocks:
        command = [sys.executable, "-W", "error", "-c", block]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert onnx.load(folder / "model.onnx").metadata_props[-1].key == "reviewed"
    model = onnx.load(folder / "absolute.onnx")
    onnx.checker.check_model(model, full_check=True)
    x = numpy.array([-1, 2], numpy.float32)
    found: Any = ReferenceEvaluator(model).run(None, {"x": x})
    assert found[0].tolist() == [1, 2]


def test_the_commands_of_make_are_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (CHECKOUT / "Makefile").read_text(), re.MULTILINE)) | {
        ""
    }
    for command in re.findall(r"^make *([a-z-]*)|`make ([a-z-]+)`", README, re.MULTILINE):
        assert "".join(command) in targets, command


def test_links_lead_to_files() -> None:
    count = 0
    for page in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        text = (CHECKOUT / page).read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
            assert (CHECKOUT / target).exists(), f"{page}: {target}"
            count += 1
    assert count > 3


def test_contributing_names_modules_that_exist() -> None:
    text = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    names = re.findall(r"`([\w/.-]+\.(?:py|jinja|lark))`", text)
    assert len(names) > 10
    for name in names:
        assert (CHECKOUT / name).is_file(), name


def test_the_report_of_the_explorer_is_one_that_it_gives(tmp_path: Path) -> None:
    blocks = re.findall(r"```\n\$ onnxwire explore (\S+)\n(.*?)```", README, re.DOTALL)
    ((name, shown),) = blocks
    path = tmp_path / name
    path.parent.mkdir()
    path.write_bytes(bytes.fromhex("0a0e") + b"optional_input" + bytes.fromhex("1000"))
    command = [sys.executable, "-m", "onnxwire", "explore", name, "--width", "80"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    position = 0
    for part in shown.split("  ...\n"):
        position = done.stdout.index(part, position)
