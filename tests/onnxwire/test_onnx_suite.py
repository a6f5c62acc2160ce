"""ONNX's own tests pass with our classes: here the files that use messages most.

`make onnx-suite` runs all of them.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[1] / "onnx_suite.py"
FILES = (
    *("helper_test.py", "numpy_helper_test.py", "checker_test.py", "compose_test.py"),
    *("serialization_test.py", "external_data_test.py", "shape_inference_test.py"),
    *("version_converter_test.py", "basic_test.py"),
)


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("onnx_suite", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(SCRIPT.parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(SCRIPT.parent))
    return module


@pytest.mark.parametrize("words", [(), ("--hide-google",)], ids=["beside google", "without"])
def test_onnx_passes_its_own_tests(words: tuple[str, ...]) -> None:
    command = [sys.executable, str(SCRIPT), *words, *FILES]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode == script().UNREACHABLE:
        pytest.skip("the source archive of onnx is not here, and PyPI cannot be reached")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
