"""Topic pages, which describe more than one symbol."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wiregen.targets.docs.material import Material


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic page: where it stands, how the first page announces it, and what it shows."""

    path: str
    title: str
    # The heading of the first page below which it is listed, and one sentence about it.
    shelf: str
    purpose: str
    # Returns what the template prints, or None if there is nothing to say.
    view: Callable[[Material], object | None]
    # The template; empty if it is named after the page.
    named_template: str = ""

    @property
    def template(self) -> str:
        """The template of the page."""
        return self.named_template or f"docs/{self.path}.jinja"
