"""Which comment belongs to which declaration, and where it stands: protoc is the judge."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracles.descriptor_sets import assert_same, by_protoc, by_wiregen
from support.comment_layouts import LAYOUTS, layout, licensed_layout, random_layout
from support.options import times_effort

RANDOM_LAYOUTS = 150


def assert_attached_alike(text: str, folder: Path) -> int:
    """Compare what wiregen and protoc make of a text; the number of declarations with comments."""
    # Bytes, so that line ends stay what they are.
    (folder / "made.proto").write_bytes(text.encode())
    (ours,), (theirs,) = by_wiregen(folder, ["made.proto"]), by_protoc(folder, ["made.proto"])
    assert_same(ours, theirs)
    return sum(
        bool(place.leading_comments or place.trailing_comments or place.leading_detached_comments)
        for place in theirs.source_code_info.location
    )


@pytest.mark.parametrize("name", LAYOUTS)
def test_comments_are_attached_as_protoc_does(name: str, tmp_path: Path) -> None:
    assert_attached_alike(layout(name), tmp_path)


@pytest.mark.parametrize("name", LAYOUTS)
def test_line_ends_of_windows_change_nothing(name: str, tmp_path: Path) -> None:
    assert_attached_alike(layout(name).replace("\n", "\r\n"), tmp_path)


@pytest.mark.parametrize("name", LAYOUTS)
def test_tabs_are_counted_as_protoc_does(name: str, tmp_path: Path) -> None:
    assert_attached_alike(layout(name).replace("  ", " \t"), tmp_path)


def test_letters_of_several_bytes_are_counted_as_protoc_does(tmp_path: Path) -> None:
    assert_attached_alike("message M {/* é \t中 */ optional int32 a = 1; /* 😀 */ }\n", tmp_path)


def test_comments_before_the_first_statement(tmp_path: Path) -> None:
    assert assert_attached_alike(licensed_layout(), tmp_path) == 2


def test_comments_at_random_places(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    count = times_effort(RANDOM_LAYOUTS, pytestconfig)
    attached = sum(assert_attached_alike(random_layout(seed), tmp_path) for seed in range(count))
    # Few declarations go without a comment: nothing here passes for lack of any.
    assert attached > 10 * count
