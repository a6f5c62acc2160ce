"""Comments as people write them: what they mean is what the page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracles.markdown_pages import MarkdownPage, read_pages
from wiregen.output.writing import write
from wiregen.pipeline import reference
from wiregen.project import Package

Pages = dict[str, MarkdownPage]


def pages_of(schema: str, folder: Path) -> Pages:
    (folder / "trap.proto").write_text(schema)
    out = folder / "out"
    package = Package("", out, (folder,), ("trap.proto",), base=folder, reference=out)
    write(reference(package))
    return read_pages(out)


def markdown_of(member: str, comment: str, folder: Path) -> str:
    """The Markdown below the line of a field that has a comment."""
    lines = "".join(f"  // {line}".rstrip() + "\n" for line in comment.split("\n"))
    schema = f'syntax = "proto2";\nmessage M {{\n{lines}  optional int32 {member} = 1;\n}}\n'
    page = pages_of(schema, folder)["messages/M.md"]
    text = page.path.read_text(encoding="utf-8")
    found = text.partition(f"`optional int32 {member} = 1;`\n\n")[2]
    return found.partition("\n\n- Type:")[0]


@pytest.mark.parametrize(
    ("comment", "markdown"),
    [
        ("a <value, name> pair for <thing_name>", "a &lt;value, name> pair for &lt;thing_name>"),
        ("map<K,V>, Sequence<Tensor<float, [M,N]>", "map&lt;K,V>, Sequence&lt;Tensor&lt;float, \\[M,N\\]>"),
        ("a|b|...", "a|b|..."),
        ("not *only one* of [NNZ, rank]", "not \\*only one\\* of \\[NNZ, rank\\]"),
        ("see _FIRST_ONE and a_b_c", "see \\_FIRST_ONE and a_b_c"),
        ("it MUST NOT be, MAY be", "it **MUST NOT** be, **MAY** be"),
        ("see https://example.org/a_b?c=d.", "see [https://example.org/a_b?c=d](https://example.org/a_b?c=d)."),
        ("code `x | (y << 2)` here", "code <code>x &#124; (y &lt;&lt; 2)</code> here"),
        ("# no heading\n> no quote\n+ no item", "\\# no heading\n\\> no quote\n\\+ no item"),
        ("{{ 7 * 7 }} {% raw %}", "\\{\\{ 7 \\* 7 \\}\\} \\{% raw %\\}"),
        ("&lt; <script>alert(1)</script>", "&amp;lt; &lt;script>alert(1)&lt;/script>"),
        # Layout.
        ("First words that fill the line well,\nsecond.", "First words that fill the line well,\nsecond."),
        ("Short.\nAnother line which is much longer than that.", "Short.\n\nAnother line which is much longer than that."),
        ("Some:\n- one\n- two\n  more\n\nEnd.", "Some:\n\n- one\n- two\n  more\n\nEnd."),
        ("Do:\n 1. this\n 2. that", "Do:\n\n1. this\n2. that"),
        ("Either:\n(a) this\n(b) that", "Either:\n\n- (a) this\n- (b) that"),
        ("- a\n   - b\n- c", "- a\n\n    - b\n- c"),
        ("The graph is\n    a -> b -> c\n    c -> d\nand no more.", "The graph is\n\n```text\na -> b -> c\nc -> d\n```\n\nand no more."),
        ("We apply\n\nx = y - r * g\n\nin each step.", "We apply\n\n```text\nx = y - r * g\n```\n\nin each step."),
        ("NOTE: words that go on to the very end of it\n      and hang below.", "NOTE: words that go on to the very end of it\nand hang below."),
    ],
)  # fmt: skip
def test_text_is_shown_as_it_was_meant(comment: str, markdown: str, tmp_path: Path) -> None:
    assert markdown_of("x", comment, tmp_path) == markdown


def test_block_comments_look_like_others(tmp_path: Path) -> None:
    schema = (
        'syntax = "proto2";\n/**\n * What it\n * is.\n */\nmessage M {\n'
        "  /* One\n     two. */\n  optional int32 x = 1;\n  /// Three.\n  optional int32 y = 2;\n}\n"
    )
    text = pages_of(schema, tmp_path)["messages/M.md"].path.read_text()
    assert "\n\nWhat it\nis.\n\n" in text
    assert "\n\nOne\ntwo.\n\n" in text
    assert "\n\nThree.\n\n" in text


GROUPS = """syntax = "proto2";
message Value {
  // What it is called.
  optional string name = 1;  // short

  // At most ONE of the following fields may be there.
  optional float f = 2;  // a float
  optional int32 i = 3;
  // Not to be used any more.
  // optional Gone gone = 4;  // everything
  optional bool b = 5;

  repeated float fs = 6;

  // The inputs and outputs.
  repeated string input = 7;
  repeated string output = 8;

  // This field is for experts.
  optional int32 one = 9;
  optional int32 other = 10;

  // Rows come first, whatever follows.

  // A list.
  repeated int32 rows = 11;

  // Text of the last one.

  optional int32 last = 12;
  enum Kind {
    NONE = 0;
    // Simple kinds.
    A = 1;
    B = 2;

    C = 3;
    // More may come.
  }
}
"""


def tables_by_first_column(page: MarkdownPage, column: int) -> list[list[str]]:
    return [[row[column] for row in table[1:]] for table in page.tables]


def test_comments_stand_over_all_that_they_speak_of(tmp_path: Path) -> None:
    page = pages_of(GROUPS, tmp_path)["messages/Value.md"]
    text = page.path.read_text()
    assert tables_by_first_column(page, 1) == [
        ["name"],
        ["f", "i", "b", "fs"],
        ["input", "output"],
        ["one", "other"],
        ["rows", "last"],
    ]
    assert (
        "Above `f` to `other` (8 of them), the schema says:\n\n> At most ONE of the following"
        in text
    )
    assert "Above `input` and `output`, the schema says:\n\n> The inputs and outputs." in text
    assert (
        "Above `rows` and `last`, the schema says:\n\n> Rows come first, whatever follows." in text
    )
    assert "`optional int32 one = 9;`\n\nThis field is for experts.\n\n" in text
    assert "`optional int32 last = 12;`\n\nText of the last one.\n\n" in text


def test_what_was_made_a_comment_is_no_text_of_the_next_field(tmp_path: Path) -> None:
    page = pages_of(GROUPS, tmp_path)["messages/Value.md"]
    text = page.path.read_text()
    details = text.partition("\n### b\n")[2].partition("\n### ")[0]
    assert "any more" not in details and "gone" not in details
    reserved = text.partition("## Reserved and removed\n")[2].partition("\n## ")[0]
    assert "> Not to be used any more.\n" in reserved
    assert "> optional Gone gone = 4;  // everything\n" in reserved


def test_values_stand_in_groups_and_the_last_comment_is_kept(tmp_path: Path) -> None:
    page = pages_of(GROUPS, tmp_path)["enums/Value.Kind.md"]
    assert tables_by_first_column(page, 2) == [["NONE"], ["A", "B"], ["C"]]
    assert "Simple kinds." in page.text and "More may come." in page.text


def test_upstream_traps(upstream: Pages) -> None:
    """The places of ONNX's own schemas at which other generators stumble."""
    page = upstream["messages/onnx.AttributeProto.md"]
    text = page.path.read_text()
    details = text.partition("\n### tp\n")[2].partition("\n### ")[0]
    assert "deprecated" not in details and "ValueProto" not in details
    exclusive = next(table for table in page.tables if len(table) == 15)
    assert exclusive[1][1] == "f" and exclusive[14][1] == "type_protos"
    assert "(14 of them), the schema says:\n\n> Exactly ONE of the following fields" in text
    assert "optional ValueProto v = 12;" in text.partition("## Reserved and removed")[2]

    assert "<key, value>" in upstream["messages/onnx.TensorAnnotation.md"].text
    assert "<tensor_name>" in upstream["messages/onnx.TensorAnnotation.md"].text
    assert "map<K,V>" in upstream["messages/onnx.TypeProto.Map.md"].text
    assert "Sequence<Tensor<float, [M,N]>" in upstream["messages/onnx.SequenceProto.md"].text
    assert "f|i|s|t|..." in page.text
    graph = upstream["messages/onnx.GraphProto.md"].path.read_text()
    assert "Above `input` and `output`, the schema says:" in graph
    function = upstream["messages/onnx.FunctionProto.md"].path.read_text()
    assert "\n\nThe OperatorSets this function body (graph) relies on.\n\n" in function
    types = upstream["enums/onnx.TensorProto.DataType.md"]
    assert ["FLOAT", "BOOL"] in [
        [table[1][2], table[-1][2]] for table in types.tables if len(table) == 10
    ]
    assert "Future extensions go here." in types.text
    training = upstream["messages/onnx.TrainingInfoProto.md"].path.read_text()
    arrows = "\n\n```text\ntensor_a, tensor_b -> MatMul -> tensor_c -> Sigmoid -> tensor_d\n```\n\n"
    assert arrows in training
    assert "\n1. We have only unique keys" in training and "\n4. Mutable" in training
