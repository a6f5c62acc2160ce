"""The reference that is committed, and one of ONNX's own schemas, as pages."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest

from oracles.markdown_pages import MarkdownPage, read_pages
from wiregen.output.writing import write
from wiregen.pipeline import reference
from wiregen.project import Package

CHECKOUT = Path(__file__).parents[2]
COMMITTED = CHECKOUT / "generated" / "reference"


@pytest.fixture(scope="session")
def committed() -> dict[str, MarkdownPage]:
    """The pages that are committed."""
    return read_pages(COMMITTED)


@pytest.fixture(scope="session")
def upstream(tmp_path_factory: pytest.TempPathFactory) -> dict[str, MarkdownPage]:
    """The pages that ONNX's own schemas give, as the `onnx` package carries them."""
    assert onnx.__file__ is not None
    root = Path(onnx.__file__).parents[1]
    folder = tmp_path_factory.mktemp("upstream")
    names = ("onnx/onnx-ml.proto", "onnx/onnx-data.proto", "onnx/onnx-operators-ml.proto")
    package = Package("", folder, (root,), names, base=root, reference=folder)
    write(reference(package))
    return read_pages(folder)
