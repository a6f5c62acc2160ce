"""The explorer's JSON, page and protoscope text: well-formed, faithful and safe for any file."""

from __future__ import annotations

import json
import re
import struct
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import onnxwire._explorer
from onnxwire._explorer.exploration import Exploration, Wishes
from onnxwire._explorer.json_report import json_lines
from onnxwire._explorer.package_lens import package_lens
from onnxwire._explorer.page import page_lines
from onnxwire._explorer.protoscope import protoscope_lines
from onnxwire._explorer.rows import RowSettings
from oracles.damaged_files import damaged
from oracles.explorer_samples import samples
from oracles.wire_tree import record, varint

FOLDER = Path(onnxwire._explorer.__file__).parent
SCHEMA = json.loads((FOLDER / "report.schema.json").read_text(encoding="utf-8"))
EVIL = "</script><img src=x onerror=alert(1)>\"'&\u202e\x1b[31m"


def exploration(name: str, data: bytes, message: str = "") -> Exploration:
    return Exploration(data, name, package_lens(), Wishes(message, rows=RowSettings(most=None)))


def in_json(name: str, data: bytes, message: str = "") -> Any:
    text = "\n".join(json_lines(exploration(name, data, message)))
    assert text.isascii()
    return json.loads(text)


def assert_fits_the_schema(report: Any) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(report)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", samples())
def test_json_fits_its_schema_and_tells_every_byte(name: str) -> None:
    data = samples()[name]
    report = in_json(name, data)
    assert_fits_the_schema(report)
    sums = report["accounting"]
    parts = ("tag", "length", "value", "unknown", "undecoded")
    assert sum(sums[part] for part in parts) == len(data)
    assert report["file"]["size"] == len(data)
    for row in report["rows"]:
        places = [row[key] for key in ("tag", "len", "val") if key in row]
        assert all(start + size <= len(data) for start, size in places)
        ends = [start + size for start, size in places[:-1]]
        assert ends == [start for start, _ in places[1:]]


def test_json_of_damaged_files_fits_its_schema() -> None:
    for number in range(300):
        described, message_type, data = damaged(number)
        try:
            assert_fits_the_schema(in_json("x", data, f"onnx.{message_type}"))
        except jsonschema.ValidationError as error:
            raise AssertionError(f"{error}\n{described}") from None


class Page(HTMLParser):
    """The tags, attributes and texts of a page."""

    VOID = {"meta", "input", "br"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in self.VOID and tag not in ("tr", "td", "th"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("tr", "td", "th"):
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & set(self.open):
            self.texts.append(data)


def evil_model() -> bytes:
    text = EVIL.encode()
    node = record(1, text) + record(3, text) + record(4, text) + record(99, text)
    graph = record(1, node) + record(2, text)
    return b"\x08\x08" + record(2, text) + record(7, graph) + record(8, record(1, text))


def test_a_page_holds_no_markup_of_the_file() -> None:
    plain = Page("\n".join(page_lines(exploration("x.onnx", samples()["odd_model.onnx"]))))
    evil = Page("\n".join(page_lines(exploration(f"{EVIL}.onnx", evil_model(), "ModelProto"))))
    assert evil.tags <= plain.tags and "img" not in evil.tags
    assert evil.attributes <= plain.attributes and "onerror" not in evil.attributes
    assert not evil.open and not plain.open
    texts = "".join(evil.texts)
    assert "</script><img src=x onerror=alert(1)>" in texts
    assert "\u202e" not in texts and "\x1b" not in texts


@pytest.mark.parametrize("name", samples())
def test_a_page_shows_what_the_table_shows(name: str) -> None:
    seen = exploration(name, samples()[name])
    page = Page("\n".join(page_lines(seen)))
    texts = "".join(page.texts)
    assert not page.open
    for reading in seen.readings:
        assert reading.name in texts
    for finding in seen.findings:
        assert finding.sentence in texts
    assert f"{len(samples()[name]):,} bytes" in texts


def test_a_page_loads_nothing() -> None:
    text = "\n".join(page_lines(exploration("x", samples()["model.onnx"])))
    assert 'http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src ' in text
    assert not re.search(r"(?:src|href)\s*=|url\(|@import|fetch\(|https?:", text)


def test_the_page_of_a_large_file_is_small() -> None:
    nodes = b"".join(record(1, record(4, b"Relu") * 9) for _ in range(25_000))
    data = b"\x08\x08" + record(7, nodes + record(2, b"g"))
    seen = Exploration(data, "large", package_lens(), Wishes())
    assert len("\n".join(page_lines(seen))) < 1_000_000 < len(data)


def assembled(lines: list[str]) -> bytes:
    """What protoscope's language says in some lines: an assembler for the part that is used."""
    stack: list[tuple[bytes, bool, list[bytes]]] = [(b"", False, [])]
    for line in lines:
        text = re.sub(r"  # .*$|^# .*$", "", line).strip()
        if not text:
            continue
        if text == "}":
            number, is_group, pieces = stack.pop()
            body = b"".join(pieces)
            tag = int(number)
            if is_group:
                stack[-1][2].append(varint(tag << 3 | 3) + body + varint(tag << 3 | 4))
            else:
                stack[-1][2].append(record(tag, body))
        elif found := re.fullmatch(r"(\d+): (!?)\{", text):
            stack.append((found[1].encode(), bool(found[2]), []))
        elif text.startswith("`"):
            stack[-1][2].append(bytes.fromhex(text.strip("`")))
        else:
            name, _, value = text.partition(": ")
            stack[-1][2].append(field_bytes(int(name), value))
    assert len(stack) == 1
    return b"".join(stack[0][2])


def field_bytes(number: int, value: str) -> bytes:
    if value.startswith("{"):
        inner = value[1:-1]
        if inner.startswith('"'):
            return record(number, inner[1:-1].encode())
        if inner.startswith("`"):
            return record(number, bytes.fromhex(inner.strip("`")))
        return record(number, b"".join(varint(int(word) & (1 << 64) - 1) for word in inner.split()))
    if value.endswith(("i32", "i64")):
        size, word = (4, value[:-3]) if value.endswith("i32") else (8, value[:-3])
        code = "<f" if size == 4 else "<d"
        is_float = "." in word or "e" in word
        body = struct.pack(code, float(word)) if is_float else int(word).to_bytes(size, "little")
        return varint(number << 3 | (5 if size == 4 else 1)) + body
    return varint(number << 3) + varint(int(value) & (1 << 64) - 1)


@pytest.mark.parametrize("name", samples())
def test_protoscope_text_assembles_to_the_bytes_of_the_file(name: str) -> None:
    lines = "\n".join(protoscope_lines(exploration(name, samples()[name]))).split("\n")
    assert assembled(lines) == samples()[name]


def test_protoscope_text_of_damaged_files_assembles_to_their_bytes() -> None:
    for number in range(600):
        described, message_type, data = damaged(number)
        seen = exploration("x", data, f"onnx.{message_type}")
        assert assembled(list(protoscope_lines(seen))) == data, described
