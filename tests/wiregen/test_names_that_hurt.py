"""Schema names that mean something in Python: every field is reachable, and bytes stay right."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oracles.any_schema import (
    copied,
    filled,
    generate,
    our_classes,
    their_classes,
)

SCHEMAS = Path(__file__).parents[1] / "corpus" / "hostile"
NAMES = ("names.proto", "almost_alike.proto")
PACKAGE = "made_of_hostile_names"
CONTENTS = 25


@pytest.fixture(scope="module", name="folder")
def folder_(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    shutil.copytree(SCHEMAS, folder, dirs_exist_ok=True)
    return folder


@pytest.fixture(scope="module", name="package")
def package_(folder: Path) -> Any:
    return generate(folder, PACKAGE, *NAMES)


@pytest.fixture(scope="module", name="ours")
def ours_(package: Any) -> dict[str, Any]:
    return our_classes(package, "names", "almost_alike")


@pytest.fixture(scope="module", name="theirs")
def theirs_(folder: Path) -> dict[str, Any]:
    return their_classes(folder, *NAMES)


def test_there_is_a_class_for_every_message(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    assert ours.keys() == theirs.keys()
    assert len(set(ours.values())) == len(ours)


@pytest.mark.parametrize("as_keywords", [False, True], ids=["by attribute", "by keyword"])
def test_content_agrees_with_google(
    ours: dict[str, Any], theirs: dict[str, Any], as_keywords: bool
) -> None:
    for name, message_class in theirs.items():
        random = Random(name)
        for _ in range(CONTENTS):
            content = filled(random, message_class)
            # On the class: a field of google's hides the method of its name.
            data = message_class.SerializeToString(content, deterministic=True)
            read = ours[name].FromString(data)
            assert read.SerializeToString() == data, name
            message = copied(content, ours[name], as_keywords=as_keywords)
            assert message_class.FromString(message.SerializeToString()) == content, name
            assert message == read, name


def test_keywords_are_reached_with_getattr_and_setattr(package: Any, ours: dict[str, Any]) -> None:
    keywords = ours["hostile.Keywords"]
    message = keywords(**{"from": 3})
    assert getattr(message, "from") == message.from_ == 3
    setattr(message, "class", 5)
    assert message.class_ == 5
    module = package.messages.names
    for field in keywords.DESCRIPTOR.fields:
        assert getattr(message, field.name) == getattr(message, field.attribute)
    assert getattr(module, "None") is module.None_
    kind = getattr(module.None_, "True")
    assert kind is module.None_.True_
    assert getattr(kind, "def") is getattr(module.None_, "def") is kind.def_
    assert getattr(kind, "None") == 1


def test_a_field_is_reached_by_its_name_give_or_take_underscores(ours: dict[str, Any]) -> None:
    for message_class in ours.values():
        for field in message_class.DESCRIPTOR.fields:
            assert field.attribute.strip("_") == field.name.strip("_")
            assert isinstance(vars(message_class)[field.attribute], property)


def test_names_that_do_not_hurt_are_kept(ours: dict[str, Any]) -> None:
    fields = ours["hostile.Keywords"].DESCRIPTOR.fields_by_name
    # Only hard keywords are renamed.
    for name in ("match", "case", "type", "print"):
        assert fields[name].attribute == name
    # What can keep its name does, whatever comes before it.
    fields = ours["hostile.almost_alike.Fields"].DESCRIPTOR.fields_by_name
    assert fields["from_"].attribute == "from_" and fields["from__"].attribute == "from__"
    assert fields["from"].attribute == "from___"
    assert fields["self"].attribute == "self"


def test_every_field_can_be_set_by_the_name_in_the_schema(ours: dict[str, Any]) -> None:
    message = ours["hostile.almost_alike.Fields"](**{"from": 1, "from_": 2, "self": 3, "Clear": 4})
    assert message.SerializeToString() == b"\x08\x01\x10\x02\x28\x04\x30\x03"
    assert message.HasField("from") and not message.HasField("from__")


def test_methods_still_work_beside_fields_of_their_names(ours: dict[str, Any]) -> None:
    message = ours["hostile.Message"](HasField=1, SerializeToString=2, __init__=3)
    assert message.SerializeToString() == b"\x18\x02\x20\x01\x50\x03"
    assert type(message).FromString(message.SerializeToString()) == message
    message.Clear()
    assert not message.ListFields()


def test_enum_values_are_found_by_the_names_in_the_schema(
    ours: dict[str, Any], package: Any
) -> None:
    values = package.Values
    assert (values.Value("lambda"), values.Name(1), values.lambda_) == (13, "value", 13)
    assert values.keys()[:3] == ["name", "value", "values"]
    assert [number for _, number in values.items()] == [0, 1, 2, 3, *range(6, 18)]
    true = ours["hostile.None"].True_
    assert true.Value("None") == true.None_ == 1
    assert package.WithValues(values="to_bytes").values == 17


def test_values_of_odd_names_are_no_unknown_numbers(ours: dict[str, Any]) -> None:
    defaults = ours["hostile.almost_alike.Defaults"]
    assert (defaults().a, defaults().b, defaults().c) == (1, -1, 1)
    assert defaults.FromString(b"\x22\x01\x01").d == [1]


def test_similar_names_stay_apart(package: Any) -> None:
    assert package.Content.Status is not package.ContentStatus
    assert package.Content.Part.DESCRIPTOR.full_name == "hostile.Content.Part"
    assert package.Content_Part.DESCRIPTOR.full_name == "hostile.Content_Part"
    assert package.ContentPart.DESCRIPTOR.full_name == "hostile.ContentPart"
    assert package.Content.OK == 0 and package.CONTENT_OK == 0


def test_maps_of_similar_names_stay_apart(ours: dict[str, Any]) -> None:
    assert ours["hostile.almost_alike.Pair.Inner"](by_key={"a": 1}).by_key == {"a": 1}
    assert ours["hostile.almost_alike.Pair_Inner"](by_key={1: "a"}).by_key == {1: "a"}


def test_the_package_offers_the_schemas_message_of_that_name(package: Any) -> None:
    assert package.Message.DESCRIPTOR.full_name == "hostile.Message"
    assert package.DecodeError.DESCRIPTOR.full_name == "hostile.DecodeError"


def test_the_code_parses_and_type_checks(folder: Path, package: Any) -> None:
    for path in (folder / "out" / PACKAGE).rglob("*.py"):
        ast.parse(path.read_text(encoding="utf-8"))
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "-p", PACKAGE]
    done = subprocess.run(command, cwd=folder / "out", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
