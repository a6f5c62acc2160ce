"""Schemas that somebody broke: taken and refused as protoc does, understood as it does.

`--schema-mutations` says how many are tried; `make fuzz-schemas` tries 20,000.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from oracles.descriptor_sets import assert_same
from oracles.protoc import Outcome, run_protoc
from support.options import count_of
from wiregen.descriptors.file_set import descriptor_set
from wiregen.source.diagnostics import SchemaError
from wiregen.source.roots import ImportRoots
from wiregen.validation.reading import Reading, read

CORPUS = Path(__file__).parents[1] / "corpus"
TOKEN = re.compile(r'//[^\n]*\n|"[^"\n]*"|\w+|\s+|.')
NAME = "mutated.proto"


def schemas() -> list[list[str]]:
    """The corpora's valid schemas as tokens."""
    paths = (
        path for name in ("valid", "other", "hostile") for path in (CORPUS / name).glob("*.proto")
    )
    texts = (path.read_bytes().decode("utf-8", "replace") for path in sorted(paths))
    return [tokens for text in texts if len(tokens := TOKEN.findall(text)) > 20]


def mutated(random: Random, tokens: list[str], others: list[str]) -> str:
    """A text in which one token or two are gone, doubled, added, replaced or swapped."""
    tokens = list(tokens)
    for _ in range(random.choice((1, 1, 2))):
        at = random.randrange(len(tokens))
        match random.randrange(5):
            case 0:
                del tokens[at]
            case 1:
                tokens.insert(at, tokens[at])
            case 2:
                tokens.insert(at, random.choice(others))
            case 3:
                tokens[at] = random.choice(others)
            case _:
                with_ = random.randrange(len(tokens))
                tokens[at], tokens[with_] = tokens[with_], tokens[at]
    return "".join(tokens)


def outcomes(folder: Path, rounds: int) -> Iterator[tuple[str, Outcome]]:
    for path in CORPUS.glob("valid/*.inc.proto"):
        (folder / path.name).write_bytes(path.read_bytes())
    random = Random(3)
    texts = schemas()
    others = [token for tokens in texts for token in tokens]
    for _ in range(rounds):
        text = mutated(random, random.choice(texts), others)
        (folder / NAME).write_bytes(text.encode())
        yield text, run_protoc(folder, NAME)


def reading(folder: Path) -> Reading | SchemaError:
    try:
        return read([NAME], ImportRoots((folder,), folder))
    except SchemaError as error:
        return error


def test_mutated_schemas_are_taken_and_refused_as_by_protoc(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    rounds = count_of(pytestconfig, "--schema-mutations")
    counts: Counter[str] = Counter()
    for text, outcome in outcomes(tmp_path, rounds):
        ours = reading(tmp_path)
        if isinstance(ours, SchemaError):
            assert outcome.files is None, f"{ours}\n{text}"
            counts["refused"] += 1
            continue
        assert outcome.files is not None, f"{outcome.stderr}\n{text}"
        made = descriptor_set(ours, [NAME], with_source_info=True)
        assert_same(FileDescriptorSet.FromString(made).file[0], outcome.files.file[-1])
        counts["taken"] += 1
    # Both ways were tried.
    assert min(counts["taken"], counts["refused"]) > rounds / 10


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
    for depth in (70, 5000):
        text = f'syntax = "proto2"; {before} {opening * depth} {closing * depth} {after}'
        (tmp_path / "deep.proto").write_text(text)
        with pytest.raises(SchemaError, match="inside one another"):
            read(["deep.proto"], ImportRoots((tmp_path,), tmp_path))
