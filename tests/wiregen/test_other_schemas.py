"""Packages for schemas that have nothing to do with ONNX agree with google's classes."""

from __future__ import annotations

import math
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from google.protobuf.message import DecodeError

from oracles.any_schema import (
    assert_reads_alike,
    copied,
    filled,
    generate,
    our_classes,
    their_classes,
)

SCHEMAS = Path(__file__).parents[1] / "corpus" / "other"
MODULES = ("kitchen3", "kitchen2", "shop_north", "shop_south", "shop_both")
NAMES = ("kitchen3.proto", "kitchen2.proto", "shop/both.proto")
CONTENTS = 60
# The seed decides the content; protobuf's number of the year will do.
SEED = 2008


@dataclass(frozen=True)
class Both:
    """The generated package, and the classes of either side by full name."""

    package: Any
    folder: Path
    ours: dict[str, Any]
    theirs: dict[str, Any]


@pytest.fixture(scope="module", name="both")
def both_(tmp_path_factory: pytest.TempPathFactory) -> Both:
    folder = tmp_path_factory.mktemp("other")
    shutil.copytree(SCHEMAS, folder, dirs_exist_ok=True)
    package = generate(folder, "made_of_others", *NAMES)
    return Both(package, folder, our_classes(package, *MODULES), their_classes(folder, *NAMES))


def test_there_is_a_class_for_every_message(both: Both) -> None:
    assert both.ours.keys() == both.theirs.keys()
    assert len(both.ours) > 20


def test_empty_messages_read_alike(both: Both) -> None:
    for name, theirs in both.theirs.items():
        assert_reads_alike(both.ours[name](), theirs(), name)


def test_what_google_writes_is_read_and_written_alike(both: Both) -> None:
    for name, message_class in both.theirs.items():
        random = Random(f"{SEED} {name}")
        for _ in range(CONTENTS):
            theirs = filled(random, message_class)
            data = theirs.SerializeToString(deterministic=True)
            ours = both.ours[name].FromString(data)
            assert_reads_alike(ours, theirs, name)
            assert ours.SerializeToString() == data, name
            assert ours.ByteSize() == len(data), name


@pytest.mark.parametrize("as_keywords", [False, True], ids=["by attribute", "by keyword"])
def test_what_is_set_here_is_read_by_google(both: Both, as_keywords: bool) -> None:
    for name, message_class in both.theirs.items():
        random = Random(f"{SEED} {name}")
        for _ in range(CONTENTS // 3):
            theirs = filled(random, message_class)
            ours = copied(theirs, both.ours[name], as_keywords=as_keywords)
            assert_reads_alike(ours, theirs, name)
            # Compared as messages: maps may be written in any order.
            assert message_class.FromString(ours.SerializeToString()) == theirs, name


def test_merging_is_googles_merging(both: Both) -> None:
    for name, message_class in both.theirs.items():
        random = Random(f"{SEED} {name}")
        for _ in range(CONTENTS // 3):
            first, second = filled(random, message_class), filled(random, message_class)
            ours = both.ours[name].FromString(first.SerializeToString())
            ours.MergeFrom(both.ours[name].FromString(second.SerializeToString()))
            joined = first.SerializeToString() + second.SerializeToString()
            first.MergeFrom(second)
            assert_reads_alike(ours, first, name)
            assert_reads_alike(both.ours[name].FromString(joined), first, name)


def test_packed_and_unpacked_are_both_read(both: Both) -> None:
    packed, unpacked = both.ours["kitchen.Lists"], both.ours["kitchen.UnpackedLists"]
    message = packed(doubles=[1.5], sint32s=[-1, 2], fixed32s=[7], bools=[True, False])
    twin = unpacked(doubles=[1.5], sint32s=[-1, 2], fixed32s=[7], bools=[True, False])
    assert message.SerializeToString() != twin.SerializeToString()
    assert packed.FromString(twin.SerializeToString()) == message
    assert unpacked.FromString(message.SerializeToString()) == twin


def test_mutilated_bytes_are_refused_where_google_refuses_them(both: Both) -> None:
    for name, message_class in both.theirs.items():
        random = Random(f"{SEED} {name}")
        for _ in range(CONTENTS):
            data = bytearray(filled(random, message_class).SerializePartialToString())
            if not data:
                continue
            data[random.randrange(len(data))] = random.randrange(256)
            del data[random.randrange(1, len(data) + 1) :]
            try:
                theirs = message_class()
                theirs.MergeFromString(bytes(data))
            except DecodeError:
                with pytest.raises(both.package.DecodeError):
                    both.ours[name].FromString(bytes(data))
            else:
                assert_reads_alike(both.ours[name].FromString(bytes(data)), theirs, name)


def test_an_entry_with_more_than_key_and_value_is_an_unknown_field(both: Both) -> None:
    item = "shop.south.Item"
    data = b"\x1a\x05\x0a\x01a\x10\x07" + b"\x1a\x07\x0a\x01b\x10\x08\x18\x09"
    ours, theirs = both.ours[item].FromString(data), both.theirs[item].FromString(data)
    assert ours.counts == dict(theirs.counts) == {"a": 7}
    assert ours.SerializeToString() == theirs.SerializeToString() == data


def test_implicit_presence(both: Both) -> None:
    scalars = both.ours["kitchen.Scalars"](an_int32=0, a_string="", a_double=-0.0)
    assert [field.name for field, _ in scalars.ListFields()] == ["a_double"]
    with pytest.raises(ValueError, match="presence"):
        scalars.HasField("an_int32")
    optionals = both.ours["kitchen.Optionals"](an_int32=0)
    assert optionals.HasField("an_int32") and not optionals.HasField("an_int64")


def test_open_and_closed_enums(both: Both) -> None:
    color = both.package.Color
    scalars = both.ours["kitchen.Scalars"](a_color=42)
    assert (scalars.a_color, type(scalars.a_color)) == (42, int)
    assert color.COLOR_CRIMSON is color.COLOR_RED
    defaults = both.ours["kitchen.old.Defaults"]
    with pytest.raises(ValueError, match="42"):
        defaults(a_taste=42)
    # Read from bytes, a number without a name is an unknown field.
    data = b"\x80\x01\x2a"
    read = defaults.FromString(data)
    assert not read.HasField("a_taste") and read.SerializeToString() == data


def test_explicit_defaults(both: Both) -> None:
    defaults = both.ours["kitchen.old.Defaults"]()
    assert (defaults.a_string, defaults.a_bool) == ('say "ü"\nAA\\', True)
    assert defaults.a_bytes == b"\x00\xfe\xff\\'\"\n"
    assert defaults.a_float == 0.10000000149011612
    assert math.isnan(defaults.no_number)
    assert defaults.SerializeToString() == b""


def test_required_fields(both: Both) -> None:
    required = both.ours["kitchen.old.Required"]
    message = required(id=1, name="a", list=[{"id": 2}])
    assert message.FindInitializationErrors() == ["list[0].name"]
    with pytest.raises(both.package.EncodeError, match=r"list\[0\]\.name"):
        message.SerializeToString()


def test_required_fields_are_missed_inside_maps_lists_and_messages(both: Both) -> None:
    found = []
    for message_class in (both.ours["kitchen.old.Required"], both.theirs["kitchen.old.Required"]):
        message = message_class(id=1, name="a", list=[{"id": 2}])
        message.by_name["k"].id = 3
        message.by_number[-4].name = "b"
        found.append(message.FindInitializationErrors())
    assert sorted(found[0]) == sorted(found[1])
    assert 'by_name["k"].name' in found[0] and "by_number[-4].id" in found[0]


def test_extensions_are_kept_as_unknown_fields(both: Both) -> None:
    data = b"\x08\x07\xa2\x06\x01x\xc0\x3e\x05"
    message = both.ours["kitchen.old.Extended"].FromString(data)
    assert message.known == 7
    assert message.SerializeToString() == data


def test_one_name_in_two_files(both: Both) -> None:
    order = both.ours["shop.Order"](cold={"ice": "much"}, warm=[{"sun": 3}], item={})
    assert type(order.cold).__module__.endswith("shop_north")
    assert type(order.warm[0]).__module__.endswith("shop_south")
    assert type(order.item) is both.ours["shop.Order.Item"]
    # What two files declare, the package does not offer: nobody could say which of them.
    assert not hasattr(both.package, "Item") and not hasattr(both.package, "Lists")
    assert both.package.Order is both.ours["shop.Order"]


def test_the_package_is_clean_to_strict_type_checkers(both: Both) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "-p", "made_of_others"]
    done = subprocess.run(
        command, cwd=both.folder / "out", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
