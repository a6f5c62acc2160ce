"""Values at the borders of their types, in every kind of field: read and written as by google."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor

from oracles.any_schema import assert_reads_alike, attribute, is_map
from oracles.raw_values import NANS, NOT_UTF8, bodies, is_packable, occurrence
from oracles.wire_tree import record, varint
from oracles.written_again import assert_written_alike
from support.every_kind import SCALAR_NAMES, EveryKind

LONG = 1100


def fields(kinds: EveryKind) -> Iterator[tuple[Any, Any, FieldDescriptor]]:
    """Each field with a value that is not a message, of maps too, with the classes of both sides."""
    for name, theirs in kinds.theirs.items():
        for field in theirs.DESCRIPTOR.fields:
            if bodies(field.type):
                yield kinds.ours[name], theirs, field


def test_every_type_stands_in_every_kind_of_field(kinds: EveryKind) -> None:
    found = {
        (field.type, field.is_repeated, field.is_packed, field.has_presence, field.is_required)
        + (field.containing_oneof is not None, theirs.DESCRIPTOR.file.name)
        for _, theirs, field in fields(kinds)
    }
    types = {getattr(FieldDescriptor, f"TYPE_{name.upper()}") for name in SCALAR_NAMES}
    assert types == set(range(1, 19)) - {10, 11, 14}
    for file in ("every3.proto", "every2.proto", "every_edition.proto"):
        for field_type in types:
            kinds_of_type = {
                kind[1:6] for kind in found if kind[0] == field_type and kind[6] == file
            }
            # Singular, a member of a oneof, a list.
            assert len(kinds_of_type) >= 3 + (field_type not in (9, 12)), (file, field_type)


def assert_alike(kinds: EveryKind, ours: Any, theirs: Any, data: bytes) -> bool:
    return assert_written_alike(ours, theirs, data, kinds.package.DecodeError)


def test_single_values(kinds: EveryKind) -> None:
    compared = 0
    for ours, theirs, field in fields(kinds):
        values = [occurrence(field, body) for body in bodies(field.type)]
        default = values[0]
        for value in values:
            # Alone, and before and after the default.
            for data in (value, value + default, default + value):
                assert assert_alike(kinds, ours, theirs, data)
                compared += 1
    assert compared > 20_000


def test_text_that_is_not_utf8(kinds: EveryKind) -> None:
    taken = []
    for ours, theirs, field in fields(kinds):
        if field.type == FieldDescriptor.TYPE_STRING:
            taken += [
                assert_alike(kinds, ours, theirs, occurrence(field, text)) for text in NOT_UTF8
            ]
    assert taken.count(True) >= 30 and taken.count(False) >= 30


def test_text_in_maps_that_is_not_utf8(kinds: EveryKind) -> None:
    taken = []
    for name, theirs in kinds.theirs.items():
        for field in filter(is_map, theirs.DESCRIPTOR.fields):
            assert field.message_type is not None
            for half in field.message_type.fields:
                if half.type == FieldDescriptor.TYPE_STRING:
                    entries = [record(field.number, occurrence(half, text)) for text in NOT_UTF8]
                    taken += [
                        assert_alike(kinds, kinds.ours[name], theirs, entry) for entry in entries
                    ]
    assert taken.count(True) >= 10 and taken.count(False) >= 10


@pytest.mark.parametrize("length", ["short", "long"])
def test_lists(kinds: EveryKind, length: str) -> None:
    compared = 0
    for ours, theirs, field in fields(kinds):
        if not field.is_repeated:
            continue
        random = Random(field.full_name)
        values = list(bodies(field.type))
        count = LONG if length == "long" else 3
        for start in range(0, len(values), 1 if length == "short" else len(values)):
            several = [values[(start + step) % len(values)] for step in range(count)]
            random.shuffle(several)
            single = b"".join(occurrence(field, value) for value in several)
            forms = [single]
            if is_packable(field):
                packed = record(field.number, b"".join(several))
                forms += [packed, single + packed, packed + single][: 3 if length == "short" else 1]
            for data in forms:
                assert assert_alike(kinds, ours, theirs, data)
                assert_list_alike(ours, theirs, field, data)
                compared += 1
    assert compared > 100


def assert_list_alike(
    our_class: Any, their_class: Any, field: FieldDescriptor, data: bytes
) -> None:
    """AssertionError unless numbers that are put into a list are written as by google."""
    theirs, ours = their_class(), our_class.FromString(data)
    theirs.MergeFromString(data)
    theirs.DiscardUnknownFields()
    ours.DiscardUnknownFields()
    expected = theirs.SerializePartialToString()
    name = attribute(ours, field)
    values = list(getattr(ours, name))
    by_keyword, extended, assigned = our_class(**{name: values}), our_class(), our_class()
    getattr(extended, name).extend(values)
    getattr(assigned, name)[:] = values
    for made in (by_keyword, extended, assigned, ours):
        assert made.SerializePartialToString() == expected, (field.full_name, data.hex())


NAN_LISTS = (
    *([nan] for nan in NANS[::5]),
    [nan for nan in NANS if nan[3] & 0x80],
    [nan for nan in NANS if not nan[3] & 0x80],
    [*NANS, bytes(4), b"\0\0\x80\x3f"],
    [bytes(4), NANS[-1]],
)


@pytest.mark.parametrize("length", ["short", "long"])
def test_nans_keep_their_bits(kinds: EveryKind, length: str) -> None:
    lists = 0
    for ours, theirs, field in fields(kinds):
        if field.type != FieldDescriptor.TYPE_FLOAT or not field.is_repeated:
            continue
        for nans in NAN_LISTS:
            several = nans if length == "short" else nans * (LONG // len(nans))
            for data in (
                record(field.number, b"".join(several)),
                b"".join(occurrence(field, nan) for nan in several),
            ):
                assert assert_alike(kinds, ours, theirs, data)
                assert_list_alike(ours, theirs, field, data)
                lists += 1
    assert lists >= 4 * 2 * 4


def test_values_that_are_set(kinds: EveryKind) -> None:
    """Through the API, in singular fields: what google's classes refuse, and what they write."""
    compared = refused = 0
    for ours, theirs, field in fields(kinds):
        if field.is_repeated or field.cpp_type not in INTEGERS:
            continue
        for number in WHOLE_NUMBERS:
            written = set_and_written(theirs, field.name, number)
            assert set_and_written(ours, field.name, number) == written, (field.full_name, number)
            compared += 1
            refused += written is None
    assert compared > 10_000 and refused > compared // 10


INTEGERS = (
    *(FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_INT64),
    *(FieldDescriptor.CPPTYPE_UINT32, FieldDescriptor.CPPTYPE_UINT64),
)
WHOLE_NUMBERS = tuple(
    sign * (2**bits) + near
    for bits in (0, 7, 8, 14, 21, 28, 31, 32, 35, 42, 49, 56, 63, 64)
    for sign in (1, -1)
    for near in (-1, 0, 1)
)


def set_and_written(message_class: Any, name: str, value: Any) -> bytes | None:
    """The bytes of a message with one value; None if it is refused."""
    message = message_class()
    try:
        setattr(message, name, value)
    except ValueError:
        return None
    data: bytes = message.SerializePartialToString()
    return data


def test_entries_of_maps(kinds: EveryKind) -> None:
    """Every key with one value, every value with one key; halves that are missing or come twice."""
    compared = 0
    for name, theirs in kinds.theirs.items():
        for field in filter(is_map, theirs.DESCRIPTOR.fields):
            assert field.message_type is not None
            key, value = (field.message_type.fields_by_name[half] for half in ("key", "value"))
            keys = [occurrence(key, body) for body in bodies(key.type)]
            values = [occurrence(value, body) for body in bodies(value.type) or (b"", b"\x08\x07")]
            several = [*((one, values[-1]) for one in keys), *((keys[1], one) for one in values)]
            for number, pair in enumerate(several):
                odd = (pair[::-1], pair[:1], pair[1:], pair * 2) if number % 8 == 0 else ()
                for entry in (pair, *odd):
                    data = record(field.number, b"".join(entry))
                    assert assert_alike(kinds, kinds.ours[name], theirs, data)
                    compared += 1
            whole = b"".join(record(field.number, b"".join(pair)) for pair in several)
            assert assert_alike(kinds, kinds.ours[name], theirs, whole)
    assert compared > 5_000


def test_presence_and_required_fields(kinds: EveryKind) -> None:
    """Of empty messages, and of each field alone that is set to its default."""
    with_presence = required = 0
    for name, theirs in kinds.theirs.items():
        ours = kinds.ours[name]
        messages = [b"", *(occurrence(field, zero(field)) for field in theirs.DESCRIPTOR.fields)]
        for data in messages:
            message, made = theirs.FromString(data), ours.FromString(data)
            missing = message.FindInitializationErrors()
            assert sorted(made.FindInitializationErrors()) == sorted(missing), name
            required += len(missing)
            assert_reads_alike(made, message, name)
        with_presence += sum(field.has_presence for field in theirs.DESCRIPTOR.fields)
    assert with_presence > 100 and required > 100


def zero(field: FieldDescriptor) -> bytes:
    """The default of a type; an empty message, or an enum's first number, too."""
    if field.enum_type is not None:
        return varint(field.enum_type.values[0].number % 2**64)
    return (*bodies(field.type), b"")[0]
