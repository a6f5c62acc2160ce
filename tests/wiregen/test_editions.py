"""Editions: the features that may be chosen, and what code does with them."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import descriptor_pb2

from oracles.any_schema import generate, their_classes
from wiregen.lowering.features import DEFAULTS, VALUES_BY_FEATURE
from wiregen.schema import ir

SCHEMA = """
edition = "2023";
package edition;
message Thing {
  int32 explicit = 1;
  int32 implicit = 2 [features.field_presence = IMPLICIT];
  repeated sint32 packed = 3;
  repeated int32 expanded = 4 [features.repeated_field_encoding = EXPANDED];
  Thing delimited = 5 [features.message_encoding = DELIMITED];
  repeated Thing many = 20 [features.message_encoding = DELIMITED];
  Closed closed = 6;
  Open open = 7;
  string checked = 8;
  string unchecked = 9 [features.utf8_validation = NONE];
}
enum Closed {
  option features.enum_type = CLOSED;
  ONE = 1;
}
enum Open {
  ZERO = 0;
}
"""


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """Our class and google's for the same message."""
    folder = tmp_path_factory.mktemp("edition")
    (folder / "thing.proto").write_text(SCHEMA)
    ours = generate(folder, "edition_of_ours", "thing.proto")
    return ours.Thing, their_classes(folder, "thing.proto")["edition.Thing"]


VALUES: dict[str, Any] = {
    "explicit zero": {"explicit": 0},
    "implicit zero": {"implicit": 0},
    "implicit": {"implicit": -5},
    "packed": {"packed": [1, -1, 300]},
    "expanded": {"expanded": [1, -1]},
    "delimited": {"delimited": {"explicit": 3, "delimited": {}}},
    "many": {"many": [{"explicit": 1}, {}]},
    "enums": {"closed": 1, "open": 99},
    "strings": {"checked": "é", "unchecked": "ü"},
}


@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES.keys())
def test_bytes_are_googles_both_ways(classes: tuple[Any, Any], values: dict[str, Any]) -> None:
    ours, theirs = (message_class(**values) for message_class in classes)
    data = theirs.SerializeToString()
    assert ours.SerializeToString() == data
    assert type(ours).FromString(data) == ours


@pytest.mark.parametrize("data", [b"\x30\x63", b"\x42\x01\xff", b"\x4a\x01\xff", b"\x2b\x2c"])
def test_odd_bytes_are_taken_or_refused_as_google_does(
    classes: tuple[Any, Any], data: bytes
) -> None:
    outcomes = []
    for message_class in classes:
        try:
            outcomes.append(message_class.FromString(data).SerializeToString())
        except Exception as error:
            outcomes.append(type(error).__name__)
    assert outcomes[0] == outcomes[1]


def test_features_are_those_of_google() -> None:
    fields = descriptor_pb2.FeatureSet.DESCRIPTOR.fields_by_name
    for name, values in VALUES_BY_FEATURE.items():
        enum = fields[name].enum_type
        assert enum is not None
        assert values == tuple(value.name for value in enum.values if value.number)


def test_every_syntax_starts_with_the_defaults_of_google() -> None:
    """The defaults stand in the options of FeatureSet's fields, from an edition on."""
    edition_by_syntax = {
        ir.Syntax.PROTO2: descriptor_pb2.EDITION_PROTO2,
        ir.Syntax.PROTO3: descriptor_pb2.EDITION_PROTO3,
        ir.Syntax.EDITION_2023: descriptor_pb2.EDITION_2023,
        ir.Syntax.EDITION_2024: descriptor_pb2.EDITION_2024,
    }
    for syntax, edition in edition_by_syntax.items():
        for name in VALUES_BY_FEATURE:
            options = descriptor_pb2.FeatureSet.DESCRIPTOR.fields_by_name[name].GetOptions()
            known = [d for d in options.edition_defaults if d.edition <= edition]
            newest = max(known, key=lambda default: default.edition)
            assert getattr(DEFAULTS[syntax], name) == newest.value, (syntax, name)
