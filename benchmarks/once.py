"""Runs one job for one side in this process and prints JSON.

With a last word `check`, a digest of the result is part of it.

What is imported here counts for what an import shares with a side: that job comes first.
"""

from __future__ import annotations

import sys
import time


def main() -> None:
    """Run the job and print what it took."""
    module, package, job, folder, *words = sys.argv[1:]
    # Code that was made is among the inputs.
    sys.path.append(folder)
    if job == "j":
        measured = measure_import(package)
    else:
        measured = measure(module, job, folder, is_checked="check" in words)
    import json
    from importlib import import_module

    print(json.dumps({**measured, "core": import_module(module).CORE}))


def measure_import(package: str) -> dict[str, object]:
    """What it takes to import what a user imports."""
    start = time.perf_counter()
    __import__(package)
    seconds = time.perf_counter() - start
    module = sys.modules[package]
    peak = peak_megabytes()
    names = [name for name in ("ModelProto", "NodeProto", "TensorProto") if hasattr(module, name)]
    return {"seconds": seconds, "before": 0.0, "peak": peak, "digest": digest_of(names)}


def measure(module: str, job: str, folder: str, *, is_checked: bool) -> dict[str, object]:
    """What a job takes, after everything is imported and prepared."""
    from importlib import import_module
    from pathlib import Path

    from jobs import JOBS

    steps = JOBS[job].steps(import_module(module), Path(folder))
    next(steps)
    before = peak_megabytes()
    start = time.perf_counter()
    next(steps)
    seconds = time.perf_counter() - start
    peak = peak_megabytes()
    digest = digest_of(next(steps)) if is_checked else None
    # What was written goes.
    steps.close()
    return {"seconds": seconds, "before": before, "peak": peak, "digest": digest}


def digest_of(result: object) -> str:
    """What is the same for two results that are."""
    from hashlib import sha256

    return sha256(repr(result).encode()).hexdigest()


def peak_megabytes() -> float:
    """The most memory that this process had; what is mapped and was looked at counts as well."""
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


if __name__ == "__main__":
    main()
