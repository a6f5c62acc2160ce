# Copied by wiregen from templates/runtime/_runtime/absent_lists.py; do not edit.
"""Lists (and maps) of absent repeated fields: a message and a field in, an empty list out.

A message does not keep such a list: going through a model would leave a list in every message
for every repeated field that is not there. As long as somebody holds the list, reading the
field again gives the same one, and once something is put in it becomes part of the message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar
from weakref import ref

if TYPE_CHECKING:
    from .message import Message

Values = TypeVar("Values")

# By the identities of messages, which the lists hold, and by their slots.
_held: dict[tuple[int, str], ref[Any]] = {}
_variant_by_class: dict[type, Any] = {}


def absent_list(message: Message, slot: str, list_class: type[Values]) -> Values:
    """The list of a repeated field that has none, the same as long as it is held."""
    key = id(message), slot
    found: Any
    reference = _held.get(key)
    if reference is not None:
        found = reference()
        if found is not None:
            return found  # type: ignore[no-any-return]
    try:
        found = _variant_by_class[list_class]()
    except KeyError:
        found = _variant(list_class)()
    found._owner = message
    found._key = key
    _held[key] = ref(found)
    return found  # type: ignore[no-any-return]


def has_held_list(message: Message) -> bool:
    """Whether somebody may hold a list that was read from a message which has none."""
    return any((id(message), field.slot) in _held for field in message.DESCRIPTOR.fields)


def join_held_lists(message: Message) -> None:
    """Make all lists that somebody may hold part of their message."""
    if has_held_list(message):
        for field in message.DESCRIPTOR.fields:
            reference = _held.get((id(message), field.slot))
            values = None if reference is None else reference()
            if values is not None:
                join_owner(values)


def join_owner(values: Any) -> None:
    """Make a list, in which something was changed, part of the message that it was read from."""
    message, slot = values._owner, values._key[1]
    values._owner = None
    _held.pop(values._key, None)
    # Meanwhile, the message may have got another list: from bytes, say.
    if getattr(message, slot) is None:
        setattr(message, slot, values)
        message._attach()


def plain_class(list_class: Any) -> Any:
    """The class of a list without the place for its owner."""
    return list_class if list_class._owner is None else list_class.__mro__[1]


def _variant(list_class: Any) -> Any:
    """A subclass of a list class with places for the owner and for the key in `_held`."""
    # Lists of messages can be referred to weakly already.
    weak = () if hasattr(list_class, "__weakref__") else ("__weakref__",)
    names = {"__slots__": ("_key", "_owner", *weak), "__del__": _let_go}
    return _variant_by_class.setdefault(list_class, type(list_class.__name__, (list_class,), names))


def _let_go(values: Any, forget: Any = _held.pop, join: Any = join_owner) -> None:
    """Forget a list that nobody holds any more; defaults outlive the module at Python's end."""
    if values._owner is not None:
        # What was put in behind the list's back, as heapq does, is not lost.
        if values:
            join(values)
        else:
            forget(values._key, None)
