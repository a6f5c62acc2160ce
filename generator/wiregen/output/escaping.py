"""Escapes text of schemas, settings and commands: one function per context.

Whatever a text holds, it stays text: it ends no literal, comment or table cell, starts no
element, and no link leads anywhere but to a page of the web or of the reference. Templates call
these functions as filters. `wiregen.source.text.printable` does the same for terminals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from urllib.parse import quote, urlsplit

# Characters that end lines, drive terminals, or let a line read otherwise than it is: control
# characters, line and paragraph separators, direction and byte order marks, halves of characters.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff"
    "\ud800-\udfff]"
)


def _without_unseen(text: str) -> str:
    return _UNSEEN.sub(lambda found: "?" if "\ud800" <= found[0] <= "\udfff" else " ", text)


def _in_hexadecimal(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}"


# Python


def literal(value: object) -> str:
    """Return a text, bytes, a number or a tuple of these as a Python expression."""
    return repr(value)


def python_comment(text: str) -> str:
    """Return a text as part of a comment; tools find no instruction in it."""
    text = _UNSEEN.sub(_in_hexadecimal, text)
    # Such as `# noqa`, and a declared encoding (PEP 263).
    return re.sub(r"#|(?<=coding)[:=]", _in_hexadecimal, text)


def docstring(text: str, otherwise: str = "", indent: int = 0) -> str:
    """Return a text, or a substitute where there is none, as an indented docstring."""
    body = (text or otherwise).replace("\\", "\\\\")
    body = "\n".join(_UNSEEN.sub(_in_hexadecimal, line) for line in body.split("\n"))
    body = _QUOTES.sub(lambda quotes: '\\"' * len(quotes[0]), body)
    if body.endswith('"'):
        # black would put a space between this quote and the closing ones.
        body = body[:-2] + "\\x22"
    first, *others = body.split("\n")
    margin = " " * indent
    lines = [margin + line if line else "" for line in others]
    if others and all(line[:1] in ("", " ") for line in others):
        # Readers of docstrings take the indent of these lines for that of the code.
        lines[:0] = ["", margin + first]
    else:
        lines[:0] = [first]
    body = "\n".join(lines)
    return f'"""{body}\n{margin}"""' if others else f'"""{body}"""'


def docstring_words(text: str) -> str:
    """Return a text as part of a line of a docstring, between other words."""
    return _UNSEEN.sub(_in_hexadecimal, text.replace("\\", "\\\\")).replace('"', '\\"')


# Quotes that would end a docstring, or run into the ones around it.
_QUOTES = re.compile(r'"{3,}|\A"+|"+\Z')

PYTHON_FILTERS: dict[str, Callable[..., str]] = {
    "literal": literal,
    "comment": python_comment,
    "docstring": docstring,
    "docstring_words": docstring_words,
}

# Markdown

_ENTITY_BY_LETTER = {"&": "&amp;", "<": "&lt;", "$": "&#36;", "~": "&#126;"}
_BACKSLASHED = frozenset("\\`*[]{}")


def escaped(text: str) -> str:
    """Return a plain text as one line of Markdown: a heading, an item, the text of a link."""
    return escaped_start(escaped_words(" ".join(text.split())))


def escaped_words(text: str) -> str:
    """Return a plain text as Markdown that stands behind something else on its line."""
    text = _without_unseen(text)
    letters = []
    for at, letter in enumerate(text):
        if letter in _ENTITY_BY_LETTER:
            letters.append(_ENTITY_BY_LETTER[letter])
        elif letter in _BACKSLASHED or (letter == "_" and not _is_inside_word(text, at)):
            letters.append("\\" + letter)
        else:
            letters.append(letter)
    return "".join(letters)


def _is_inside_word(text: str, at: int) -> bool:
    return text[:at][-1:].isalnum() and text[at + 1 :][:1].isalnum()


_BLOCK_START = re.compile(r"(?P<number>\d+)(?P<end>[.)])(?=\s|$)|(?P<mark>[-+#>])|(?P<row>[=|:])")


def escaped_start(line: str) -> str:
    """Return a line of escaped text so that it starts no list, heading, quotation or table."""
    found = _BLOCK_START.match(line)
    if found is None:
        return line
    rest = line[found.end() :]
    if found["mark"]:
        return f"\\{line}"
    if found["row"]:
        return f"{_entity(found['row'])}{rest}"
    end = "\\." if found["end"] == "." else _entity(")")
    return f"{found['number']}{end}{rest}"


def cell(markdown: str) -> str:
    """Return finished Markdown as a cell of a table."""
    return markdown.replace("|", _entity("|")).replace("\n", " ")


def code(text: str) -> str:
    """Return a text as a code span, which may stand in a table, too."""
    text = _without_unseen(text)
    if not text.strip():
        return "<code></code>"
    if "`" in text or "|" in text:
        # Between these tags, Markdown goes on.
        return f"<code>{re.sub(_MARKUP, lambda found: _entity(found[0]), text)}</code>"
    return f"`{text}`"


_NAMED_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_MARKUP = re.compile(r"[&<>|`\\*_\[\]{}$~!#]")


def _entity(letter: str) -> str:
    return _NAMED_ENTITIES.get(letter, f"&#{ord(letter)};")


def fenced(lines: Iterable[str], language: str = "text") -> str:
    """Return lines as a block of code; they are kept as they are."""
    text = "\n".join(_without_unseen(line) for line in "\n".join(lines).split("\n"))
    longest = max((len(found) for found in re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def external_link(markdown: str, url: str) -> str:
    """Return a link to a page of the web; the text alone if the address is none of the web."""
    try:
        is_of_web = urlsplit(url).scheme.lower() in ("http", "https")
    except ValueError:
        is_of_web = False
    target = quote(url.encode("utf-8", "replace"), safe="%/:?#&=@!$+,;~'*")
    return f"[{markdown}]({target})" if is_of_web else markdown


def anchor_id(text: str) -> str:
    """Return a text as an id, and as what follows `#` in the links to it."""
    return re.sub(r"[^\w.-]", "-", text)


def html_comment(text: str) -> str:
    """Return a text as part of a comment of HTML."""
    return _UNSEEN.sub(_in_hexadecimal, text).replace(">", "&gt;")


MARKDOWN_FILTERS: dict[str, Callable[..., str]] = {
    "anchor_id": anchor_id,
    "cell": cell,
    "external_link": external_link,
    "html_comment": html_comment,
}
