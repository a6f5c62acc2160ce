"""Fetches the ONNX schemas of all releases into build/schemas."""

from __future__ import annotations

from wheels import BUILD, fetch, fetch_source

SCHEMAS = BUILD / "schemas"
KINDS = (".proto", ".proto3")
# The first releases have no wheels, or none for Linux.
SOURCES = ("0.1", "0.2", "0.2.1", "1.0.0", "1.0.1", "1.1.0", "1.1.1")
# By the newest Python that the wheels of a version are for, as far as it matters.
VERSIONS_BY_PYTHON = {
    "3.6": (
        *("1.1.2", "1.2.1", "1.2.2", "1.2.3", "1.3.0", "1.4.0", "1.4.1"),
        *("1.5.0", "1.6.0", "1.7.0"),
    ),
    "3.8": ("1.8.0", "1.8.1", "1.9.0"),
    "3.9": ("1.10.0", "1.10.1", "1.10.2", "1.11.0", "1.12.0"),
    "3.10": ("1.13.0", "1.13.1"),
    "3.11": (
        *("1.14.0", "1.14.1", "1.15.0", "1.16.0", "1.16.1", "1.16.2", "1.17.0", "1.18.0"),
        *("1.19.0", "1.19.1", "1.20.0", "1.20.1", "1.21.0", "1.22.0"),
        *("1.23.0", "1.23.1", "1.23.2"),
    ),
}
VERSIONS = (*SOURCES, *(v for versions in VERSIONS_BY_PYTHON.values() for v in versions))


def main() -> None:
    """Fetch what is not there yet and say how many files there are of each version."""
    for version in SOURCES:
        fetch_source("onnx", version, SCHEMAS / f"onnx-{version}", KINDS)
    for python, versions in VERSIONS_BY_PYTHON.items():
        for version in versions:
            fetch(f"onnx=={version}", SCHEMAS / f"onnx-{version}", KINDS, python)
    for version in VERSIONS:
        folder = SCHEMAS / f"onnx-{version}"
        print(f"{len(list(folder.rglob('*.proto*'))):>3}  {folder.name}")


if __name__ == "__main__":
    main()
