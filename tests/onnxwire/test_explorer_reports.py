"""The explorer's table: whole reports of made files, compared with the ones on disk.

`--refresh-corpus` writes what is found, and the run fails all the same.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from onnxwire._explorer.exploration import Exploration, Wishes
from onnxwire._explorer.package_lens import package_lens
from onnxwire._explorer.rows import RowSettings
from onnxwire._explorer.table import Table, TableSettings
from onnxwire._text.terminal import width_of
from oracles.explorer_samples import samples

REPORTS = Path(__file__).parent / "explorer_reports"
ESCAPE = re.compile(r"\x1b\[[\d;]*m")


def report(name: str, width: int, has_colours: bool = False) -> str:
    settings = TableSettings(width=width, has_colours=has_colours)
    exploration = Exploration(samples()[name], name, package_lens(), Wishes())
    return "".join(f"{line}\n" for line in Table(exploration, settings))


@pytest.mark.parametrize("width", [80, 140])
@pytest.mark.parametrize("name", samples())
def test_a_report_is_the_one_on_disk(name: str, width: int, pytestconfig: pytest.Config) -> None:
    found = report(name, width)
    path = REPORTS / f"{name}.{width}.txt"
    expected = path.read_text(encoding="utf-8") if path.exists() else ""
    if pytestconfig.getoption("--refresh-corpus") and found != expected:
        path.write_text(found, encoding="utf-8")
    assert found == expected


def test_every_report_on_disk_is_of_a_sample() -> None:
    expected = {f"{name}.{width}.txt" for name in samples() for width in (80, 140)}
    assert {path.name for path in REPORTS.iterdir()} == expected


@pytest.mark.parametrize("width", [64, 80, 100, 120, 140, 200])
@pytest.mark.parametrize("name", samples())
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    lines = report(name, width).splitlines()
    assert len(lines) > 1
    for line in lines:
        assert width_of(line) <= width, line


@pytest.mark.parametrize("name", samples())
def test_colours_add_nothing_but_colours(name: str) -> None:
    coloured = report(name, 80, has_colours=True)
    assert ESCAPE.search(coloured)
    assert ESCAPE.sub("", coloured) == report(name, 80)


def test_no_text_of_a_file_reaches_the_terminal_as_it_is() -> None:
    for name in samples():
        text = report(name, 140).replace("\n", "")
        assert text.isprintable() and len(text) > 20, name


def run_in_terminal(path: Path, **environment: str) -> str:
    """The output of the command, where it is that of a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "onnxwire", "explore", str(path)]
    kept = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    subprocess.run(command, stdout=theirs, env={**kept, **environment}, check=False)
    os.close(theirs)
    pieces = []
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(ours)
    return b"".join(pieces).decode().replace("\r\n", "\n")


def test_a_terminal_gets_colours_unless_no_color_is_set(tmp_path: Path) -> None:
    path = tmp_path / "x.pb"
    path.write_bytes(samples()["eighteen.pb"])
    coloured = run_in_terminal(path)
    plain = run_in_terminal(path, NO_COLOR="1")
    assert ESCAPE.search(coloured) and not ESCAPE.search(plain)
    assert ESCAPE.sub("", coloured) == plain


def test_columns_stay_aligned_behind_wide_letters() -> None:
    lines = report("model.onnx", 140).splitlines()
    head = next(line for line in lines if line.startswith("offset"))
    column = width_of(head[: head.index("wire")])
    rows = [line for line in lines if re.match(r"[0-9a-f]{8}[ ~!?]", line)]
    assert len(rows) > 15
    for row in rows:
        before, place = 0, 0
        while before < column:
            before += width_of(row[place])
            place += 1
        assert before == column and row[place - 1] == " ", row


def test_rows_are_limited_and_what_is_left_out_is_said() -> None:
    wishes = Wishes(rows=RowSettings(most=4))
    exploration = Exploration(samples()["model.onnx"], "m", package_lens(), wishes)
    rows = list(exploration.rows())
    assert [row.kind for row in rows[:4]] == ["record"] * 4
    left_out = [row for row in rows if row.kind == "more"]
    assert left_out and all(row.marks == "…" for row in left_out)
    assert rows[-1].value is not None
    assert max(sum(row.value or (0, 0)) for row in rows) == len(samples()["model.onnx"])
