"""Uses of messages and enums by fields."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wiregen.schema import ir


@dataclass(frozen=True, slots=True)
class Use:
    """A field that holds a type; `is_carried` when it is declared as an integer instead."""

    field: ir.Field
    is_carried: bool

    @property
    def owner(self) -> str:
        """The full name of the message that the field belongs to."""
        return self.field.full_name.rpartition(".")[0]


def held_type(kind: ir.FieldKind) -> str | None:
    """The message or enum that a field holds, in the values of a map too; None for scalars."""
    match kind:
        case ir.MessageKind(name) | ir.EnumKind(name):
            return name
        case ir.MapKind(value=value):
            return held_type(value)
        case ir.ScalarKind():
            return None


def uses_by_type(
    messages: Iterable[ir.Message], enum_by_carrier: Mapping[str, str]
) -> Mapping[str, tuple[Use, ...]]:
    """All uses of each type, in file order; `enum_by_carrier` says which integers hold enums."""
    uses: dict[str, list[Use]] = defaultdict(list)
    for message in messages:
        for field in message.fields:
            held = held_type(field.kind)
            if held is not None:
                uses[held].append(Use(field, False))
            elif field.full_name in enum_by_carrier:
                uses[enum_by_carrier[field.full_name]].append(Use(field, True))
    return {name: tuple(found) for name, found in uses.items()}
