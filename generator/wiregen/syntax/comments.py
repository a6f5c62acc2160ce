"""Attaches comments to declarations.

The rules are protoc's, so that documentation generated here and descriptors made by protoc
agree:

- a comment on the line of the previous token trails it;
- so does one on the line below it, if a blank line, another comment or the end of the
  block follows;
- the comment that ends on the line above a token leads it;
- everything between is detached and stays in order, and so is a lone comment that has the
  previous token before it and the next one behind it on its line.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field

from wiregen.source.text import fit_to_show

_WHITESPACE = " \t\r\n\f\v"
_BLANK = re.compile(f"[{_WHITESPACE}]*")
# What protoc takes off the lines of a block, its first one excepted.
_LEAD_OF_LINE = re.compile(r"[ \t\r\f\v]*\*?")


@dataclass(frozen=True, slots=True)
class Comments:
    """The comments of one declaration, without their slashes and stars, line ends kept."""

    detached: tuple[str, ...] = ()
    leading: str = ""
    trailing: str = ""


@dataclass(slots=True)
class _Gap:
    """The comments between two neighbouring tokens; while they are sorted out, the last is open."""

    # Whether the next comment that is closed may still trail the token before the gap.
    may_trail: bool
    trailing: str | None = None
    detached: list[str] = field(default_factory=list)
    leading: str | None = None

    def close(self) -> None:
        """Settle the open comment: it does not lead the next token."""
        if self.leading is None:
            return
        if self.may_trail:
            self.trailing = self.leading
            self.may_trail = False
        else:
            self.detached.append(self.leading)
        self.leading = None

    def detach_trailing(self) -> None:
        """Give up the trailing comment: the token behind it has as good a claim."""
        if self.trailing is not None:
            self.detached.insert(0, self.trailing)
        self.trailing = None


class CommentIndex:
    """All comments of a text, to be asked by the places where declarations start and end."""

    def __init__(self, text: str, spans: list[tuple[int, int]]) -> None:
        self._text = text
        self._spans = spans
        self._starts = [start for start, _ in spans]
        self._ends_of_empty_statements: set[int] = set()

    def note_empty_statement(self, end: int) -> None:
        """Remember a lone semicolon: detached comments before it go to what follows."""
        self._ends_of_empty_statements.add(end)

    def comments(self, start: int, body: int) -> Comments:
        """Comments of a declaration that starts at `start`; `body` is where its `;` or `{` ends."""
        before = self._gap(self._end_of_token_before(start))
        trailing = self._gap(body).trailing
        return Comments(self._detached_before(start), before.leading or "", trailing or "")

    def dangling(self, close: int) -> tuple[str, ...]:
        """Comments that stand before a closing brace and belong to nobody."""
        return self._detached_before(close)

    def _detached_before(self, start: int) -> tuple[str, ...]:
        gaps: list[list[str]] = []
        token_end = self._end_of_token_before(start)
        while True:
            gaps.append(self._gap(token_end).detached)
            if token_end not in self._ends_of_empty_statements:
                return tuple(comment for gap in reversed(gaps) for comment in gap)
            token_end = self._end_of_token_before(token_end - 1)

    def _end_of_token_before(self, start: int) -> int:
        """Where the last token before a place ends; 0 if there is none."""
        at = start
        index = bisect_left(self._starts, start)
        while True:
            floor = self._spans[index - 1][1] if index else 0
            end = at
            while end > floor and self._text[end - 1] in _WHITESPACE:
                end -= 1
            if end > floor or index == 0:
                return end
            index -= 1
            at = self._spans[index][0]

    def _gap(self, start: int) -> _Gap:
        """What stands between the token that ends at `start` and the next one."""
        gap = _Gap(may_trail=start > 0)
        # Whether there was no line end yet: never so where no token stands before.
        is_beside = start > 0
        is_open_line_comment = False
        count = 0
        index, at = bisect_left(self._starts, start), start
        while True:
            blank = _BLANK.match(self._text, at)
            assert blank is not None
            lines = blank.group().count("\n")
            is_beside = is_beside and lines == 0
            if lines > 1:
                gap.close()
                gap.may_trail = False
            at = blank.end()
            if index == len(self._spans) or self._spans[index][0] != at:
                break
            end = self._spans[index][1]
            is_line_comment = self._text.startswith("//", at)
            # Line comments on neighbouring lines read as one.
            if not (is_line_comment and is_open_line_comment):
                gap.close()
            count += gap.leading is None
            gap.leading = (gap.leading or "") + self._plain(at, end)
            is_open_line_comment = is_line_comment
            if is_beside and count == 1:
                gap.close()
            index, at = index + 1, end
        next_token = self._text[at : at + 1]
        if next_token in ("}", "]", ")", ""):
            gap.close()
        if is_beside and count == 1 and next_token:
            gap.detach_trailing()
        return gap

    def _plain(self, start: int, end: int) -> str:
        """A comment without its marks: a block loses the stars that lead its lines."""
        if self._text.startswith("//", start):
            return fit_to_show(self._text[start + 2 : end]) + self._text[end : end + 1]
        first, *others = self._text[start + 2 : end - 2].split("\n")
        return fit_to_show(
            "\n".join((first, *(_LEAD_OF_LINE.sub("", line, count=1) for line in others)))
        )
