"""ONNX's schemas here declare what the descriptors inside the `onnx` package declare."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import onnx
import pytest
from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto
from onnx import onnx_data_pb2, onnx_ml_pb2, onnx_operators_ml_pb2

from oracles.descriptor_sets import by_wiregen, without_places
from wiregen.pipeline import read_schema
from wiregen.project import Package, read_configuration
from wiregen.schema import ir
from wiregen.schema.prose import comment_text

CHECKOUT = Path(__file__).parents[2]
ONNX = Path(onnx.__file__).parent
THEIRS = {
    "onnx.proto": onnx_ml_pb2,
    "onnx-data.proto": onnx_data_pb2,
    "onnx-operators.proto": onnx_operators_ml_pb2,
}
# Comments of at most so many words may be upstream's, as "The name of the function" may.
SHORT = 5


@pytest.fixture(scope="module", name="package")
def package_() -> Package:
    (package,) = (p for p in read_configuration(CHECKOUT) if p.name == "onnxwire")
    return package


@pytest.fixture(scope="module", name="schema")
def schema_(package: Package) -> ir.Schema:
    return read_schema(package.schemas, package.import_roots)


def upstream(name: str, package: Package) -> FileDescriptorProto:
    """Upstream's descriptor, its imports by the names that the files have here."""
    file = FileDescriptorProto()
    THEIRS[name].DESCRIPTOR.CopyToProto(file)
    for index, imported in enumerate(file.dependency):
        file.dependency[index] = package.aliases[imported]
    return file


def declarations(file: FileDescriptorProto) -> str:
    """A descriptor without what protoc adds by rule (names in JSON) or the build chooses."""
    copy = FileDescriptorProto()
    copy.CopyFrom(file)
    copy.name = ""
    for message in all_messages(copy.message_type):
        for field in message.field:
            field.ClearField("json_name")
    return without_places(copy)


def all_messages(messages: object) -> Iterator[DescriptorProto]:
    for message in messages:  # type: ignore[attr-defined]
        yield message
        yield from all_messages(message.nested_type)


def test_every_declaration_is_upstreams_and_in_upstreams_order(package: Package) -> None:
    files = by_wiregen(package.roots[0], package.schemas, package.aliases)
    assert {file.name for file in files} == set(THEIRS)
    for file in files:
        assert declarations(file) == declarations(upstream(file.name, package))


def test_there_are_as_many_declarations_as_in_onnx_1_23(schema: ir.Schema) -> None:
    messages, enums = schema.message_by_name.values(), schema.enum_by_name.values()
    assert len(messages) == 33
    assert sum(len(message.fields) for message in messages) == 166
    assert sum(len(message.oneofs) for message in messages) == 3
    assert len(enums) == 7
    assert sum(len(enum.values) for enum in enums) == 75


def commented(
    schema: ir.Schema,
) -> Iterator[ir.Message | ir.Field | ir.Oneof | ir.Enum | ir.EnumValue]:
    """Everything that must have a comment."""
    for message in schema.message_by_name.values():
        yield message
        yield from message.fields
        yield from message.oneofs
    for enum in schema.enum_by_name.values():
        yield enum
        yield from enum.values


def test_every_declaration_has_a_comment(schema: ir.Schema) -> None:
    bare = [item.full_name for item in commented(schema) if not comment_text(item.comments)]
    assert not bare


def lines_of_comments(text: str) -> set[str]:
    """The lines of the comments of a schema, in words alone, without addresses and licence."""
    comments = re.findall(r"//([^\n]*)|/\*(.*?)\*/", text, re.DOTALL)
    lines = (line for pair in comments for line in "".join(pair).split("\n"))
    return {
        " ".join(re.findall(r"\w+", line.lower()))
        for line in lines
        # Neither can be said in other words.
        if not line.strip().startswith(("SPDX-License-Identifier:", "http"))
    }


def test_comments_are_not_upstreams() -> None:
    theirs = set().union(
        *(lines_of_comments(path.read_text(encoding="utf-8")) for path in ONNX.glob("*.proto"))
    )
    assert len(theirs) > 300
    for path in sorted((CHECKOUT / "schemas" / "onnx").glob("*.proto")):
        copied = lines_of_comments(path.read_text(encoding="utf-8")) & theirs
        assert not {line for line in copied if len(line.split()) > SHORT}, path.name
