"""MkDocs hooks: order and titles of pages, and diagrams."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pymdownx.superfences import fence_code_format

_HEADING = re.compile(r"^#+ (.+)$")
_ROW = re.compile(r"^\| (?:\w+ \| )?\[([^\]]+)\]\(([^)#]+\.md)\) \|")
_CELL = re.compile(r"<td>(.*?)</td>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_LINK = re.compile(r"(<a [^>]*>)([^<]*)")
# Cells of so few letters stay on one line; those of so many need room.
_SHORT, _LONG = 14, 50
_CHECKOUT = Path(__file__).parents[3]
# `make site` fetches it, where there is npm.
_MERMAID = _CHECKOUT / "build" / "mermaid" / "mermaid.min.js"
_MERMAID_ON_SITE = "assets/mermaid.min.js"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Take title and navigation from the first page; draw diagrams if there is what draws them."""
    index = (Path(config.docs_dir) / "index.md").read_text(encoding="utf-8")
    title, *sections = _sections(index)
    config.site_name = title[0]
    config.nav = [{title[0]: "index.md"}, *({name: pages} for name, pages in sections if pages)]
    if _MERMAID.is_file():
        config.extra["mermaid"] = _MERMAID_ON_SITE
        fence = {"name": "mermaid", "class": "mermaid", "format": _diagram}
        config.mdx_configs["pymdownx.superfences"] = {"custom_fences": [fence]}
    return config


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    """Let the search prefer some pages; the text stays as it is."""
    path = page.file.src_uri
    boost = config.extra["search_boost"].get(path)
    if any(file.name.startswith(f"{page.file.name}.") for file in files.documentation_pages()):
        # Who types the name of a message means it before what is nested in it.
        boost = 2
    if boost is not None:
        page.meta["search"] = {"boost": boost}


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Tell style sheets which cells of tables are short and long; long names may break at dots."""
    return _CELL.sub(lambda found: _cell(found[1]), html)


def _cell(content: str) -> str:
    size = len(_TAG.sub("", content))
    kind = "short" if size <= _SHORT else "long" if size >= _LONG else ""
    content = _LINK.sub(lambda found: found[1] + found[2].replace(".", ".<wbr>"), content)
    return f'<td class="{kind}">{content}</td>' if kind else f"<td>{content}</td>"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what draws diagrams."""
    if _MERMAID.is_file():
        files.append(File.generated(config, _MERMAID_ON_SITE, abs_src_path=str(_MERMAID)))
    return files


def _diagram(*arguments: Any, **named: Any) -> str:
    """A diagram in a box of its own, in which it can be wider than the page."""
    return f'<div class="diagram">{fence_code_format(*arguments, **named)}</div>'


def _sections(text: str) -> list[tuple[str, list[dict[str, str]]]]:
    """The headings of a page, each with the pages that the tables below it lead to."""
    found: list[tuple[str, list[dict[str, str]]]] = []
    for line in text.splitlines():
        heading, row = _HEADING.match(line), _ROW.match(line)
        if heading is not None:
            found.append((heading[1].replace("\\", ""), []))
        elif row is not None and found:
            found[-1][1].append({row[1].replace("\\", ""): row[2]})
    return found
