# Copied by wiregen from templates/runtime/rules.py; do not edit.
"""The rules of the schema, and checks of messages against them."""

from __future__ import annotations

from ._rules.checking import check
from ._rules.findings import Finding
from ._rules.rules import RULES
from ._rules.types import Rule

__all__ = ["RULES", "Finding", "Rule", "check"]
