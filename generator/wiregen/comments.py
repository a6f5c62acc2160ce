"""Which comment belongs to which declaration: a text and its comments in, `Comments` out.

The rules are protoc's, so that documentation generated here and descriptors made by protoc
agree:

- a comment on the line of the previous token trails it;
- so does one on the line below it, if a blank line, another comment or the end of the
  block follows;
- the comment that ends on the line above a token leads it;
- everything between is detached and stays in order.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Comments:
    """The comments of one declaration, without their slashes and stars, line ends kept."""

    detached: tuple[str, ...] = ()
    leading: str = ""
    trailing: str = ""


@dataclass(slots=True)
class _Group:
    """Comments that read as one: line comments on neighbouring lines, or one block."""

    text: str
    is_block: bool
    starts_beside_previous: bool
    is_below_previous: bool
    ends_before_blank_line: bool = False


@dataclass(frozen=True, slots=True)
class _Gap:
    """The comments between two neighbouring tokens, sorted out."""

    trailing: str
    detached: tuple[str, ...]
    leading: str


class CommentIndex:
    """All comments of a text, to be asked by the places where declarations start and end."""

    def __init__(self, text: str, spans: list[tuple[int, int]]) -> None:
        self._text = text
        self._spans = spans
        self._starts = [start for start, _ in spans]

    def comments(self, start: int, body: int) -> Comments:
        """Comments of a declaration that starts at `start`; `body` is where its `;` or `{` ends."""
        before = self._gap(self._end_of_token_before(start))
        return Comments(before.detached, before.leading, self._gap(body).trailing)

    def dangling(self, close: int) -> tuple[str, ...]:
        """Comments that stand before a closing brace and belong to nobody."""
        return self._gap(self._end_of_token_before(close)).detached

    def _end_of_token_before(self, start: int) -> int:
        at = start
        index = bisect_left(self._starts, start)
        while True:
            at = self._end_of_text_before(at)
            if index == 0 or self._spans[index - 1][1] != at:
                return at
            index -= 1
            at = self._spans[index][0]

    def _end_of_text_before(self, at: int) -> int:
        while at and self._text[at - 1].isspace():
            at -= 1
        return at

    def _gap(self, start: int) -> _Gap:
        groups, next_token = self._groups(start)
        closes_scope = self._text[next_token : next_token + 1] in ("}", "]", ")", "")
        first = groups[0] if groups else None
        trailing = ""
        if first is not None and self._trails(first, len(groups), closes_scope):
            trailing = groups.pop(0).text
        leading = ""
        if groups and not groups[-1].ends_before_blank_line and not closes_scope:
            leading = groups.pop().text
        return _Gap(trailing, tuple(group.text for group in groups), leading)

    @staticmethod
    def _trails(first: _Group, count: int, closes_scope: bool) -> bool:
        if first.starts_beside_previous:
            return True
        is_separated = first.ends_before_blank_line or count > 1 or closes_scope
        return first.is_below_previous and is_separated

    def _groups(self, start: int) -> tuple[list[_Group], int]:
        """The groups of comments after `start`, and where the next token stands."""
        groups: list[_Group] = []
        at = start
        is_first_token = start == 0
        index = bisect_left(self._starts, start)
        while True:
            blank = re.compile(r"\s*").match(self._text, at)
            assert blank is not None
            lines = blank.group().count("\n")
            # The line end that closes a line comment belongs to the comment.
            is_after_line_comment = bool(groups) and not groups[-1].is_block
            has_blank_line = lines > 1
            if groups and has_blank_line:
                groups[-1].ends_before_blank_line = True
            at = blank.end()
            if index == len(self._spans) or self._spans[index][0] != at:
                return groups, at
            comment = self._text[at : self._spans[index][1]]
            is_block = comment.startswith("/*")
            beside = not groups and lines == 0 and not is_first_token
            below = not groups and lines == 1 and not is_first_token
            joins = (
                is_after_line_comment
                and not is_block
                and not has_blank_line
                and not groups[-1].starts_beside_previous
            )
            if joins:
                groups[-1].text += _plain(comment)
            else:
                groups.append(_Group(_plain(comment), is_block, beside, below))
            at = self._spans[index][1]
            index += 1


def _plain(comment: str) -> str:
    """A comment without its marks: a block loses the stars that lead its lines."""
    if comment.startswith("//"):
        return comment[2:] + "\n"
    first, *others = comment[2:-2].split("\n")
    lines = [first, *(re.sub(r"^\s*\*?", "", line, count=1) for line in others)]
    return "\n".join(lines)
