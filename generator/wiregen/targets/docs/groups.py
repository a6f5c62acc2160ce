"""Comments that describe several fields or values.

protoc gives a comment to the declaration right below it. People also write one above several:

- a comment above members that follow each other without a blank line, of which only the
  first has one, speaks of all of these;
- if it says so ("the following fields", "the fields below"), of all that follow, up to the
  next comment that stands above a group;
- a comment that a blank line parts from what follows speaks of all that follows, too. But if
  the next member has no comment of its own, it is that member's.

A comment about "this field" speaks of one alone. Where a comment ends in a declaration that
was made a comment itself, that part speaks of no member at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Union

from wiregen.schema import ir
from wiregen.schema.prose import plain_text
from wiregen.source.text import Span
from wiregen.targets.docs.comments import Removed, without_declarations

Member = Union[ir.Field, ir.EnumValue]

_SPEAKS_OF_REST = re.compile(
    r"\b(following|below)\s+(fields|values|members)\b|\b(fields|values|members|lists)\s+below\b",
    re.IGNORECASE,
)
_SPEAKS_OF_ONE = re.compile(r"\bthis\s+(field|value|member)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment above some members, named by its first one."""

    text: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Described:
    """A member with the comments that are its own, and those above groups that it is in.

    `removed` are remarks in its comment about declarations that are only comments any more.
    """

    member: Member
    leading: str
    trailing: str
    removed: tuple[Removed, ...]
    remarks: tuple[Remark, ...]
    # Remarks that stand right above it.
    starting: tuple[Remark, ...]


@dataclass(slots=True)
class _Open:
    """A remark while its members are collected."""

    text: str
    # Whether a blank line, or a comment of a member's own, ends it.
    is_run: bool
    first: int
    names: list[str]


def described(members: Sequence[Member]) -> tuple[Described, ...]:
    """Members in file order, each with what the schema says of it."""
    leading_by_index: list[str] = []
    removed_by_index: list[tuple[Removed, ...]] = []
    remarks: list[_Open] = []
    open_remarks: list[_Open] = []
    for index, member in enumerate(members):
        leading, removed = without_declarations(member.comments.leading)
        detached = [plain_text(text) for text in member.comments.detached]
        if detached and not leading:
            leading = detached.pop()
        run = _run(members, index) if leading else 1
        is_above_rest = bool(_SPEAKS_OF_REST.search(leading))
        is_above_several = run > 1 or (is_above_rest and index + 1 < len(members))
        if detached or is_above_rest:
            open_remarks = [remark for remark in open_remarks if remark.is_run]
        if leading or _starts_apart(members, index):
            open_remarks = [remark for remark in open_remarks if not remark.is_run]
        open_remarks += [_Open(text, False, index, []) for text in detached]
        if is_above_several and not _SPEAKS_OF_ONE.search(leading):
            open_remarks.append(_Open(leading, not is_above_rest, index, []))
            leading = ""
        remarks += (remark for remark in open_remarks if remark.first == index)
        for remark in open_remarks:
            remark.names.append(member.name)
        leading_by_index.append(leading)
        removed_by_index.append(removed)
    return tuple(
        _with_remarks(member, leading, removed, index, remarks)
        for index, (member, leading, removed) in enumerate(
            zip(members, leading_by_index, removed_by_index, strict=True)
        )
    )


def are_apart(before: Span, after: Span) -> bool:
    """True if an empty line or the edge of a block stands between two places of a schema."""
    lines = (before.source.line_text(line) for line in range(before.line + 1, after.line))
    return any(not line.strip() or "{" in line or "}" in line for line in lines)


def _with_remarks(
    member: Member, leading: str, removed: tuple[Removed, ...], index: int, remarks: Sequence[_Open]
) -> Described:
    own = [remark for remark in remarks if member.name in remark.names]
    return Described(
        member,
        leading,
        plain_text(member.comments.trailing),
        removed,
        tuple(Remark(remark.text, tuple(remark.names)) for remark in own),
        tuple(Remark(r.text, tuple(r.names)) for r in own if r.first == index),
    )


def _run(members: Sequence[Member], first: int) -> int:
    """How many members from one on follow each other without blank lines and own comments."""
    return 1 + sum(1 for _ in _followers(members, first))


def _followers(members: Sequence[Member], first: int) -> Iterator[Member]:
    for index in range(first + 1, len(members)):
        member = members[index]
        is_commented = without_declarations(member.comments.leading)[0] or member.comments.detached
        if is_commented or _starts_apart(members, index):
            return
        yield member


def _starts_apart(members: Sequence[Member], index: int) -> bool:
    return index > 0 and are_apart(members[index - 1].span, members[index].span)
