"""Fields of every type and kind: code of the package is clean, and what is set is typed exactly."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from support.every_kind import make_every_kind
from support.strict_checkers import assert_clean, mypy, pyright

# What works at run time, and, marked, what does not.
PROGRAM = """
from every_package.messages import every2, every3, every_edition

keys = every3.Keys()
keys.by_string["x"] = "text"
keys.by_string[b"x"] = b"bytes of text"
keys.by_int32[1] = "x"
keys.by_bool[True] = "x"
keys.by_string.update({"x": "y"}, z="w")
keys.by_string |= {"x": "y"}
keys.by_string.setdefault("x", "y")
text: str | None = keys.by_string.get("x")
text = keys.by_string.get("x", "default")
text = keys.by_string.pop("x")
keys.by_int64 = {1: "x"}
keys.by_string["x"] = 3  # error
keys.by_string[3] = "x"  # error
keys.by_int32["x"] = "x"  # error
keys.by_string.get(3)  # error
keys.by_string.update({"x": 3})  # error
keys.by_string |= {"x": 3}  # error
keys.by_string.setdefault("x", 3)  # error
keys.by_int64 = {"x": "x"}  # error
keys.by_int64 = {1: 2}  # error
every3.Keys(by_bool={True: 1})  # error

values = every3.Values()
values.of_double[1] = 1
values.of_bool[1] = True
values.of_bytes[1] = b"x"
values.of_open[1] = "ONE"
values.of_open[1] = every3.ONE
values.of_open[1] = 77
values.of_part[1].a_int32 = 3
values.of_part[1] = {"a_int32": 3}
values.of_part = {1: every3.Part(a_int32=3), 2: {"a_string": "x"}}
part: every3.Part = values.of_part[1]
values.of_double[1] = "x"  # error
values.of_bool[1] = "x"  # error
values.of_bytes[1] = "x"  # error
values.of_open[1] = 1.5  # error
values.of_open[1] = every2.FIVE  # error by type
values.of_part[1] = {"a_int23": 3}  # error
values.of_part[1] = 3  # error
every3.Values(of_part={1: {"a_int32": "x"}})  # error

lists = every2.Lists()
lists.repeated_closed += (every2.FIVE, 128, "TINY")
lists.repeated_closed.append(every2.Closed.Value("SOME"))
closed: every2.Closed.ValueType = lists.repeated_closed[0]
lists.repeated_bool.append(1)
lists.repeated_closed.append(every3.ONE)  # error by type
lists.repeated_closed.append("NOWHERE" if text is None else 1.5)  # error
lists.repeated_bool.append("x")  # error
lists.repeated_part.append({"a_int32": 3})  # error

choice = every3.Choice()
name: str | None = choice.WhichOneof("choice")
choice.HasField("choice")
choice.ClearField("one_double")
choice.WhichOneof("chance")  # error
choice.HasField("a_double")  # error
every_edition.Choice().HasField("one_dobule")  # error

groups = every2.Groups(one={"optional_int32": 3}, many=[{"optional_int32": 3}])
groups = every2.Groups(one={"optional_int23": 3})  # error
print(text, part, closed, name, groups)
"""


@pytest.fixture(scope="module", name="folder")
def folder_(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("every_kind")
    make_every_kind(folder)
    program = folder / "out" / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    return program.parent


def test_the_package_is_clean(folder: Path) -> None:
    assert_clean(folder, "every_package")


def test_the_checkers_see_all_mistakes(folder: Path) -> None:
    lines = PROGRAM.splitlines()
    marked = {number for number, line in enumerate(lines, 1) if "# error" in line}
    for found in (mypy(folder, "program.py"), pyright(folder, "program.py")):
        numbers = {int(place.rpartition(":")[2]) for place in found}
        assert [lines[n - 1] for n in sorted(numbers ^ marked)] == []


def test_mistakes_fail_at_run_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(folder)
    variables: dict[str, object] = {}
    failed = 0
    for line in PROGRAM.splitlines():
        if re.search("# error$", line):
            failed += 1
            with pytest.raises((AttributeError, TypeError, ValueError)):
                exec(line, variables)
        else:
            exec(line, variables)
    assert failed > 20 and "every_package" in sys.modules
