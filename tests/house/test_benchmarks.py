"""The benchmarks do the same with onnxwire as with `onnx`, and the pages show what was measured.

betterproto2 is no part of this: it is installed by `make bench` only.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
INPUTS = BENCHMARKS.parent / "build" / "benchmarks" / "quick"
MODULES = ("jobs", "report", "side_classes", "side_onnx", "side_onnxwire")
sys.path.insert(0, str(BENCHMARKS))
JOBS = importlib.import_module("jobs").JOBS
sys.path.remove(str(BENCHMARKS))


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / "run.py"), "--quick", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the runner says of two jobs, after it made the small inputs."""
    out = tmp_path_factory.mktemp("benchmarks") / "results.json"
    done = run("--jobs", "a,j", "--sides", "onnxwire,onnx", "--out", str(out))
    assert done.returncode == 0, done.stderr
    content: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return content


@pytest.fixture(scope="module")
def modules(results: dict[str, Any]) -> Iterator[SimpleNamespace]:
    """The benchmarks' modules, which are scripts beside each other; `results` has the inputs made."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCHMARKS)
        patch.syspath_prepend(INPUTS)
        yield SimpleNamespace(**{name: importlib.import_module(name) for name in MODULES})


def test_a_run_gives_times_and_memory_of_each_side(results: dict[str, Any]) -> None:
    assert set(results["jobs"]) == {"a", "j"}
    for result_by_side in results["jobs"].values():
        assert set(result_by_side) == {"onnxwire", "onnx"}
        for result in result_by_side.values():
            assert result["runs"] == 1 and result["seconds"] > 0 and result["peak"] > 1


@pytest.mark.parametrize("name", [name for name in JOBS if name != "j"])
def test_both_do_the_same_in_every_job(name: str, modules: SimpleNamespace) -> None:
    found = [
        outcome(JOBS[name], side)
        for side in (modules.side_onnxwire, modules.side_onnx, modules.side_classes)
    ]
    assert found[0] == found[1] == found[2]


def outcome(job: Any, side: Any) -> Any:
    """What a side found or wrote, in this process."""
    steps = job.steps(side, INPUTS)
    next(steps)
    next(steps)
    found = next(steps)
    steps.close()
    return found


def test_a_result_that_differs_ends_the_run(modules: SimpleNamespace) -> None:
    module = importlib.import_module("run")
    right, wrong = (module.Run(1.0, 1.0, 1.0, digest, "upb") for digest in ("a1", "b2"))
    module.require_same("a", {"onnxwire": [right], "onnx": [right]})
    with pytest.raises(SystemExit, match="job a: the results differ"):
        module.require_same("a", {"onnxwire": [right], "onnx": [wrong]})


def test_the_pages_show_the_results(modules: SimpleNamespace) -> None:
    report = modules.report
    results = json.loads(report.RESULTS.read_text(encoding="utf-8"))
    pages = report.pages(results)
    assert pages
    for path, text in pages.items():
        assert path.read_text(encoding="utf-8") == text, f"run: benchmarks/report.py ({path})"


def test_the_stages_of_wiregen_are_measured_on_what_it_makes() -> None:
    command = [sys.executable, str(BENCHMARKS / "wiregen_stages.py"), "once"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {"parse", "render", "format"} <= json.loads(done.stdout).keys()
