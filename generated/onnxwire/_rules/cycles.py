# Copied by wiregen from templates/onnx/_rules/cycles.py; do not edit.
"""Finds cycles."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


def on_cycles(followers: Mapping[Item, Iterable[Item]]) -> set[Item]:
    """The items that lead back to themselves, directly or through others.

    Tarjan's way to strongly connected components, without recursion: chains may be long.
    """
    order: dict[Item, int] = {}
    lowest: dict[Item, int] = {}
    open_items: list[Item] = []
    is_open: set[Item] = set()
    found: set[Item] = set()
    for root in list(followers):
        pending: list[tuple[Item, Iterator[Item]]] = []
        if root not in order:
            pending.append((root, iter(followers[root])))
        while pending:
            item, rest = pending[-1]
            if item not in order:
                order[item] = lowest[item] = len(order)
                open_items.append(item)
                is_open.add(item)
            for follower in rest:
                if follower not in order:
                    pending.append((follower, iter(followers.get(follower, ()))))
                    break
                if follower in is_open:
                    lowest[item] = min(lowest[item], order[follower])
            else:
                pending.pop()
                if pending:
                    outer = pending[-1][0]
                    lowest[outer] = min(lowest[outer], lowest[item])
                if lowest[item] == order[item]:
                    found |= _cycle(item, open_items, is_open, followers)
    return found


def _cycle(
    first: Item,
    open_items: list[Item],
    is_open: set[Item],
    followers: Mapping[Item, Iterable[Item]],
) -> set[Item]:
    """Take a whole component off the open items; one item alone is a cycle if it follows itself."""
    component = set()
    while first not in component:
        component.add(open_items.pop())
    is_open -= component
    return component if len(component) > 1 or first in followers.get(first, ()) else set()
