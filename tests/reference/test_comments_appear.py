"""Nothing that the schemas say is lost: every line of every comment stands on some page."""

from __future__ import annotations

import re
from pathlib import Path

import onnx
import pytest

from oracles.markdown_pages import MarkdownPage

CHECKOUT = Path(__file__).parents[2]

Pages = dict[str, MarkdownPage]

assert onnx.__file__ is not None
UPSTREAM = Path(onnx.__file__).parent
OURS = CHECKOUT / "schemas" / "onnx"


def comment_lines(path: Path) -> list[str]:
    """The words of each line of comment."""
    lines = re.findall(
        r"//(.*)", re.sub(r'"[^"\n]*"', lambda m: m[0].replace("//", "  "), path.read_text())
    )
    words = [" ".join(re.findall(r"[^\W_]+", line.replace("`", ""))) for line in lines]
    return [line for line in words if line]


@pytest.mark.parametrize("name", ["onnx.proto", "onnx-data.proto", "onnx-operators.proto"])
def test_every_comment_line_of_ours(name: str, committed: Pages) -> None:
    everything = "\n".join(page.words for page in committed.values())
    missing = [
        line for line in comment_lines(OURS / name) if f" {without_marker(line)} " not in everything
    ]
    assert not missing


@pytest.mark.parametrize("name", ["onnx-ml.proto", "onnx-data.proto", "onnx-operators-ml.proto"])
def test_every_comment_line_of_upstream(name: str, upstream: Pages) -> None:
    everything = "\n".join(page.words for page in upstream.values())
    missing = [
        line
        for line in comment_lines(UPSTREAM / name)
        if f" {without_marker(line)} " not in everything
    ]
    assert not missing


def without_marker(line: str) -> str:
    """A line without the number of a list, which browsers write themselves."""
    return re.sub(r"^\d{1,2} (?=[A-Z])", "", line)
