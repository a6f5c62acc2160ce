# Copied by wiregen from templates/runtime/_explorer/styles.py; do not edit.
"""Terminal colors; the meaning never depends on them."""

from __future__ import annotations

from collections.abc import Callable

Style = Callable[[str], str]
_CODE_BY_MARK = {"!": "31", "?": "35", "~": "33", "…": "2"}
_CODE_BY_VERDICT = {"exact": "32", "breaks a rule": "33", "lossy": "33", "forced": "35", "no": "2"}


class Styles:
    """Either all colours or none."""

    def __init__(self, has_colours: bool) -> None:
        self._has_colours = has_colours

    def bold(self, text: str) -> str:
        """A heading."""
        return self._coloured("1", text)

    def dim(self, text: str) -> str:
        """What matters less."""
        return self._coloured("2", text)

    def of_mark(self, mark: str) -> Style:
        """The style of a line with a mark."""
        return self._style(_CODE_BY_MARK.get(mark, ""))

    def of_verdict(self, verdict: str) -> Style:
        """The style of a reading."""
        return self._style(_CODE_BY_VERDICT.get(verdict, ""))

    def _style(self, code: str) -> Style:
        return lambda text: self._coloured(code, text)

    def _coloured(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._has_colours and code and text else text
