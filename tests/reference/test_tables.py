"""Tables stay whole: a row is a line, and a cell says one thing."""

from __future__ import annotations

import re

import pytest

from oracles.markdown_pages import MarkdownPage

Pages = dict[str, MarkdownPage]


@pytest.mark.parametrize("which", ["committed", "upstream"])
def test_rows_have_the_cells_of_their_head(which: str, request: pytest.FixtureRequest) -> None:
    pages: Pages = request.getfixturevalue(which)
    count = 0
    for path, page in pages.items():
        source = page.path.read_text(encoding="utf-8")
        rows = sum(line.startswith("|") for line in source.split("\n"))
        # The line below the head of a table is no row of it.
        assert sum(len(table) + 1 for table in page.tables) == rows, path
        for table in page.tables:
            count += len(table)
            assert {len(row) for row in table} == {len(table[0])}, path
    assert count > 200


@pytest.mark.parametrize("which", ["committed", "upstream"])
def test_cells_hold_one_sentence(which: str, request: pytest.FixtureRequest) -> None:
    pages: Pages = request.getfixturevalue(which)
    for path, page in pages.items():
        for table in page.tables:
            for row in table:
                for cell in row:
                    assert not re.search(r"(?<!e\.g)(?<!i\.e)[.!?] [A-Z]", cell), (path, cell)
