"""Folders of the checkout, and the distributions that are built from it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).parents[2]
# The folder of the pyproject.toml that builds each distribution.
DISTRIBUTIONS = {"onnxwire": CHECKOUT / "generated", "wiregen": CHECKOUT}


def metadata_of(distribution: str) -> dict[str, Any]:
    """Return the table `project` in the pyproject.toml of a distribution."""
    text = (DISTRIBUTIONS[distribution] / "pyproject.toml").read_text(encoding="utf-8")
    metadata: dict[str, Any] = tomllib.loads(text)["project"]
    return metadata
