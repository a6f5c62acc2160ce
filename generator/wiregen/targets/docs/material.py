"""The inputs of a reference, and how its pages show names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property

from wiregen.output.escaping import code, escaped
from wiregen.schema import ir
from wiregen.targets.docs.prose import Prose
from wiregen.targets.docs.uses import Use, held_type, uses_by_type
from wiregen.targets.places import Place
from wiregen.targets.target import Inputs
from wiregen.wire.records import Record, records_of


@dataclass(frozen=True)
class Material(Inputs):
    """The inputs of a run, with what the pages of a reference look up in them."""

    @classmethod
    def of(cls, inputs: Inputs) -> Material:
        """Return the material that some inputs are."""
        return cls(**{item.name: getattr(inputs, item.name) for item in fields(inputs)})

    @property
    def package(self) -> str:
        """The Python package that is generated; empty if there is none."""
        return self.settings.name

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages of the files, each once."""
        names = (self.schema.file_by_name[name].package for name in self.files)
        return tuple(dict.fromkeys(name for name in names if name))

    @cached_property
    def uses_by_type(self) -> Mapping[str, tuple[Use, ...]]:
        """The fields that hold each message and enum."""
        return uses_by_type(self.messages, self.annotations.carries)

    @cached_property
    def enum_by_value(self) -> Mapping[str, str]:
        """The enum of each value, which is named by the scope around its enum."""
        return {value.full_name: e.full_name for e in self.enums for value in e.values}

    @cached_property
    def records_by_example(self) -> Mapping[str, tuple[Record, ...]]:
        """The examples, taken apart."""
        return {e.id: records_of(e.data, e.message, self.schema) for e in self.examples.examples}

    def prose(self, page: str, scope: str, own_place: Place | None = None) -> Prose:
        """The writer of texts on a page, in which names are looked up in a scope."""
        return Prose(self.places, page, scope, own_place)

    def shown(self, full_name: str) -> str:
        """A full name without its package."""
        symbols = (self.schema.message_by_name, self.schema.enum_by_name)
        for table in symbols:
            owner = full_name
            while owner:
                if owner in table:
                    package = self.schema.file_by_name[table[owner].file].package
                    return full_name.removeprefix(f"{package}.") if package else full_name
                owner = owner.rpartition(".")[0]
        return full_name

    def link(self, full_name: str, page: str) -> str:
        """A link to the page of a message or enum, if it has one."""
        if not self.places.has_page(full_name):
            return code(full_name)
        return linked(escaped(self.shown(full_name)), self.places.symbol(full_name), page)

    def named_link(self, full_name: str, page: str) -> str:
        """A link to anything with a full name; enum values are named by their enum."""
        place = self.places.found(full_name, "")
        text = escaped(self.shown(full_name))
        return linked(text, place, page) if place is not None else code(self.shown(full_name))

    def field_link(self, item: ir.Field, page: str) -> str:
        """A link to a field, with its message."""
        return linked(escaped(self.shown(item.full_name)), self.places.field(item), page)

    def type_text(self, item: ir.Field, page: str) -> str:
        """What a field holds, with links."""
        carried = self.annotations.carries.get(item.full_name)
        if carried is not None:
            return f"{item.declared_type}, a number of {self.link(carried, page)}"
        match item.kind:
            case ir.MapKind(key, value):
                inner = held_type(value)
                name = self.link(inner, page) if inner else escaped(_scalar_name(value))
                return f"map&lt;{key.name}, {name}&gt;"
            case kind:
                held = held_type(kind)
                return self.link(held, page) if held else _scalar_name(kind)


def linked(text: str, place: Place, page: str) -> str:
    """A link in Markdown; the text is Markdown already."""
    return f"[{text}]({place.seen_from(page)})"


def _scalar_name(kind: ir.FieldKind) -> str:
    assert isinstance(kind, ir.ScalarKind)
    return kind.scalar.name
