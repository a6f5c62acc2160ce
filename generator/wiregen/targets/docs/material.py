"""Everything that the reference is made of, in one place, and how names are shown in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from wiregen.annotations.examples import Examples
from wiregen.annotations.model import Annotations
from wiregen.history.model import History
from wiregen.schema import ir
from wiregen.schema.prose import source_name
from wiregen.targets.docs.places import Place, Places
from wiregen.targets.docs.prose import Prose, code, escaped
from wiregen.targets.docs.uses import Use, held_type, uses_by_type
from wiregen.targets.python.view import EnumView, FileView, MessageView
from wiregen.wire.records import Record, records_of


@dataclass(frozen=True)
class Material:
    """The schema and all that is known of it beside."""

    schema: ir.Schema
    # The files to document, imported ones first.
    files: tuple[str, ...]
    # What Python calls it all; empty where no package is made.
    package: str = ""
    views: Sequence[FileView] = ()
    annotations: Annotations = Annotations()
    history: History | None = None
    examples: Examples = Examples()
    # The files that the two were read from, as headers name them, and what is in them.
    data_by_file: Mapping[str, bytes] = field(default_factory=dict)

    @cached_property
    def places(self) -> Places:
        """Where everything stands."""
        return Places(self.schema, self.files)

    @property
    def source(self) -> str:
        """The schema files as headers name them."""
        return ", ".join(source_name(self.schema.file_by_name[name]) for name in self.files)

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages of the files, each once."""
        names = (self.schema.file_by_name[name].package for name in self.files)
        return tuple(dict.fromkeys(name for name in names if name))

    @cached_property
    def messages(self) -> tuple[ir.Message, ...]:
        """All messages, in file order."""
        files = map(self.schema.file_by_name.__getitem__, self.files)
        return tuple(message for file in files for message in self.schema.messages_of(file))

    @cached_property
    def enums(self) -> tuple[ir.Enum, ...]:
        """All enums, in file order."""
        files = map(self.schema.file_by_name.__getitem__, self.files)
        return tuple(enum for file in files for enum in self.schema.enums_of(file))

    @cached_property
    def uses_by_type(self) -> Mapping[str, tuple[Use, ...]]:
        """The fields that hold each message and enum."""
        return uses_by_type(self.messages, self.annotations.carries)

    @cached_property
    def field_by_name(self) -> Mapping[str, ir.Field]:
        """All fields by their full names."""
        return {field.full_name: field for message in self.messages for field in message.fields}

    @cached_property
    def enum_by_value(self) -> Mapping[str, str]:
        """The enum of each value, which is named by the scope around its enum."""
        return {value.full_name: e.full_name for e in self.enums for value in e.values}

    @cached_property
    def records_by_example(self) -> Mapping[str, tuple[Record, ...]]:
        """The examples, taken apart."""
        return {e.id: records_of(e.data, e.message, self.schema) for e in self.examples.examples}

    @cached_property
    def message_views(self) -> Mapping[str, MessageView]:
        """The Python classes of messages."""
        return {m.full_name: m for view in self.views for m in view.all_messages}

    @cached_property
    def enum_views(self) -> Mapping[str, EnumView]:
        """The Python classes of enums."""
        return {e.full_name: e for view in self.views for e in view.all_enums}

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
