"""Text that breaks out where it is not escaped, and what code and pages consist of beside text."""

from __future__ import annotations

import ast
from html.parser import HTMLParser

import markdown
from markdown_it import MarkdownIt

HOSTILE = (
    "a\"b'c\"\"\"d'''e\\f\\\\g`h|i<script>alert(1)</script>j-->k[l](javascript:m)n![o](p)"
    "{{ 7 * 7 }}{% raw %}{# q #}*r*_s_~~t~~*/u\u2028v\u202ew\x1b[31mx\x85y builtins.z # type: ignore"
)
PLAIN = "plain"


def nodes(code: str) -> list[str]:
    tree = ast.parse(code, type_comments=True)
    assert not tree.type_ignores
    return [type(node).__name__ for node in ast.walk(tree)]


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[object] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, sorted(attrs)))

    def handle_comment(self, data: str) -> None:
        self.found.append("a comment")


def elements_for_two_renderers(page: str) -> list[list[object]]:
    """The elements of a page of Markdown, as Python-Markdown reads it, and as CommonMark."""
    common_mark = MarkdownIt("commonmark", {"html": True}).enable("table")
    rendered = (
        markdown.markdown(page, extensions=["tables", "fenced_code"]),
        common_mark.render(page),
    )
    found = []
    for html in rendered:
        reader = _Elements()
        reader.feed(html)
        found.append(reader.found)
    return found
