"""Measures jobs by sides: their names in, a table of medians out, and JSON for `report.py`.

Every run is a process of its own; the sides take turns. In the first turn the results are
compared, and one that differs ends everything: nothing is said of how fast it was.
"""

from __future__ import annotations

import argparse
import compileall
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import inputs
from jobs import JOBS
from sides import SIDES

HERE = Path(__file__).parent
RUNS = 5
# After so many seconds of one side and job there are no more runs of it.
PATIENCE = 6.0


@dataclass(frozen=True)
class Run:
    """What one process measured."""

    seconds: float
    before: float
    peak: float
    digest: str | None
    core: str


@dataclass(frozen=True)
class Result:
    """What a side needs for a job: medians over some runs, in seconds and megabytes."""

    runs: int
    seconds: float
    fastest: float
    slowest: float
    before: float
    peak: float


def main() -> None:
    """Measure what was asked for."""
    options = parsed_options()
    folder = inputs.BUILD / ("quick" if options.quick else "full")
    make_inputs(folder)
    # As pip does with a package that it installs; Python itself may be told not to.
    compileall.compile_dir(inputs.CHECKOUT / "generated" / "onnxwire", quiet=2)
    results = {job: measure_job(job, options.sides, folder, options.runs) for job in options.jobs}
    if options.out:
        content = {**surroundings(folder, options.runs or RUNS), "jobs": as_plain(results)}
        options.out.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    print_table(results)


def parsed_options() -> argparse.Namespace:
    """What the command line says, with names in place of their beginnings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=chosen_jobs, default=",".join(JOBS), help="such as a,c,k")
    parser.add_argument("--sides", type=chosen_sides, default=",".join(SIDES))
    parser.add_argument("--runs", type=int, default=None, help=f"of each; {RUNS} if time allows")
    parser.add_argument("--quick", action="store_true", help="small inputs, one run")
    parser.add_argument("--out", type=Path, help="a file for the results, as JSON")
    options = parser.parse_args()
    if options.quick and options.runs is None:
        options.runs = 1
    return options


def chosen_jobs(words: str) -> list[str]:
    """Names of jobs: `k` is all whose name begins with `k-`, or is `k`."""
    chosen = [job for job in JOBS if {job, job.partition("-")[0]} & set(words.split(","))]
    if not chosen:
        raise argparse.ArgumentTypeError(f"the jobs are {', '.join(JOBS)}")
    return chosen


def chosen_sides(words: str) -> list[str]:
    """Names of sides."""
    if not set(words.split(",")) <= set(SIDES):
        raise argparse.ArgumentTypeError(f"the sides are {', '.join(SIDES)}")
    return installed_sides(words.split(","))


def installed_sides(names: list[str]) -> list[str]:
    """Without those that need what is not installed."""
    for name in names:
        if not is_installed(name):
            print(f"{name}: left out, {SIDES[name].needs} is not installed", file=sys.stderr)
    return [name for name in names if is_installed(name)]


def is_installed(side: str) -> bool:
    needs = SIDES[side].needs
    return not needs or importlib.util.find_spec(needs) is not None


def make_inputs(folder: Path) -> None:
    """The files and the code to visit them, made by processes that may be large."""
    if not inputs.is_made(folder):
        print(f"making {folder}", file=sys.stderr)
        subprocess.run([sys.executable, HERE / "inputs.py", folder], check=True)
    makers = ["visitors.py"]
    if is_installed("betterproto2"):
        makers.append("betterproto2_code.py")
    for maker in makers:
        subprocess.run([sys.executable, HERE / maker, folder], check=True)


def measure_job(job: str, sides: list[str], folder: Path, runs: int | None) -> dict[str, Result]:
    """The medians of all sides that do a job."""
    input_file = JOBS[job].input_file
    if input_file:
        read_through(folder / input_file)
    runs_by_side: dict[str, list[Run]] = {s: [] for s in sides if job not in SIDES[s].left_out}
    spent = dict.fromkeys(runs_by_side, 0.0)
    for turn in range(runs or RUNS):
        for side, done in runs_by_side.items():
            if turn and runs is None and spent[side] > PATIENCE:
                continue
            start = time.perf_counter()
            done.append(run_once(side, job, folder, is_checked=not turn))
            spent[side] += time.perf_counter() - start
            print(f"{job:12} {side:12} {done[-1].seconds:10.4f} s", file=sys.stderr)
            if not turn:
                require_same(job, runs_by_side)
    return {side: summary(done) for side, done in runs_by_side.items()}


def read_through(path: Path) -> None:
    """From now on the system has the file in memory."""
    with open(path, "rb") as file:
        while file.read(1 << 20):
            pass


def run_once(side_name: str, job: str, folder: Path, *, is_checked: bool) -> Run:
    """One process."""
    side = SIDES[side_name]
    command = [sys.executable, str(HERE / "once.py"), side.module, side.package, job, str(folder)]
    command += ["check"] if is_checked else []
    environment = {**os.environ, **dict(side.environment)}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{side_name} did not do job {job}")
    run = Run(**json.loads(done.stdout))
    if run.core != side.core:
        sys.exit(f"{side_name}: {side.core} was asked for, {run.core} is at work")
    return run


def require_same(job: str, runs_by_side: dict[str, list[Run]]) -> None:
    """All results so far must be one."""
    digest_by_side = {side: done[0].digest for side, done in runs_by_side.items() if done}
    if len(set(digest_by_side.values())) > 1:
        sys.exit(f"job {job}: the results differ: {digest_by_side}")


def summary(runs: list[Run]) -> Result:
    seconds = [run.seconds for run in runs]
    return Result(
        runs=len(runs),
        seconds=statistics.median(seconds),
        fastest=min(seconds),
        slowest=max(seconds),
        before=statistics.median(run.before for run in runs),
        peak=statistics.median(run.peak for run in runs),
    )


def as_plain(results: dict[str, dict[str, Result]]) -> dict[str, object]:
    """Results as JSON holds them; more digits would be noise."""
    return {
        job: {
            side: {key: float(f"{value:.4g}") for key, value in asdict(result).items()}
            for side, result in result_by_side.items()
        }
        for job, result_by_side in results.items()
    }


def surroundings(folder: Path, runs: int) -> dict[str, object]:
    """With what, and on what, it was measured."""
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "runs": runs,
        "versions": {name: version(name) for name in ("onnx", "protobuf", "numpy")},
        "sizes": asdict(inputs.SIZES[folder.name]),
        "real_models": len((folder / "real_models.txt").read_text().splitlines()),
    }


def print_table(results: dict[str, dict[str, Result]]) -> None:
    """Seconds and megabytes of every side, and how the first compares with the others."""
    for job, result_by_side in results.items():
        print(f"{job}: {JOBS[job].title}")
        for side, result in result_by_side.items():
            first = next(iter(result_by_side.values()))
            print(
                f"  {side:12} {result.seconds:10.4f} s {result.peak:8.0f} MB"
                f"  {first.seconds / result.seconds:8.4f}  ({result.runs} runs)"
            )


if __name__ == "__main__":
    main()
