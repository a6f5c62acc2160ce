"""What Python-Markdown makes of pages: their links, ids, tables and words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import markdown

_VOID = {"br", "hr", "img"}


@dataclass
class MarkdownPage:
    """One page as a reader's browser has it."""

    path: Path
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    # The cells of each row of each table, as text.
    tables: list[list[list[str]]] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    text: str = ""
    # Tags that were opened and not closed, or the other way round.
    unbalanced: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """All words of the page in order, with single spaces."""
        words = re.findall(r"[^\W_]+", self.text)
        return f" {' '.join(words)} "


def read_page(path: Path) -> MarkdownPage:
    """Render a page and read the result."""
    source = path.read_text(encoding="utf-8")
    html = markdown.markdown(source, extensions=["tables", "fenced_code"])
    reader = _Reader(MarkdownPage(path))
    reader.feed(html)
    reader.close()
    reader.page.unbalanced += reader.open_tags
    return reader.page


def read_pages(folder: Path) -> dict[str, MarkdownPage]:
    """All pages of a folder, by their paths in it."""
    paths = sorted(folder.rglob("*.md"))
    return {path.relative_to(folder).as_posix(): read_page(path) for path in paths}


class _Reader(HTMLParser):
    def __init__(self, page: MarkdownPage) -> None:
        super().__init__()
        self.page = page
        self.open_tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _VOID:
            self.open_tags.append(tag)
        for name, value in attrs:
            if name == "id" and value:
                self.page.ids.append(value)
            if name == "href" and value:
                self.page.links.append(value)
        if tag == "table":
            self.page.tables.append([])
        elif tag == "tr":
            self.page.tables[-1].append([])
        elif tag in ("td", "th"):
            self.page.tables[-1][-1].append("")
        elif tag in ("h1", "h2", "h3"):
            self.page.headings.append("")

    def handle_endtag(self, tag: str) -> None:
        if self.open_tags[-1:] == [tag]:
            self.open_tags.pop()
        elif tag not in _VOID:
            self.page.unbalanced.append(f"/{tag}")
        if tag not in ("a", "code", "em", "strong"):
            self.page.text += " "

    def handle_data(self, data: str) -> None:
        self.page.text += data
        if "td" in self.open_tags or "th" in self.open_tags:
            self.page.tables[-1][-1][-1] += data
        if self.open_tags and any(tag in self.open_tags for tag in ("h1", "h2", "h3")):
            self.page.headings[-1] += data
