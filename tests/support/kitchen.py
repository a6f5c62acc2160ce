"""The kitchen schemas as a generated package and as google's classes."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oracles.any_schema import generate, our_classes, their_classes
from support.checkout import CHECKOUT

SCHEMAS = CHECKOUT / "tests" / "corpus" / "other"
NAMES = ("kitchen3.proto", "kitchen2.proto")


@dataclass(frozen=True)
class Kitchen:
    """The package, and the message classes of either side by full name."""

    package: Any
    ours: dict[str, Any]
    theirs: dict[str, Any]


def make_kitchen(folder: Path) -> Kitchen:
    """Generate the package in a folder and import it."""
    shutil.copytree(SCHEMAS, folder, dirs_exist_ok=True)
    package = generate(folder, "kitchen_package", *NAMES)
    ours = our_classes(package, "kitchen3", "kitchen2")
    return Kitchen(package, ours, their_classes(folder, *NAMES))
