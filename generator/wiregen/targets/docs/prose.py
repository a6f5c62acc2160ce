"""Text of schemas as Markdown: comments and sentences in, Markdown that shows just these out.

Nothing in a text is taken for Markdown or HTML, except code between backticks; addresses and
names of the schema become links, and words in capitals that set rules become strong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from wiregen.source.text import fit_to_show
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
_ENTITY_BY_LETTER = {"&": "&amp;", "<": "&lt;", "$": "&#36;"}
_ENTITY_BY_LETTER_IN_CODE = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;", "`": "&#96;"}
_ESCAPED = frozenset("\\`*[]{}")


def escaped(text: str) -> str:
    """A plain text as Markdown, wherever it stands in a line."""
    text = fit_to_show(text)
    letters = []
    for at, letter in enumerate(text):
        if letter in _ENTITY_BY_LETTER:
            letters.append(_ENTITY_BY_LETTER[letter])
        elif letter in _ESCAPED or (letter == "_" and not _is_inside_word(text, at)):
            letters.append("\\" + letter)
        elif letter == "~" and text[at + 1 : at + 2] == "~":
            letters.append("&#126;")
        elif letter < " " and letter != "\n" or letter in "\x7f\x85\u2028\u2029\ufeff":
            letters.append(" ")
        else:
            letters.append(letter)
    return "".join(letters)


def code(text: str) -> str:
    """A text as a code span that may stand in a table, too."""
    text = fit_to_show(text)
    if any(letter in text for letter in "`|"):
        inner = "".join(_ENTITY_BY_LETTER_IN_CODE.get(letter, letter) for letter in text)
        return f"<code>{inner}</code>"
    return f"`{text}`"


def fenced(lines: Iterable[str], language: str = "text") -> str:
    """Lines that are kept as they are."""
    text = fit_to_show("\n".join(lines))
    longest = max((len(found) for found in re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def first_sentence(text: str) -> str:
    """The first sentence of a paragraph."""
    for found in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(text[: found.start() + 1]):
            return text[: found.end()]
    return text


def _is_inside_word(text: str, at: int) -> bool:
    return text[:at][-1:].isalnum() and text[at + 1 :][:1].isalnum()


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
        return self._inline(" ".join(text.split())).replace("|", "&#124;")

    def _block(self, block: Block) -> str:
        match block:
            case Paragraph(lines):
                return "\n".join(map(_safe_start, self._inline("\n".join(lines)).split("\n")))
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
                pieces += (escaped("".join(plain)), piece)
                plain.clear()
        return "".join((*pieces, escaped("".join(plain))))

    def _piece(self, found: re.Match[str]) -> str | None:
        """The Markdown of a token; None where it is plain text."""
        if found["code"] is not None:
            written = " ".join(found["code"].split())
            place = self._places.found(written, self._scope)
            return self._linked(code(written), place)
        if found["url"]:
            return f"[{escaped(found['url'])}]({found['url'].replace('|', '%7C')})"
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


def _safe_start(line: str) -> str:
    """A line that starts no list, heading or quote, whatever its first letters are."""
    found = re.match(r"(\d+)([.)])(?=\s)|([-+#=>])", line)
    if found is None:
        return line
    if found[3]:
        return f"&#61;{line[1:]}" if found[3] == "=" else f"\\{line}"
    mark = "\\." if found[2] == "." else "&#41;"
    return f"{found[1]}{mark}{line[found.end():]}"
