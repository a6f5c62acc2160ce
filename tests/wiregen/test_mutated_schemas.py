"""Schemas that somebody broke: no traceback, nothing refused that protoc takes, nothing misread."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from described import comparable, described
from oracles.protoc import Outcome, run_protoc

from wiregen.diagnostics import SchemaError
from wiregen.pipeline import read_schema

CORPUS = Path(__file__).parents[1] / "corpus"
TOKEN = re.compile(r'//[^\n]*\n|"[^"\n]*"|\w+|\s+|.')
ROUNDS = 1500
# Where protoc is stricter: wiregen does not look into the values of options that it has no
# use for, and lets a semicolon stand before the syntax.
ONLY_PROTOC_MINDS = re.compile(
    r"option|Option|Value must|has no value named|Only repeated fields can specify|top-level"
)


def schemas() -> list[list[str]]:
    """The corpora's valid schemas as tokens, those that import none of the others."""
    folders = ("valid", "other", "hostile")
    paths = (path for name in folders for path in sorted((CORPUS / name).glob("*.proto")))
    texts = (path.read_text(encoding="utf-8") for path in paths)
    return [TOKEN.findall(text) for text in texts if ".inc.proto" not in text]


def mutated(random: Random, tokens: list[str], others: list[str]) -> str:
    """A text in which one token or two are gone, added, replaced or swapped."""
    tokens = list(tokens)
    for _ in range(random.choice((1, 1, 2))):
        at = random.randrange(len(tokens))
        match random.randrange(4):
            case 0:
                del tokens[at]
            case 1:
                tokens.insert(at, random.choice(others))
            case 2:
                tokens[at] = random.choice(others)
            case _:
                with_ = random.randrange(len(tokens))
                tokens[at], tokens[with_] = tokens[with_], tokens[at]
    return "".join(tokens)


def outcomes(folder: Path) -> Iterator[tuple[str, Outcome]]:
    random = Random(3)
    texts = [tokens for tokens in schemas() if len(tokens) > 20]
    others = [token for tokens in texts for token in tokens]
    for _ in range(ROUNDS):
        text = mutated(random, random.choice(texts), others)
        (folder / "mutated.proto").write_bytes(text.encode())
        yield text, run_protoc(folder, "mutated.proto")


def test_mutated_schemas_are_taken_and_refused_as_by_protoc(tmp_path: Path) -> None:
    taken = refused = 0
    for text, outcome in outcomes(tmp_path):
        try:
            schema = read_schema(["mutated.proto"], [tmp_path], tmp_path, {})
        except SchemaError as error:
            assert outcome.files is None, f"{error}\n{text}"
            refused += 1
        else:
            if outcome.files is None:
                assert ONLY_PROTOC_MINDS.search(outcome.stderr), f"{outcome.stderr}\n{text}"
            else:
                file = outcome.files.file[-1]
                assert str(described(schema, file.name)) == str(comparable(file)), text
                taken += 1
    # Both ways were tried.
    assert taken > ROUNDS / 10 and refused > ROUNDS / 10


@pytest.mark.parametrize(
    ("before", "opening", "closing", "after"),
    [
        ("", "message A {", "}", ""),
        ("option (a) = {", "a {", "}", "};"),
        ("option (a) = {", "a <", ">", "};"),
    ],
    ids=["messages", "values in braces", "values in angle brackets"],
)
def test_nesting_has_an_end(
    before: str, opening: str, closing: str, after: str, tmp_path: Path
) -> None:
    for depth in (60, 70, 5000):
        text = f'syntax = "proto2"; {before} {opening * depth} {closing * depth} {after}'
        (tmp_path / "deep.proto").write_text(text)
        if depth == 60:
            read_schema(["deep.proto"], [tmp_path], tmp_path, {})
        else:
            with pytest.raises(SchemaError, match="inside one another"):
                read_schema(["deep.proto"], [tmp_path], tmp_path, {})
