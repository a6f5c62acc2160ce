"""Every field has a row and an id, and the tags are those that encoders write and decoders take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from onnx import onnx_data_pb2, onnx_ml_pb2, onnx_operators_ml_pb2

import onnxwire
from oracles.markdown_pages import MarkdownPage

Pages = dict[str, MarkdownPage]


def messages() -> Iterator[Descriptor]:
    """All messages of ONNX, as google's descriptors have them."""
    pending = [
        descriptor
        for module in (onnx_ml_pb2, onnx_data_pb2, onnx_operators_ml_pb2)
        for descriptor in module.DESCRIPTOR.message_types_by_name.values()
    ]
    while pending:
        descriptor = pending.pop()
        pending += descriptor.nested_types
        yield descriptor


MESSAGES = list(messages())


def our_class(descriptor: Descriptor) -> Any:
    found: Any = onnxwire
    for part in descriptor.full_name.split(".")[1:]:
        found = getattr(found, part)
    return found


def filled(field: FieldDescriptor, count: int) -> object:
    """A message of ours with one field set, to `count` elements if it is a list."""
    assert field.containing_type is not None
    message = our_class(field.containing_type)()
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        place = getattr(message, field.name)
        if field.is_repeated:
            for _ in range(count):
                place.add()
        else:
            place.SetInParent()
        return message
    value: object = {"string": "a", "bytes": b"a"}.get(KIND.get(field.type, ""), 1)
    if field.is_repeated:
        getattr(message, field.name).extend([value] * count)
    else:
        setattr(message, field.name, value)
    return message


KIND = {FieldDescriptor.TYPE_STRING: "string", FieldDescriptor.TYPE_BYTES: "bytes"}


def rows_by_name(page: MarkdownPage) -> dict[str, dict[str, str]]:
    tables = [table for table in page.tables if table[0][:2] == ["#", "Name"]]
    return {row[1]: dict(zip(t[0], row, strict=True)) for t in tables for row in t[1:]}


def tags(cell: str) -> list[bytes]:
    return [bytes.fromhex(tag) for tag in cell.split(" or ")]


@pytest.mark.parametrize("descriptor", MESSAGES, ids=lambda d: d.full_name)
def test_every_field_has_row_id_and_tag(descriptor: Descriptor, committed: Pages) -> None:
    page = committed[f"messages/{descriptor.full_name}.md"]
    rows = rows_by_name(page)
    assert set(rows) == {field.name for field in descriptor.fields}
    for field in descriptor.fields:
        row = rows[field.name]
        assert row["#"] == str(field.number)
        assert {f"field.{field.name}", f"n.{field.number}"} <= set(page.ids)
        assert field.name in page.headings
        written = filled(field, 1).SerializeToString()  # type: ignore[attr-defined]
        first, *others = tags(row["Tag"])
        assert written.startswith(first), field.full_name
        assert bool(others) == (field.is_repeated and field.type not in NOT_PACKABLE)
        for other in others:
            # The other form: packed if one record per element was written, or the reverse.
            value = written[len(first) :]
            data = other + (value[1:] if row["Wire type"].startswith("packed") else length(value))
            assert onnx_class(descriptor).FromString(data).ListFields()[0][0].name == field.name


NOT_PACKABLE = (
    FieldDescriptor.TYPE_STRING,
    FieldDescriptor.TYPE_BYTES,
    FieldDescriptor.TYPE_MESSAGE,
)


def length(value: bytes) -> bytes:
    return bytes([len(value)]) + value


def onnx_class(descriptor: Any) -> Any:
    return descriptor._concrete_class


def test_tags_that_are_known_by_heart(committed: Pages) -> None:
    wanted = {
        "AttributeProto": {"type": "A0 01", "ref_attr_name": "AA 01", "floats": "3D or 3A"},
        "ModelProto": {"training_info": "A2 01", "functions": "CA 01", "configuration": "D2 01"},
        "TensorProto": {
            "dims": "08 or 0A",
            "float_data": "22 or 25",
            "double_data": "52 or 51",
        },
        "MapProto": {"keys": "18 or 1A"},
    }
    for name, tags_by_field in wanted.items():
        rows = rows_by_name(committed[f"messages/onnx.{name}.md"])
        for field, tag in tags_by_field.items():
            assert rows[field]["Tag"] == tag


def test_every_tag_leads_to_its_fields(committed: Pages) -> None:
    source = committed["numbers.md"].path.read_text(encoding="utf-8")
    for descriptor in MESSAGES:
        rows = rows_by_name(committed[f"messages/{descriptor.full_name}.md"])
        assert set(rows) == set(descriptor.fields_by_name)
        for row in rows.values():
            for tag in row["Tag"].split(" or "):
                section = source.partition(f"\n### {tag}\n")[2].partition("\n### ")[0]
                assert f"messages/{descriptor.full_name}.md#field.{row['Name']})" in section


def test_every_value_has_row_and_ids(committed: Pages) -> None:
    enums = [
        *onnx_ml_pb2.DESCRIPTOR.enum_types_by_name.values(),
        *(enum for descriptor in MESSAGES for enum in descriptor.enum_types),
    ]
    assert len(enums) == 7
    for enum in enums:
        page = committed[f"enums/{enum.full_name}.md"]
        rows = [row for t in page.tables if t[0][:3] == ["Value", "Hex", "Name"] for row in t[1:]]
        assert [(row[2], int(row[0]), int(row[1], 16)) for row in rows] == [
            (value.name, value.number, value.number) for value in enum.values
        ]
        for value in enum.values:
            assert {f"value.{value.name}", f"v.{value.number}"} <= set(page.ids)
