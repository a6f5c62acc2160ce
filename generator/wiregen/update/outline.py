"""Splits the text of a schema into movable blocks.

Each declaration is a block, with the comments and blank lines before it. What is not touched
comes out as it went in, to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Union

from wiregen.syntax.nodes import (
    EnumNode,
    EnumValueNode,
    ExtendNode,
    FileItem,
    FileNode,
    MessageItem,
    MessageNode,
    OneofNode,
    RpcNode,
    ServiceNode,
)
from wiregen.update.statements import Scope

Node = Union[FileItem, MessageItem, EnumValueNode, RpcNode]
SCOPES = (MessageNode, EnumNode, OneofNode, ExtendNode, ServiceNode)

# What may follow a declaration on its line, and then belongs to it.
_REST_OF_LINE = re.compile(
    r"[ \t]*(?:;[ \t]*)*(?P<comment>//[^\n]*|/\*[^\n]*?\*/[ \t]*)?\r?(?:\n|\Z)"
)
_COMMENT_BELOW = re.compile(r"(?:[ \t]*//[^\n]*\n)+")


@dataclass(eq=False, slots=True)
class Block:
    """One declaration: what is before it, its text up to what it holds, that, and its end.

    The text of a declaration that holds nothing is all in `head`; `rest` of a line follows it.
    """

    node: Node
    lead: str
    head: str
    rest: str
    blocks: list[Block] = field(default_factory=list)
    tail: str = ""

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.lead}{self.head}{self.rest}{''.join(b.text for b in self.blocks)}{self.tail}"

    @property
    def indent(self) -> str:
        """The blanks at the start of the line that the declaration is on."""
        line = self.lead[self._start_of_line :]
        return line[: len(line) - len(line.lstrip())]

    @property
    def indent_inside(self) -> str:
        """The blanks before what it holds."""
        has_lines = bool(self.blocks) and self.before.endswith("\n")
        return self.blocks[0].indent if has_lines else f"{self.indent}  "

    @property
    def before(self) -> str:
        """What stands before the first block that it holds."""
        return f"{self.head}{self.rest}"

    @property
    def _start_of_line(self) -> int:
        return self.lead.rfind("\n") + 1

    @property
    def own_lead(self) -> str:
        """The part of the lead that belongs to the declaration: its comment and the indent."""
        start = self._start_of_line
        leading = self.node.comments.leading
        if leading and self.lead.rstrip().endswith("*/"):
            start = self.lead.rfind("\n", 0, self.lead.rfind("/*")) + 1
        elif leading:
            lines = self.lead.splitlines(keepends=True)
            start -= sum(map(len, lines[: self.lead.count("\n")][-leading.count("\n") :]))
        return self.lead[start:]

    @property
    def lead_of_others(self) -> str:
        """The part of the lead that stays when the declaration goes."""
        return self.lead.removesuffix(self.own_lead)

    def add_comment(self, text: str) -> None:
        """Put a line of comment above the declaration, below what is there."""
        start = self._start_of_line
        self.lead = f"{self.lead[:start]}{self.indent}// {text}\n{self.lead[start:]}"

    def move_to(self, indent: str) -> None:
        """Give all lines another indent."""
        _shift(self, self.indent, indent)

    def close_line(self) -> None:
        """Put the end on a line of its own."""
        self.tail = f"{self.indent}{self.tail.lstrip()}"


@dataclass(eq=False, slots=True)
class Outline:
    """The blocks of a file, and what stands after the last."""

    blocks: list[Block]
    tail: str

    @property
    def indent_inside(self) -> str:
        """The blanks before what it holds: none."""
        return ""

    @property
    def before(self) -> str:
        """What stands before the first block: nothing, as at the start of a line."""
        return "\n"

    @property
    def text(self) -> str:
        """The text of the file."""
        return "".join(block.text for block in self.blocks) + self.tail

    def close_line(self) -> None:
        """Nothing has to be on another line at the end of a file."""


Holder = Union[Block, Outline]


def outline(file: FileNode) -> Outline:
    """The blocks of a parsed file."""
    text = file.source.text
    blocks, end = _blocks(text, 0, file.items)
    return Outline(blocks, text[end:])


def _blocks(text: str, start: int, nodes: Sequence[Node]) -> tuple[list[Block], int]:
    """The blocks from a place on, and where the last one ends."""
    blocks = []
    for node in nodes:
        block, start = _block(text, start, node)
        blocks.append(block)
    return blocks, start


def _block(text: str, start: int, node: Node) -> tuple[Block, int]:
    begin, end = node.span.start, node.span.end
    lead = text[start:begin]
    if not isinstance(node, SCOPES):
        after = _end_of_line(text, end, node.comments.trailing)
        return Block(node, lead, text[begin:end], text[end:after]), after
    opening = text.index("{", _last_word(node)) + 1
    inner = _end_of_line(text, opening, node.comments.trailing)
    inner = min(inner, end - 1)
    blocks, inner_end = _blocks(text, inner, node.items)
    after = _end_of_line(text, end, "")
    head, rest = text[begin:opening], text[opening:inner]
    return Block(node, lead, head, rest, blocks, text[inner_end:after]), after


def _last_word(node: Scope) -> int:
    return node.extendee.span.end if isinstance(node, ExtendNode) else node.name.span.end


def _end_of_line(text: str, end: int, trailing: str) -> int:
    """Where the line of a declaration ends, a comment that trails it taken in."""
    rest = _REST_OF_LINE.match(text, end)
    if rest is None:
        return end
    below = _COMMENT_BELOW.match(text, rest.end()) if trailing and not rest["comment"] else None
    return below.end() if below is not None else rest.end()


def _shift(block: Block, old: str, new: str) -> None:
    block.lead = re.sub(rf"(?m)^{old}(?=[^\n]|\Z)", new, block.lead)
    for name in ("head", "rest"):
        setattr(block, name, re.sub(rf"\n{old}(?=[^\n])", f"\n{new}", getattr(block, name)))
    for inner in block.blocks:
        _shift(inner, old, new)
    block.tail = re.sub(rf"(?m)^{old}(?=[^\n])", new, block.tail)
