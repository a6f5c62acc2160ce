"""The site of the reference: whole as files, and in Chromium, opened from disk without a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.internal.encoder import TagBytes

from oracles.browser import Browser, browser, needs_chromium
from oracles.markdown_pages import MarkdownPage
from oracles.site_pages import SitePage, read_site, target_of

CHECKOUT = Path(__file__).parents[2]
SETTINGS = CHECKOUT / "templates" / "docs" / "site" / "mkdocs.yml"
HAS_DIAGRAMS = (CHECKOUT / "build" / "mermaid" / "mermaid.min.js").is_file()
PAGES = (
    "index.html",
    "messages/onnx.TensorProto.html",
    "messages/onnx.AttributeProto.html",
    "messages/onnx.TypeProto.html",
    "messages/onnx.SequenceProto.html",
    "enums/onnx.Version.html",
    "enums/onnx.TensorProto.DataType.html",
    "files/onnx.html",
    "versions.html",
    "rules.html",
    "tensors.html",
    "numbers.html",
    "wire-format.html",
    "examples.html",
    "overview.zh.html",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, as `make site` builds it."""
    out = tmp_path_factory.mktemp("site")
    command = (
        sys.executable,
        "-B",
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "-f",
        str(SETTINGS),
    )
    done = subprocess.run(
        (*command, "-d", str(out)),
        capture_output=True,
        text=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return out


@pytest.fixture(scope="module")
def site(folder: Path) -> dict[str, SitePage]:
    return read_site(folder)


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def test_every_address_leads_to_a_file_and_an_id_that_are_there(
    folder: Path, site: dict[str, SitePage]
) -> None:
    broken = []
    count = 0
    for path, page in site.items():
        # A server shows this page at any address, so it names files from the top.
        for address in page.addresses if path != "404.html" else ():
            found = target_of(address, path)
            if found is None:
                continue
            count += 1
            file, name = found
            is_there = (folder / file).is_file() or file == "."
            if not is_there or (name and name not in site[file].ids):
                broken.append(f"{path}: {address}")
    assert not broken
    assert count > 10000


def test_the_site_has_the_pages_and_ids_of_the_markdown(
    site: dict[str, SitePage], committed: dict[str, MarkdownPage]
) -> None:
    for path, page in committed.items():
        ids = site[path.removesuffix(".md") + ".html"].ids
        assert set(page.ids) <= set(ids), path
        twice = [name for name, count in Counter(ids).items() if count > 1]
        assert not twice, path


def test_nothing_is_taken_from_elsewhere(site: dict[str, SitePage], folder: Path) -> None:
    assert len(site) > 50
    for path in site:
        text = (folder / path).read_text(encoding="utf-8")
        assert not re.findall(
            r"<(?:script|img|link|iframe)[^>]+(?:src|href)=\"?(?:https?:)?//", text
        )


@needs_chromium
@pytest.mark.parametrize("page", PAGES)
def test_pages_open_from_disk_without_a_network(window: Browser, folder: Path, page: str) -> None:
    window.resize(360, 740)
    window.prefer("dark")
    window.open((folder / page).as_uri())
    # The page itself does not scroll sideways; wide tables and code do in their boxes.
    assert window.script("return document.documentElement.scrollWidth") == 360
    assert window.script("return document.body.dataset.mdColorScheme") == "slate"
    window.prefer("light")
    window.resize(1440, 900)
    window.until(lambda: window.script("return document.body.dataset.mdColorScheme") == "default")
    # The menu of narrow windows glides out of sight first.
    window.until(lambda: window.script("return document.documentElement.scrollWidth") == 1440)
    if HAS_DIAGRAMS and page == "index.html":
        look = (
            "return [...document.querySelectorAll('div.mermaid')].every(d => d.offsetHeight > 50)"
        )
        window.until(lambda: window.script(look))
    assert window.complaints() == []
    # What Chromium asks of itself is no matter of the page.
    schemes = {address.partition(":")[0] for address in window.requests()}
    assert schemes - {"chrome", "chrome-extension"} <= {"file", "data", "blob"}


FIRST_HIT = """
for (const link of document.querySelectorAll(".md-search-result__item a")) {
  if (link.hash) return [link.querySelector("h1, h2").innerText, link.href];
}
return null;
"""
TYPE = """
const field = document.querySelector("[data-md-component=search-query]");
field.focus();
field.value = arguments[0];
field.dispatchEvent(new Event("input", { bubbles: true }));
field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
"""


@needs_chromium
@pytest.mark.parametrize(
    ("words", "heading", "place"),
    [
        ("raw_data", "raw_data", "messages/onnx.TensorProto.html#raw_data"),
        ("FLOAT16", "FLOAT16", "enums/onnx.TensorProto.DataType.html#float16"),
        ("4A", "4A", "numbers.html#4a"),
        ("A0 01", "A0 01", "numbers.html#a0-01"),
        ("IR 8", "IR 8", "versions.html#ir-8"),
        ("SequenceProto", "", "messages/onnx.SequenceProto.html#sequenceproto"),
        ("opset_import", "opset_import", "#opset_import"),
        ("序列", "数据类型", "overview.zh.html#_13"),
    ],
)
def test_the_search_finds_the_heading_of_what_is_typed(
    window: Browser, folder: Path, words: str, heading: str, place: str
) -> None:
    window.resize(1440, 900)
    window.open((folder / "sources.html").as_uri())
    window.script(TYPE, words)
    found = window.until(lambda: window.script(FIRST_HIT))
    assert found[0] == heading
    address = re.sub(r"\?h=[^#]*", "", found[1])
    assert address.endswith(place)
    # And there it is: the heading comes into sight.
    window.open(found[1])
    name = found[1].partition("#")[2]
    look = "const r = document.getElementById(arguments[0]).getBoundingClientRect(); return r.top"
    assert window.until(lambda: 0 < window.script(look, name) < 400)
    assert window.complaints() == []


@needs_chromium
@pytest.mark.parametrize(
    "message", ["TensorProto", "AttributeProto", "SequenceProto", "GraphProto"]
)
def test_tables_of_fields_fit_the_window(window: Browser, folder: Path, message: str) -> None:
    window.resize(1440, 900)
    window.open((folder / "messages" / f"onnx.{message}.html").as_uri())
    look = """
    return [...document.querySelectorAll(".md-typeset__scrollwrap")]
      .filter((box) => box.querySelector("th").innerText === "#")
      .map((box) => box.scrollWidth - box.clientWidth);
    """
    beyond = window.until(lambda: window.script(look))
    assert set(beyond) == {0}


def answers(window: Browser, address: str, *words: str) -> list[Any]:
    window.open(address)
    code = """
    const field = document.querySelector(".calculator input");
    field.value = arguments[0];
    field.dispatchEvent(new Event("input"));
    return document.querySelector(".calculator output").innerText;
    """
    return [window.script(code, word) for word in words]


@needs_chromium
def test_version_numbers_are_decoded(window: Browser, folder: Path) -> None:
    address = (folder / "versions.html").as_uri()
    said = answers(
        window, address, "0x0001000200000003", "1", "0x000000010000000", "-1", "0x1" + "0" * 16, "x"
    )
    assert said[0].startswith("0x0001000200000003: version 1.2.3; as int64 281483566645251")
    assert "varint 83 80 80 80 A0 80 40" in said[0]
    assert "simple number 1;" in said[1] and "missing" not in said[1]
    # One digit is missing, and then it is another number.
    assert "simple number 268435456;" in said[2] and "15 digits" in said[2]
    assert "version 65535.65535.4294967295; as int64 -1" in said[3]
    assert said[4] == "That is more than eight bytes."
    assert said[5].startswith("Write a number")


@needs_chromium
def test_tags_are_made_and_taken_apart(window: Browser, folder: Path) -> None:
    names = {0: "VARINT", 1: "I64", 2: "LEN", 5: "I32"}
    pairs = [(number, kind) for number in (1, 15, 16, 20, 2047, 2**29 - 1) for kind in names]
    tags = [TagBytes(number, kind).hex(" ").upper() for number, kind in pairs]
    address = (folder / "wire-format.html").as_uri()
    made = answers(window, address, *(f"{number} {names[kind]}" for number, kind in pairs))
    taken = answers(window, address, *tags)
    for (number, kind), tag, one, other in zip(pairs, tags, made, taken, strict=True):
        assert one == f"Field {number} with {names[kind]}: {tag}."
        assert other == f"Field {number} with {names[kind]}."
    refused = answers(window, address, "07", "02", "80", "80 80 80 80 80 01", "0 LEN", "nothing")
    assert [sentence.split(" ")[0] for sentence in refused] == [
        *("There", "There", "The", "A", "Field", "Write"),
    ]
