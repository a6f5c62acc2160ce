"""Converts schema text to Markdown that renders literally.

Nothing in a text is taken for Markdown or HTML, except code between backticks; addresses and
names of the schema become links, and words in capitals that set rules become strong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wiregen.output.escaping import (
    cell,
    code,
    escaped,
    escaped_start,
    escaped_words,
    external_link,
    fenced,
)
from wiregen.targets.docs.comments import (
    Block,
    Item,
    ListBlock,
    Paragraph,
    Preformatted,
    blocks_of,
    heading_and_rest,
)
from wiregen.targets.places import Place, Places

RULE_WORDS = (
    "MUST NOT", "MUST", "SHALL NOT", "SHALL", "SHOULD NOT", "SHOULD", "REQUIRED",
    "NOT RECOMMENDED", "RECOMMENDED", "MAY", "OPTIONAL",
)  # fmt: skip

_TOKEN = re.compile(
    r"(?P<fence>`+)(?P<code>(?:(?!(?P=fence)).)+?)(?P=fence)(?!`)"
    r"|(?P<url>https?://[^\s<>`\"]*[^\s<>`\".,;:!?)\]}'])"
    rf"|(?P<rule>\b(?:{'|'.join(RULE_WORDS)})\b)"
    r"|(?P<name>(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)"
    r"|(?P<other>.)",
    re.DOTALL,
)
# Plain words that may mean something of the schema: others mean themselves.
_TELLING_NAME = re.compile(r".*[._]\w|[A-Z]\w*[a-z]\w*[A-Z]|[A-Z][A-Z0-9]+$")
_SENTENCE_END = re.compile(r"[.!?][)\"']?(?=\s+[^a-z\s]|\s*$)")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|cf|vs|[A-Z])\.$")


def first_sentence(text: str) -> str:
    """The first sentence of a paragraph."""
    for found in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(text[: found.start() + 1]):
            return text[: found.end()]
    return text


class Prose:
    """Writes the texts of one page that speak of one declaration."""

    def __init__(self, places: Places, page: str, scope: str, own_place: Place | None) -> None:
        self._places = places
        self._page = page
        # Where names are looked up, and what a text speaks of itself: it needs no link.
        self._scope = scope
        self._own_place = own_place

    def comment(self, text: str) -> str:
        """A whole comment, its blocks parted by blank lines."""
        return "\n\n".join(self._block(block) for block in blocks_of(text))

    def headed_comment(self, text: str) -> str:
        """A whole comment of a message, an enum or a file: some stand below a heading."""
        heading, blocks = heading_and_rest(blocks_of(text))
        head = f"**{escaped(heading)}**\n\n" if heading else ""
        return head + "\n\n".join(self._block(block) for block in blocks)

    def summary(self, text: str, *, may_have_heading: bool = False) -> str:
        """The first sentence of a comment on one line."""
        blocks = blocks_of(text)
        if may_have_heading:
            _, blocks = heading_and_rest(blocks)
        match blocks:
            case [Paragraph(lines), *_]:
                return self.line(first_sentence(" ".join(lines)))
            case [ListBlock((Item(_, (Paragraph(lines), *_)), *_)), *_]:
                return self.line(first_sentence(" ".join(lines)))
            case [Preformatted(lines), *_]:
                return code(lines[0].strip())
            case _:
                return ""

    def line(self, text: str) -> str:
        """A sentence or two that stand on one line, in a table if need be."""
        return cell(escaped_start(self._inline(" ".join(text.split()))))

    def _block(self, block: Block) -> str:
        match block:
            case Paragraph(lines):
                return "\n".join(map(escaped_start, self._inline("\n".join(lines)).split("\n")))
            case Preformatted(lines):
                return fenced(lines)
            case ListBlock(items):
                return "\n".join(self._item(item) for item in items)

    def _item(self, item: Item) -> str:
        is_number = item.marker[0].isdigit()
        marker = f"{item.marker[:-1]}." if is_number else "-"
        first, *others = (self._block_of_item(block) for block in item.blocks)
        if item.marker.startswith("("):
            first = f"{escaped(item.marker)} {first}"
        hanging = " " * (len(marker) + 1)
        text = f"{marker} {first}".replace("\n", f"\n{hanging}")
        for other in others:
            text += "\n"
            text += "".join(f"\n    {line}" if line else "\n" for line in other.split("\n"))
        return text

    def _block_of_item(self, block: Block) -> str:
        # Fences inside of lists are not understood everywhere, indented lines are.
        if isinstance(block, Preformatted):
            return "\n".join(f"    {line}" if line else "" for line in block.lines)
        return self._block(block)

    def _inline(self, text: str) -> str:
        pieces: list[str] = []
        plain: list[str] = []
        for found in _TOKEN.finditer(text):
            piece = self._piece(found)
            if piece is None:
                plain.append(found[0])
            else:
                pieces += (_escaped_lines("".join(plain)), piece)
                plain.clear()
        return "".join((*pieces, _escaped_lines("".join(plain))))

    def _piece(self, found: re.Match[str]) -> str | None:
        """The Markdown of a token; None where it is plain text."""
        if found["code"] is not None:
            written = " ".join(found["code"].split())
            place = self._places.found(written, self._scope)
            return self._linked(code(written), place)
        if found["url"]:
            return external_link(escaped(found["url"]), found["url"])
        if found["name"] and _TELLING_NAME.match(found["name"]):
            place = self._places.found(found["name"], self._scope)
            return self._linked(escaped(found["name"]), place) if place is not None else None
        if found["rule"]:
            place = self._places.found(found["rule"], self._scope)
            return self._linked(found[0], place) if place is not None else f"**{found[0]}**"
        return None

    def _linked(self, text: str, place: Place | None) -> str:
        if place is None or place == self._own_place:
            return text
        return f"[{text}]({place.seen_from(self._page)})"


def paragraphs(texts: Sequence[str]) -> str:
    """Several pieces of Markdown below each other."""
    return "\n\n".join(text for text in texts if text)


def _escaped_lines(text: str) -> str:
    return "\n".join(map(escaped_words, text.split("\n")))
