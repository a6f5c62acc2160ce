"""The vocabulary of the Python templates: finished names, types and expressions."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from dataclasses import dataclass

from wiregen.targets.python.field_view import FieldView
from wiregen.targets.python.names import ClassName


@dataclass(frozen=True, slots=True)
class EnumValueView:
    """One member of an enum class."""

    name: str
    schema_name: str
    number: int
    is_renamed: bool
    line: str
    doc: str


@dataclass(frozen=True, slots=True)
class EnumView:
    """An enum class."""

    cls: ClassName
    full_name: str
    doc: str
    values: tuple[EnumValueView, ...]
    is_closed: bool
    # The class that its values have for type checkers.
    value_type: str

    @property
    def has_renamed_values(self) -> bool:
        """True if a value is called something else in Python."""
        return any(value.is_renamed for value in self.values)


@dataclass(frozen=True, slots=True)
class OneofView:
    """A oneof and the schema names of its fields."""

    name: str
    fields: tuple[str, ...]
    doc: str


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message class with everything nested in it."""

    cls: ClassName
    full_name: str
    doc: str
    fields: tuple[FieldView, ...]
    oneofs: tuple[OneofView, ...]
    messages: tuple[MessageView, ...]
    enums: tuple[EnumView, ...]
    # Whether a message keeps what is said of the file that it was read from.
    knows_origin: bool
    # Whether a field, in any file, holds the message as a group.
    is_group: bool
    # What methods call the message itself, and its constructor the keywords that are no fields.
    receiver: str
    rest: str
    # The class that the constructor's keywords have for type checkers.
    keywords_class: str

    @property
    def fields_by_number(self) -> list[FieldView]:
        """The fields in the order in which they are written."""
        return sorted(self.fields, key=lambda field: field.number)

    @property
    def odd_fields(self) -> list[FieldView]:
        """The fields that are called something else in Python."""
        return [field for field in self.fields if field.name != field.attribute]

    @property
    def has_choices(self) -> bool:
        """True if a oneof has several fields."""
        return any(len(oneof.fields) > 1 for oneof in self.oneofs)

    @property
    def holds_messages(self) -> bool:
        """True if a field holds messages."""
        return any(field.is_message for field in self.fields)

    @property
    def holds_lazy_lists(self) -> bool:
        """True if a field holds messages that may be decoded lazily, each for itself."""
        return any(f.is_message and f.is_repeated and not f.is_group for f in self.fields)

    @property
    def reads_values(self) -> bool:
        """True if a decoder has a `value` of its own, before that goes into a list or is checked."""
        return any(field.is_read_as_value for field in self.fields)

    @property
    def presence_names(self) -> list[str]:
        """What HasField can be asked: fields with presence, and oneofs."""
        names = [field.name for field in self.fields if field.has_presence]
        return names + [oneof.name for oneof in self.oneofs]

    @property
    def clearable_names(self) -> list[str]:
        """What ClearField can be asked: all fields, and oneofs."""
        return [f.name for f in self.fields] + [oneof.name for oneof in self.oneofs]

    @property
    def with_nested(self) -> list[MessageView]:
        """This message and all messages inside it, parents first."""
        nested = [inner for message in self.messages for inner in message.with_nested]
        return [self, *nested]

    @property
    def enums_with_nested(self) -> list[EnumView]:
        """All enums inside this message."""
        inner = [enum for message in self.messages for enum in message.enums_with_nested]
        return [*self.enums, *inner]


@dataclass(frozen=True, slots=True)
class Keyword:
    """A name of the schema that Python keeps for itself, and the attribute that stands for it.

    `owner` is the path of the class that has it, empty for the module.
    """

    owner: str
    name: str
    attribute: str


@dataclass(frozen=True, slots=True)
class Import:
    """A name that a module may import; `local` is what it is called there."""

    module: str
    name: str
    local: str
    is_for_types: bool = False


@dataclass(frozen=True, slots=True)
class FileView:
    """One schema file and the modules that are made of it."""

    module: str
    # As imports name the file, and as people find it.
    name: str
    source: str
    package: str
    doc: str
    messages: tuple[MessageView, ...]
    enums: tuple[EnumView, ...]
    use: Mapping[str, str]
    # Other names for classes whose own would mean something else inside of classes.
    stand_ins: tuple[tuple[str, str], ...]
    # What the modules may import: of each list, a module takes the names that it uses.
    message_imports: tuple[Import, ...]
    codec_imports: tuple[Import, ...]
    # The classes and enums that decoders and encoders handle, imported ones included.
    codec_classes: tuple[ClassName, ...]
    codec_enums: tuple[ClassName, ...]

    @property
    def all_messages(self) -> list[MessageView]:
        """All messages of the file, parents before what is nested in them."""
        return [inner for message in self.messages for inner in message.with_nested]

    @property
    def tag_tables(self) -> list[tuple[str, str]]:
        """The tables that the encoders of the file use, each with its tag."""
        fields = [field for message in self.all_messages for field in message.fields]
        entries = [half for field in fields for half in (field.map_key, field.map_value) if half]
        tabled = [field for field in (*fields, *entries) if field.has_tag_table]
        return sorted({(field.tag_table, field.written_tag_bytes) for field in tabled})

    @property
    def keywords(self) -> list[Keyword]:
        """The names that can be reached with getattr and setattr only."""
        names: list[Keyword] = []
        for message in self.all_messages:
            names.append(_named(message.cls, message.full_name))
            names += (Keyword(message.cls.path, f.name, f.attribute) for f in message.fields)
        for enum in self.all_enums:
            names.append(_named(enum.cls, enum.full_name))
            for value in enum.values:
                # Values belong to their enum, and to what their enum stands in.
                for owner in (enum.cls.path, enum.cls.path.rpartition(".")[0]):
                    names.append(Keyword(owner, value.schema_name, value.name))
        return [item for item in names if keyword.iskeyword(item.name)]

    @property
    def all_enums(self) -> list[EnumView]:
        """All enums of the file."""
        inner = [enum for message in self.messages for enum in message.enums_with_nested]
        return [*self.enums, *inner]

    @property
    def public_names(self) -> list[str]:
        """The names that the module offers: classes, and the values of top-level enums."""
        names = [message.cls.name for message in self.messages]
        for enum in self.enums:
            names.append(enum.cls.name)
            names += (value.name for value in enum.values)
        return names

    @property
    def package_names(self) -> list[str]:
        """Those of the public names that the package offers too: the ones without underscore."""
        return [name for name in self.public_names if not name.startswith("_")]


def _named(cls: ClassName, full_name: str) -> Keyword:
    owner, _, attribute = cls.path.rpartition(".")
    return Keyword(owner, full_name.rpartition(".")[2], attribute)
