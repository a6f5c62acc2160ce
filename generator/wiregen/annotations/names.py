"""Resolves the names in an annotations file against a schema.

Names are written without the package. What has no meaning is reported, and None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wiregen.annotations.rule_checks import FieldPath, Value
from wiregen.schema import ir
from wiregen.schema.scalars import Domain
from wiregen.source.diagnostics import did_you_mean
from wiregen.source.toml_tables import Table


@dataclass(frozen=True, slots=True)
class Owner:
    """A symbol: its full name, the message it is or belongs to, and the field if it is one."""

    symbol: str
    message: ir.Message | None = None
    field: ir.Field | None = None


class Names:
    """Looks up names of one schema; `carries` grows while the file is read."""

    def __init__(self, schema: ir.Schema, package: str) -> None:
        self._schema = schema
        self._prefix = f"{package}." if package else ""
        self.carries: dict[str, str] = {}
        self._owner_by_name = {owner.symbol: owner for owner in _owners(schema)}
        if package:
            self._owner_by_name[package] = Owner(package)

    def full(self, written: str) -> str:
        """A name with its package."""
        is_package = f"{written}." == self._prefix
        return written if is_package else self._prefix + written

    def owner(self, table: Table, key: str, written: str) -> Owner | None:
        """A symbol of any kind."""
        found = self._owner_by_name.get(self.full(written))
        if found is None:
            self._unknown(table, key, written, "symbol", self._owner_by_name)
        return found

    def symbol(self, table: Table, key: str, written: str) -> str | None:
        """The full name of a symbol of any kind."""
        owner = self.owner(table, key, written)
        return owner.symbol if owner else None

    def message(self, table: Table, key: str, written: str) -> ir.Message | None:
        """A message."""
        found = self._schema.message_by_name.get(self.full(written))
        if found is None:
            self._unknown(table, key, written, "message", self._schema.message_by_name)
        return found

    def enum(self, table: Table, key: str, written: str) -> ir.Enum | None:
        """An enum."""
        found = self._schema.enum_by_name.get(self.full(written))
        if found is None:
            self._unknown(table, key, written, "enum", self._schema.enum_by_name)
        return found

    def numbers(self, enum: str) -> frozenset[int]:
        """The numbers that the values of an enum have, which is named in full."""
        return frozenset(value.number for value in self._schema.enum_by_name[enum].values)

    def field(self, table: Table, key: str, written: str) -> Owner | None:
        """A field, with the message that it belongs to."""
        found = self._owner_by_name.get(self.full(written))
        if found is not None and found.field is not None:
            return found
        fields = {name: owner for name, owner in self._owner_by_name.items() if owner.field}
        self._unknown(table, key, written, "field", fields)
        return None

    def field_of(
        self, table: Table, key: str, written: str, message: ir.Message
    ) -> ir.Field | None:
        """A field of one message, by its name alone."""
        for field in message.fields:
            if field.name == written:
                return field
        hint = did_you_mean(written, [field.name for field in message.fields])
        table.report(f"'{message.full_name}' has no field '{written}'{hint}", key, written)
        return None

    def path(
        self, table: Table, key: str, written: str, start: ir.Message | None
    ) -> FieldPath | None:
        """Fields one in another, from the start or from a message that is named first."""
        steps = written.split(".")
        if start is not None and any(field.name == steps[0] for field in start.fields):
            return self._path(table, key, written, start, steps)
        for count in range(len(steps), 0, -1):
            message = self._schema.message_by_name.get(self.full(".".join(steps[:count])))
            if message is not None:
                return self._path(table, key, written, message, steps[count:])
        if start is not None:
            self.field_of(table, key, steps[0], start)
        else:
            self._unknown(table, key, written, "message", self._schema.message_by_name)
        return None

    def _path(
        self, table: Table, key: str, written: str, start: ir.Message, steps: list[str]
    ) -> FieldPath | None:
        message: ir.Message | None = start
        for step in steps:
            if message is None:
                table.report(f"nothing is inside of what stands before '{step}'", key, written)
                return None
            field = self.field_of(table, key, step, message)
            if field is None:
                return None
            message = self.message_in(field)
        return FieldPath(start.full_name, tuple(steps))

    def leaf(self, path: FieldPath) -> ir.Field | None:
        """The last field of a path; None for a path without steps."""
        message: ir.Message | None = self._schema.message_by_name[path.message]
        field = None
        for step in path.steps:
            assert message is not None
            field = next(field for field in message.fields if field.name == step)
            message = self.message_in(field)
        return field

    def end(self, path: FieldPath) -> ir.Message | None:
        """The message that a path leads to, if it leads to one."""
        field = self.leaf(path)
        if field is None:
            return self._schema.message_by_name[path.message]
        return self.message_in(field)

    def message_in(self, field: ir.Field) -> ir.Message | None:
        """The message that a field holds."""
        if isinstance(field.kind, ir.MessageKind):
            return self._schema.message_by_name[field.kind.message]
        return None

    def enum_in(self, field: ir.Field) -> ir.Enum | None:
        """The enum whose numbers a field holds, by its type or as annotated."""
        if isinstance(field.kind, ir.EnumKind):
            return self._schema.enum_by_name[field.kind.enum]
        carried = self.carries.get(field.full_name)
        return self._schema.enum_by_name[carried] if carried else None

    def enum_value(
        self, table: Table, key: str, written: str, enum: ir.Enum
    ) -> ir.EnumValue | None:
        """A value of an enum, by its name alone."""
        for value in enum.values:
            if value.name == written:
                return value
        hint = did_you_mean(written, [value.name for value in enum.values])
        table.report(f"'{enum.full_name}' has no value '{written}'{hint}", key, written)
        return None

    def value(self, table: Table, key: str, written: object, field: ir.Field) -> Value | None:
        """Something that a field can hold: the name of an enum's value, a number, a text."""
        enum = self.enum_in(field)
        if enum is not None and isinstance(written, str):
            return self.enum_value(table, key, written, enum)
        domain = field.kind.scalar.domain if isinstance(field.kind, ir.ScalarKind) else None
        wanted = {Domain.INTEGER: int, Domain.STRING: str, Domain.BYTES: str}
        if enum is None and domain in wanted and type(written) is wanted[domain]:
            assert isinstance(written, (int, str))
            return written
        table.report(f"'{field.full_name}' cannot hold {written!r}", key, str(written))
        return None

    def _unknown(
        self, table: Table, key: str, written: str, kind: str, known: Mapping[str, object]
    ) -> None:
        names = [name.removeprefix(self._prefix) for name in known]
        table.report(f"no {kind} '{written}'{did_you_mean(written, names)}", key, written)


def _owners(schema: ir.Schema) -> list[Owner]:
    found = []
    for message in schema.message_by_name.values():
        found.append(Owner(message.full_name, message))
        found += (Owner(field.full_name, message, field) for field in message.fields)
        found += (Owner(oneof.full_name, message) for oneof in message.oneofs)
    for enum in schema.enum_by_name.values():
        message_of_enum = schema.message_by_name.get(enum.full_name.rpartition(".")[0])
        found.append(Owner(enum.full_name, message_of_enum))
        found += (Owner(f"{enum.full_name}.{v.name}", message_of_enum) for v in enum.values)
    return found
