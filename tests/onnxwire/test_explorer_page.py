"""The explorer's page in Chromium, opened from disk: keys and clicks, in light and dark."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from oracles.browser import Browser, browser, needs_chromium
from oracles.explorer_samples import odd_model

pytestmark = needs_chromium
PRESS = """
const [key, value] = arguments;
const at = value === null ? document.body : document.activeElement;
if (value !== null) at.value = value;
at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
"""
CHOSEN = """
const row = document.querySelector("#rows tr.chosen");
const marked = (name) => [...document.querySelectorAll(".bytes i." + name)].map((i) => +i.dataset.o);
return row && { offset: +row.dataset.o, path: row.dataset.p, said: document.getElementById("said").textContent,
                tag: marked("t"), size: marked("l"), value: marked("v") };
"""


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    folder = tmp_path_factory.mktemp("page")
    (folder / "odd.onnx").write_bytes(odd_model())
    command = [sys.executable, "-m", "onnxwire", "explore", "--check", "--format", "html"]
    done = subprocess.run([*command, str(folder / "odd.onnx")], capture_output=True, check=False)
    (folder / "odd.html").write_bytes(done.stdout)
    with browser(folder / "profile") as opened:
        yield opened


@pytest.fixture(name="page")
def page_(window: Browser, tmp_path_factory: pytest.TempPathFactory) -> Browser:
    folder = next(tmp_path_factory.getbasetemp().glob("page*"))
    window.open((folder / "odd.html").as_uri())
    return window


def press(page: Browser, key: str, value: str | None = None) -> None:
    page.script(PRESS, key, value)


def test_arrows_go_from_row_to_row_and_mark_their_bytes(page: Browser) -> None:
    press(page, "ArrowDown")
    first = page.script(CHOSEN)
    assert (first["offset"], first["path"], first["said"]) == (0, "ir_version", "ir_version")
    assert (first["tag"], first["size"], first["value"]) == ([0], [], [1])
    press(page, "ArrowDown")
    second = page.script(CHOSEN)
    assert second["offset"] == 2 and second["tag"] == [2] and second["size"] == [3]
    assert second["value"] == [4, 5, 6, 7, 8]
    press(page, "ArrowUp")
    assert page.script(CHOSEN) == first


def test_a_byte_chooses_the_deepest_row_that_holds_it(page: Browser) -> None:
    page.script("document.querySelector('.bytes i[data-o=\"6\"]').click()")
    assert page.script(CHOSEN)["path"] == "producer_name"
    at = odd_model().index(b"Add")
    page.script(f"document.querySelector('.bytes i[data-o=\"{at}\"]').click()")
    assert page.script(CHOSEN)["path"] == "graph.node[0].op_type"


def test_g_goes_to_an_offset_and_f_finds_a_text(page: Browser) -> None:
    press(page, "g")
    press(page, "Enter", "0x6")
    assert page.script(CHOSEN)["path"] == "producer_name"
    press(page, "Escape", "")
    press(page, "f")
    press(page, "Enter", "'Add'")
    assert page.script(CHOSEN)["path"] == "graph.node[0].op_type"
    press(page, "Enter", "nowhere to be found")
    assert page.script(CHOSEN)["said"] == "nowhere to be found is in no row"


def test_brackets_go_through_the_findings(page: Browser) -> None:
    look = "return [...document.querySelectorAll('.findings li[data-o]')].findIndex(i => i.classList.contains('chosen'))"
    count = page.script("return document.querySelectorAll('.findings li[data-o]').length")
    assert count > 2 and page.script(look) == -1
    for expected in (0, 1):
        press(page, "]")
        assert page.script(look) == expected
    press(page, "[")
    assert page.script(look) == 0 and page.script(CHOSEN) is not None
    press(page, "[")
    assert page.script(look) == count - 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_asked_for_and_nothing_is_complained_of(page: Browser, scheme: str) -> None:
    page.prefer(scheme)
    page.requests()  # Those of the browser's own first page.
    page.open(page.script("return location.href"))
    press(page, "ArrowDown")
    assert page.complaints() == []
    assert all(address.startswith(("file:", "data:")) for address in page.requests())
