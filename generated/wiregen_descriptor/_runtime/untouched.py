# Copied by wiregen from templates/runtime/_runtime/untouched.py; do not edit.
"""Messages of a mapped file that nobody has looked into: places in the file in, messages out.

Such a message has its class's fields, and no content yet. Whatever is asked of it first makes
it an ordinary message: it is decoded and its class becomes the ordinary one, after which it
costs nothing more. Copied, merged, pickled or written before that, it stays as it is: its bytes
are shared or written.
"""

from __future__ import annotations

import struct
from operator import attrgetter
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import ref

from .collector import fill, made_of_each
from .decoding import NESTING_LIMIT
from .errors import DecodeError, Malformed
from .mapped_file import Map
from .wire import cut, read_size, skip_field

if TYPE_CHECKING:
    from .message import Message

MessageType = TypeVar("MessageType", bound="Message")

# A smaller message is decoded with the one that it stands in: putting it off costs as much.
# In a list of a large message, most may never be asked for.
UNTOUCHED_FROM = 1024
UNTOUCHED_IN_LARGE_FROM = 64
LARGE_FROM = 1 << 16

# Touched one by one, the messages of a list would call the garbage collector again and again.
# After so many, or so many looks at each, all are touched together.
_TOUCHED_ALONE = 16
_LOOKS_AT_EACH = 3


def is_map(data: Any) -> bool:
    """Whether messages of some data are decoded when they are touched."""
    return type(data) is Map


def class_of(message: object) -> type:
    """The class of a message, touched or not, without touching it."""
    found = type(message)
    return found._touched_class if issubclass(found, _Untouched) else found


def is_untouched(message: object) -> bool:
    """Whether nothing was asked of a message yet."""
    return issubclass(type(message), _Untouched)


def untouched(
    message_class: type[MessageType],
    data: Any,
    start: int,
    end: int,
    depth: int,
    siblings: Any = None,
) -> MessageType:
    """A message that stands in a file from `start` to `end`, maybe with others in a list."""
    variant: Any = _variant_by_class.get(message_class)
    if variant is None:
        slots = _slots_of(message_class)
        names = {
            "__slots__": (),
            "__module__": message_class.__module__,
            "__qualname__": message_class.__qualname__,
            "_touched_class": message_class,
            "_touched_slots": slots,
            "_slot_values": staticmethod(attrgetter(*slots)),
            "_slot_setters": [getattr(message_class, slot).__set__ for slot in slots],
            "_string_by_attribute": _strings_of(message_class),
        }
        variant = type(message_class.__name__, (_Untouched, message_class), names)
        _variant_by_class[message_class] = variant
    message: MessageType = object.__new__(variant)
    others = None if siblings is None else ref(siblings)
    _set(message, "_unknown", (data, start, end, depth, others))
    _set(message, "_owner", None)
    _set(message, "_absent", None)
    return message


_set = object.__setattr__
_get = object.__getattribute__
_variant_by_class: dict[type, Any] = {}
# Two threads may touch a message at the same time; one of them decodes it.
_lock = RLock()


def become_untouched(message: Message, other: Message) -> bool:
    """Make a message what an untouched one of its class is; False if the other is touched."""
    place = _place_of(other) if is_untouched(other) else None
    if place is None:
        return False
    variant: Any = type(other)
    for slot in variant._touched_slots:
        _set(message, slot, None)
    _set(message, "_unknown", (*place[:4], None))
    _set(message, "__class__", variant)
    return True


# What can be asked of a message without touching it: to be copied or written.
_ANSWERED = frozenset(
    (
        *("_clone", "_encode", "_pieces", "_complete_pieces", "FindInitializationErrors"),
        *("SerializeToString", "SerializePartialToString", "ByteSize"),
        *("__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__"),
    )
)


class _Untouched:
    """What a message of a mapped file has instead of its content."""

    __slots__ = ()

    _touched_class: type[Message]
    # Its slots, and how to get and set them without its being asked.
    _touched_slots: list[str]
    _slot_values: Any
    _slot_setters: list[Any]
    # The tag and the default of each field that can be looked at.
    _string_by_attribute: dict[str, tuple[int, str]]

    def __new__(cls, **fields: Any) -> Any:
        # Code that makes another message of the type of one wants an ordinary one.
        return cls._touched_class(**fields)

    def __getattribute__(self, name: str) -> Any:
        if name in _ANSWERED:
            return _get(self, name)
        if name == "__class__":
            return class_of(self)
        if name in type(self)._string_by_attribute:
            found = _string_of(self, name)
            if found is not None:
                return found
        return getattr(_touched(self), name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(_touched(self), name, value)

    def _clone(self) -> Any:
        place = _place_of(self)
        if place is None:
            return _touched(self)._clone()
        return untouched(class_of(self), *place[:4])

    def _encode(self, pieces: list[Any]) -> int:
        place = _place_of(self)
        if place is None:
            return int(_touched(self)._encode(pieces))
        data, start, end, _, _ = place
        # A view: nothing is read before the file is known to be what it was.
        pieces.append(cut(data, start, end))
        return end - start


def place_of(message: object) -> tuple[Any, int, int] | None:
    """The file and the bytes of it that a message is read from when it is touched; None if it was."""
    place = _place_of(message) if is_untouched(message) else None
    return None if place is None else place[:3]


def _place_of(message: object) -> tuple[Any, int, int, int, Any] | None:
    """Where a message stands; None if another thread has begun to touch it."""
    place = _get(message, "_unknown")
    return place if isinstance(place, tuple) else None


# How decoders say that something is wrong.
_FAULTS = (Malformed, IndexError, UnicodeDecodeError, struct.error)


def _touched(message: Any) -> Any:
    """A message, decoded in place and of its ordinary class."""
    place = _place_of(message)
    if place is not None:
        place[0].require_unchanged()
    try:
        _touch(message)
    except _FAULTS:
        assert place is not None
        data, start, end, _, _ = place
        raise _error(data, class_of(message), start, end) from None
    if place is not None and place[4] is not None:
        _count(place[4](), 1 / _TOUCHED_ALONE)
    return message


def _touch(message: Any) -> None:
    with _lock:
        variant = type(message)
        if not issubclass(variant, _Untouched):
            return
        message_class = variant._touched_class
        data, start, end, depth, _ = _get(message, "_unknown")
        whole = object.__new__(message_class)
        fill(whole, data, start, end, depth)
        values = variant._slot_values(whole)
        for set_slot, value in zip(variant._slot_setters, values, strict=True):
            set_slot(message, value)
        _set(message, "__class__", message_class)


def _string_of(message: Any, name: str) -> str | None:
    """A string of a message of a list, which stays untouched; None if that does not tell it.

    Operators of 50,000 nodes are counted in a third of the time that decoding them takes.
    """
    place = _place_of(message)
    # Of any other message, it could be asked a thousand times.
    if place is None or place[4] is None:
        return None
    data, position, end, depth, siblings = place
    if data.has_changed():
        return None
    wanted: int
    found: str
    wanted, found = type(message)._string_by_attribute[name]
    start = stop = 0
    try:
        while position < end:
            tag = data[position]
            position += 1
            if tag & 0x87 == 2:
                size = data[position]
                position += 1
                if size >= 0x80:
                    size, position = read_size(data, position - 1)
                if tag == wanted:
                    start, stop = position, position + size
                position += size
            elif tag < 0x80:
                position = skip_field(tag, data, position, end, depth)
            else:
                return None
        if position != end:
            return None
        if start:
            found = str(data[start:stop], "utf-8")
    except (Malformed, IndexError, UnicodeDecodeError):
        # Touching the message says what is wrong, if anything is.
        return None
    messages = siblings()
    _count(messages, 1 / (_LOOKS_AT_EACH * len(messages)) if messages else 0)
    return found


def _count(messages: Any, share: float) -> None:
    """Add a share to what was asked of a list's untouched messages; touch all when it is 1."""
    if messages is None:
        return
    before = getattr(messages, "_asked", 0.0)
    messages._asked = before + share
    if before < 1 <= before + share:
        made_of_each(_try_to_touch, [message for message in messages if is_untouched(message)])


def _try_to_touch(message: Any) -> None:
    """Touch a message that was not asked for: what is wrong with it is not said yet."""
    try:
        _touch(message)
    except _FAULTS:
        pass


def _strings_of(message_class: Any) -> dict[str, tuple[int, str]]:
    """By attribute, the tag and default of fields whose last record alone says what they are."""
    return {
        field.attribute: (field.number << 3 | 2, field.default_value)
        for field in message_class.DESCRIPTOR.fields
        if field.type == field.TYPE_STRING
        and field.number < 16
        and not field.is_repeated
        and field.containing_oneof is None
    }


def _slots_of(message_class: type) -> list[str]:
    slots = [name for cls in message_class.__mro__ for name in getattr(cls, "__slots__", ())]
    return [name for name in slots if name != "__weakref__"]


def _error(data: Any, message_class: type[Message], start: int, end: int) -> DecodeError:
    """What is wrong with a message, told from the file's beginning so that the path is whole."""
    from .diagnosis import decode_error

    found = decode_error(data.root, data, NESTING_LIMIT, (start, end))
    if found is None:
        # Somebody has written into the file since.
        reason = f"damaged at byte {start} or behind it"
        return DecodeError(reason, message_class.__qualname__, start, data.file_name)
    return DecodeError(found.reason, found.path, found.offset, data.file_name)
