"""Settings of any shape: what is wrong is said with file, place and key, and nothing is written."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from wiregen.pipeline import outputs
from wiregen.project import Package, fault_in_package_name, read_configuration
from wiregen.source.diagnostics import SettingsError, UsageError

SETTINGS = """\
[project]
name = "anything"

[[tool.wiregen.packages]]
name = "notes"
out = "src"
root = "schemas"
schemas = ["note.proto"]
doc = "Notes."
layer = "onnx"
annotations = "notes.toml"
examples = "examples.toml"
reference = "docs"
knowing_origin = ["Note"]
features = ["explorer", "json"]
[tool.wiregen.packages.aliases]
"other.proto" = "note.proto"

[tool.wiregen.packages.exports]
"_runtime.errors" = ["DecodeError"]

[tool.wiregen.packages.pb2]
note_pb2 = "note.proto"

[tool.wiregen.packages.history]
file = "history.json"
project = "Notes"
schemas = ["note.proto"]

[tool.wiregen.packages.history.variants.Lite]
"note.proto" = "lite.proto"
"""
SCHEMA = 'syntax = "proto2";\nmessage Note {\n  optional string text = 1;\n}\n'


def read(text: str | bytes, folder: Path) -> tuple[Package, ...]:
    data = text.encode() if isinstance(text, str) else text
    (folder / "pyproject.toml").write_bytes(data)
    return read_configuration(folder)


def test_everything_can_be_set(tmp_path: Path) -> None:
    (package,) = read(SETTINGS, tmp_path)
    assert package.folder == tmp_path / "src" / "notes"
    assert package.reference == tmp_path / "docs"
    assert package.exports == {"_runtime.errors": ("DecodeError",)}
    assert package.history is not None
    assert package.history.variants == {"Lite": {"note.proto": "lite.proto"}}


# What is written in place of what, the place, and what is said.
FAULTS = [
    ('name = "notes"', 'nam = "notes"', "4:3", "needs a key 'name'"),
    ('name = "notes"', 'nam = "notes"', "5:1", "unknown key 'nam'; did you mean 'name'?"),
    ('name = "notes"', "name = 3", "5:1", "'name' must be a string, got an integer"),
    ('name = "notes"', 'name = ""', "5:1", "expected a name for a Python package, got ''"),
    ('name = "notes"', 'name = "1 x/../y"', "5:1", "got '1 x/../y'"),
    ('name = "notes"', 'name = "a..b"', "5:1", "got 'a..b'"),
    ('name = "notes"', 'name = "my.class"', "5:1", "'class' is a keyword"),
    ('name = "notes"', 'name = "\\ufb01le"', "5:1", "Python reads '\ufb01le' as 'file'"),
    ('name = "notes"', "name = 2026-01-01", "5:1", "must be a string, got a date"),
    ('out = "src"', 'out = ""', "6:1", "expected a path, got an empty string"),
    ('out = "src"', 'out = "a\\u0000b"', "6:1", "a path holds no control characters"),
    ('out = "src"', "out = true", "6:1", "must be a string, got a truth value"),
    ('root = "schemas"', "", "4:3", "needs a key 'root'"),
    ('["note.proto"]\ndoc', "[]\ndoc", "8:1", "'schemas' must name at least one file"),
    ('["note.proto"]\ndoc', '"note.proto"\ndoc', "8:1", "must be a list, got a string"),
    ('["note.proto"]\ndoc', "[1]\ndoc", "8:1", "must be a list of strings"),
    ('["note.proto"]\ndoc', '["../x.proto"]\ndoc', "8:13", "without '.', '..' and empty parts"),
    ('["note.proto"]\ndoc', '["a\\"b.proto"]\ndoc', "8:1", "holds no '\"'"),
    ('"Notes."', '["Notes."]', "9:1", "'doc' must be a string, got a list"),
    ('layer = "onnx"', 'layer = "../onnx"', "10:1", "without '.', '..' and empty parts"),
    ('annotations = "notes.toml"', "annotations = {}", "11:1", "must be a string, got a table"),
    ('knowing_origin = ["Note"]', 'knowing_origin = "Note"', "14:1", "must be a list"),
    ('"other.proto" = "note', '"/x.proto" = "note', "17:1", "'aliases': expected a path"),
    ('"other.proto" = "note.proto"', '"other.proto" = 1', "17:1", "must be a string"),
    ('["DecodeError"]', '"DecodeError"', "20:1", "must be a list, got a string"),
    ('["DecodeError"]', '["x; import os"]', "20:23", "'exports': expected a name"),
    ('"_runtime.errors"', '"_runtime/errors"', "20:1", "'exports': expected a name"),
    ("note_pb2 =", '"../note_pb2" =', "23:1", "'pb2': expected a name"),
    ("note_pb2 =", "class =", "23:1", "'class' is a keyword"),
    ('project = "Notes"', 'projct = "Notes"', "27:1", "unknown key 'projct'; did you mean"),
    ('"lite.proto"', "1.5", "31:1", "must be a string, got a number"),
    (".variants.Lite]", ".variants.Lite.x]", "30:", "must be a string, got a table"),
    ("[[tool.wiregen.packages]]", "[[tool.wiregen.pakages]]", "4:3", "unknown key 'pakages'"),
    ("[project]", "[tool.wiregen]\npackage = 1\n[project]", "2:1", "unknown key 'package'"),
]


@pytest.mark.parametrize(("old", "new", "place", "sentence"), FAULTS, ids=lambda text: text[:40])
def test_a_fault_is_shown_where_it_is(
    old: str, new: str, place: str, sentence: str, tmp_path: Path
) -> None:
    assert SETTINGS.count(old) == 1
    with pytest.raises(SettingsError) as error:
        read(SETTINGS.replace(old, new), tmp_path)
    (found,) = (str(one) for one in error.value.diagnostics if sentence in str(one))
    assert found.startswith(f"pyproject.toml:{place}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[tool.wiregen]\n", "there is nothing to generate"),
        ("[tool]\nwiregen = 1\n", "'wiregen' must be a table, got an integer"),
        ("[tool.wiregen]\npackages = 'x'\n", "'packages' must be a list of tables, got a string"),
        ("[tool.wiregen]\npackages = ['x']\n", "'packages' must be a list of tables"),
        ("[tool.wiregen.packages]\nname = 'x'\n", "'packages' must be a list of tables, got"),
        ("[tool.wiregen\n", "pyproject.toml:1:14: error: "),
        ("tool = 1\n[tool.wiregen]\n", "pyproject.toml:2:"),
        (b"[tool.wiregen]\nname = 'caf\xe9'\n", "2:12: error: expected UTF-8, got byte 0xe9"),
    ],
    ids=repr,
)
def test_settings_as_a_whole_can_be_wrong(text: str | bytes, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as error:
        read(text, tmp_path)
    assert sentence in str(error.value)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = SETTINGS.replace('"notes"', "1").replace('"src"', "2").replace('"Notes."', "3")
    with pytest.raises(SettingsError) as error:
        read(text, tmp_path)
    assert len(error.value.diagnostics) == 3


def test_settings_of_other_tools_are_none_of_ours(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text('[project]\ndependencies = ["wiregen"]\n')
    read(SETTINGS, tmp_path)
    (package,) = read_configuration(inner)
    assert package.name == "notes"


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ('name = "a"\nout = "src"', 'name = "a"\nout = "src"', "the same folder"),
        ('name = "a"\nout = "src"', 'name = "A"\nout = "src"', "the same folder"),
        ('name = "a.b"\nout = "src"', 'name = "b"\nout = "src/x/../a"', "the same folder"),
    ],
)
def test_two_packages_need_two_folders(
    first: str, second: str, sentence: str, tmp_path: Path
) -> None:
    rest = '\nroot = "."\nschemas = ["note.proto"]\n'
    tables = (f"[[tool.wiregen.packages]]\n{package}{rest}" for package in (first, second))
    with pytest.raises(SettingsError, match=sentence):
        read("".join(tables), tmp_path)


# Settings that can only be checked against the schema and the templates.
LATE_FAULTS = [
    ('"onnx"', '"nosuch"', "10:1", "there is no layer 'nosuch'"),
    ('"onnx"', '"python"', "10:1", "there is no layer 'python'"),
    ('"_runtime.errors"', '"_runtime.nosuch"', "20:1", "the package has no module"),
    ('"DecodeError"', '"DecodeErorr"', "20:23", "has no 'DecodeErorr'; did you mean"),
    ('note_pb2 = "note.proto"', 'note_pb2 = "nosuch.proto"', "23:1", "is not a schema of this"),
    ('["Note"]', '["Nothing"]', "14:20", "no message is called 'Nothing'"),
    ('"notes.toml"', '"nosuch.toml"', "11:1", "no file 'nosuch.toml'"),
    ('"examples.toml"', '"nosuch.toml"', "12:1", "no file 'nosuch.toml'"),
]


@pytest.mark.parametrize(
    ("old", "new", "place", "sentence"), LATE_FAULTS, ids=lambda text: text[:40]
)
def test_what_settings_name_must_exist(
    old: str, new: str, place: str, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "note.proto").write_text(SCHEMA)
    for name in ("notes.toml", "examples.toml"):
        (tmp_path / name).write_text("")
    assert SETTINGS.count(old) == 1
    (package,) = read(SETTINGS.replace(old, new), tmp_path)
    with pytest.raises(SettingsError) as error:
        outputs(package)
    assert str(error.value).startswith("wrong settings\npyproject.toml:")
    assert f"pyproject.toml:{place}" in str(error.value) and sentence in str(error.value)


def test_no_value_gives_anything_but_an_error_with_a_place(tmp_path: Path) -> None:
    values = ("1", "1.5", "true", '""', '"a b"', "[]", "[1]", '["x"]', "{}", "{ x = 1 }", "[[]]")
    lines = SETTINGS.split("\n")
    random = Random(14)
    refused = located = 0
    for _ in range(300):
        changed = list(lines)
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(lines))
            key, equals, _ = changed[at].partition(" = ")
            if equals:
                changed[at] = f"{key} = {random.choice(values)}"
            elif random.random() < 0.3:
                changed[at] = ""
        try:
            read("\n".join(changed), tmp_path)
        except UsageError as error:
            refused += 1
            located += isinstance(error, SettingsError)
            assert isinstance(error, SettingsError) or "no pyproject.toml with" in str(error)
    assert refused > 200 and located > 150


@pytest.mark.parametrize(
    ("name", "is_fine"),
    [
        *((name, True) for name in ("a", "a.b", "_x", "match", "größe", "a1.b2")),
        *((name, False) for name in ("", ".", "a.", ".a", "1a", "a-b", "class", "a.None", "a b")),
        *((name, False) for name in ("../a", "a/b", "a\n", "a\x00", "\ufb01", "a;b", "*")),
    ],
    ids=repr,
)
def test_package_names_are_what_an_import_statement_takes(name: str, is_fine: bool) -> None:
    assert (fault_in_package_name(name) == "") is is_fine
    if is_fine:
        compile(f"import {name}", "", "exec")
