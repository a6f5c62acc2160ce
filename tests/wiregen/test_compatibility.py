"""What changes do to files and programs: each rule by a case, and against buf's own rules."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from support.change_cases import CASES
from wiregen.evolution.classification import Finding, classify
from wiregen.evolution.compatibility import RULES, Effect, rules_table
from wiregen.evolution.facts import Declared, declared_in
from wiregen.pipeline import read_schema
from wiregen.source.roots import ImportRoots

CHECKOUT = Path(__file__).parents[2]
BUF = Path(sys.executable).with_name("buf")
# What breaks when a rule of a category is broken; the first that holds counts.
EFFECT_BY_CATEGORY = {
    "WIRE": Effect.WIRE,
    "WIRE_JSON": Effect.JSON,
    "PACKAGE": Effect.SOURCE,
    "FILE": Effect.SOURCE,
}
# Where we are more lenient, and why.
LENIENT = {
    # Protobuf's own guide says that one field may move into a oneof that is new, and out.
    ("alone in a new oneof", "FIELD_SAME_ONEOF"),
    ("oneof around one field removed", "FIELD_SAME_ONEOF"),
    # It also says that enums and integers are written alike, and so are maps and lists.
    ("enum as integer", "FIELD_WIRE_COMPATIBLE_TYPE"),
    ("map as list", "FIELD_WIRE_COMPATIBLE_TYPE"),
    # Files do not have the names of oneofs.
    ("oneof renamed", "FIELD_SAME_ONEOF"),
}

# Message sets are older than what buf reads.
NOT_READ = {"message set"}


def findings(case: str) -> tuple[Finding, ...]:
    return classify(*map(declared, CASES[case].versions))


def declared(files: Mapping[str, str]) -> tuple[Declared, ...]:
    data_by_name = {name: text.encode() for name, text in files.items()}
    roots = ImportRoots((), Path(), data_by_name=data_by_name)
    return tuple(declared_in(read_schema(tuple(files), roots), files))


@pytest.mark.parametrize("case", CASES)
def test_a_change_falls_under_its_rules(case: str) -> None:
    assert {finding.rule.id for finding in findings(case)} == CASES[case].rules


@pytest.mark.parametrize("kind", ["reserved", "extensions"])
@pytest.mark.parametrize(
    ("old", "new", "verbs"),
    [
        ("1 to 9", "5 to 9, 1 to 4, 20", {"added"}),
        ("1 to 9", "8 to 9, 5 to 7, 1 to 4, 20", {"added"}),
        ("6 to 9, 1 to 5", "7, 1 to 3, 4 to 6", {"removed"}),
        ("8 to 9, 1 to 7", "5 to 10, 2 to 4", {"added", "removed"}),
    ],
)
def test_ranges_are_compared_in_any_order(kind: str, old: str, new: str, verbs: set[str]) -> None:
    word = "reserved" if kind == "reserved" else "extension-range"
    versions = (
        {"a.proto": f'syntax = "proto2"; message M {{ {kind} {text}; }}'} for text in (old, new)
    )
    found = classify(*map(declared, versions))
    assert {finding.rule.id for finding in found} == {f"{word}-{verb}" for verb in verbs}


def test_every_rule_has_a_case() -> None:
    assert {rule for case in CASES.values() for rule in case.rules} == {rule.id for rule in RULES}


def test_rules_are_in_order() -> None:
    for rule in RULES:
        severities = [effect.severity for effect in rule.effects]
        assert severities == sorted(severities, reverse=True), rule.id


def test_what_is_in_an_added_message_is_told_with_it() -> None:
    (found,) = findings("message removed")
    assert [part.text for part in found.parts] == ["required int32 a = 1"]


def test_the_documented_rules_are_the_rules() -> None:
    page = (CHECKOUT / "generator" / "wiregen" / "evolution" / "compatibility.md").read_text(
        encoding="utf-8"
    )
    assert page.endswith(rules_table())


@pytest.fixture(scope="module")
def broken_by_case(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, set[str]]:
    """For each case, the rules of buf that its change breaks."""
    folder = tmp_path_factory.mktemp("buf")
    names = tuple(CASES.keys() - NOT_READ)
    for number, case in enumerate(map(CASES.__getitem__, names)):
        for version, files in zip(("old", "new"), case.versions, strict=True):
            place = folder / version / f"case{number}"
            place.mkdir(parents=True)
            for name, text in files.items():
                (place / name).write_text(apart(text, number))
    for name in ("old", "new"):
        settings = {"version": "v2", "breaking": {"use": list(EFFECT_BY_CATEGORY)}}
        (folder / name / "buf.yaml").write_text(json.dumps(settings))
    lines = buf("breaking", "new", "--against", "old", "--error-format=json", cwd=folder)
    found: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        # What was removed with its file has no path; the message names it.
        mentioned = re.search(r"case(\d+)", line.get("path") or line["message"])
        assert mentioned is not None, line
        found[names[int(mentioned[1])]].add(line["type"])
    return found


def apart(text: str, number: int) -> str:
    """A schema of a case with a package, imports and numbers of options of its own."""
    text = re.sub(r"\bshop\b", f"case{number}", text)
    text = re.sub(r"\b5000(\d) *;", lambda found: f"{50000 + 10 * number + int(found[1])};", text)
    return re.sub(r'(import (?:public )?")(?!google/)', rf"\1case{number}/", text)


def buf(*words: str, cwd: Path) -> list[dict[str, Any]]:
    done = subprocess.run([BUF, *words], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def effect_by_rule(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Effect]:
    """For each rule of buf, what breaks with it."""
    words = ("config", "ls-breaking-rules", "--version=v2", "--format=json")
    rules = buf(*words, cwd=tmp_path_factory.mktemp("rules"))
    return {
        rule["id"]: next(e for name, e in EFFECT_BY_CATEGORY.items() if name in rule["categories"])
        for rule in rules
    }


def test_every_rule_of_buf_has_a_case(
    broken_by_case: Mapping[str, set[str]], effect_by_rule: Mapping[str, Effect]
) -> None:
    assert set().union(*broken_by_case.values()) == set(effect_by_rule)


def test_what_buf_takes_for_breaking_is_at_least_as_bad_here(
    broken_by_case: Mapping[str, set[str]], effect_by_rule: Mapping[str, Effect]
) -> None:
    lenient = {
        (case, rule)
        for case, rules in broken_by_case.items()
        for rule in rules
        if worst(case).severity < effect_by_rule[rule].severity
    }
    assert lenient == LENIENT


def worst(case: str) -> Effect:
    return max((f.rule.worst for f in findings(case)), key=lambda effect: effect.severity)


def test_what_is_harmless_here_is_harmless_to_buf(
    broken_by_case: Mapping[str, set[str]],
) -> None:
    harmless = {case for case in CASES if not is_breaking(case)}
    assert {case: broken_by_case[case] for case in harmless if case in broken_by_case} == {}


def is_breaking(case: str) -> bool:
    return any(finding.rule.worst.severity >= Effect.SOURCE.severity for finding in findings(case))
