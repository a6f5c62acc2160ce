# Copied by wiregen from templates/runtime/_explorer/__init__.py; do not edit.
"""The explorer: what stands in some bytes, where, under which name, and what they can be."""

from __future__ import annotations

from .exploration import Exploration, Wishes
from .reading import Reading, Verdict, readings
from .rows import Row

__all__ = ["Exploration", "Reading", "Row", "Verdict", "Wishes", "readings"]
