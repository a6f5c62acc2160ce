"""Formats results of `run.py` as Markdown tables."""

from __future__ import annotations

from typing import Any

from inputs import GROWTH
from jobs import JOBS, Job
from sides import SIDES

Results = dict[str, Any]
OURS, THEIRS, THEIR_CLASSES = "onnxwire", "onnx", "classes"
# Against betterproto2, these are to be so many times faster.
TIMES_FASTER = 10
AGAINST_BETTERPROTO2 = ("d", "g")


def surroundings(results: Results) -> str:
    """With what it was measured, as a sentence."""
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    return (
        f"CPython {results['python']}, {results['cores']} cores, {results['system']}; {versions};"
        f" medians of {results['runs']} runs"
    )


def seconds_table(results: Results) -> str:
    """How long every side takes for every job."""
    return _by_side(results, lambda result: _seconds(result["seconds"]) + _runs(result, results))


def memory_table(results: Results) -> str:
    """The peak memory of every side in every job."""
    return _by_side(results, lambda result: f"{result['peak']:.0f}")


def _by_side(results: Results, text: Any) -> str:
    sides = [side for side in SIDES if any(side in of for of in results["jobs"].values())]
    rows = [["job", *(SIDES[side].title for side in sides)]]
    for name, result_by_side in _compared(results).items():
        cells = [text(result_by_side[s]) if s in result_by_side else "" for s in sides]
        rows.append([_label(name), *cells])
    return _table(rows)


def goals_table(results: Results) -> str:
    """What was to be reached, and whether it is."""
    rows = [["job", "to `onnx`", "to its classes alone", "goal", "reached"]]
    for name, result_by_side in _compared(results).items():
        job = JOBS[name]
        to_onnx, to_classes = _ratios(result_by_side)
        goal = f"{job.ratio:g}" + (f", below {job.megabytes:g} MB" if job.megabytes else "")
        verdict = _verdict(job, to_onnx, to_classes, result_by_side[OURS]["peak"])
        rows.append([_label(name), _ratio(to_onnx), _ratio(to_classes), goal, verdict])
    return _table(rows)


def _ratios(result_by_side: Results) -> tuple[float, float | None]:
    """Our time in those of `onnx` and, where they were measured, of its classes alone."""
    ours = result_by_side[OURS]["seconds"]
    alone = result_by_side.get(THEIR_CLASSES)
    return ours / result_by_side[THEIRS]["seconds"], ours / alone["seconds"] if alone else None


def _verdict(job: Job, to_onnx: float, to_classes: float | None, peak: float) -> str:
    """`yes`, or what is missing."""
    assert job.ratio is not None
    missing = []
    if to_onnx > job.ratio:
        missing.append(f"no, {to_onnx / job.ratio:.2f} times the goal")
    elif to_classes and to_classes > job.ratio:
        missing.append(f"yes; to its classes {to_classes / job.ratio:.2f} times the goal")
    if job.megabytes and peak >= job.megabytes:
        missing.append(f"no, {peak:.0f} MB")
    return "; ".join(missing) or "yes"


def betterproto2_lines(results: Results) -> str:
    """How many times faster than betterproto2; nothing if that was not measured."""
    lines = []
    for name in AGAINST_BETTERPROTO2:
        result_by_side = results["jobs"][name]
        if "betterproto2" in result_by_side:
            times = result_by_side["betterproto2"]["seconds"] / result_by_side[OURS]["seconds"]
            verdict = "reached" if times >= TIMES_FASTER else "not reached"
            lines.append(
                f"- {_label(name)}: {times:.1f} times faster than betterproto2;"
                f" the goal is {TIMES_FASTER}, {verdict}."
            )
    return "\n".join(lines)


def growth_table(results: Results) -> str:
    """How (d) grows with the number of nodes."""
    rows = [["nodes", "onnxwire", "a node", "`onnx`", "a node"]]
    for percent in GROWTH:
        nodes = results["sizes"]["nodes"] * percent // 100
        result_by_side = _grown(results, percent)
        row = [f"{nodes:,}"]
        for side in (OURS, THEIRS):
            seconds = result_by_side[side]["seconds"]
            row += [_seconds(seconds), f"{seconds / nodes * 1e6:.1f} µs"]
        rows.append(row)
    return _table(rows)


def bytes_per_node(results: Results, side: str) -> float:
    """How much more memory one more node takes, between the smallest and the largest graph."""
    smallest, largest = min(GROWTH), max(GROWTH)
    more = _grown(results, largest)[side]["peak"] - _grown(results, smallest)[side]["peak"]
    return float(more * 1e6 / (results["sizes"]["nodes"] * (largest - smallest) / 100))


def _grown(results: Results, percent: int) -> Results:
    grown: Results = results["jobs"]["d" if percent == 100 else f"grow-{percent}"]
    return grown


def short_table(results: Results) -> str:
    """One line a job: times, ratios and memory of onnxwire and `onnx`."""
    rows = [
        ["job", "onnxwire", "`onnx`", "ratio", "to its classes alone", "MB, onnxwire", "`onnx`"]
    ]
    for name, result_by_side in _compared(results).items():
        ours, theirs = result_by_side[OURS], result_by_side[THEIRS]
        to_onnx, to_classes = _ratios(result_by_side)
        rows.append(
            [
                JOBS[name].title,
                _seconds(ours["seconds"]),
                _seconds(theirs["seconds"]),
                _ratio(to_onnx),
                _ratio(to_classes),
                f"{ours['peak']:.0f}",
                f"{theirs['peak']:.0f}",
            ]
        )
    return _table(rows)


def _compared(results: Results) -> dict[str, dict[str, Any]]:
    """The jobs that have a goal, which are those that all sides do."""
    return {name: of for name, of in results["jobs"].items() if JOBS[name].ratio is not None}


def _label(name: str) -> str:
    return f"**{name}** {JOBS[name].title}"


def _seconds(seconds: float) -> str:
    """Three digits or so, in seconds or what is shorter."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def _ratio(ratio: float | None) -> str:
    """Two digits behind the point or, of what is smaller, two that are not zero."""
    if ratio is None:
        return ""
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.2g}"


def _runs(result: dict[str, Any], results: Results) -> str:
    runs = int(result["runs"])
    return f" ({runs})" if runs < results["runs"] else ""


def _table(rows: list[list[str]]) -> str:
    first, *others = rows
    rule = ["---", *["---:"] * (len(first) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (first, rule, *others))
