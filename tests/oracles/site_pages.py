"""Ids and links of the pages of a site."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit


@dataclass
class SitePage:
    """What other pages can lead to, and where this one leads or takes something from."""

    ids: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)


def read_site(folder: Path) -> dict[str, SitePage]:
    """All pages of a site, by their paths in it."""
    pages = {}
    for path in sorted(folder.rglob("*.html")):
        reader = _Reader()
        reader.feed(path.read_text(encoding="utf-8"))
        reader.close()
        pages[path.relative_to(folder).as_posix()] = reader.page
    return pages


def target_of(address: str, page: str) -> tuple[str, str] | None:
    """The file and the id that an address on a page means; None if it leaves the site."""
    path, fragment = urldefrag(address)
    if urlsplit(address).scheme or address.startswith("//"):
        return None
    found = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    return unquote(found), unquote(fragment)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = SitePage()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.page.ids.append(value)
            elif name in ("href", "src") and value:
                self.page.addresses.append(value)
