"""The lens through which this package's files are looked at; a layer puts its own in its place."""

from __future__ import annotations

from .lens import Lens


def package_lens() -> Lens:
    """The lens for the messages of this package."""
    return Lens()
