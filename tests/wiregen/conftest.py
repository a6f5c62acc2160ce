"""The kitchen schemas as a generated package and as google's classes, made once a run."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from oracles.any_schema import generate, our_classes, their_classes

SCHEMAS = Path(__file__).parents[1] / "corpus" / "other"
NAMES = ("kitchen3.proto", "kitchen2.proto")


@dataclass(frozen=True)
class Kitchen:
    """The package, and the message classes of either side by full name."""

    package: Any
    ours: dict[str, Any]
    theirs: dict[str, Any]


@pytest.fixture(scope="session", name="kitchen")
def kitchen_(tmp_path_factory: pytest.TempPathFactory) -> Kitchen:
    """Messages of every kind of field, proto2's and proto3's."""
    folder = tmp_path_factory.mktemp("kitchen")
    shutil.copytree(SCHEMAS, folder, dirs_exist_ok=True)
    package = generate(folder, "kitchen_package", *NAMES)
    ours = our_classes(package, "kitchen3", "kitchen2")
    return Kitchen(package, ours, their_classes(folder, *NAMES))
