"""Every method of maps, with odd keys: what it gives, refuses and leaves is as with google's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from google.protobuf.internal.containers import MessageMap, ScalarMap

from support.kitchen import Kitchen

Call = Callable[[Any, Any, Any], Any]

CALLS: dict[str, Call] = {
    "__contains__": lambda entries, key, value: key in entries,
    "__getitem__": lambda entries, key, value: entries[key],
    "__setitem__": lambda entries, key, value: entries.__setitem__(key, value),
    "__delitem__": lambda entries, key, value: entries.__delitem__(key),
    "get": lambda entries, key, value: entries.get(key),
    "get with a default": lambda entries, key, value: entries.get(key, value),
    "pop": lambda entries, key, value: entries.pop(key),
    "pop with a default": lambda entries, key, value: entries.pop(key, value),
    "setdefault": lambda entries, key, value: entries.setdefault(key, value),
    "update with a mapping": lambda entries, key, value: entries.update({key: value}),
    "update with pairs": lambda entries, key, value: entries.update([(key, value)]),
    "MergeFrom of itself": lambda entries, key, value: entries.MergeFrom(entries),
    "__eq__": lambda entries, key, value: entries == {key: value},
    "clear": lambda entries, key, value: entries.clear(),
    "popitem": lambda entries, key, value: entries.popitem(),
    "__len__": lambda entries, key, value: len(entries),
    "__iter__": lambda entries, key, value: sorted(entries),
    "keys": lambda entries, key, value: sorted(entries.keys()),
    "values": lambda entries, key, value: sorted(entries.values()),
    "items": lambda entries, key, value: sorted(entries.items()),
}
# Of maps of messages.
MORE_CALLS: dict[str, Call] = {
    "get_or_create": lambda entries, key, value: entries.get_or_create(key).SetInParent(),
    "__getitem__": lambda entries, key, value: entries[key].SetInParent(),
    "__contains__": lambda entries, key, value: key in entries,
    "get": lambda entries, key, value: entries.get(key) is None,
}
# The first key is there; so is another that is equal to it.
KEYS: dict[str, tuple[Any, ...]] = {
    "bytes_by_name": ("a", b"a", "b", b"b", "", b"\xff", "\ud800", 1, None, 1.0),
    "by_uint32": (1, 1.0, True, 2, 2.0, "1", b"1", None, -1, 1 << 32, 1.5),
    "by_bool": (True, 1, 1.0, False, 0, 0.0, 2, "True", None),
    "tree_by_name": ("a", b"a", "b", b"b", "", b"\xff", 1, None),
}
VALUES: dict[str, Any] = {"bytes_by_name": b"v", "by_uint32": 4, "by_bool": True}


def outcome(message: Any, name: str, call: Call, key: Any) -> tuple[Any, str]:
    """What a call gives, or how it is refused; and what is in the map then."""
    entries = getattr(message, name)
    value = VALUES.get(name, message)
    try:
        given = call(entries, key, value)
    except (KeyError, TypeError, ValueError) as error:
        given = "no entry" if isinstance(error, KeyError) else "refused"
    return given, str(sorted((key, str(value)) for key, value in entries.items()))


def is_known_difference(named: str, name: str, key: Any) -> bool:
    """True for what differences.md tells of."""
    if named.startswith("pop"):
        # A key that is not there: google's adds it to take out the default value.
        return key not in (KEYS[name][0], "a", b"a", 1)
    # Reading a key that is there asks nothing else of it than to be equal.
    return named == "__getitem__" and isinstance(key, (float, bool))


def test_all_methods_of_googles_are_called() -> None:
    for container, calls in ((ScalarMap, CALLS), (MessageMap, MORE_CALLS | CALLS)):
        names = {name for name in dir(container) if name[0] != "_"}
        called = {named.split()[0] for named in calls}
        assert names - called <= {"GetEntryClass", "InvalidateIterators", "copy"}


@pytest.mark.parametrize(
    ("name", "named"),
    [(name, named) for name in KEYS for named in (CALLS if name in VALUES else MORE_CALLS)],
)
def test_methods_take_keys_as_googles(kitchen: Kitchen, name: str, named: str) -> None:
    call = (CALLS if name in VALUES else MORE_CALLS)[named]
    different = 0
    for key in KEYS[name]:
        ours, theirs = kitchen.ours["kitchen.Maps"](), kitchen.theirs["kitchen.Maps"]()
        for message in (ours, theirs):
            if name in VALUES:
                getattr(message, name)[KEYS[name][0]] = VALUES[name]
            else:
                getattr(message, name)[KEYS[name][0]].SetInParent()
        if outcome(ours, name, call, key) != outcome(theirs, name, call, key):
            assert is_known_difference(named, name, key), (key, *map(str, (ours, theirs)))
            different += 1
    assert different < len(KEYS[name])


@pytest.mark.parametrize("entries", [{"a": 1, "b": 2}, [("a", 1)], {}])
def test_refused_entries_leave_maps_as_they_were(kitchen: Kitchen, entries: Any) -> None:
    """Also the operator: what it cannot take does not stay in the map."""
    message = kitchen.ours["kitchen.Maps"](by_string={"x": "y"})
    by_string = message.by_string
    for act in (by_string.update, by_string.__ior__, by_string.replace):
        if entries:
            with pytest.raises(TypeError, match="value of Maps.by_string: a str"):
                act(entries)
            assert message.by_string is by_string == {"x": "y"}
    by_string |= {b"z": "1"}
    message.by_string |= [("q", b"2")]
    assert message.by_string is by_string == {"x": "y", "z": "1", "q": "2"}
