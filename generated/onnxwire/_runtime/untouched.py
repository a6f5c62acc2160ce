# Copied by wiregen from templates/runtime/_runtime/untouched.py; do not edit.
# pyright: reportPrivateUsage=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false
"""Lazily decoded messages of a memory-mapped file.

An untouched message has the slots of its class, and no content. Its own class, a subclass of the
ordinary one, decodes it as soon as it is asked for anything, and gives way to the ordinary class;
from then on, it costs nothing. Until then, copying, merging, pickling or writing it shares or
writes its bytes.

Threads may touch one message at the same time. Each decodes it into a message of its own; the
content of the first to finish becomes that of the message, in one atomic step. So an exception,
a signal handler or a fork finds every message either untouched or decoded.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cache
from operator import attrgetter, is_
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import ref

from .atomic import run_if, setting
from .collector import made_of_each
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
    """True if messages of some data are decoded when they are touched."""
    return type(data) is Map


def class_of(message: object) -> type:
    """The class of a message, touched or not, without touching it."""
    found = type(message)
    return found._touched_class if issubclass(found, _Untouched) else found


def is_untouched(message: object) -> bool:
    """True if nothing was asked of a message yet."""
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
    variant = _variant_by_class.get(message_class) or _variant_of(message_class)
    message: MessageType = object.__new__(variant)
    others = None if siblings is None else ref(siblings)
    _set(message, "_unknown", (data, start, end, depth, others))
    _set(message, "_owner", None)
    _set(message, "_absent", None)
    return message


_set = object.__setattr__
_get = object.__getattribute__
_variant_by_class: dict[type, Any] = {}


def _variant_of(message_class: type) -> Any:
    """Return the class of the untouched messages of a class."""
    names = {
        "__slots__": (),
        "__module__": message_class.__module__,
        "__qualname__": message_class.__qualname__,
        "_touched_class": message_class,
        "_string_by_attribute": _strings_of(message_class),
    }
    variant = type(message_class.__name__, (_Untouched, message_class), names)
    return _variant_by_class.setdefault(message_class, variant)


def take_content(message: Any, other: Message) -> None:
    """Give a message the content of another one, untouched or not, in one atomic step."""
    new_class: Any = type(other)
    place = _place_of(other)
    slots, values_of = _content_slots(class_of(other))
    # Kept until the end: destroying what the message held could run any code in between.
    before = values_of(message)
    values = values_of(other) if place is None else (*[None] * (len(slots) - 1), (*place[:4], None))
    names = "_absent", *slots, "__class__"
    run_if((True,), setting(message, names, (None, *values, new_class)))
    del before


@cache
def _content_slots(message_class: type) -> tuple[tuple[str, ...], Callable[[Any], Any]]:
    """Return the slots that hold the content of a message, and what reads them all."""
    slots = [name for cls in message_class.__mro__ for name in getattr(cls, "__slots__", ())]
    others = ("__weakref__", "_absent", "_owner", "_unknown")
    names = *(name for name in slots if name not in others), "_unknown"
    return names, attrgetter(*names) if len(names) > 1 else lambda message: (message._unknown,)


# What can be asked of a message without touching it: to be copied or written.
_ANSWERED = frozenset(
    (
        *("_clone", "_copy", "_encode", "_pieces", "_complete_pieces", "FindInitializationErrors"),
        *("SerializeToString", "SerializePartialToString", "ByteSize"),
        *("__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__"),
    )
)


class _Untouched:
    """What a message of a mapped file has instead of its content."""

    __slots__ = ()

    _touched_class: type[Message]
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
        # Read once: another thread may decode the message meanwhile.
        variant: Any = type(self)
        if issubclass(variant, _Untouched) and name in variant._string_by_attribute:
            found = _string_of(self, *variant._string_by_attribute[name])
            if found is not None:
                return found
        return getattr(_touched(self), name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(_touched(self), name, value)

    def _copy(self) -> Any:
        place = _place_of(self)
        if place is None:
            return _touched(self)._copy()
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
    """Return the file and the range of an untouched message in it; None for other messages."""
    place = _place_of(message)
    return None if place is None else place[:3]


def _place_of(message: object) -> tuple[Any, int, int, int, Any] | None:
    """Return where an untouched message stands; None for other messages."""
    place = _get(message, "_unknown")
    return place if isinstance(place, tuple) else None


# How decoders say that something is wrong.
_FAULTS = (Malformed, IndexError, UnicodeDecodeError, struct.error)


def _touched(message: Any) -> Any:
    """Return a message, which is decoded and of its ordinary class now."""
    place = _place_of(message)
    if place is None:
        # Another thread has just decoded it.
        return message
    data, start, end, _, siblings = place
    data.require_unchanged()
    try:
        _touch(message, place)
    except _FAULTS:
        raise _error(data, class_of(message), start, end) from None
    if siblings is not None:
        _count(siblings(), 1 / _TOUCHED_ALONE)
    return message


def _touch(message: Any, place: tuple[Any, int, int, int, Any]) -> None:
    """Decode an untouched message, unless another thread was faster."""
    message_class = class_of(message)
    data, start, end, depth, _ = place
    whole: Any = object.__new__(message_class)
    whole._decode(data, start, end, depth)
    slots, values_of = _content_slots(message_class)
    steps = setting(message, (*slots, "__class__"), (*values_of(whole), message_class))
    run_if(map(is_, (place,), map(_get, (message,), ("_unknown",))), steps)


def _string_of(message: Any, wanted: int, default: str) -> str | None:
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
    found = default
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
    place = _place_of(message)
    try:
        if place is not None:
            _touch(message, place)
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


def _error(data: Any, message_class: type[Message], start: int, end: int) -> DecodeError:
    """What is wrong with a message, told from the file's beginning so that the path is whole."""
    from .diagnosis import part_error

    found = part_error(data, start, end)
    if found is None:
        # The file has been written to since.
        reason = f"damaged at byte {start} or behind it"
        return DecodeError(reason, message_class.__qualname__, start, data.file_name)
    return DecodeError(found.reason, found.path, found.offset, data.file_name)
