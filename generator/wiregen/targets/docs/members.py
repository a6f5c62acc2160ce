"""Rows and texts for fields and values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from wiregen.targets.docs.groups import Described, Remark
from wiregen.targets.docs.prose import Prose, paragraphs
from wiregen.targets.docs.view import RowGroup, Table


def row_groups(
    members: Sequence[Described],
    columns: tuple[str, ...],
    row: Callable[[Described], tuple[str, ...]],
    prose: Prose,
) -> tuple[RowGroup, ...]:
    """The members in tables: one that a remark stands above starts a new one below it."""
    groups: list[RowGroup] = []
    for stretch in _stretches(members):
        rows = tuple(map(row, stretch))
        starting = stretch[0].starting
        groups.append(
            RowGroup(
                id=remark_id(starting[0]) if starting else "",
                heading="",
                text=paragraphs([_remark_text(remark, prose) for remark in starting]),
                table=Table(columns, rows),
            )
        )
    return tuple(groups)


def summary(item: Described, prose: Prose) -> str:
    """The first sentence about a member: its own, or of a remark above its group."""
    return prose.summary(item.leading) or prose.summary(item.trailing)


def full_text(item: Described, prose: Prose) -> str:
    """All that the schema says of a member, and where it says more."""
    note = f"*Short note:* {prose.line(item.trailing)}" if item.trailing else ""
    shared = [
        f"See also the comment [{_above(remark, is_first_word=False)}](#{remark_id(remark)})."
        for remark in item.remarks
    ]
    return paragraphs([prose.comment(item.leading) if item.leading else "", note, *shared])


def quoted(markdown: str) -> str:
    """Markdown as a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in markdown.split("\n"))


def remark_id(remark: Remark) -> str:
    """The id of a remark that stands above members."""
    return f"remark.{remark.members[0]}"


def _remark_text(remark: Remark, prose: Prose) -> str:
    return f"{_above(remark, is_first_word=True)}, the schema says:\n\n{quoted(prose.comment(remark.text))}"


def _above(remark: Remark, *, is_first_word: bool) -> str:
    word = "Above" if is_first_word else "above"
    names = [f"`{name}`" for name in remark.members]
    if len(names) > 3:
        return f"{word} {names[0]} to {names[-1]} ({len(names)} of them)"
    if len(names) == 1:
        return f"{word} {names[0]}"
    return f"{word} {', '.join(names[:-1])} and {names[-1]}"


def _stretches(members: Sequence[Described]) -> Iterator[Sequence[Described]]:
    start = 0
    for index, member in enumerate(members):
        if index > start and (member.starting or member.remarks != members[index - 1].remarks):
            yield members[start:index]
            start = index
    if members:
        yield members[start:]
