"""`wiregen docs`, as somebody at a shell sees it."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracles.markdown_pages import read_pages
from support.commands import run_wiregen

SCHEMA = """syntax = "proto3";
package shop;
// What is for sale.
message Item {
  // What it is called.
  string name = 1;
  repeated int32 sizes = 2;
  map<string, Item> parts = 3;
  optional Kind kind = 4;
  enum Kind {
    option allow_alias = true;
    UNKNOWN = 0;
    SMALL = 1;
    TINY = 1;
    BELOW = -1;
  }
  oneof price {
    int64 cents = 5;
    string words = 6;
  }
}
"""
SECOND = 'syntax = "proto2";\nmessage item { extensions 100 to 199; optional group G = 1 { required bool x = 1 [deprecated = true, default = true]; } }\nmessage Item {}\n'


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "shop.proto").write_text(SCHEMA)
    done = run_wiregen("docs", "shop.proto", "--out", "docs", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    return tmp_path


def test_another_schema_gets_the_same_pages(shop: Path) -> None:
    pages = read_pages(shop / "docs")
    assert {"index.md", "wire-format.md", "numbers.md", "a-z.md", "files/shop.md"} <= set(pages)
    assert "rules.md" not in pages and "versions.md" not in pages
    text = "\n".join(page.path.read_text() for page in pages.values())
    assert "onnx" not in text.casefold()
    item = (shop / "docs" / "messages" / "shop.Item.md").read_text()
    assert "map&lt;string, [Item](#shop.Item)&gt;" in item
    assert (
        "| 2 | [sizes](#field.sizes) | int32 | repeated | packed LEN, or VARINT per element | `12` or `10` |"
        in item
    )
    assert "Presence: none; a field set to its default is not written" in item
    assert "At most one of these 2 fields is kept" in item
    kind = (shop / "docs" / "enums" / "shop.Item.Kind.md").read_text()
    assert '<a id="value.BELOW"></a><a id="v.neg1"></a>' in kind
    assert "The same number as [`SMALL`](#value.SMALL)" in kind


def test_names_that_some_disks_hold_for_equal_get_two_files(tmp_path: Path) -> None:
    (tmp_path / "two.proto").write_text(SECOND)
    done = run_wiregen("docs", "two.proto", "--out", "docs", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "docs" / "messages").iterdir()}
    assert names == {"item.md", "item.G.md", "Item-2.md"}
    group = (tmp_path / "docs" / "messages" / "item.G.md").read_text()
    assert "Presence: required; a message without it is refused." in group
    assert "`true`, the default that the schema declares" in group


def test_a_second_run_writes_nothing(shop: Path) -> None:
    done = run_wiregen("docs", "shop.proto", "--out", "docs", cwd=shop)
    assert done.stdout.count("\n") == 1 and "unchanged" in done.stdout


def test_a_new_field_changes_few_lines(shop: Path) -> None:
    before = {path: path.read_text() for path in (shop / "docs").rglob("*.*")}
    schema = SCHEMA.replace("  oneof", "  // How heavy it is.\n  float weight = 7;\n  oneof")
    (shop / "shop.proto").write_text(schema)
    run_wiregen("docs", "shop.proto", "--out", "docs", cwd=shop)
    changed = {path.name for path, text in before.items() if path.read_text() != text}
    assert changed == {
        "shop.Item.md",
        "index.md",
        "a-z.md",
        "numbers.md",
        "wire-format.md",
        "sources.md",
        "manifest.json",
        "anchors.lock",
        "wiregen-docs.lock",
    }
    old = before[shop / "docs" / "messages" / "shop.Item.md"].split("\n")
    new = (shop / "docs" / "messages" / "shop.Item.md").read_text().split("\n")
    assert len(new) - len(old) < 20
    assert [line for line in old if line not in new and "fields" not in line] == []


def test_an_id_that_links_may_lead_to_is_not_lost_silently(shop: Path) -> None:
    (shop / "shop.proto").write_text(SCHEMA.replace("  string name = 1;\n", ""))
    done = run_wiregen("docs", "shop.proto", "--out", "docs", cwd=shop)
    assert done.returncode == 2
    assert "docs/anchors.lock: links to messages/shop.Item.md#field.name" in done.stderr
    assert "field.name" in (shop / "docs" / "messages" / "shop.Item.md").read_text()


def test_a_field_whose_number_stays_keeps_its_numbered_id(shop: Path) -> None:
    (shop / "shop.proto").write_text(SCHEMA.replace("string name = 1;", "reserved 1;"))
    done = run_wiregen("docs", "shop.proto", "--out", "docs", cwd=shop)
    assert "#field.name" in done.stderr and "#n.1" not in done.stderr


def test_without_out_it_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "shop.proto").write_text(SCHEMA)
    done = run_wiregen("docs", "shop.proto", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "error: schemas named here need --out DIR\n")


NUMBERS = """syntax = "proto2";
package odd;
message M {
  reserved 2, 5 to 7, 30 to 34;
  extensions 42 to 50, 51 to 90;
  optional int32 last = 536870911;
  optional int32 first = 1;
  repeated sint32 unpacked = 16;
  repeated fixed64 packed = 2048 [packed = true];
  optional group One = 40 { repeated group Many = 15 { optional bool x = 1; } }
  enum Sign { NONE = 0; MINUS = -1; LEAST = -2147483648; MOST = 2147483647; }
}
"""


def test_numbers_and_tags_are_those_of_the_wire(tmp_path: Path) -> None:
    (tmp_path / "odd.proto").write_text(NUMBERS)
    done = run_wiregen("docs", "odd.proto", "--out", "docs", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    numbers = (tmp_path / "docs" / "numbers.md").read_text()
    (row,) = [line for line in numbers.splitlines() if line.startswith("| [M](")]
    reserved, free = row.strip("| ").split(" | ")[-2:]
    assert reserved == "2, 5 to 7, 30 to 34, 42 to 90 for extensions"
    wanted = "3 to 4, 8 to 15, 17 to 29, 35 to 39, 41, 91 to 2047, 2049 to 536870910"
    assert free == wanted
    page = (tmp_path / "docs" / "messages" / "odd.M.md").read_text()
    assert "packed LEN, or I64 per element | `82 80 01` or `81 80 01` |" in page
    assert "VARINT per element, or packed LEN | `80 01` or `82 01` |" in page
    assert "tag `C3 02` (SGROUP), the fields, and the end tag `C4 02`" in page
    many = (tmp_path / "docs" / "messages" / "odd.M.One.md").read_text()
    assert "One group per element: tag `7B` (SGROUP), the fields, and the end tag `7C`" in many
    sign = (tmp_path / "docs" / "enums" / "odd.M.Sign.md").read_text()
    assert "| -1 | `0xFFFFFFFFFFFFFFFF` |" in sign
    assert "| -2147483648 | `0xFFFFFFFF80000000` |" in sign
    assert "| 2147483647 | `0x7FFFFFFF` |" in sign
