# Copied by wiregen from templates/runtime/_rules/findings.py; do not edit.
"""Findings of checks and of the explorer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class Finding:
    """One thing that somebody should know.

    An `error` breaks a rule or the wire format, a `warning` is legal and rarely meant, a
    `note` only explains. `code` names the kind, `rule` is the permanent id of the rule that
    is broken, or empty. `path` leads from the root down (`graph.node[3].attribute[0]`; empty
    for the root itself), `offset` is where the bytes start, None if only a message is known.
    `link` is the rule's place in the reference, relative to its folder, or empty.
    """

    level: Level
    code: str
    rule: str
    offset: int | None
    path: str
    sentence: str
    link: str
