"""Checks messages against the rules of their schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from .._runtime.message import Message
    from .findings import Finding


def check(
    message: Message, *, warnings: bool = False, folder: str | os.PathLike[str] | None = None
) -> list[Finding]:
    """All rules that a message, and what is in it, breaks; an empty list if it breaks none.

    A finding says where, by a path from the message down, and names the rule, by an id that
    stays. Rules that say MUST are errors. `warnings` asks for those that say SHOULD too, and
    for the few MUSTs that nobody enforces and many files break. `folder` is the one that the
    message's file lies in: files that the message refers to are looked for there, and only
    with it.

    Nothing is changed, and no weights are copied. Bytes of a mapped file that turn out to be
    damaged are findings too.
    """
    return list(broken_rules(message, warnings=warnings, folder=folder))


def broken_rules(
    message: Message, *, warnings: bool = False, folder: str | os.PathLike[str] | None = None
) -> Iterator[Finding]:
    """As `check`, one by one: each message before those inside it, in the order of fields."""
    # Imported here: only those who check need the rules.
    from . import walk

    return walk.broken_rules(message, warnings, folder)
