"""Keywords of one oneof: the last one wins, as with google's classes, however they are given."""

from __future__ import annotations

import itertools
from typing import Any

import onnx
import pytest

import onnxwire
from support.kitchen import Kitchen

MEMBERS: dict[str, Any] = {
    "number": 0,
    "text": "t",
    "data_bytes": b"d",
    "color": 1,
    "tree": {"leaf": {"name": "l"}},
    "weight": 1.5,
}
OTHERS: dict[str, Any] = {"yes": False, "inner": {"before": 1}, "before": 2, "after": 3}


def test_the_last_keyword_of_a_oneof_wins(kitchen: Kitchen) -> None:
    ours, theirs = kitchen.ours["kitchen.Choice"], kitchen.theirs["kitchen.Choice"]
    compared = 0
    for names in (
        *itertools.permutations(MEMBERS, 2),
        *itertools.permutations((*MEMBERS, *OTHERS), 3),
    ):
        keywords = {name: (MEMBERS | OTHERS)[name] for name in names}
        expected = theirs(**keywords).SerializeToString()
        assert ours(**keywords).SerializeToString() == expected, names
        # A mapping for a message is its keywords; also in a list and in a map.
        nested = ours(inner=keywords)
        assert nested.inner.SerializeToString() == expected, names
        again = ours()
        again.inner = keywords
        assert again == nested
        compared += 1
    assert compared == 30 + 720


def test_members_that_are_none_are_as_if_not_given(kitchen: Kitchen) -> None:
    for choice in (kitchen.ours["kitchen.Choice"], kitchen.theirs["kitchen.Choice"]):
        message = choice(text="t", number=5, weight=None)
        assert message.WhichOneof("kind") == "number"
        message = choice(number=None, text="t", tree=None)
        assert message.WhichOneof("kind") == "text"
        assert choice(number=None, tree=None).WhichOneof("kind") is None


def test_members_with_other_names_in_python_count(kitchen: Kitchen) -> None:
    """`or` is no name in Python; it is taken as written in the schema and as the attribute."""
    ours, theirs = kitchen.ours["kitchen.old.Groups"], kitchen.theirs["kitchen.old.Groups"]
    either = {"d": 1}
    for keywords in ({"or": "x", "either": either}, {"either": either, "or": "x"}):
        expected = theirs(**keywords).SerializeToString()
        assert ours(**keywords).SerializeToString() == expected
        attributes = {name.replace("or", "or_"): value for name, value in keywords.items()}
        assert ours(**attributes).SerializeToString() == expected


@pytest.mark.parametrize(
    "names", [*itertools.permutations(("dim_param", "dim_value", "denotation"))]
)
def test_mappings_in_lists_are_keywords_too(names: tuple[str, ...]) -> None:
    mapping: Any = {name: 1 if name == "dim_value" else "x" for name in names}
    theirs = onnx.TensorShapeProto(dim=[mapping, mapping]).SerializeToString()
    ours = onnxwire.TensorShapeProto(dim=[mapping])
    ours.dim.add(**mapping)
    assert ours.SerializeToString() == theirs
    ours.dim = [mapping, mapping]
    assert ours.SerializeToString() == theirs
