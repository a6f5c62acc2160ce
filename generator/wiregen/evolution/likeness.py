"""Wire and JSON compatibility of two field types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum as Enumeration

from wiregen.schema import ir


class Likeness(Enumeration):
    """In which forms values of one type are read as the same values of the other."""

    NONE = 0
    FILES = 1
    # In JSON, too.
    ALL = 2


# Types whose values are written alike, as far as both have them.
_ALIKE = (
    *(frozenset({"int32", "uint32"}), frozenset({"int64", "uint64"})),
    *(frozenset({"fixed32", "sfixed32"}), frozenset({"fixed64", "sfixed64"})),
)
_ALIKE_IN_FILES = (
    frozenset({"int32", "uint32", "int64", "uint64", "bool"}),
    frozenset({"sint32", "sint64"}),
)
# JSON has names for them, files have numbers as of these types.
_LIKE_ENUMS = frozenset({"int32", "uint32", "int64", "uint64"})


@dataclass(frozen=True, slots=True)
class Types:
    """What the fields of two schemas can refer to, by full names.

    `new_name` has the names that were changed.
    """

    old_enums: Mapping[str, ir.Enum]
    new_enums: Mapping[str, ir.Enum]
    old_messages: Mapping[str, ir.Message]
    new_messages: Mapping[str, ir.Message]
    new_name: Mapping[str, str]

    def likeness(self, old: ir.FieldKind, new: ir.FieldKind) -> Likeness:
        """What two types of one field have in common; of lists and maps, see below."""
        match old, new:
            case ir.ScalarKind(before), ir.ScalarKind(after):
                return _scalar_likeness(before.name, after.name)
            case ir.EnumKind(before), ir.EnumKind(after):
                is_same = self._is_renamed(before, after) or self.is_wider(before, after)
                return Likeness.ALL if is_same else Likeness.NONE
            case (ir.EnumKind(), ir.ScalarKind(scalar)) | (ir.ScalarKind(scalar), ir.EnumKind()):
                return Likeness.FILES if scalar.name in _LIKE_ENUMS else Likeness.NONE
            case ir.MessageKind(before), ir.MessageKind(after):
                is_same = old.is_group == new.is_group and self._is_renamed(before, after)
                return Likeness.ALL if is_same else Likeness.NONE
            case ir.MapKind(), ir.MapKind():
                kinds = ((ir.ScalarKind(old.key), ir.ScalarKind(new.key)), (old.value, new.value))
                return min((self.likeness(*pair) for pair in kinds), key=lambda found: found.value)
            case _:
                return Likeness.NONE

    def is_list_of_entries(self, old: ir.Field, new: ir.Field) -> bool:
        """True if one field is a map and the other a list of what is in it, in either order."""
        for map_field, list_field, messages in (
            (old, new, self.new_messages),
            (new, old, self.old_messages),
        ):
            kind, entry = map_field.kind, list_field.kind
            if isinstance(kind, ir.MapKind) and isinstance(entry, ir.MessageKind):
                fields = messages[entry.message].fields if entry.message in messages else ()
                kinds = {field.number: field.kind for field in fields if not field.is_repeated}
                wanted = {1: ir.ScalarKind(kind.key), 2: kind.value}
                return list_field.is_repeated and kinds == wanted
        return False

    def is_wider(self, old: str, new: str) -> bool:
        """True if an enum has the own name and all values of another one."""
        before, after = self.old_enums.get(old), self.new_enums.get(new)
        if before is None or after is None or before.name != after.name:
            return False
        values = {(value.name, value.number) for value in after.values}
        return all((value.name, value.number) in values for value in before.values)

    def reads_alike_when_absent(self, old: ir.Field, new: ir.Field) -> bool:
        """True if two fields of one enum have the same default, by whatever name."""
        match old.kind, new.kind:
            case ir.EnumKind(before), ir.EnumKind(after):
                numbers = (
                    _number_when_absent(old, self.old_enums.get(before)),
                    _number_when_absent(new, self.new_enums.get(after)),
                )
                return None not in numbers and numbers[0] == numbers[1]
            case _:
                return False

    def _is_renamed(self, old: str, new: str) -> bool:
        return self.new_name.get(old, old) == new


def _scalar_likeness(old: str, new: str) -> Likeness:
    if old == new or any({old, new} <= names for names in _ALIKE):
        return Likeness.ALL
    # The other way round, bytes may be no text.
    if (old, new) == ("string", "bytes") or any({old, new} <= names for names in _ALIKE_IN_FILES):
        return Likeness.FILES
    return Likeness.NONE


def _number_when_absent(field: ir.Field, enum: ir.Enum | None) -> int | None:
    """What an absent field of an enum reads as; None if the enum is not among those compared."""
    if enum is None:
        return None
    names = (enum.values[0].name, field.default)
    return next(v.number for v in enum.values if v.name == names[field.default is not None])
