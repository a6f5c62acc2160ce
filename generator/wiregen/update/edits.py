"""Merges another version of a schema into our files.

Our comments stay where what they are about is still there; none of the other version's are
taken. Only declarations that differ are touched, so that the change is as small as it can be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from wiregen.evolution.facts import Aspect, Declared, Element
from wiregen.evolution.matching import Matching
from wiregen.syntax import nodes as syntax
from wiregen.update.outline import SCOPES, Block, Holder, Node, outline
from wiregen.update.statements import heading, statement

# What marks a place where a comment has to be written, or to be looked at again.
DUE = "COMMENT DUE:"

_ELEMENT_BY_NODE: Mapping[type[Node], Element] = {
    syntax.MessageNode: Element.MESSAGE,
    syntax.FieldNode: Element.FIELD,
    syntax.MapFieldNode: Element.FIELD,
    syntax.OneofNode: Element.ONEOF,
    syntax.EnumNode: Element.ENUM,
    syntax.EnumValueNode: Element.VALUE,
    syntax.ServiceNode: Element.SERVICE,
    syntax.RpcNode: Element.METHOD,
}
# Statements that can say the same in other words, and what they say.
_ASPECT_BY_NODE: Mapping[type[Node], Aspect] = {
    syntax.ImportNode: Aspect.IMPORTS,
    syntax.ReservedNode: Aspect.RESERVED,
    syntax.ExtensionsNode: Aspect.EXTENSION_RANGES,
}
_Key = tuple[Element, str]
_STARTS_WITH_COMMENT = re.compile(r"[ \t]*/[/*]")


def updated_texts(
    ours: Mapping[str, syntax.FileNode], theirs: Mapping[str, syntax.FileNode], matching: Matching
) -> dict[str, str]:
    """The new texts of our files, by their names, that declare what those of the same names do.

    `matching` tells which of their declarations is which of ours. Groups are left alone.
    """
    outlines = {name: outline(file) for name, file in ours.items()}
    update = _Update(matching)
    for name, made in outlines.items():
        update.note(made, _package(ours[name]))
    for name, made in outlines.items():
        update.take_over(made, theirs[name].items, _package(theirs[name]), (Element.FILE, name))
    return {name: made.text for name, made in outlines.items()}


def _package(file: syntax.FileNode) -> str:
    packages = (item.name.text for item in file.items if isinstance(item, syntax.PackageNode))
    return next(packages, "")


class _Update:
    def __init__(self, matching: Matching) -> None:
        self._matching = matching
        self._old_by_key = {(item.element, item.name): item for item in matching.old}
        self._new_by_key = {(item.element, item.name): item for item in matching.new}
        # Our declarations, each with what holds it.
        self._place_by_key: dict[_Key, tuple[Holder, Block]] = {}
        self._key_by_block: dict[Block, _Key] = {}

    def note(self, holder: Holder, scope: str) -> None:
        """Remember where our declarations are."""
        for block in holder.blocks:
            key = _key(block.node, scope, holder)
            if key is not None:
                self._place_by_key[key] = (holder, block)
                self._key_by_block[block] = key
            self.note(block, _scope_inside(block.node, scope))

    def take_over(self, holder: Holder, nodes: Sequence[Node], scope: str, owner: _Key) -> None:
        """Make one of our files or scopes hold what the other version's holds."""
        said_alike = set(self._said_alike(owner))
        kept: list[Block] = []
        for node in nodes:
            if type(node) in said_alike or isinstance(node, syntax.GroupNode):
                # What comes next comes after it, if it is written alike.
                kept += [block for _, block in filter(None, [self._place_of(node, scope, holder)])]
                continue
            place = holder.blocks.index(kept[-1]) + 1 if kept else 0
            block = self._block_for(node, scope, holder, place)
            kept.append(block)
            self._renew(block, node, scope, holder)
        for block in [block for block in holder.blocks if block not in kept]:
            if type(block.node) not in said_alike and self._is_gone(block):
                _remove(holder, block)

    def _said_alike(self, owner: _Key) -> Iterator[type[Node]]:
        """The kinds of statements in an element that say the same in both versions."""
        new = self._new_by_key.get(owner)
        old = self._matching.old_of(new) if new is not None else None
        for kind, aspect in _ASPECT_BY_NODE.items():
            if new is not None and old is not None:
                if old.facts.get(aspect) == new.facts.get(aspect):
                    yield kind

    def _is_gone(self, block: Block) -> bool:
        key = self._key_by_block.get(block)
        if key is None:
            return not isinstance(block.node, syntax.GroupNode)
        return self._matching.new_of(self._old_by_key[key]) is None

    def _block_for(self, node: Node, scope: str, holder: Holder, place: int) -> Block:
        """Our block of a declaration, which is put in its place if it is not there."""
        found = self._place_of(node, scope, holder)
        if found is None:
            block = _new_block(node, holder)
            _insert(holder, place, block)
            return block
        other, block = found
        if other is not holder:
            _remove(other, block)
            block.lead = block.own_lead
            block.move_to(holder.indent_inside)
            _insert(holder, place, block)
        return block

    def _place_of(self, node: Node, scope: str, holder: Holder) -> tuple[Holder, Block] | None:
        key = _key(node, scope, holder)
        if key is not None:
            old = self._matching.old_of(self._new_by_key[key])
            return self._place_by_key.get((old.element, old.name)) if old is not None else None
        text = _text(node)
        alike = (b for b in holder.blocks if type(b.node) is type(node) and _text(b.node) == text)
        return next(((holder, block) for block in alike), None)

    def _renew(self, block: Block, node: Node, scope: str, holder: Holder) -> None:
        """Make one of our declarations what it is in the other version."""
        key = _key(node, scope, holder)
        new = self._new_by_key.get(key) if key is not None else None
        old = self._matching.old_of(new) if new is not None else None
        before, after = _text(block.node), _text(node)
        if new is not None and old is not None and before != after and _differ(old, new):
            block.add_comment(f"{DUE} this was `{before}`")
            block.head = f"{after} {{" if isinstance(node, SCOPES) else after
        if isinstance(node, SCOPES):
            owner = key or (Element.EXTENSION, "")
            self.take_over(block, node.items, _scope_inside(node, scope), owner)


def _differ(old: Declared, new: Declared) -> bool:
    return old.own_name != new.own_name or old.facts != new.facts


def _key(node: Node, scope: str, holder: Holder) -> _Key | None:
    """The element that a node declares; None for what has no name of its own."""
    element = _ELEMENT_BY_NODE.get(type(node))
    if element is None:
        return None
    if isinstance(holder, Block) and isinstance(holder.node, syntax.ExtendNode):
        element = Element.EXTENSION
    name: str = node.name.text  # type: ignore[union-attr]
    return element, _joined(scope, name)


def _scope_inside(node: Node, scope: str) -> str:
    """The scope of what a node holds; oneofs and enums are none for their members."""
    if isinstance(node, (syntax.MessageNode, syntax.ServiceNode)):
        return _joined(scope, node.name.text)
    return scope


def _joined(scope: str, name: str) -> str:
    return f"{scope}.{name}" if scope else name


def _text(node: Node) -> str:
    if isinstance(node, syntax.GroupNode):
        return ""
    return heading(node) if isinstance(node, SCOPES) else statement(node)


def _new_block(node: Node, holder: Holder) -> Block:
    """A block for a declaration that we do not have; what it holds is still to come."""
    indent = holder.indent_inside
    if isinstance(node, SCOPES):
        block = Block(node, indent, f"{heading(node)} {{", "\n", [], f"{indent}}}\n")
    else:
        block = Block(node, indent, _text(node), "\n")
    if type(node) in _ELEMENT_BY_NODE or isinstance(node, syntax.ReservedNode):
        block.add_comment(f"{DUE} this is new")
    return block


def _insert(holder: Holder, place: int, block: Block) -> None:
    """Put a block into a scope, on lines of its own and with blank lines around it."""
    before = holder.blocks[place - 1].text if place else holder.before
    follower = holder.blocks[place] if place < len(holder.blocks) else None
    is_in_line = not before.endswith("\n")
    is_apart = place > 0 or _ends_with_comment(before)
    block.lead = "\n" * (is_apart + is_in_line) + block.lead
    if is_in_line and follower is not None:
        follower.lead = holder.indent_inside + follower.lead.lstrip()
    elif is_in_line:
        holder.close_line()
    if follower is not None and not follower.lead.startswith("\n"):
        follower.lead = f"\n{follower.lead}"
    holder.blocks.insert(place, block)
    _part(holder, place + 1)


def _remove(holder: Holder, block: Block) -> None:
    """Take a block out of a scope; comments before it that are not its own stay."""
    place = holder.blocks.index(block)
    holder.blocks.remove(block)
    left = block.lead_of_others if block.lead_of_others.strip() else ""
    if place == len(holder.blocks):
        holder.tail = left + holder.tail
    elif left:
        holder.blocks[place].lead = left + holder.blocks[place].lead
    elif place == 0 and not holder.blocks[0].lead_of_others.strip():
        holder.blocks[0].lead = holder.blocks[0].lead.removeprefix("\n")
    _part(holder, place)


def _part(holder: Holder, place: int) -> None:
    """Keep comments around the start of a block apart from those of its neighbours."""
    before = holder.blocks[place - 1].text if place else holder.before
    if place == len(holder.blocks):
        if place and _STARTS_WITH_COMMENT.match(holder.tail):
            holder.tail = f"\n{holder.tail}"
        return
    block = holder.blocks[place]
    is_apart = place and _STARTS_WITH_COMMENT.match(block.lead) or _ends_with_comment(before)
    if is_apart and not block.lead.startswith("\n"):
        block.lead = f"\n{block.lead}"


def _ends_with_comment(text: str) -> bool:
    """True if the last line of a text is a comment."""
    return bool(_STARTS_WITH_COMMENT.match(text.rstrip("\n").rpartition("\n")[2]))
