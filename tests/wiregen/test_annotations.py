"""Annotations of a made schema: what is read of them, and where each fault is shown."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.farm import ANNOTATIONS, SCHEMA
from wiregen.annotations import rule_checks as checks
from wiregen.annotations.model import Annotations, Origin, Strength
from wiregen.annotations.reading import read_annotations
from wiregen.annotations.rule_checks import Condition, FieldPath
from wiregen.pipeline import annotations_of, outputs, read_schema
from wiregen.project import Package, read_configuration
from wiregen.schema import ir
from wiregen.source.diagnostics import Faults, SchemaError, UsageError
from wiregen.source.roots import ImportRoots
from wiregen.source.text import Source


@pytest.fixture(scope="module", name="schema")
def farm_schema(tmp_path_factory: pytest.TempPathFactory) -> ir.Schema:
    folder = tmp_path_factory.mktemp("farm")
    (folder / "farm.proto").write_text(SCHEMA)
    return read_schema(["farm.proto"], ImportRoots((folder,), folder))


def read_notes(text: str, schema: ir.Schema) -> Annotations:
    return read_annotations(Source("notes.toml", "notes.toml", text), schema, Faults())


def test_everything_is_read(schema: ir.Schema) -> None:
    found = read_notes(ANNOTATIONS, schema)
    assert found.carries == {
        "farm.Animal.kind": "farm.Animal.Kind",
        "farm.Farm.year": "farm.Farm.Year",
    }
    assert found.revision is not None
    assert (found.revision.enum, found.revision.field) == (
        "farm.Farm.Year",
        FieldPath("farm.Farm", ("year",)),
    )
    (selector,) = found.selectors
    assert {s.value.name: s.fields for s in selector.selections} == {
        "NONE": (),
        "DOG": ("collar",),
        "HEN": ("eggs",),
        "COW": ("litres", "photo"),
    }
    assert selector.fields == ("collar", "eggs", "litres", "photo")
    (encoding,) = found.encodings
    assert [(f.value.name, f.bits, f.elements_per_entry) for f in encoding.formats] == [
        ("HEN", 4, 2),
        ("DOG", 4, 2),
    ]
    (vocabulary,) = found.vocabularies
    assert vocabulary.is_of_keys and vocabulary.words[0].is_required
    assert found.identities[0].fields == (
        FieldPath("farm.Animal", ("name",)),
        FieldPath("farm.Farm", ("year",)),
    )
    assert found.roots[0].is_usual and found.roots[0].confused_with == ("farm.Animal",)
    assert found.removed[0].numbers == (8, 11)
    assert [side.place for side in found.contradictions[0].sides] == ["farm.Animal.name", "page 3"]
    assert found.namespaces[0].fields == ("farm.Animal.name",)
    assert found.confusables[0].enums == ("farm.Animal.Kind", "farm.Farm.Year")
    assert found.concepts[0].list_name == "Beast[]"
    assert found.overview[0].text_by_language["en"].paragraphs == ("They eat.", "They sleep.")
    assert found.languages[0].words == {"Animals": "Bestiae"}
    assert found.languages[0].meanings == {"farm.Animal.name": "Nomen."}


def test_rules_are_read(schema: ir.Schema) -> None:
    found = read_notes(ANNOTATIONS, schema)
    first, other = found.rules
    kinds = schema.enum_by_name["farm.Animal.Kind"].values
    assert (first.id, first.owner, first.strength) == (
        "Animal.name.1",
        "farm.Animal.name",
        Strength.MUST,
    )
    assert first.check == checks.NotEmpty((FieldPath("farm.Animal", ("name",)),))
    assert first.conditions == (
        Condition(FieldPath("farm.Animal", ("kind",)), True, (kinds[1], kinds[3])),
        Condition(FieldPath("farm.Animal", ("collar",)), False),
    )
    assert first.where == (FieldPath("farm.Farm", ("animals",)),)
    assert (first.first_revision, first.last_revision) == (1, 2)
    assert first.origins == (
        Origin("schema", "farm.Animal"),
        Origin("book", "page 1"),
        Origin("book", "page 2"),
    )
    assert (other.owner, other.strength) == ("farm.Animal.collar", Strength.SHOULD_NOT)
    assert other.check == checks.OneOfValues(FieldPath("farm.Animal", ("collar",)), ("red",))
    assert [rule.id for rule in found.retired_rules] == ["Animal.name.2"]


def test_a_file_may_be_empty(schema: ir.Schema) -> None:
    assert read_notes("", schema) == Annotations()


# What is written instead of what, the word that is marked, and the sentence.
FAULTS = [
    ("[revision]", "[revison]", "revison", "unknown key 'revison'; did you mean 'revision'?"),
    ('"Animal.kind" = ', '"Animal.knid" = ', '"Animal.knid"', "no field 'Animal.knid'"),
    ('"Animal.Kind"\n"F', '"Animal.Knd"\n"F', "Animal.Knd", "no enum 'Animal.Knd'"),
    ('"Animal.kind" =', '"Animal.name" =', '"Animal.name"', "holds no whole numbers"),
    ('HEN = ["eggs"]', 'HEN = ["egs"]', "egs", "'farm.Animal' has no field 'egs'"),
    ('HEN = ["eggs"]', 'HENS = ["eggs"]', "HENS", "'farm.Animal.Kind' has no value 'HENS'"),
    ('HEN = ["eggs"]\n', "", "field", "'HEN' is in none of 'fields', 'empty' and 'refused'"),
    ('["NONE"]', '["NONE", "DOG"]', "field", "'DOG' is in more than one of"),
    ('raw = "photo"', 'raw = "foto"', "foto", "'farm.Animal' has no field 'foto'"),
    ("bits = 4", 'bits = "4"', "bits", "'bits' must be an integer, got a "),
    ("bits = 4", "bits = true", "bits", "'bits' must be an integer, got a "),
    ("required = true", "required = 1", "required", "'required' must be true or false, got an"),
    ('field = "Farm.notes"', 'field = "Animal.eggs"', "field", "neither a text nor a list"),
    ('"Animal.name.1"', '"Animal.nam.1"', "id", "no symbol 'Animal.nam'"),
    ('"Animal.name.1"', '"Animal.name"', "id", "an id is a symbol, a dot and a number"),
    ('"Animal.name.3"', '"Animal.name.1"', "id", "there is another rule 'Animal.name.1'"),
    ('"Animal.name.3"', '"Animal.name.2"', "id", "there is another rule 'Animal.name.2'"),
    ('"Animal.name.3"', '"Animal.name.4"', "id", "neither a rule 'Animal.name.3' nor a tomb"),
    ('owner = "Animal.collar"', 'owner = "Animal.x"', "Animal.x", "no symbol 'Animal.x'"),
    ('"MUST"', '"SHALL"', "strength", "'SHALL' is none of MUST, MUST NOT, SHOULD,"),
    ("has a name.", "has a name", "says", "a sentence ends with a full stop"),
    ('says = "An animal has a name."\n', "", "rule", "'rule' needs a key 'says'"),
    ('"not_empty"', '"notempty"', "notempty", "no kind of check 'notempty'; there are"),
    ('"not_empty"', '"one_of_values"', "check", "'check' needs a key 'values'"),
    ('check = "not_empty"', 'check = "utf8"', "check", "'name' holds no bytes"),
    ('check = "not_empty"', 'check = "selected"', "check", "there is no selector 'name'"),
    ('check = "not_empty"', 'check = "known_number"', "check", "'name' holds numbers of no"),
    ('check = "not_empty"', 'check = "length_is"', "check", "'name' is no list"),
    ('check = "not_empty"', 'check = "in_range"', "check", "needs 'least' or 'most'"),
    ('values = ["red"]', "values = [1]", "1", "'farm.Animal.collar' cannot hold 1"),
    ('values = ["red"] }', 'values = ["red"], x = 1 }', "x", "unknown key 'x'"),
    ('kind = ["DOG",', 'kind = ["DOGG",', "DOGG", "has no value 'DOGG'; did you mean 'DOG'?"),
    ("collar = false", "collr = false", "collr", "'farm.Animal' has no field 'collr'"),
    ("collar = false", "collar = 1", "collar", "a condition is true, false or a list of"),
    ('where = ["Farm.animals"]', 'where = ["Farm.notes"]', "Farm.notes", "does not lead to"),
    ("from = 1", "from = 7", "from", "there is no revision 7"),
    ('enforced_by = ["dog"]', 'enforced_by = ["cat"]', "cat", "no enforcer 'cat'; there are dog"),
    ('schema = "Animal", book', 'schema = "Anima", book', "Anima", "no symbol 'Anima'"),
    ('"Animal", book =', '"Animal", bok =', "bok", "no document 'bok'"),
    ('fields = ["name", "Farm.year"]', 'fields = ["nme"]', "nme", "has no field 'nme'"),
    ('message = "Farm"\nusual', 'message = "Fram"\nusual', "Fram", "no message 'Fram'; did you"),
    ("numbers = [8, 11]", "numbers = [8, 9]", "9", "'farm.Animal' does not reserve 9"),
    ('place = "Animal.name"', 'place = "Animal.nme"', "Animal.nme", "no symbol 'Animal.nme'"),
    ('document = "book"', 'document = "bible"', "document", "no document 'bible'"),
    ('decodes = "Farm.year"', 'decodes = "Farm.yer"', "Farm.yer", "no field 'Farm.yer'; did"),
    ('"They sleep."]', "2]", "paragraphs", "'paragraphs' must be a list of strings"),
    ('"Animal.name" = "Nomen."', '"Animal.nam" = "N"', '"Animal.nam"', "no symbol 'Animal.nam'"),
    ("[[concept]]", "[concept]", "concept", "'concept' must be a list of tables, got a table"),
    ("[revision]", "[[revision]]", "revision", "'revision' must be a table, got a list"),
]


@pytest.mark.parametrize(("old", "new", "word", "sentence"), FAULTS, ids=lambda text: text[:30])
def test_a_fault_is_shown_where_it_is(
    old: str, new: str, word: str, sentence: str, schema: ir.Schema
) -> None:
    assert ANNOTATIONS.count(old) >= 1
    text = ANNOTATIONS.replace(old, new, 1)
    with pytest.raises(SchemaError) as error:
        read_notes(text, schema)
    shown = [str(diagnostic) for diagnostic in error.value.diagnostics]
    (found,) = (one for one in shown if sentence in one)
    place, line, mark = found.split("\n")
    path, number, column, _ = place.split(":", 3)
    assert path == "notes.toml" and line == f"    {text.splitlines()[int(number) - 1]}"
    assert line[mark.index("^") : mark.index("^") + mark.count("^")] == word
    assert int(column) == mark.index("^") - 3


def test_all_faults_are_shown_at_once(schema: ir.Schema) -> None:
    text = ANNOTATIONS.replace('"DOG", "COW"', '"D", "C"').replace("[[root]]", "[[rot]]")
    with pytest.raises(SchemaError) as error:
        read_notes(text, schema)
    lines = [diagnostic.span.line for diagnostic in error.value.diagnostics]
    assert len(lines) == 3 and lines == sorted(lines)


def test_any_other_text_is_read_or_refused(schema: ir.Schema) -> None:
    random = Random(0)
    words = re.findall(r'[\w.]+|"[^"\n]*"|[\[\]{}=]+', ANNOTATIONS)
    outcomes: set[type[object]] = set()
    for _ in range(500):
        text = ANNOTATIONS
        for _ in range(random.randint(1, 3)):
            text = text.replace(random.choice(words), random.choice(words), random.randint(1, 3))
        try:
            outcomes.add(type(read_notes(text, schema)))
        except SchemaError as error:
            assert all("error: " in str(diagnostic) for diagnostic in error.diagnostics)
            outcomes.add(SchemaError)
    assert outcomes == {Annotations, SchemaError}


@pytest.mark.parametrize(
    ("text", "place"),
    [('package = "farm"\n[a\n', "2:3"), ("a = 1\na = 2\n", "2:6"), ('a = "x', "1:6")],
    ids=["no bracket", "key twice", "no end"],
)
def test_a_file_that_is_no_toml(text: str, place: str, schema: ir.Schema) -> None:
    with pytest.raises(SchemaError, match=f"^notes.toml:{place}: error: [a-z]"):
        read_notes(text, schema)


def package(folder: Path, **settings: Any) -> Package:
    (folder / "farm.proto").write_text(SCHEMA)
    roots: Any = {"roots": (folder,), "schemas": ("farm.proto",), "base": folder}
    return Package("farm", folder / "out", **roots, **settings)


def test_a_faulty_file_stops_the_run(tmp_path: Path) -> None:
    (tmp_path / "notes.toml").write_text('package = "farm"\n[carries]\n"Animal.x" = "Animal.Kind"')
    with pytest.raises(SchemaError, match="notes.toml:3:1: error: no field 'Animal.x'"):
        outputs(package(tmp_path, annotations=tmp_path / "notes.toml"))


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file .*notes.toml"):
        outputs(package(tmp_path, annotations=tmp_path / "notes.toml"))


def test_annotations_are_optional_and_set_in_the_project_file(tmp_path: Path) -> None:
    made = package(tmp_path)
    schema = read_schema(made.schemas, made.import_roots)
    assert annotations_of(made, schema) == Annotations()
    (tmp_path / "pyproject.toml").write_text(
        '[[tool.wiregen.packages]]\nname = "farm"\nout = "."\nroot = "."\n'
        'schemas = ["farm.proto"]\nannotations = "notes.toml"\n'
    )
    (tmp_path / "notes.toml").write_text(ANNOTATIONS)
    (configured,) = read_configuration(tmp_path)
    assert len(annotations_of(configured, schema).rules) == 2
