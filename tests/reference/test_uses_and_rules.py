"""What pages say of each other: uses, carriers, selectors, rules and history."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import onnx
import pytest
from google.protobuf.descriptor import Descriptor
from onnx import onnx_data_pb2, onnx_ml_pb2, onnx_operators_ml_pb2

from oracles.markdown_pages import MarkdownPage

Pages = dict[str, MarkdownPage]

CHECKOUT = Path(__file__).parents[2]
ANNOTATIONS: dict[str, Any] = tomllib.loads(
    (CHECKOUT / "schemas" / "onnx" / "annotations.toml").read_text(encoding="utf-8")
)
MODULES = (onnx_ml_pb2, onnx_data_pb2, onnx_operators_ml_pb2)


def descriptors() -> list[Descriptor]:
    """All messages, as google's descriptors have them."""
    found: list[Descriptor] = []
    pending = [m for module in MODULES for m in module.DESCRIPTOR.message_types_by_name.values()]
    while pending:
        found.append(pending.pop())
        pending += found[-1].nested_types
    return found


def section(page: MarkdownPage, name: str) -> str:
    """The Markdown of a section."""
    text = page.path.read_text(encoding="utf-8")
    return text.partition(f'<a id="{name}"></a>\n')[2].partition('\n<a id="s.')[0]


def test_used_in_is_the_inverse_of_types_and_carriers(committed: Pages) -> None:
    users: dict[str, set[str]] = defaultdict(set)
    for descriptor in descriptors():
        for field in descriptor.fields:
            held = field.message_type or field.enum_type
            if held is not None:
                users[held.full_name].add(field.full_name)
    for field_name, enum in ANNOTATIONS["carries"].items():
        users[f"onnx.{enum}"].add(f"onnx.{field_name}")
    count = 0
    for path, page in committed.items():
        if not path.startswith(("messages/", "enums/")):
            continue
        symbol = Path(path).name.removesuffix(".md")
        listed = re.findall(
            r"^- \[([\w.]+)\]\(\S*#field\.\w+\)", section(page, "s.usedin"), re.MULTILINE
        )
        assert {f"onnx.{name}" for name in listed} == users[symbol], path
        assert len(listed) == len(set(listed))
        count += len(listed)
    assert count == sum(map(len, users.values()))


def test_enums_that_no_field_declares_name_their_carriers(committed: Pages) -> None:
    uses = section(committed["enums/onnx.TensorProto.DataType.md"], "s.usedin")
    for name in (
        "TensorProto.data_type",
        "TypeProto.Tensor.elem_type",
        "TypeProto.SparseTensor.elem_type",
        "TypeProto.Map.key_type",
        "MapProto.key_type",
    ):
        assert re.search(rf"^- \[{name}\]\(\S+\) \(carried as int32\)$", uses, re.MULTILINE)


def test_selector_tables_show_every_value_with_its_fields(committed: Pages) -> None:
    for selector in ANNOTATIONS["selector"]:
        message = selector["field"].rpartition(".")[0]
        page = committed[f"messages/onnx.{message}.md"]
        rows = {
            row[1]: row
            for table in page.tables
            if table[0] == ["Value", "Name", "Values in field", "Field", "Tag"]
            for row in table[1:]
            if row[1] in selector["fields"]
        }
        number_by_field = {
            field.name: field.number
            for descriptor in descriptors()
            if descriptor.full_name == f"onnx.{message}"
            for field in descriptor.fields
        }
        for value, fields in selector["fields"].items():
            assert rows[value][3] == " or ".join(fields)
            assert rows[value][2] == ", ".join(str(number_by_field[f]) for f in fields)


def test_every_rule_stands_in_the_list_and_with_its_owner(committed: Pages) -> None:
    listed = committed["rules.md"]
    identifiers = [rule["id"] for rule in ANNOTATIONS["rule"]]
    assert len(identifiers) > 200
    for name in identifiers:
        assert f"rule.{name}" in listed.ids
        owners = [
            path
            for path, page in committed.items()
            if f"rule.{name}" in page.ids and path != "rules.md"
        ]
        assert len(owners) == (not name.startswith("onnx.")), name
    for path, page in committed.items():
        if path.startswith(("messages/", "enums/")):
            assert "s.rules" in page.ids


def test_lines_that_rules_name_are_those_of_their_subjects(committed: Pages) -> None:
    source = committed["rules.md"].path.read_text(encoding="utf-8")
    places = re.findall(
        r"\| <a id=\"rule\.([\w.]+)\.\d+\"></a>.*?`(onnx[\w-]*\.proto):(\d+)`", source
    )
    assert len(places) > 100
    for owner, file, line in places:
        lines = (CHECKOUT / "schemas" / "onnx" / file).read_text(encoding="utf-8").split("\n")
        text = lines[int(line) - 1]
        # The comment may be that of the owner, of what is around it, or of another field.
        assert re.search(r"\b(message|enum|oneof)\b|= ?[\w-]+( \[.*\])?;", text), (owner, text)


def test_what_was_removed_is_told_with_its_last_release(committed: Pages) -> None:
    rows = {
        (row[0], row[1]): row
        for table in committed["messages/onnx.FunctionProto.md"].tables
        if table[0][:3] == ["Number", "Name", "What it was"]
        for row in table[1:]
    }
    assert rows["2", "since_version"][2:4] == ["optional int64 since_version = 2", "ONNX 1.9"]
    assert rows["3", "status"][2] == "optional OperatorStatus status = 3"
    assert {"n.2", "removed.since_version", "reserved.2"} <= set(
        committed["messages/onnx.FunctionProto.md"].ids
    )


@pytest.mark.parametrize(
    ("page", "name", "since"),
    [
        ("messages/onnx.TensorProto.md", "raw_data", "0.1 (IR 1)"),
        ("messages/onnx.FunctionProto.md", "overload", "1.16 (IR 10)"),
        ("messages/onnx.SequenceProto.md", "optional_values", "1.10 (IR 8)"),
        ("enums/onnx.TensorProto.DataType.md", "FLOAT16", "0.1 (IR 1)"),
        ("enums/onnx.TensorProto.DataType.md", "BFLOAT16", "1.4 (IR 4)"),
        ("enums/onnx.TensorProto.DataType.md", "FLOAT6E2M3", "1.23 (IR 14)"),
    ],
)
def test_since_is_told(page: str, name: str, since: str, committed: Pages) -> None:
    tables = [table for table in committed[page].tables if "Since" in table[0]]
    found = [
        row[table[0].index("Since")]
        for table in tables
        for row in table[1:]
        if row[table[0].index("Name")] == name
    ]
    assert found == [since]


def test_versions_have_sections_and_numbers_are_taken_apart(committed: Pages) -> None:
    page = committed["versions.md"]
    enum = onnx_ml_pb2.DESCRIPTOR.enum_types_by_name["Version"]
    assert {f"ir.{value.number}" for value in enum.values if value.number} <= set(page.ids)
    assert "release.1.23.2" in page.ids and "IR 8" in page.headings
    rows = {row[0]: row for table in page.tables if len(table[0]) == 4 for row in table}
    assert rows["0x0001000200000159"][1] == "1.2.345"
    assert rows["0x00000000FFFFFFFF"][1] == "simple number 4294967295"
    for number, row in rows.items():
        if number.startswith("0x"):
            model = onnx.ModelProto(model_version=int(row[2]))
            assert model.SerializeToString() == b"\x28" + bytes.fromhex(row[3])
            assert int(number, 16) == int(row[2]) % (1 << 64)


def test_the_chinese_overview_is_whole(committed: Pages) -> None:
    english, chinese = committed["overview.md"], committed["overview.zh.md"]
    assert len(english.tables) == len(chinese.tables)
    for table, other in zip(english.tables, chinese.tables, strict=True):
        assert [row[0] for row in table[1:]] == [row[0] for row in other[1:]]
    # Every sentence and every head of a column is in the other language.
    for table in chinese.tables:
        for cell in (*table[0], *(row[-1] for row in table[1:])):
            assert re.search(r"[\u4e00-\u9fff]", cell) or re.fullmatch(r"[0-9A-F ]+", cell), cell


def test_versions_say_what_changes_do_to_files(committed: Pages) -> None:
    lines = committed["versions.md"].path.read_text().split("\n")

    def effect(symbol: str, what: str) -> str:
        (line,) = [x for x in lines if x.startswith(f"- [{symbol}]") and what in x]
        return line.partition(" · ")[2]

    assert effect("OperatorSetProto.ir_version", "`int32` became").startswith("json-breaking:")
    assert "alike in files" in effect("TensorProto.data_type", "became `int32`")
    assert effect("ModelProto.training_info", "came") == "wire-compatible, tag `A2 01`"
    assert effect("GraphProto.input", "number").startswith("wire-breaking: Files have the old")
    assert effect("GraphProto.input", "`string` became").startswith("wire-breaking:")
    assert effect("OperatorProto.status", "became").startswith("source-breaking:")
    assert effect("FunctionProto.since_version", "went").startswith("source-breaking:")
    # Messages of two names: what they have in common, the history does not say.
    assert effect("TypeProto.tensor_type", "became") == ""
    assert effect("IR_VERSION", "`3` became") == ""
