"""Checks that are made of annotations of a schema that has nothing to do with ONNX."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from support.farm import ANNOTATIONS, SCHEMA
from wiregen.cli.main import main

HERDS = """
message Herd {
  map<string, Animal> animal_by_name = 1;
  repeated Animal more = 2;
  optional int32 count = 3;
  repeated string names = 4;
  optional Herd part = 5;
  optional bytes song = 6;
}
"""
RULES = """
[[rule]]
id = "Herd.1"
strength = "MUST"
says = "There is an animal for each name."
check = { kind = "equal_length", lists = ["names"], others = ["more"] }
finding = "counting"

[[rule]]
id = "Herd.count.1"
strength = "MUST"
says = "The count is that of the names."
check = { kind = "length_is", list = "names", field = "count" }

[[rule]]
id = "Herd.names.1"
strength = "MUST"
says = "Each name is that of an animal."
check = { kind = "refers_to", names = ["Herd.more.name"] }

[[rule]]
id = "Herd.song.1"
strength = "MUST"
says = "A song is a text."
check = "utf8"

[[rule]]
id = "Animal.kind.1"
strength = "MUST"
says = "The kind is known."
check = "known_number"

[[rule]]
id = "Animal.kind.2"
strength = "MUST"
says = "An animal has what its kind has."
check = "selected"

[[rule]]
id = "Animal.size.1"
strength = "MUST"
says = "There are as many eggs as the size says."
check = { kind = "element_count", shape = "size", field = "kind" }

[[rule]]
id = "Farm.notes.1"
strength = "MUST"
says = "The owner is noted."
check = "required_keys"
"""
SETTINGS = """
[[tool.wiregen.packages]]
name = "farming"
out = "."
root = "."
schemas = ["farm.proto"]
annotations = "notes.toml"
"""


def write(folder: Path, rules: str) -> None:
    (folder / "farm.proto").write_text(SCHEMA + HERDS)
    (folder / "notes.toml").write_text(ANNOTATIONS + rules)
    (folder / "pyproject.toml").write_text(SETTINGS)


@pytest.fixture(scope="module", name="farming")
def farming_(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("farming")
    write(folder, RULES)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        done = CliRunner().invoke(main, ["generate"])
        assert done.exit_code == 0, done.output
        patch.setattr(sys, "path", [str(folder), *sys.path])
        return importlib.import_module("farming")


def told(message: Any) -> list[tuple[str, str]]:
    rules = importlib.import_module("farming.rules")
    return [(finding.rule, finding.path) for finding in rules.check(message)]


def test_conditions_places_and_revisions(farming: Any) -> None:
    farm = farming.Farm(year=2, animals=[{"kind": 3}, {"kind": 0}, {"kind": 3, "name": "c"}])
    farm.notes.add(key="owner")
    assert told(farm) == [("Animal.name.1", "animals[0]")]
    farm.animals[0].collar = "red"
    assert told(farm) == [("Animal.kind.2", "animals[0].collar")]
    farm.animals[0].ClearField("collar")
    # The rule ends with the second year.
    farm.year = 3
    assert told(farm) == []
    assert told(farm.animals[0]) == []


def test_lists_numbers_and_references(farming: Any) -> None:
    herd = farming.Herd(names=["a", "b"], more=[{"name": "a"}], count=3, song=b"\xff")
    assert told(herd) == [
        ("Herd.1", ""),
        ("Herd.count.1", ""),
        ("Herd.names.1", "names[1]"),
        ("Herd.song.1", "song"),
    ]


def test_messages_in_maps_are_checked(farming: Any) -> None:
    herd = farming.Herd(part={})
    herd.part.animal_by_name["bella"].kind = 9
    assert told(herd) == [("Animal.kind.1", 'part.animal_by_name["bella"].kind')]


def test_selectors_encodings_and_keys(farming: Any) -> None:
    assert told(farming.Animal(kind=1, eggs=[1])) == [("Animal.kind.2", "eggs")]
    assert told(farming.Animal(kind=2, size=[3], eggs=[1, 2])) == []
    assert told(farming.Animal(kind=2, size=[3], eggs=[1])) == [("Animal.size.1", "eggs")]
    assert told(farming.Farm()) == [("Farm.notes.1", "")]


def test_links_lead_nowhere_without_a_reference(farming: Any) -> None:
    assert [finding.link for finding in farming.check(farming.Farm())] == [""]


@pytest.mark.parametrize("layer", ["", 'layer = "onnx"\nfeatures = ["explorer", "json"]\n'])
def test_functions_that_nobody_wrote(
    layer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = '[[rule]]\nid = "Farm.1"\nstrength = "MUST"\nsays = "It rains."\n'
    write(tmp_path, f'{rule}check = {{ kind = "hand_written", code = "it_rains" }}\n')
    settings = tmp_path / "pyproject.toml"
    settings.write_text(settings.read_text() + layer)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["generate"])
    assert done.exit_code != 0
    assert "rules ask for 'it_rains'" in done.output
