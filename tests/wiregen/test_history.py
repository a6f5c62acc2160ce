"""How a history is told: from small releases made here, in every form that a release may have."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.commands import Done, run_wiregen
from wiregen.evolution.facts import Aspect, Element
from wiregen.history.model import History
from wiregen.history.storage import history_text, read_history
from wiregen.pipeline import reference, told_history
from wiregen.project import read_configuration
from wiregen.source.diagnostics import UsageError

SETTINGS = """
[[tool.wiregen.packages]]
name = "shop"
out = "out"
root = "."
schemas = ["shop.proto"]
[tool.wiregen.packages.history]
file = "history.json"
project = "Shop"
variant = "large"
root = "shop"
schemas = ["shop.proto", "more.proto"]
version_name = "format"
version_enum = "shop.Format"
version_value = "NEWEST"
[tool.wiregen.packages.history.variants.small]
"shop.proto" = "shop-small.proto"
"""


def shop(version: int, *items: str) -> str:
    start = f'syntax = "proto2"; package shop; enum Format {{ FIRST = 1; NEWEST = {version}; }} '
    return start + " ".join(items)


FOOD = "enum Kind { FOOD = 0; }"
KINDS = "enum Sort { FOOD = 0; TOOL = 1; }"
NUMBERED = "message Item { optional int32 kind = 1; reserved 2; }"
# By version, the files of a release. The first has one file for both variants.
RELEASES = {
    "1.0": {
        "shop.proto": shop(
            2, "message Item { optional Kind kind = 1; optional string note = 2; }", FOOD
        ),
    },
    "1.2": {
        "shop.proto": shop(2, NUMBERED, FOOD.replace("Kind", "Sort")),
        "shop-small.proto": shop(2, FOOD.replace("Kind", "Sort")),
    },
    "1.10.0rc1": {
        "shop.proto": shop(3, NUMBERED, KINDS),
        "shop-small.proto": shop(3, KINDS),
    },
    "1.10.0": {
        "shop.proto": shop(
            3,
            "message Item { optional int32 kind = 1; optional bytes note = 4; reserved 2; }",
            KINDS,
        ),
        "shop-small.proto": shop(3, NUMBERED, KINDS),
        "more.proto": 'syntax = "proto2"; package shop; import "shop/shop.proto"; '
        "message Basket { repeated Item items = 1; }",
    },
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the releases as folders."""
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    for version, files in RELEASES.items():
        folder = tmp_path / f"shop-{version}" / "shop"
        folder.mkdir(parents=True)
        for name, text in files.items():
            (folder / name).write_text(text)
    return tmp_path


def told(project: Path, *paths: Path) -> str:
    settings = read_configuration(project)[0].history
    assert settings is not None
    return told_history(paths or sorted(project.glob("shop-*")), settings)


@pytest.fixture
def history(project: Path) -> History:
    (project / "history.json").write_text(told(project))
    return read_history(project / "history.json")


def test_releases_stand_in_the_order_of_their_versions(history: History) -> None:
    assert [r.name for r in history.releases] == ["1.0", "1.2", "1.10.0rc1", "1.10.0"]
    assert [r.short_name for r in history.releases] == ["1.0", "1.2", "1.10.0rc1", "1.10"]


def test_the_version_that_a_schema_states_is_the_number_of_the_named_value(
    history: History,
) -> None:
    by_version = {v: [r.name for r in rs] for v, rs in history.releases_by_version.items()}
    assert by_version == {2: ["1.0", "1.2"], 3: ["1.10.0rc1", "1.10.0"]}


def test_the_files_that_were_read_are_told(history: History) -> None:
    assert [(r.files, r.files_by_variant) for r in history.releases] == [
        (("shop.proto",), {"small": ("shop.proto",)}),
        (("shop.proto",), {"small": ("shop-small.proto",)}),
        (("shop.proto",), {"small": ("shop-small.proto",)}),
        (("shop.proto", "more.proto"), {"small": ("shop-small.proto", "more.proto")}),
    ]


def test_a_symbol_is_there_since_the_first_release_that_has_it(history: History) -> None:
    basket = history.symbols["shop.Basket.items"]
    assert (basket.since.name, basket.since.version, basket.removed) == ("1.10.0", 3, None)
    assert (basket.element, basket.declaration) == (
        Element.FIELD,
        "repeated shop.Item items = 1",
    )


def test_a_change_makes_a_new_form(history: History) -> None:
    kind = history.symbols["shop.Item.kind"]
    assert [(f.since.name, f.until and f.until.name, f.type) for f in kind.forms] == [
        ("1.0", "1.2", "shop.Kind"),
        ("1.2", None, "int32"),
    ]
    come, retyped = kind.changes
    assert come.is_addition and come.after == "optional shop.Kind kind = 1"
    assert (retyped.release.name, retyped.aspect) == ("1.2", Aspect.TYPE)
    assert (retyped.before, retyped.after) == ("shop.Kind", "int32")
    assert kind.since.name == "1.0"


def test_what_left_and_came_again_is_there_since_it_came_again(history: History) -> None:
    note = history.symbols["shop.Item.note"]
    assert (note.first.name, note.since.name, note.removed) == ("1.0", "1.10.0", None)
    assert [(c.release.name, c.before, c.after) for c in note.changes] == [
        ("1.0", "", "optional string note = 2"),
        ("1.2", "optional string note = 2", ""),
        ("1.10.0", "", "optional bytes note = 4"),
    ]


def test_what_was_removed_keeps_what_it_was(history: History) -> None:
    gone = history.symbols["shop.Kind"]
    assert gone.removed is not None and gone.removed.name == "1.2"
    _, removal = gone.changes
    assert removal.is_removal and removal.before == "enum Kind"


def test_what_was_renamed_says_its_new_name(history: History) -> None:
    new_names = {s.name: s.renamed_to for s in history.symbols.values() if s.renamed_to}
    assert new_names == {"shop.Kind": "shop.Sort"}


def test_a_number_tells_which_fields_had_it(history: History) -> None:
    ((note, form),) = history.former_fields("shop.Item", 2)
    assert (note.name, form.type, form.until and form.until.name) == (
        "shop.Item.note",
        "string",
        "1.2",
    )
    assert history.former_fields("shop.Item", 1) == ()
    assert history.former_fields("shop.Item", 4) == ()


def test_changes_are_told_by_release_too(history: History) -> None:
    changes = history.changes_by_release
    assert [(c.symbol, c.aspect.value, c.before, c.after) for c in changes["1.10.0"]] == [
        ("shop.Basket", "existence", "", "message Basket"),
        ("shop.Basket.items", "existence", "", "repeated shop.Item items = 1"),
        ("shop.Item.note", "existence", "", "optional bytes note = 4"),
    ]
    assert sum(map(len, changes.values())) == sum(
        len(symbol.changes) for symbol in history.symbols.values()
    )


def test_differences_of_variants_last_from_one_release_to_another(history: History) -> None:
    spans = {
        (d.variant, d.symbol, d.aspect.value, d.main, d.other, d.since.name): d.until
        and d.until.name
        for d in history.differences
    }
    assert spans == {
        ("small", "shop.Item", "existence", "message Item", "", "1.2"): "1.10.0",
        ("small", "shop.Item.kind", "existence", "optional int32 kind = 1", "", "1.2"): "1.10.0",
        ("small", "shop.Item.note", "existence", "optional bytes note = 4", "", "1.10.0"): None,
    }


def test_wheels_and_source_archives_tell_the_same_as_folders(project: Path) -> None:
    wanted = told(project)
    archives = []
    for version, files in RELEASES.items():
        if version == "1.2":
            archives.append(project / f"shop-{version}.tar.gz")
            with tarfile.open(archives[-1], "w:gz") as sdist:
                for name, text in files.items():
                    member = tarfile.TarInfo(f"shop-{version}/shop/{name}")
                    member.size = len(text)
                    sdist.addfile(member, io.BytesIO(text.encode()))
        else:
            archives.append(project / f"shop-{version}-cp36-cp36m-manylinux1_x86_64.whl")
            with zipfile.ZipFile(archives[-1], "w") as wheel:
                for name, text in files.items():
                    wheel.writestr(f"shop/{name}", text)
    assert told(project, *reversed(archives)) == wanted


def test_the_file_is_read_as_it_was_written(project: Path, history: History) -> None:
    text = (project / "history.json").read_text()
    assert history_text(history) == text
    assert max(map(len, text.splitlines())) < 200
    json.loads(text)


def run_history(project: Path, *words: str) -> Done:
    return run_wiregen("history", *words, cwd=project)


def test_the_command_writes_the_file_that_the_settings_name(project: Path) -> None:
    done = run_history(project, *(f"shop-{version}" for version in RELEASES))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "wrote history.json: 4 releases\n"
    assert (project / "history.json").read_text() == told(project)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["shop"], "no version in the name of shop"),
        (["shop-9"], "shop-9 is no folder, wheel or source archive"),
        (["pyproject-1.toml"], "pyproject-1.toml is no folder, wheel or source archive"),
        (["empty-1"], "empty-1 has no schema of shop.proto, more.proto"),
        (["shop-1.0", "other/shop-1.0"], "shop-1.0 and other/shop-1.0 are both release 1.0"),
    ],
)
def test_what_is_no_release_is_refused(project: Path, words: list[str], sentence: str) -> None:
    (project / "empty-1").mkdir()
    (project / "pyproject-1.toml").write_text(SETTINGS)
    done = run_history(project, *words)
    assert done.returncode == 2
    assert sentence in done.stderr


def test_a_faulty_schema_in_a_release_is_told_with_its_place(project: Path) -> None:
    (project / "shop-1.2" / "shop" / "shop.proto").write_text(shop(2, "message M { int32 a }"))
    done = run_history(project, "shop-1.2")
    assert done.returncode == 1
    assert "shop.proto:1:" in done.stderr


DAMAGED = {
    "no JSON": ('"project": ', '"project" ', "no JSON"),
    "a missing part": ('"project"', '"subject"', "the history: 'project' is missing"),
    "an unknown release": (
        '"until": "1.2", "number": "2"',
        '"until": "1.3", "number": "2"',
        "until of forms of shop.Item.note of symbols of the history, item 1: '1.3'",
    ),
    "an unknown element": ('"element": "enum"', '"element": "enumeration"', "'enumeration'"),
    "a fact that there is none of": ('"label": ', '"labels": ', "nothing that a form says"),
    "a field without type": ('"type": "bytes", ', "", "'type' is missing"),
    "a number in words": ('"number": "4"', '"number": "four"', "'four' is no number"),
    "a version in words": ('"version": 2', '"version": "2"', "a whole number or null"),
    "two releases of one name": ('"name": "1.0"', '"name": "1.2"', "two have one name"),
    "a list for an object": ('"symbols": {', '"symbols": [], "x": {', "an object is wanted"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_refused_with_the_place(
    name: str, project: Path, history: History
) -> None:
    before, after, sentence = DAMAGED[name]
    path = project / "history.json"
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after, 1))
    with pytest.raises(UsageError) as caught:
        read_history(path)
    assert str(path) in str(caught.value)
    assert sentence in str(caught.value)


ODD_VALUES: tuple[Any, ...] = (
    *(None, 1, -1, 2**70, 1.5, True, [], {}, ["x"], {"x": 1}),
    *("", "a b", "a\n", "shop.Item", "1.0", "field", "<b>", "map<string, int32>", "repeated"),
)


def test_a_damaged_file_gives_pages_or_an_error_with_a_place(
    project: Path, history: History
) -> None:
    for name, text in RELEASES["1.10.0"].items():
        (project / name).write_text(text.replace("shop/shop.proto", "shop.proto"))
    package = replace(read_configuration(project)[0], reference=project / "docs")
    path = project / "history.json"
    whole = path.read_text()
    random = Random(16)
    refused = 0
    for _ in range(300):
        value = json.loads(whole)
        holder, key = random.choice(list(places(value)))
        if random.random() < 0.2:
            del holder[key]
        else:
            holder[key] = random.choice(ODD_VALUES)
        path.write_text(json.dumps(value))
        try:
            reference(package)
        except UsageError as error:
            refused += 1
            assert str(error).startswith(f"{path}: ")
    assert 100 < refused < 300


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Everything in a value of JSON: what holds it, and its key or index there."""
    keys = range(len(value)) if isinstance(value, list) else list(value)
    for key in keys:
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key])


def test_types_of_which_nothing_is_known_can_change(project: Path) -> None:
    """Neither maps nor types of files that no release has can be compared."""
    types = ("map<string, int32>", "map<int32, string>", "bytes", "map<int32, bytes>")
    for version, kind in zip(RELEASES, types, strict=True):
        text = shop(2, f"message Item {{ {'optional ' * ('<' not in kind)}{kind} a = 1; }}")
        for name in RELEASES[version]:
            (project / f"shop-{version}" / "shop" / name).write_text(text)
    (project / "shop-1.10.0" / "shop" / "more.proto").write_text('syntax = "proto2";')
    (project / "shop.proto").write_text((project / "shop-1.10.0/shop/shop.proto").read_text())
    (project / "history.json").write_text(told(project))
    package = replace(read_configuration(project)[0], reference=project / "docs")
    (made,) = reference(package)
    (page,) = (text for path, text in made.content_by_path.items() if path.name == "versions.md")
    assert b"map&lt;int32, bytes&gt;" in page or b"map<int32, bytes>" in page


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read .*history.json"):
        read_history(tmp_path / "history.json")
