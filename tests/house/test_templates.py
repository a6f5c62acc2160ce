"""Templates put nothing raw between quotes, into elements or into links."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import jinja2
from jinja2 import nodes

from support.checkout import CHECKOUT

TEMPLATES = CHECKOUT / "templates"


class Shown(NamedTuple):
    """One output of a template, and the text in front of it."""

    place: str
    before: str
    filters: tuple[str, ...]


def shown_by(path: Path) -> Iterator[Shown]:
    tree = jinja2.Environment(trim_blocks=True, lstrip_blocks=True).parse(path.read_text())
    for output in tree.find_all(nodes.Output):
        before = ""
        for node in output.nodes:
            if isinstance(node, nodes.TemplateData):
                before = node.data
                continue
            filters = []
            while isinstance(node, nodes.Filter):
                filters.append(node.name)
                assert isinstance(node.node, nodes.Expr)
                node = node.node
            place = f"{path.relative_to(TEMPLATES)}:{node.lineno}"
            if not isinstance(node, nodes.Const):
                yield Shown(place, before, tuple(filters))
            before = ""


def shown() -> list[Shown]:
    return [item for path in sorted(TEMPLATES.rglob("*.jinja")) for item in shown_by(path)]


def test_what_stands_between_quotes_is_an_id_that_was_made_for_that() -> None:
    quoted = [item for item in shown() if item.before.endswith(('"', "'", "`"))]
    assert len(quoted) > 10
    assert [item for item in quoted if item.filters[:1] != ("anchor_id",)] == []


def test_no_element_and_no_target_of_a_link_is_written_raw() -> None:
    all_shown = shown()
    assert len(all_shown) > 300
    assert [item for item in all_shown if item.before.endswith(("<", "</", "<!--"))] == []
    targets = [item for item in all_shown if item.before.endswith(("](", "](#"))]
    assert [item for item in targets if not item.filters] == []
