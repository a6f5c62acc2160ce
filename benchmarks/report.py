"""Writes the pages that report measurements, from `results.json`.

Between the markers of a page nothing is written by hand.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import tables
from plot import plot

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"


def main() -> None:
    """Write all pages."""
    for path, text in pages(json.loads(RESULTS.read_text(encoding="utf-8"))).items():
        path.write_text(text, encoding="utf-8")


def pages(results: tables.Results) -> dict[Path, str]:
    """The text of every page that has results in it."""
    readme, front = HERE / "README.md", HERE.parent / "README.md"
    return {
        readme: between_markers(readme, long_report(results)),
        front: between_markers(front, tables.short_table(results)),
        HERE / "jobs.svg": plot(results),
    }


def between_markers(path: Path, text: str) -> str:
    """A page with a new text between its markers."""
    start, end = "<!-- `make bench` writes from here -->", "<!-- to here -->"
    page, count = re.subn(
        f"{re.escape(start)}.*?{re.escape(end)}",
        lambda _: f"{start}\n\n{text}\n\n{end}",
        path.read_text(encoding="utf-8"),
        flags=re.DOTALL,
    )
    if count != 1:
        raise ValueError(f"{path}: one pair of markers was expected, {count} found")
    return page


def long_report(results: tables.Results) -> str:
    """All tables, with the sentences that have numbers in them."""
    sizes = results["sizes"]
    ours, theirs = (tables.bytes_per_node(results, s) for s in (tables.OURS, tables.THEIRS))
    parts = [
        tables.surroundings(results) + "; where fewer fitted into the time, how many.",
        f"The large model has {sizes['tensors']} tensors of a megabyte; the graph has"
        f" {sizes['nodes']:,} nodes with five attributes each; the tensors have"
        f" {sizes['values']:,} values; there are {results['real_models']} real models.",
        tables.seconds_table(results),
        "### Peak memory, MB",
        tables.memory_table(results),
        "### Ratios, and what was to be reached",
        tables.goals_table(results),
        tables.betterproto2_lines(results),
        "### How (d) grows",
        tables.growth_table(results),
        f"One more node, with its five attributes, takes {ours:,.0f} bytes in onnxwire and"
        f" {theirs:,.0f} in `onnx`, the file's own bytes included.",
    ]
    return "\n\n".join(part for part in parts if part)


if __name__ == "__main__":
    main()
