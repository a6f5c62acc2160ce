# Copied by wiregen from templates/runtime/_runtime/message.py; do not edit.
"""Base class of generated messages: protobuf's message API.

A message keeps each field in a slot that holds None while the field is absent. A message
field that was only read has its (empty) message in `_absent`; that message knows its
`_owner`, the parent and slot that it moves into as soon as something in it is set.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar, cast

from .comparing import are_equal
from .containment import with_contents
from .copying import canonical_copy, clone
from .decoding import NESTING_LIMIT, as_bytes, decode_into, merge_records
from .descriptor import Descriptor, FieldDescriptor
from .errors import EncodeError, unknown_field
from .mapped_file import require_unchanged, unchanged
from .merging import absorb
from .packed import Packed, record_of
from .part import Part
from .pickling import reduced
from .required import missing_required
from .summary import summary
from .untouched import class_of

MessageType = TypeVar("MessageType", bound="Message")


class Message(Part):
    """A message of a schema."""

    __slots__ = ("__weakref__", "_unknown")

    DESCRIPTOR: ClassVar[Descriptor]
    # Set by the generated decoders, encoders and copiers.
    _decode: ClassVar[Callable[..., Any]]
    _encode: ClassVar[Callable[..., int]]
    _copy: Callable[..., Any]
    # Set by the text format in packages that have this feature.
    _to_text: Callable[..., str] = summary

    # The bytes of fields that the schema does not know, as they were read.
    _unknown: bytearray | None
    # What is said of the file that a message was read from, in the classes that keep it.
    _origin: Any = None

    # --- bytes -----------------------------------------------------------------------

    @classmethod
    def FromString(
        cls: type[MessageType], data: Any, *, nesting_limit: int = NESTING_LIMIT
    ) -> MessageType:
        """The message that some bytes hold; DecodeError if they hold none.

        `nesting_limit` is how many messages may stand inside one another.
        """
        message = cls.__new__(cls)
        decode_into(message, as_bytes(data), nesting_limit)
        return message

    def ParseFromString(self, data: Any) -> int:
        """Replace the content by what some bytes hold; return their number.

        After a DecodeError the message is as it was.
        """
        data = as_bytes(data)
        self._take(type(self).FromString(data))
        return len(data)

    def MergeFromString(self, data: Any) -> int:
        """Add what some bytes hold to the content; return their number.

        The result is that of parsing both one after the other: singular fields are replaced,
        even by their defaults, lists are joined and messages merged. After a DecodeError the
        message is as it was.
        """
        data = as_bytes(data)
        # Decoded apart first: errors are found before anything changes.
        alone = type(self).FromString(data)
        if self._is_new():
            self._take(alone)
        else:
            merge_records(self, data, 0, len(data), NESTING_LIMIT)
            self._attach()
        return len(data)

    def SerializeToString(self, *, deterministic: bool | None = None) -> bytes:
        """Return the bytes of the message; EncodeError if a value is wrong.

        Fields are written by number, the entries of maps in their order and unknown fields last,
        as they were read. A message of a mapped file that was not decoded yet is written as the
        bytes that it was read from. With `deterministic`, everything is decoded and sorted, so
        that equal messages give equal bytes.
        """
        return b"".join((canonical_copy(self) if deterministic else self)._complete_pieces())

    def SerializePartialToString(self, *, deterministic: bool | None = None) -> bytes:
        """As SerializeToString, but required fields may be missing."""
        return b"".join((canonical_copy(self) if deterministic else self)._pieces())

    def ByteSize(self) -> int:
        """The number of bytes that the message takes when written."""
        return sum(map(len, self._pieces()))

    def _complete_pieces(self) -> list[bytes]:
        """As _pieces, for a message that must have all its required fields."""
        missing = self.FindInitializationErrors()
        if missing:
            names = ", ".join(missing)
            raise EncodeError(f"required fields are missing: {names}", self.DESCRIPTOR.name)
        return self._pieces()

    def _pieces(self) -> list[bytes]:
        """The bytes of the message in pieces, so that large fields need not be copied."""
        pieces: list[bytes] = []
        try:
            self._encode(pieces)
        except RecursionError:
            reason = "messages are nested deeper than Python's recursion limit allows"
            raise EncodeError(reason, self.DESCRIPTOR.name) from None
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error):
            from .encode_diagnosis import encode_error

            error = encode_error(self)
            if error is None:
                raise
            raise error from None
        require_unchanged(pieces)
        return pieces

    # --- presence --------------------------------------------------------------------

    def HasField(self, field_name: Any) -> bool:
        """True if a field, or any field of a oneof, is set.

        ValueError for repeated fields and others that have no presence.
        """
        slot = self.DESCRIPTOR.slot_by_presence_name.get(field_name)
        if slot is not None:
            return getattr(self, slot) is not None
        if field_name in self.DESCRIPTOR.oneofs_by_name:
            return self.WhichOneof(field_name) is not None
        field = self._field(field_name)
        raise ValueError(
            f"{self.DESCRIPTOR.name}.{field_name} has no presence: it is "
            + ("repeated" if field.is_repeated else "set when it differs from its default")
        )

    def ClearField(self, field_name: Any) -> None:
        """Make a field, or all fields of a oneof, absent."""
        oneof = self.DESCRIPTOR.oneofs_by_name.get(field_name)
        for field in [self._field(field_name)] if oneof is None else oneof.fields:
            # A message that was read while it was absent is on its own now.
            child = (self._absent or {}).get(field.slot)
            if child is not None:
                child._owner = None
            setattr(self, field.slot, None)
        self._attach()

    def Clear(self) -> None:
        """Make all fields absent and forget unknown ones."""
        self._take(type(self)())

    def WhichOneof(self, oneof_group: Any) -> Any:
        """The name of the field of a oneof that is set, or None."""
        oneof = self.DESCRIPTOR.oneofs_by_name.get(oneof_group)
        if oneof is None:
            raise ValueError(f"{self.DESCRIPTOR.name} has no oneof '{oneof_group}'")
        for field in oneof.fields:
            if getattr(self, field.slot) is not None:
                return field.name
        return None

    def ListFields(self) -> list[tuple[FieldDescriptor, Any]]:
        """The fields that are set, with their values, by number."""
        return [
            (field, getattr(self, field.attribute) if type(value) in _KEPT else value)
            for field, value in self._slots_in_use()
        ]

    def SetInParent(self) -> None:
        """Make the message part of its parent, even if it is empty."""
        self._attach()

    def IsInitialized(self) -> bool:
        """True if all required fields are set, here and in all messages inside."""
        return not self.FindInitializationErrors()

    def FindInitializationErrors(self) -> list[str]:
        """The paths of required fields that are not set."""
        return missing_required(self)

    def ViewField(self, field_name: str) -> memoryview:
        """The bytes of a field without a copy: of a mapped file, those of the file itself.

        Of a packed field of numbers, they are its record: numbers of fixed width one after
        the other, in the byte order of small ends, or varints.
        """
        field = self._field(field_name)
        value = getattr(self, field.slot)
        if field.is_packed:
            record = value.record if type(value) is Packed else record_of(field, value)
            return memoryview(unchanged(record))
        if field.type != FieldDescriptor.TYPE_BYTES or field.is_repeated:
            raise ValueError(f"{self.DESCRIPTOR.name}.{field_name} is no field of bytes")
        return memoryview(unchanged(value) or b"")

    # --- copying and comparing -------------------------------------------------------

    def CopyFrom(self, other: Message) -> None:
        """Replace the content by a copy of another message's."""
        self._require_same_class(other)
        if other is self:
            return
        self._take(other._clone())

    def MergeFrom(self, other: Message) -> None:
        """Add a copy of another message's content.

        Lists are joined, messages merged, other fields replaced where the other has them.
        """
        self._require_same_class(other)
        # A copy is made first: the other message may be this one, stand in it or hold it.
        copy = other._clone()
        self._attach()
        absorb(self, copy)

    def DiscardUnknownFields(self) -> None:
        """Forget fields that the schema does not know, here and in all messages inside."""
        for message in with_contents(self):
            message._unknown = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message) or class_of(other) is not class_of(self):
            return NotImplemented
        return are_equal(self, other)

    def __contains__(self, name: object) -> bool:
        # Messages are no containers of names; google's say so with False.
        return False

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self: MessageType) -> MessageType:
        return clone(self)

    def __deepcopy__(self: MessageType, memo: dict[int, Any]) -> MessageType:
        return self.__copy__()

    def __reduce__(self) -> Any:
        return reduced(self)

    def __setstate__(self, state: Any) -> None:
        """Read the state in a pickle of google's message of the same name."""
        self.__init__()  # type: ignore[misc]
        self.MergeFromString(state["serialized"])

    def __repr__(self) -> str:
        return summary(self)

    def __str__(self) -> str:
        return self._to_text()

    # --- for generated code ----------------------------------------------------------

    def _clone(self: MessageType) -> MessageType:
        """Return a copy that shares nothing with the message."""
        return clone(self)

    def _set_odd_names(self, keywords: Mapping[str, Any]) -> None:
        """Set fields whose schema names are no Python names; raise for what is no field."""
        for name, value in keywords.items():
            field = self._field(name)
            if value is not None:
                setattr(self, field.attribute, value)

    @classmethod
    def _of(cls: type[MessageType], value: Any, label: str) -> MessageType:
        """A copy of a message, or one that is made of a mapping of its fields."""
        if class_of(value) is cls:
            return cast(MessageType, clone(value))
        if isinstance(value, Mapping):
            try:
                return cls(**value)
            except RecursionError:
                reason = "the mapping is nested deeper than Python's recursion limit allows"
                raise ValueError(f"{label}: {reason}") from None
        raise TypeError(f"{label}: a {cls.__qualname__} is wanted, not {type(value).__qualname__}")

    def _set_message(self, field_class: type[Message], slot: str, value: Any) -> None:
        """Copy a message, or a mapping of its fields, into a message field."""
        if class_of(value) is not field_class:
            value = field_class._of(value, f"{self.DESCRIPTOR.name}.{slot[1:]}")
        child = getattr(self, slot)
        if child is None:
            child = self._absent_message(slot, field_class)
        child.CopyFrom(value)

    # --- inside ----------------------------------------------------------------------

    def _field(self, name: Any) -> FieldDescriptor:
        field = self.DESCRIPTOR.fields_by_name.get(name)
        if field is None:
            raise ValueError(unknown_field(type(self), name))
        return field

    def _slots_in_use(self) -> list[tuple[FieldDescriptor, Any]]:
        """The fields that have a value in their slot, with it, by number."""
        descriptor = self.DESCRIPTOR
        fields = descriptor.fields_by_number.values()
        values = descriptor.values_of(self)
        return [
            (field, value)
            for field, value in zip(fields, values, strict=True)
            if value or (value is not None and not field.is_repeated)
        ]

    def _is_new(self) -> bool:
        """True if nothing is set, and no part was read that others may hold."""
        parts = (self._unknown, *self.DESCRIPTOR.values_of(self))
        return not self._absent and all(part is None for part in parts)

    def _value(self, field: FieldDescriptor) -> Any:
        """What the slot of a field holds, and a list in place of a packed record."""
        value = unchanged(getattr(self, field.slot))
        return getattr(self, field.attribute) if type(value) is Packed else value

    def _require_same_class(self, other: object) -> None:
        if class_of(other) is not class_of(self):
            raise TypeError(
                f"a {type(self).__qualname__} is wanted, not {type(other).__qualname__}"
            )


# What slots hold instead of bytes and lists as long as nobody asked for them.
_KEPT = (memoryview, Packed)
