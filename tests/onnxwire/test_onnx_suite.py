"""ONNX's own tests pass with our classes: here the files that use messages most.

`make onnx-suite` runs all of them.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

import onnx_suite

FILES = (
    *("helper_test.py", "numpy_helper_test.py", "checker_test.py", "compose_test.py"),
    *("serialization_test.py", "external_data_test.py", "shape_inference_test.py"),
    *("version_converter_test.py", "basic_test.py"),
)


@pytest.mark.parametrize("words", [(), ("--hide-google",)], ids=["beside google", "without"])
def test_onnx_passes_its_own_tests(words: tuple[str, ...]) -> None:
    command = [sys.executable, onnx_suite.__file__, *words, *FILES]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode == onnx_suite.UNREACHABLE:
        pytest.skip("the source archive of onnx is not here, and PyPI cannot be reached")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
