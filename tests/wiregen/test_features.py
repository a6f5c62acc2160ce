"""Packages with each feature alone, with none and with all: what they have, lack and do."""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from google.protobuf import json_format, text_format

from oracles.any_schema import their_classes
from support.commands import output_of, run
from support.farm import ANNOTATIONS, SCHEMA
from wiregen.cli.main import main
from wiregen.output.writing import write
from wiregen.pipeline import outputs
from wiregen.project import Package
from wiregen.source.diagnostics import UsageError

# The features asked for, and those that the package has.
SELECTIONS = {
    "none": ((), set()),
    "text": (("text",), {"text"}),
    "json": (("json",), {"json"}),
    "rules": (("rules",), {"rules"}),
    "explorer": (("explorer",), {"text", "rules", "explorer"}),
    "all": (("explorer", "rules", "json", "text"), {"text", "json", "rules", "explorer"}),
    "usual": (None, {"text", "json", "rules"}),
}
FEATURE_BY_MODULE = {"text_format": "text", "json_format": "json", "rules": "rules"}
FARM = {"year": 1, "animals": [{"name": "bella", "kind": 2, "eggs": [1, 300]}, {"kind": 1}]}


def settings(folder: Path, name: str, features: tuple[str, ...] | None, **more: Any) -> Package:
    (folder / "farm.proto").write_text(SCHEMA)
    (folder / "farm.toml").write_text(ANNOTATIONS)
    more = {"annotations": folder / "farm.toml", **more}
    return Package(name, folder, (folder,), ("farm.proto",), folder, features=features, **more)


@pytest.fixture(scope="module", params=SELECTIONS)
def selection(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("features")
    for name, (features, _) in SELECTIONS.items():
        write(outputs(settings(folder, f"farm_{name}", features)))
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture
def package(folder: Path, selection: str) -> Any:
    return importlib.import_module(f"farm_{selection}")


def test_every_package_reads_and_writes_as_google(
    package: Any, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "farm.proto").write_text(SCHEMA)
    theirs = their_classes(tmp_path, "farm.proto")["farm.Farm"](**FARM)
    data = theirs.SerializeToString()
    assert package.Farm(**FARM).SerializeToString() == data
    ours = package.Farm.FromString(data)
    assert ours == package.Farm(**FARM) and ours.animals[0].eggs == [1, 300]
    with pytest.raises(package.DecodeError, match=r"Farm\.animals\[0\].*truncated"):
        package.Farm.FromString(data[:5])


def test_a_message_as_text(package: Any, selection: str, tmp_path: Path) -> None:
    ours = package.Farm(**FARM)
    if "text" not in SELECTIONS[selection][1]:
        assert str(ours) == repr(ours) == "Farm(year=1, animals=<2 x Animal>)"
        return
    (tmp_path / "farm.proto").write_text(SCHEMA)
    theirs = their_classes(tmp_path, "farm.proto")["farm.Farm"](**FARM)
    assert str(ours) == str(theirs)
    assert package.text_format.MessageToString(ours) == text_format.MessageToString(theirs)


def test_json_and_rules_where_they_are_asked_for(
    package: Any, selection: str, tmp_path: Path
) -> None:
    ours, features = package.Farm(**FARM), SELECTIONS[selection][1]
    if "json" in features:
        (tmp_path / "farm.proto").write_text(SCHEMA)
        theirs = their_classes(tmp_path, "farm.proto")["farm.Farm"](**FARM)
        assert package.json_format.MessageToJson(ours) == json_format.MessageToJson(theirs)
    if "rules" in features:
        assert [(found.rule, found.path) for found in package.check(ours)] == [
            ("Animal.name.1", "animals[1]")
        ]
        assert package.rules.check is package.check
    assert hasattr(package, "check") == ("rules" in features)


def test_the_explorer_runs_where_it_is_asked_for(
    folder: Path, selection: str, tmp_path: Path
) -> None:
    (tmp_path / "a.farm").write_bytes(bytes.fromhex("0801"))
    words = (sys.executable, "-m", f"farm_{selection}", "explore", tmp_path / "a.farm")
    done = run(*words, "--format", "json", cwd=folder)
    if "explorer" in SELECTIONS[selection][1]:
        assert json.loads(done.stdout)["schema"]["package"] == f"farm_{selection}"
    else:
        assert done.returncode == 1 and "cannot be directly executed" in done.stderr


def test_what_is_absent_names_its_feature(package: Any, selection: str) -> None:
    name, features = package.__name__, SELECTIONS[selection][1]
    for module, feature in FEATURE_BY_MODULE.items():
        if feature in features:
            assert getattr(package, module) is importlib.import_module(f"{name}.{module}")
            continue
        reason = f"{name} was generated without the feature '{feature}'; add it to 'features'"
        with pytest.raises(AttributeError, match=reason):
            getattr(package, module)
        with pytest.raises(ImportError, match=reason):
            importlib.import_module(f"{name}.{module}")
        # As `from package import module` does it.
        with pytest.raises(ImportError, match=reason):
            __import__(name, fromlist=[module])
    assert not hasattr(package, "nonsense")


def test_dir_lists_public_names_only(package: Any, selection: str) -> None:
    listed = {name for name in dir(package) if not name.startswith("__")}
    features = SELECTIONS[selection][1]
    modules = {"descriptor", "message", "messages"}
    modules |= {module for module, feature in FEATURE_BY_MODULE.items() if feature in features}
    names = {"Animal", "DecodeError", "EncodeError", "Farm", "Message"}
    assert listed == modules | names | ({"check"} if "rules" in features else set())
    assert set(package.__all__) == listed - modules


def test_a_package_has_the_folders_of_its_features_only(folder: Path, selection: str) -> None:
    folders = {path.name for path in (folder / f"farm_{selection}").glob("_*") if path.is_dir()}
    folder_by_feature = {
        "text": {"_text"},
        "json": {"_json"},
        "rules": {"_rules"},
        "explorer": {"_cli", "_explorer", "_recognition"},
    }
    wanted = {name for f in SELECTIONS[selection][1] for name in folder_by_feature[f]}
    assert folders - {"__pycache__"} == {"_codec", "_runtime"} | wanted


def test_a_package_is_type_checked_whatever_it_has(folder: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import farm_none, farm_all\n"
        "reveal_type(farm_all.text_format.MessageToString)\n"
        "reveal_type(farm_all.rules.check(farm_all.Farm())[0].rule)\n"
        "farm_none.text_format\n"
    )
    words = ("--strict", "--cache-dir", tmp_path / "cache", "-p", "farm_none", "-p", "farm_json")
    output_of(sys.executable, "-m", "mypy", *words, cwd=folder)
    done = run(
        *(sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache"),
        program,
        cwd=folder,
    )
    assert 'Revealed type is "str"' in done.stdout.replace("builtins.", ""), done.stdout
    assert 'Module has no attribute "text_format"' in done.stdout, done.stdout


def test_features_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    settings(tmp_path, "", None)
    words = ["farm.proto", "--package", "chosen", "--out", "."]
    for features, folders in (
        ("text, json", {"_text", "_json"}),
        ("", set()),
        (None, {"_text", "_json"}),
    ):
        option = [] if features is None else [f"--features={features}"]
        done = CliRunner().invoke(main, ["generate", *words, *option])
        assert done.exit_code == 0, done.output
        found = {path.name for path in (tmp_path / "chosen").glob("_*") if path.is_dir()}
        assert found == {"_codec", "_runtime"} | folders
        assert CliRunner().invoke(main, ["check", *words, *option]).exit_code == 0
    done = CliRunner().invoke(main, ["generate", "--features=text"])
    assert done.exit_code == 2 and "go with SCHEMAS" in done.output


def test_wrong_settings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="expected one of text, json, rules, explorer, got 'jsn'"):
        outputs(settings(tmp_path, "wrong", ("text", "jsn")))
    with pytest.raises(UsageError, match="the layer 'onnx' needs the feature '(json|text)'"):
        outputs(settings(tmp_path, "wrong", ("explorer",), layer="onnx"))
