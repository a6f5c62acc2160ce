"""Two versions of a small schema, and the rules that what changed falls under."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# The package is `shop`; a test may call it otherwise.
PROTO2 = 'syntax = "proto2"; package shop; '
PROTO3 = 'syntax = "proto3"; package shop; '
EDITION = 'edition = "2023"; package shop; '
LOCAL = 'edition = "2024"; package shop; '


@dataclass(frozen=True)
class Case:
    """Files by name in two versions; text alone is that of `shop.proto`."""

    rules: set[str]
    old: str | Mapping[str, str]
    new: str | Mapping[str, str]

    @property
    def versions(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The old and the new files."""
        old, new = (
            {"shop.proto": version} if isinstance(version, str) else version
            for version in (self.old, self.new)
        )
        return old, new


def case(rules: str, old: str, new: str, start: str = PROTO2) -> Case:
    """One of a single file with the usual start."""
    return Case(set(rules.split()), start + old, start + new)


def in_message(rules: str, old: str, new: str, start: str = PROTO2) -> Case:
    """One inside a message."""
    return case(rules, f"message M {{ {old} }}", f"message M {{ {new} }}", start)


def in_enum(rules: str, old: str, new: str, start: str = PROTO2) -> Case:
    """One inside an enum."""
    return case(rules, f"enum E {{ {old} }}", f"enum E {{ {new} }}", start)


def in_method(rules: str, old: str, new: str) -> Case:
    """One that is about a method."""
    start = PROTO2 + "message A {} message B {} "
    return case(rules, f"service S {{ rpc Call{old} }}", f"service S {{ rpc Call{new} }}", start)
