# Copied by wiregen from templates/runtime/_explorer/__init__.py; do not edit.
"""The explorer: positions, names and values of all bytes of a file, and its possible types."""

from __future__ import annotations

from .exploration import Exploration, Wishes
from .reading import Reading, Verdict, readings
from .rows import Row

__all__ = ["Exploration", "Reading", "Row", "Verdict", "Wishes", "readings"]
