"""Containment of messages as a diagram and a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wiregen.output.escaping import fenced
from wiregen.schema import ir
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.uses import held_type

# A message without messages in it that so many others hold says little in a diagram.
_HELD_BY_MANY = 4


def containment_diagram(file: ir.File, material: Material) -> str:
    """The messages of a file and what they hold, as Mermaid; nested ones count as their parent."""
    edges = _edges(material)
    own = [name for name in file.messages if edges.get(name)]
    targets = {target for name in own for target in edges[name]}
    if not targets:
        return ""
    node_by_name = {
        name: f"m{index}" for index, name in enumerate(edges) if name in targets or name in own
    }
    lines = ["flowchart LR"]
    lines += (f'  {node}["{material.shown(name)}"]' for name, node in node_by_name.items())
    lines += (
        f"  {node_by_name[name]} --> {node_by_name[target]}"
        for name in own
        for target in edges[name]
    )
    return fenced(lines, "mermaid")


def _edges(material: Material) -> Mapping[str, list[str]]:
    """The top-level messages that each top-level message holds, in file order."""
    edges: dict[str, list[str]] = {}
    for message in material.messages:
        holder = _top_level(message.full_name, material)
        held = edges.setdefault(holder, [])
        for field in message.fields:
            target = held_message(field, material)
            if target is None:
                continue
            top = _top_level(target, material)
            is_itself = top == holder and target != message.full_name
            if top not in held and not is_itself:
                held.append(top)
    order = {name: index for index, name in enumerate(edges)}
    counts = {name: sum(name in held for held in edges.values()) for name in edges}
    dull = {name for name, held in edges.items() if not held and counts[name] >= _HELD_BY_MANY}
    return {
        name: sorted((t for t in held if t not in dull and t in order), key=order.__getitem__)
        for name, held in edges.items()
        if name not in dull
    }


def containment_tree(roots: list[str], page: str, material: Material) -> str:
    """What can stand in what, as a nested list; a message is unfolded where it comes first."""
    seen: set[str] = set()
    lines = [line for root in roots for line in _branch(root, "", page, material, seen, ())]
    return "\n".join(lines)


def _branch(
    name: str, how: str, page: str, material: Material, seen: set[str], path: tuple[str, ...]
) -> Iterator[str]:
    indent = "    " * len(path)
    head = f"{indent}- {how}{material.link(name, page)}"
    children = _children(material.schema.message_by_name[name], material)
    if name in path:
        yield f"{head} (a cycle: it stands further up)"
    elif name in seen and children:
        yield f"{head} (unfolded above)"
    else:
        yield head
        seen.add(name)
        for target, fields in children.items():
            yield from _branch(target, f"{fields}: ", page, material, seen, (*path, name))


def _children(message: ir.Message, material: Material) -> Mapping[str, str]:
    """The messages that a message holds, with the names of the fields that do."""
    children: dict[str, str] = {}
    for field in message.fields:
        target = held_message(field, material)
        if target is not None and material.places.has_page(target):
            before = f"{children[target]}, " if target in children else ""
            children[target] = f"{before}`{field.name}`"
    return children


def held_message(field: ir.Field, material: Material) -> str | None:
    """The message that a field holds, if it holds one."""
    held = held_type(field.kind)
    return held if held in material.schema.message_by_name else None


def _top_level(full_name: str, material: Material) -> str:
    owner = full_name.rpartition(".")[0]
    return _top_level(owner, material) if owner in material.schema.message_by_name else full_name
