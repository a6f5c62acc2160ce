"""Each distribution does its job where the other one is not installed."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from support.checkout import DISTRIBUTIONS, metadata_of
from support.commands import output_of


def test_every_command_works(name: str, bare_python: Path, tmp_path: Path) -> None:
    script = Path(__file__).parent / f"try_{name}.py"
    version = metadata_of(name)["version"]
    assert output_of(bare_python, script, cwd=tmp_path).endswith(f"\n{name} {version}\n")


def test_a_copied_folder_is_enough_to_use_the_bindings(tmp_path: Path) -> None:
    shutil.copytree(DISTRIBUTIONS["onnxwire"] / "onnxwire", tmp_path / "onnxwire")
    command = (sys.executable, "-I", "-S", "-c")
    use = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from onnxwire.__main__ import main;"
    shown = output_of(*command, f"{use} main(['--version'])")
    assert shown == "onnxwire (not installed, version unknown)\n"
