"""The results as a picture: what `run.py` measured in, an SVG out, the same for the same results."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from jobs import JOBS
from sides import SIDES

# A colour and a shape for each side: either alone tells them apart.
COLOURS = {
    "onnxwire": "#0b5cad",
    "onnx": "#444444",
    "classes": "#8a8a8a",
    "python": "#c26a00",
    "betterproto2": "#a02c6e",
}
BACKGROUND, TEXT, LINES = "#ffffff", "#222222", "#dddddd"
ROW, LABELS, PANEL, GAP, TOP = 24, 262, 340, 44, 104
WIDTH = LABELS + 2 * PANEL + GAP + 30


@dataclass(frozen=True)
class Panel:
    """A scale of decades, from left to right."""

    left: int
    lowest: int
    highest: int

    def place(self, value: float) -> float:
        """How far to the right a value stands."""
        share = (math.log10(value) - self.lowest) / (self.highest - self.lowest)
        return self.left + share * PANEL


def plot(results: dict[str, Any]) -> str:
    """Two panels with a row a job: times as ratios to `onnx`, and peak memory."""
    jobs = {name: of for name, of in results["jobs"].items() if JOBS[name].ratio is not None}
    height = TOP + ROW * len(jobs) + 56
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}"'
        f' viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12"'
        f' fill="{TEXT}" role="img" aria-label="Times and memory of onnxwire and others">',
        f'<rect width="{WIDTH}" height="{height}" fill="{BACKGROUND}"/>',
        text(20, 28, "What people do with ONNX models: time and memory", "start", 16),
        *legend([side for side in SIDES if any(side in of for of in jobs.values())]),
    ]
    for row, name in enumerate(jobs):
        label = f"{name}: {JOBS[name].title}"
        lines.append(text(LABELS - 10, TOP + ROW * row + ROW / 2 + 4, label, "end"))
    lines += panel(
        jobs, LABELS, "time, as a ratio to onnx (left is faster)", relative_time, goal=goal_of_time
    )
    lines += panel(
        jobs, LABELS + PANEL + GAP, "peak memory in MB (left is less)", peak, goal=goal_of_memory
    )
    return "\n".join([*lines, "</svg>"]) + "\n"


def relative_time(result_by_side: dict[str, Any], side: str) -> float:
    return float(result_by_side[side]["seconds"] / result_by_side["onnx"]["seconds"])


def peak(result_by_side: dict[str, Any], side: str) -> float:
    return float(result_by_side[side]["peak"])


def goal_of_time(name: str) -> float | None:
    return JOBS[name].ratio


def goal_of_memory(name: str) -> float | None:
    return JOBS[name].megabytes


def panel(
    jobs: dict[str, Any],
    left: int,
    title: str,
    value: Callable[[dict[str, Any], str], float],
    goal: Callable[[str], float | None],
) -> Iterator[str]:
    """A grid of decades with a mark for every side of every job, and lines where goals are."""
    values = {
        name: {side: value(of, side) for side in SIDES if side in of} for name, of in jobs.items()
    }
    every = [number for of in values.values() for number in of.values()]
    every += [number for name in jobs if (number := goal(name))]
    scale = Panel(left, math.floor(math.log10(min(every))), math.ceil(math.log10(max(every))))
    bottom = TOP + ROW * len(jobs)
    yield text(left + PANEL / 2, bottom + 40, title, "middle")
    for decade in range(scale.lowest, scale.highest + 1):
        x = scale.place(10.0**decade)
        yield f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="{LINES}"/>'
        yield text(x, bottom + 18, f"{10.0**decade:g}", "middle")
    for row, (name, value_by_side) in enumerate(values.items()):
        y = TOP + ROW * row + ROW / 2
        yield f'<path d="M{left} {y}H{left + PANEL}" stroke="{LINES}" stroke-dasharray="1 3"/>'
        if number := goal(name):
            x = scale.place(number)
            yield f'<path d="M{x:.1f} {y - 9}v18" stroke="{COLOURS["onnxwire"]}" stroke-width="2"/>'
        # Ours last, on top of the others.
        for side in reversed(value_by_side):
            yield mark(side, scale.place(value_by_side[side]), y)


def legend(sides: list[str]) -> Iterator[str]:
    """What the marks mean."""
    x = 26.0
    for side in sides:
        title = SIDES[side].title.replace("`", "")
        yield mark(side, x, 54)
        yield text(x + 11, 58, title, "start")
        x += 36 + 6.6 * len(title)
    yield f'<path d="M26 70v18" stroke="{COLOURS["onnxwire"]}" stroke-width="2"/>'
    yield text(37, 83, "what onnxwire was to reach", "start")


def mark(side: str, x: float, y: float) -> str:
    """A small shape around a point."""
    shapes = {
        "onnxwire": f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6"',
        "onnx": f'<path d="M{x - 5:.1f} {y - 5:.1f}h10v10h-10z"',
        "classes": f'<path d="M{x - 5:.1f} {y - 5:.1f}h10v10h-10z" fill-opacity="0.5"',
        "python": f'<path d="M{x:.1f} {y - 6:.1f}l6 11h-12z"',
        "betterproto2": f'<path d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z"',
    }
    return f'{shapes[side]} fill="{COLOURS[side]}"/>'


def text(x: float, y: float, content: str, anchor: str, size: int = 12) -> str:
    """A line of text."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">'
        f"{escape(content)}</text>"
    )
