"""The faults of `make faults` still apply to the sources, and would run tests that exist."""

from __future__ import annotations

import ast
from pathlib import Path

import jinja2
import pytest

from support.checkout import CHECKOUT
from support.faults import FOLDER, Fault, FaultError, all_faults, read_fault

FAULTS = all_faults()


def test_there_are_many_and_each_says_something_else() -> None:
    assert len(FAULTS) >= 60
    assert len({fault.says for fault in FAULTS}) == len(FAULTS)
    assert {path.suffix for path in FOLDER.iterdir()} == {".fault"}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_applies_to_a_source_and_has_tests(fault: Fault) -> None:
    path = CHECKOUT / fault.file
    assert path.parts[len(CHECKOUT.parts)] in ("generator", "templates")
    text = path.read_text(encoding="utf-8")
    changed = fault.applied(text)
    assert changed != text
    # A fault that cannot be run says nothing of the tests.
    if path.suffix == ".py":
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(text))
    else:
        jinja2.Environment().parse(changed)
    assert fault.says.endswith(".") and fault.tests
    for word in fault.tests:
        assert (CHECKOUT / word.partition("::")[0]).exists(), word


def made(folder: Path, text: str) -> Fault:
    path = folder / "f.fault"
    path.write_text(f"Wrong.\nfile: a.py\n{text}", encoding="utf-8")
    return read_fault(path)


def test_whole_lines_are_replaced_in_one_place_only(tmp_path: Path) -> None:
    text = "def a():\n    x = 1\n    xx = 1\ndef b():\n    x = 1\n"
    change = "\n-    x = 1\n+    x = 2\n"
    with pytest.raises(FaultError, match="found 2 times"):
        made(tmp_path, change).applied(text)
    assert made(tmp_path, f"from: def b(\n{change}").applied(text) == text[:-2] + "2\n"
    with pytest.raises(FaultError, match="has no 'def c'"):
        made(tmp_path, f"from: def c\n{change}").applied(text)
    with pytest.raises(FaultError, match="found 0 times"):
        made(tmp_path, "\n-x = 1\n").applied(text)
    gone = made(tmp_path, "\n-    xx = 1\n").applied(text)
    assert gone == text.replace("    xx = 1\n", "")
    for wrong in ("\n+x\n", "\nx\n-y\n", "tests: a\ntests: b\n-y\n"):
        with pytest.raises(FaultError):
            made(tmp_path, wrong)
