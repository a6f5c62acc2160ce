"""Every link of the reference leads to a page and an id that are there."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from pathlib import Path

import pytest

from oracles.markdown_pages import MarkdownPage

CHECKOUT = Path(__file__).parents[2]
COMMITTED = CHECKOUT / "generated" / "reference"

Pages = dict[str, MarkdownPage]


@pytest.mark.parametrize("which", ["committed", "upstream"])
def test_links_and_ids_resolve(which: str, request: pytest.FixtureRequest) -> None:
    pages: Pages = request.getfixturevalue(which)
    broken = []
    count = 0
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"https?:", link):
                continue
            target, _, anchor = link.partition("#")
            found = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            target_path = found if target else path
            count += 1
            if target_path not in pages or (anchor and anchor not in pages[target_path].ids):
                broken.append(f"{path}: {link}")
    assert not broken
    assert count > 1000


@pytest.mark.parametrize("which", ["committed", "upstream"])
def test_ids_are_unique_on_their_page(which: str, request: pytest.FixtureRequest) -> None:
    pages: Pages = request.getfixturevalue(which)
    assert sum(len(page.ids) for page in pages.values()) > 200
    for path, page in pages.items():
        twice = [name for name, count in Counter(page.ids).items() if count > 1]
        assert not twice, path


@pytest.mark.parametrize("which", ["committed", "upstream"])
def test_pages_are_sound_html(which: str, request: pytest.FixtureRequest) -> None:
    pages: Pages = request.getfixturevalue(which)
    for path, page in pages.items():
        assert not page.unbalanced, path
        assert "<a id" not in page.text and "](" not in page.text, path


def test_file_names_differ_in_more_than_case(committed: Pages) -> None:
    assert len({path.casefold() for path in committed}) == len(committed)


def test_all_ids_are_in_the_list_that_must_not_shrink(committed: Pages) -> None:
    listed = set((COMMITTED / "anchors.lock").read_text().splitlines()[1:])
    there = {
        f"{path}#{name}"
        for path, page in committed.items()
        for name in page.ids
        if not name.startswith("remark.")
    }
    assert listed == there


def test_dates_come_from_the_schemas(committed: Pages) -> None:
    # What the pages are made of: a date from elsewhere would be that of a run.
    sources = "".join(
        path.read_text(encoding="utf-8")
        for path in (CHECKOUT / "schemas" / "onnx").rglob("*")
        if path.is_file()
    )
    dates = {
        date
        for page in committed.values()
        for date in re.findall(r"\d{4}-\d\d-\d\d|\d{1,2} [A-Z][a-z]+ \d{4}", page.text)
    }
    assert len(dates) > 5
    assert not {date for date in dates if date not in sources}
