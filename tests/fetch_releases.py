"""Fetches all releases of ONNX into build/."""

from __future__ import annotations

from fetch_schemas import SOURCES, VERSIONS_BY_PYTHON
from wheels import source_archive, wheel


def main() -> None:
    """Fetch what is not there yet and list all."""
    found = [source_archive("onnx", version) for version in SOURCES]
    for python, versions in VERSIONS_BY_PYTHON.items():
        found += (wheel(f"onnx=={version}", python) for version in versions)
    for path in found:
        print(f"{path.stat().st_size:>12,}  {path.name}")


if __name__ == "__main__":
    main()
