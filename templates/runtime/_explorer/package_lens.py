"""Selects the lens of this package; a layer replaces this module."""

from __future__ import annotations

from .lens import Lens


def package_lens() -> Lens:
    """The lens for the messages of this package."""
    return Lens()
