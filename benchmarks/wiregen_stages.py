"""Measures the stages of wiregen on ONNX's schemas.

Every stage runs in a fresh process, as it does for a user. What the stages made is compared
with what is on disk, so that nothing is measured that did something else.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
RUNS = 5
READ = ("parse", "link", "check")


def main() -> None:
    """Run everything several times and print the medians."""
    if len(sys.argv) > 1:
        print(json.dumps(stages()))
        return
    runs = [json.loads(run([sys.executable, __file__, "once"])) for _ in range(RUNS)]
    medians = {stage: statistics.median(r[stage] for r in runs) for stage in runs[0]}
    whole = statistics.median(seconds_of_command() for _ in range(RUNS))
    total = sum(medians.values())
    print(f"CPython {platform.python_version()}, {os.cpu_count()} cores, medians of {RUNS} runs\n")
    print("| stage | seconds | share |\n| --- | ---: | ---: |")
    for stage, seconds in medians.items():
        print(f"| {stage} | {seconds:.3f} | {seconds / total:.0%} |")
    print(f"| all stages, the package `onnxwire` | {total:.3f} | |")
    print(f"| parse, link and check, after import | {sum(medians[s] for s in READ):.3f} | |")
    print(f"| `wiregen generate`, the whole command, both packages | {whole:.3f} | |")


def run(command: list[str]) -> str:
    return subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True, text=True).stdout


def seconds_of_command() -> float:
    start = time.perf_counter()
    report = run([sys.executable, "-m", "wiregen", "generate"])
    seconds = time.perf_counter() - start
    assert all(f" {word} " not in report for word in ("wrote", "rewrote")), report
    return seconds


def stages() -> dict[str, float]:
    """The seconds of each stage of making the package `onnxwire`."""
    clock = Clock()
    from wiregen.lowering.link import link
    from wiregen.output.formatting import formatted
    from wiregen.output.rendering import templates_folder
    from wiregen.pipeline import annotations_of, examples_of, files_to_generate, read_inputs
    from wiregen.project import read_configuration
    from wiregen.schema.option_types import OptionTypes
    from wiregen.source.diagnostics import Faults
    from wiregen.syntax.loading import load
    from wiregen.targets.docs.target import DocsTarget
    from wiregen.targets.python.names import message_api
    from wiregen.targets.python.package import file_views
    from wiregen.targets.python.target import PythonTarget
    from wiregen.validation.reading import built_in_options
    from wiregen.validation.schema import check

    clock.lap("import")
    (package,) = (p for p in read_configuration(CHECKOUT) if p.name == "onnxwire")
    roots, faults = package.import_roots, Faults()
    clock.lap("settings")
    files = load(package.schemas, roots)
    clock.lap("parse")
    built_in = built_in_options()
    schema = link(files, roots, faults, built_in)
    clock.lap("link")
    check(schema, OptionTypes(schema, built_in), faults)
    faults.raise_if_any()
    clock.lap("check")
    needed = files_to_generate(schema, package.schemas)
    file_views(schema, needed, message_api(templates_folder()), package.knowing_origin)
    clock.lap("views")
    annotations_of(package, schema)
    examples_of(package, schema)
    clock.lap("annotations, examples")
    inputs = read_inputs(package)
    clock.skip()
    outputs = list(PythonTarget().outputs(inputs))
    content_by_path = {output.path: output.content() for output in outputs}
    clock.lap("render")
    codes = [output.path for output in outputs if output.is_code]
    texts = formatted([content_by_path[path].decode() for path in codes])
    made = {path: text.encode() for path, text in zip(codes, texts, strict=True)}
    clock.lap("format")
    made |= {output.path: output.content() for output in DocsTarget().outputs(inputs)}
    clock.lap("reference")
    for path, content in made.items():
        assert path.read_bytes() == content, path
    return clock.seconds_by_stage


class Clock:
    """Seconds between laps."""

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self.seconds_by_stage: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        """The time since the last lap belongs to this stage."""
        now = time.perf_counter()
        self.seconds_by_stage[stage] = now - self._last
        self._last = now

    def skip(self) -> None:
        """The time since the last lap belongs to no stage."""
        self._last = time.perf_counter()


if __name__ == "__main__":
    main()
