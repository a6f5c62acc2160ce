# Copied by wiregen from templates/runtime/_explorer/layout.py; do not edit.
"""Field tables by tag, for the walk."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from .._runtime.descriptor import Descriptor, FieldDescriptor

if TYPE_CHECKING:
    from collections.abc import Iterable

_TYPE_WORDS = (
    *("", "double", "float", "int64", "uint64", "int32", "fixed64", "fixed32", "bool"),
    *("string", "group", "message", "bytes", "uint32", "enum", "sfixed32", "sfixed64"),
    *("sint32", "sint64"),
)
_WIRE_TYPE_BY_TYPE = (-1, 1, 5, 0, 0, 0, 1, 5, 0, 2, 3, 2, 2, 0, 0, 5, 1, 0, 0)


class Kind(IntEnum):
    """What a record of a field holds, by how the walk goes on with it."""

    VARINT = 0
    FIXED64 = 1
    BYTES = 2
    TEXT = 3
    MESSAGE = 4
    FIXED32 = 5
    GROUP = 6
    PACKED = 7
    # A message that is an entry of a map.
    ENTRY = 8


@dataclass(eq=False)
class Place:
    """A field as it may stand on the wire under one tag.

    A field that can be packed has two places; `is_other_form` marks the one that a writer
    of this schema does not use.
    """

    field: FieldDescriptor
    kind: Kind
    layout: Layout | None
    is_other_form: bool
    is_repeated: bool
    # The numbers of the other fields of its oneof.
    rivals: frozenset[int]
    # The values below 128 with nothing to say about them; None for all.
    plain: frozenset[int] | None
    # Whether the default value is not written.
    is_implicit: bool

    def __post_init__(self) -> None:
        # Whether the place alone can be a reason for a note.
        self.is_special = bool(self.rivals) or self.is_other_form

    @property
    def type_word(self) -> str:
        """The field's type as a schema says it, a message or an enum by its short name."""
        return type_word(self.field)


@dataclass(eq=False)
class Layout:
    """The places of a message's fields by tag, and its fields by number."""

    # The name of the message, empty for an entry of a map.
    full_name: str
    descriptor: Descriptor | None
    fields: dict[int, FieldDescriptor]
    places: dict[int, Place] = field(default_factory=dict[int, "Place"])

    @property
    def name(self) -> str:
        """The short name of the message."""
        return self.full_name.rpartition(".")[2] or "entry"


def type_word(described: FieldDescriptor) -> str:
    """A field's type in the words of its schema."""
    if described.map_key is not None and described.map_value is not None:
        return f"map<{type_word(described.map_key)}, {type_word(described.map_value)}>"
    if described.message_type is not None:
        return described.message_type.name
    if described.enum_type is not None:
        return described.enum_type.name
    return _TYPE_WORDS[described.type]


def wire_type_of(described: FieldDescriptor) -> int:
    """The wire type of one value of a field."""
    return _WIRE_TYPE_BY_TYPE[described.type]


_layouts: dict[Descriptor, Layout] = {}


def layout_of(descriptor: Descriptor) -> Layout:
    """The layout of a message, always the same one."""
    layout = _layouts.get(descriptor)
    if layout is None:
        layout = Layout(descriptor.full_name, descriptor, dict(descriptor.fields_by_number))
        # Known before it is filled: messages can hold themselves.
        _layouts[descriptor] = layout
        _fill(layout, descriptor.fields)
    return layout


def _fill(layout: Layout, fields: Iterable[FieldDescriptor]) -> None:
    for described in fields:
        inner = _inner_layout(described)
        wire_type = wire_type_of(described)
        kind = _kind(described, wire_type)
        is_packable = described.is_repeated and wire_type in (0, 1, 5)
        tag = described.number << 3
        is_in_map = layout.descriptor is None
        layout.places[tag | wire_type] = _place(
            described, kind, inner, is_in_map, is_packable and described.is_packed
        )
        if is_packable:
            layout.places[tag | 2] = _place(
                described, Kind.PACKED, None, is_in_map, not described.is_packed
            )


def _place(
    described: FieldDescriptor,
    kind: Kind,
    inner: Layout | None,
    is_in_map: bool,
    is_other_form: bool,
) -> Place:
    oneof = described.containing_oneof
    is_implicit = not (described.is_repeated or described.has_presence or is_in_map)
    return Place(
        field=described,
        kind=kind,
        layout=inner,
        is_other_form=is_other_form,
        is_repeated=described.is_repeated or described.map_key is not None,
        rivals=(
            frozenset(item.number for item in oneof.fields if item is not described)
            if oneof
            else frozenset()
        ),
        plain=_plain(described, is_implicit),
        is_implicit=is_implicit,
    )


def _plain(described: FieldDescriptor, is_implicit: bool) -> frozenset[int] | None:
    values = range(128)
    if described.type == FieldDescriptor.TYPE_BOOL:
        values = range(2)
    elif described.enum_type is not None and described.enum_type.is_closed:
        return frozenset(described.enum_type.names) - ({0} if is_implicit else set())
    elif not is_implicit:
        return None
    return frozenset(values) - ({0} if is_implicit else set())


def _inner_layout(described: FieldDescriptor) -> Layout | None:
    if described.map_key is not None and described.map_value is not None:
        entry = (described.map_key, described.map_value)
        layout = Layout("", None, {item.number: item for item in entry})
        _fill(layout, entry)
        return layout
    return None if described.message_type is None else layout_of(described.message_type)


def _kind(described: FieldDescriptor, wire_type: int) -> Kind:
    if wire_type == 2:
        if described.type == FieldDescriptor.TYPE_STRING:
            return Kind.TEXT
        if described.type == FieldDescriptor.TYPE_BYTES:
            return Kind.BYTES
        return Kind.MESSAGE if described.map_key is None else Kind.ENTRY
    return Kind.GROUP if wire_type == 3 else Kind(wire_type)
