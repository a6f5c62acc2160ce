"""Another version of a schema taken over into our files: the texts, and what is said of them."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from support.change_case import PROTO2
from support.change_cases import CASES
from wiregen.pipeline import read_schema
from wiregen.project import Package
from wiregen.source.roots import ImportRoots
from wiregen.source.text import Source
from wiregen.syntax.parser import parse
from wiregen.update.edits import DUE
from wiregen.update.outline import outline
from wiregen.update.takeover import take_over

CORPUS = Path(__file__).parents[1] / "corpus" / "valid"
# Those whose difference is in the order of values.
NOT_IN_PLACE = {
    *("first value", "first value, a field with a default"),
    *("declaration of an extension", "declarations wanted"),
}


def project(folder: Path, ours: Mapping[str, str], theirs: Mapping[str, str]) -> Package:
    """A package whose schemas stand in `ours`, and another version in `theirs`."""
    for name, texts in (("ours", ours), ("theirs", theirs)):
        (folder / name).mkdir()
        for file, text in texts.items():
            (folder / name / file).write_text(text)
    return Package("shop", folder, (folder / "ours",), tuple(ours), base=folder)


def taken_over(folder: Path, ours: str, theirs: str) -> str:
    """The new text of a file, which must declare what the other one does."""
    package = project(folder, {"shop.proto": ours}, {"shop.proto": theirs})
    found = take_over(package, "theirs", folder)
    assert found.left == ()
    return found.text_by_path.get(folder / "ours" / "shop.proto", ours)


@pytest.mark.parametrize("case", sorted(CASES.keys() - NOT_IN_PLACE - {"file removed"}))
def test_every_kind_of_change_is_taken_over(case: str, tmp_path: Path) -> None:
    found = take_over(project(tmp_path, *CASES[case].versions), "theirs", tmp_path)
    assert found.left == ()
    # What is only spelled otherwise is no finding, and may be taken over all the same.
    assert found.text_by_path or not found.findings


@pytest.mark.parametrize("case", sorted(NOT_IN_PLACE))
def test_what_cannot_be_taken_over_is_said(case: str, tmp_path: Path) -> None:
    found = take_over(project(tmp_path, *CASES[case].versions), "theirs", tmp_path)
    assert {finding.rule.id for finding in found.left} == CASES[case].rules


OURS = """\
// The file.
//
// It is ours.

syntax = "proto2";

package shop;

option optimize_for = LITE_RUNTIME;

// What is sold.
message Item {
  // What it is called.
  optional string name = 1;  // in the shop

  // Two that go together.

  // How many there are.
  optional int32 count = 2;

  // What it costs.
  optional int32 price = 3;

  // Kinds of items.
  enum Kind {
    // No kind.
    NONE = 0;

    // For children.
    TOY = 1;
  }
}

// Who buys.
message Buyer {
  // Their name.
  optional string name = 1;
}
"""
THEIRS = """\
/* Theirs. */
syntax = "proto2"; package shop;
option optimize_for = LITE_RUNTIME; // theirs
message Item { // theirs
  /* theirs */ optional string name = 1;
  optional string /* theirs */ origin // theirs
    = 4 [default = "here"];
  optional int64 quantity = 2;
  oneof cost { // theirs
    int32 price = 3;
    Reduced reduced = 5;
  }
  message Reduced { // theirs
    optional int32 percent = 1; // theirs
  }
  enum Kind {
    NONE = 0;
    // theirs
    TOY = 1;
    BOOK = 2;
  }
  // theirs
  reserved 6 to 9;
}
"""
UPDATED = """\
// The file.
//
// It is ours.

syntax = "proto2";

package shop;

option optimize_for = LITE_RUNTIME;

// What is sold.
message Item {
  // What it is called.
  optional string name = 1;  // in the shop

  // COMMENT DUE: this is new
  optional string origin = 4 [default = "here"];

  // Two that go together.

  // How many there are.
  // COMMENT DUE: this was `optional int32 count = 2;`
  optional int64 quantity = 2;

  // COMMENT DUE: this is new
  oneof cost {
    // What it costs.
    // COMMENT DUE: this was `optional int32 price = 3;`
    int32 price = 3;

    // COMMENT DUE: this is new
    Reduced reduced = 5;
  }

  // COMMENT DUE: this is new
  message Reduced {
    // COMMENT DUE: this is new
    optional int32 percent = 1;
  }

  // Kinds of items.
  enum Kind {
    // No kind.
    NONE = 0;

    // For children.
    TOY = 1;

    // COMMENT DUE: this is new
    BOOK = 2;
  }

  // COMMENT DUE: this is new
  reserved 6 to 9;
}
"""


def test_our_comments_stay_and_theirs_are_not_taken(tmp_path: Path) -> None:
    assert taken_over(tmp_path, OURS, THEIRS) == UPDATED


def test_comments_of_others_stay_when_a_declaration_goes(tmp_path: Path) -> None:
    body = (
        "  // About a and b.\n\n  // A.\n  optional int32 a = 1;\n\n"
        "  // About b and c.\n\n  // B.\n  optional int32 b = 2;\n"
        "\n  // The last.\n\n  // C.\n  optional int32 c = 3;\n"
    )
    ours = f"{PROTO2}\nmessage M {{\n{body}}}\n"
    theirs = PROTO2 + "message M { optional int32 c = 3; reserved 1, 2; }"
    found = taken_over(tmp_path, ours, theirs)
    for comment in ("// About a and b.\n", "// About b and c.\n", "// The last.\n", "// C.\n"):
        assert found.count(comment) == 1, found
    assert "// A.\n" not in found and "// B.\n" not in found


def test_a_schema_that_declares_the_same_is_not_touched(tmp_path: Path) -> None:
    package = project(tmp_path, {"shop.proto": UPDATED}, {"shop.proto": THEIRS})
    found = take_over(package, "theirs", tmp_path)
    assert (found.findings, found.text_by_path) == ((), {})


def test_a_message_moves_to_another_file_with_its_comments(tmp_path: Path) -> None:
    ours = {
        "a.proto": PROTO2 + "\n// About M.\nmessage M {\n  // A.\n  optional int32 a = 1;\n}\n",
        "b.proto": PROTO2 + "\n// About N.\nmessage N {}\n",
    }
    theirs = {
        "a.proto": PROTO2,
        "b.proto": PROTO2 + "message N { message M { optional int32 a = 1; } }",
    }
    package = project(tmp_path, ours, theirs)
    found = take_over(package, "theirs", tmp_path)
    assert found.left == ()
    assert list(found.text_by_path.values()) == [
        PROTO2 + "\n",
        PROTO2
        + "\n// About N.\nmessage N {\n"
        + "  // About M.\n  message M {\n    // A.\n    optional int32 a = 1;\n  }\n}\n",
    ]


@pytest.mark.parametrize(
    ("ours", "theirs", "updated"),
    [
        ("message M {}\n", "message M { M m = 1; }", "message M {\n  // +\n  M m = 1;\n}\n"),
        (
            "enum E { X = 0; Z = 2; }",
            "enum E { X = 0; Y = 1; Z = 2; }",
            "enum E { X = 0;\n\n  // +\n  Y = 1;\n\n  Z = 2; }",
        ),
        (
            "message M {\n  // B.\n  M b = 2;\n}",
            "message M { M a = 1; M b = 2; }",
            "message M {\n  // +\n  M a = 1;\n\n  // B.\n  M b = 2;\n}",
        ),
        (
            "message M {\n  // A.\n  M a = 1;\n  // A and\n  // more.\n\n  /* B. */\n  M b = 2;\n}",
            "message M { M b = 2; }",
            "message M {\n  /* B. */\n  M b = 2;\n}",
        ),
        (
            "message M {\n  M a = 1;\n\n  /* B\n   * and more. */\n  M b = 2;\n\n  // Left.\n}",
            "message M { M a = 1; }",
            "message M {\n  M a = 1;\n\n  // Left.\n}",
        ),
    ],
)
def test_new_declarations_get_lines_of_their_own(
    ours: str, theirs: str, updated: str, tmp_path: Path
) -> None:
    start = 'syntax = "proto3";\n'
    text = taken_over(tmp_path, start + ours, start + theirs)
    assert text.replace(f"{DUE} this is new", "+") == start + updated


def test_changes_are_as_small_as_they_can_be(tmp_path: Path) -> None:
    theirs = OURS.replace("price = 3;", "price = 3;\n\n  optional bool is_new = 4;")
    lines = difflib.ndiff(OURS.splitlines(), taken_over(tmp_path, OURS, theirs).splitlines())
    assert [line for line in lines if line[0] in "+-"] == [
        "+   // COMMENT DUE: this is new",
        "+   optional bool is_new = 4;",
        "+ ",
    ]


@pytest.mark.parametrize("path", sorted(CORPUS.rglob("*.proto")), ids=lambda path: path.stem)
def test_an_outline_has_the_whole_text(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    assert outline(parse(Source(path.name, path.name, text))).text == text


@pytest.mark.parametrize("seed", range(150))
def test_comments_of_what_stays_are_not_mixed_up(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    ours = commented_message(random, random.sample(range(1, 9), 5))
    theirs = random.sample(range(1, 9), 5)
    fields = "".join(f"M f{number} = {number};" for number in theirs)
    text = taken_over(tmp_path, ours, f'syntax = "proto3"; message M {{ {fields} }}')
    before, after = comments_by_field(ours), comments_by_field(text)
    kept = before.keys() & after.keys()
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}, text


def commented_message(random: Random, numbers: list[int]) -> str:
    """Fields with comments of all kinds around them, in all layouts."""
    lines = ['syntax = "proto3";', "message M {"]
    for number in numbers:
        if random.random() < 0.4:
            lines += [f"  // Apart {number}.", ""]
        lines += [f"  // Above {number}."] * random.randrange(3)
        beside = random.choice(("", f"  // Beside {number}.", f" /* Beside {number}. */"))
        lines.append(f"  M f{number} = {number};{beside}")
        lines += [f"  // Below {number}.", ""] if random.random() < 0.3 else []
        lines += [""] * random.randrange(2)
    return "\n".join((*lines, *["  // At the end."] * random.randrange(2), "}", ""))


def comments_by_field(text: str) -> dict[str, tuple[str, str]]:
    roots = ImportRoots((), Path(), data_by_name={"m.proto": text.encode()})
    fields = read_schema(("m.proto",), roots).message_by_name["M"].fields
    return {field.name: (field.comments.leading, field.comments.trailing) for field in fields}
