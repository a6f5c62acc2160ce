"""Which comment belongs to which declaration: protoc's SourceCodeInfo is the judge."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
from attached_comments import by_protoc, by_wiregen
from comment_layouts import LAYOUTS, layout, licensed_layout, random_layout
from oracles.protoc import descriptors

from wiregen.parser import parse
from wiregen.source import Source

ONNX = Path(onnx.__file__).parent
# Upstream's `.in.proto` files are templates, which are no schemas yet.
ONNX_SCHEMAS = [path for path in sorted(ONNX.glob("*.proto")) if ".in." not in path.name]
RANDOM_LAYOUTS = 400


def assert_attached_alike(text: str, folder: Path) -> int:
    """Compare what wiregen and protoc make of a text; the number of declarations with comments."""
    # Bytes, so that line ends stay what they are.
    (folder / "made.proto").write_bytes(text.encode())
    expected = by_protoc(descriptors(folder, "made.proto").file[0])
    assert by_wiregen(parse(Source("made.proto", "made.proto", text))) == expected, text
    return len(expected)


@pytest.mark.parametrize("name", LAYOUTS)
def test_comments_are_attached_as_protoc_does(name: str, tmp_path: Path) -> None:
    assert_attached_alike(layout(name), tmp_path)


@pytest.mark.parametrize("name", LAYOUTS)
def test_line_ends_of_windows_change_nothing(name: str, tmp_path: Path) -> None:
    assert_attached_alike(layout(name).replace("\n", "\r\n"), tmp_path)


def test_comments_before_the_first_statement(tmp_path: Path) -> None:
    assert assert_attached_alike(licensed_layout(), tmp_path) == 2


def test_comments_at_random_places(tmp_path: Path) -> None:
    attached = sum(
        assert_attached_alike(random_layout(seed), tmp_path) for seed in range(RANDOM_LAYOUTS)
    )
    # Few declarations go without a comment: nothing here passes for lack of any.
    assert attached > 10 * RANDOM_LAYOUTS


def test_there_are_schemas_of_onnx_to_compare() -> None:
    assert {"onnx.proto", "onnx-ml.proto", "onnx-data.proto"} <= {p.name for p in ONNX_SCHEMAS}


@pytest.mark.parametrize("path", ONNX_SCHEMAS, ids=lambda path: path.name)
def test_comments_of_the_schemas_that_onnx_publishes(path: Path) -> None:
    name = f"onnx/{path.name}"
    expected = by_protoc(descriptors(ONNX.parent, name).file[-1])
    text = path.read_text(encoding="utf-8")
    assert by_wiregen(parse(Source(name, name, text))) == expected
    assert len(expected) > 5
