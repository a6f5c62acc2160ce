"""Fields and extensions of the option messages, by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from wiregen.schema import ir
from wiregen.schema.elements import settings_of

_RETENTION, _SOURCE_ONLY = "google.protobuf.FieldOptions.retention", 2


@dataclass(frozen=True)
class OptionTypes:
    """Messages, enums and extensions of a schema, and those of descriptor.proto.

    A schema need not import descriptor.proto to set options; then `built_in` has them.
    """

    schema: ir.Schema
    built_in: ir.Schema | None

    def message(self, full_name: str) -> ir.Message:
        """A message that is known to exist."""
        found = self.schema.message_by_name.get(full_name)
        if found is None and self.built_in is not None:
            found = self.built_in.message_by_name.get(full_name)
        assert found is not None, full_name
        return found

    def enum(self, full_name: str) -> ir.Enum:
        """An enum that is known to exist."""
        found = self.schema.enum_by_name.get(full_name)
        if found is None and self.built_in is not None:
            found = self.built_in.enum_by_name.get(full_name)
        assert found is not None, full_name
        return found

    def field(self, full_name: str) -> ir.Field:
        """A field or extension that is known to exist."""
        extension = self.schema.extension_by_name.get(full_name)
        if extension is not None:
            return extension.field
        return self._field_by_name[full_name]

    def own_field(self, message: str, name: str) -> ir.Field | None:
        """A field that a message declares."""
        return self._field_by_name.get(f"{message}.{name}")

    @property
    def extensions(self) -> Iterable[ir.Extension]:
        """All extensions of the schema."""
        return self.schema.extension_by_name.values()

    def extension(self, full_name: str) -> ir.Extension | None:
        """An extension, if this is the name of one."""
        return self.schema.extension_by_name.get(full_name)

    def is_for_compiler_only(self, full_name: str) -> bool:
        """True if a field of options is left out of descriptors, once a schema is compiled."""
        settings = settings_of(self.field(full_name).options, _RETENTION)
        return _SOURCE_ONLY in settings

    @cached_property
    def _field_by_name(self) -> Mapping[str, ir.Field]:
        schemas = [self.schema] if self.built_in is None else [self.built_in, self.schema]
        return {
            field.full_name: field
            for schema in schemas
            for message in schema.message_by_name.values()
            for field in message.fields
        }
