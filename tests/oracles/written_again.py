"""What each side makes of bytes: what it writes again, or that it refuses them."""

from __future__ import annotations

from functools import cache
from typing import Any

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import DecodeError

from .wire_tree import with_sorted_maps


def assert_written_alike(
    ours: Any, theirs: Any, data: bytes, decode_error: type[Exception]
) -> bool:
    """AssertionError unless two classes take the same bytes and write the same; True if taken.

    Ours write the same before and after all of it was looked at, and when they are copied.
    """
    shown = f"{theirs.DESCRIPTOR.full_name} {data.hex()}"
    message = theirs()
    try:
        message.MergeFromString(data)
    except DecodeError:
        try:
            ours.FromString(data)
        except decode_error:
            return False
        raise AssertionError(f"google refuses {shown}") from None
    try:
        made = ours.FromString(data)
    except decode_error as error:
        raise AssertionError(f"google takes {shown}: {error}") from None
    assert_same_bytes(made, message, shown)
    written = made.SerializePartialToString()
    assert made.ByteSize() == len(written), shown
    assert len(made.ListFields()) == len(message.ListFields()), shown
    for field, _ in made.ListFields():
        getattr(made, field.attribute)
    assert made.SerializePartialToString() == written, shown
    copy = ours()
    copy.CopyFrom(made)
    assert copy.SerializePartialToString() == written, shown
    return True


def assert_same_bytes(ours: Any, theirs: Any, shown: str) -> None:
    """AssertionError unless two messages are written with the same bytes, but for what is free.

    That is the order of the entries of a map.
    An entry that holds something unknown is an unknown field. Ours is written as it was read, and
    google's with key and value first, so that those are compared as google reads ours.
    """
    descriptor, expected = theirs.DESCRIPTOR, theirs.SerializePartialToString()
    if not has_maps(descriptor):
        assert ours.SerializePartialToString() == expected, shown
        return
    again = type(theirs)()
    again.MergeFromString(ours.SerializePartialToString())
    found = again.SerializePartialToString()
    assert with_sorted_maps(descriptor, found) == with_sorted_maps(descriptor, expected), shown
    known = type(ours)(), type(theirs)()
    for copy, source in zip(known, (ours, theirs), strict=True):
        copy.CopyFrom(source)
        copy.DiscardUnknownFields()
    found, expected = (copy.SerializePartialToString() for copy in known)
    assert with_sorted_maps(descriptor, found) == with_sorted_maps(descriptor, expected), shown


@cache
def has_maps(descriptor: Descriptor) -> bool:
    """True if a map can be reached from a message."""
    seen, pending = {descriptor}, [descriptor]
    while pending:
        for field in pending.pop().fields:
            inner = field.message_type
            if inner is not None and inner.GetOptions().map_entry:
                return True
            if inner is not None and inner not in seen:
                seen.add(inner)
                pending.append(inner)
    return False
