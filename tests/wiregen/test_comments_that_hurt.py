"""Comments become docstrings: whatever they hold, the code stays code and the text stays text."""

from __future__ import annotations

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from oracles.any_schema import generate

PACKAGE = "made_of_hostile_comments"
TEXTS = {
    "a quote": 'Says "yes".',
    "a quote at the start": '"Yes" is said.',
    "a quote at the end": 'It says "yes"',
    "quotes alone": '"',
    "three quotes": 'Ends """ here.',
    "three quotes at the end": 'Ends here"""',
    "four quotes": '""""',
    "single quotes": "'''",
    "an injection": '"""\nprint("INJECTED")\n"""',
    "an injection by a line end": "One line\rprint('INJECTED')",
    "a backslash": "C:\\new\\table \\N{BULLET} \\x41 \\u0041 \\",
    "backslashes and quotes": '\\"""\\',
    "a backslash at the end": "Goes on \\",
    "a string prefix": 'r"raw" f"{1 + 1}" b"\\xff"',
    "an expression of a template": "{{ 7 * 7 }} {{ self.__class__ }}",
    "a statement of a template": "{% for x in y %}{% endfor %}{% raw %}",
    "a comment of a template": "{# gone #} and here {#",
    "a line statement of a template": "# for x in y\n## comment",
    "percent and braces": "100 % of {} %s %(name)s {0}",
    "control characters": "bell \a, escape \x1b[31m, delete \x7f, next line \x85",
    "separators": "line \u2028 and paragraph \u2029 and no-break \xa0 space \ufeff",
    "direction marks": "\u202eright to left\u202c",
    "other scripts": "Größe, 大きさ, \U0001f600",
    "a type comment": "type: ignore",
    "an encoding": "-*- coding: utf-7 -*-",
    "a switch of the formatter": "fmt: off",
    "paragraphs": "One.\n\nTwo:\n\n    indented\n      more\n\nThree.",
    "lists": "- one\n- two\n  of them\n\n1. first",
    "much on one line": "word " * 60 + "end",
    "a word": "pass",
    "code": "def f(self):\n    return None",
    "nothing but marks": "////\n----",
}


def schema() -> str:
    """A schema in which each text is the comment of a message, a field, an enum and a value."""
    lines = ['syntax = "proto3";', "package hostile_comments;"]
    for index, text in enumerate(TEXTS.values()):
        # The first line of a block, or a star before the others, would be another matter.
        comment = [f"// {line}" if line else "//" for line in text.split("\n")]
        lines += [*comment, f"message M{index} {{", *comment, "int32 a = 1;"]
        lines += [*comment, "repeated int32 b = 2;", "}"]
        lines += [*comment, f"enum E{index} {{", *comment, f"V{index} = 0;", "}"]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module", name="folder")
def folder_(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("comments")
    (folder / "comments.proto").write_bytes(schema().encode())
    return folder


@pytest.fixture(scope="module", name="messages")
def messages_(folder: Path) -> Any:
    generate(folder, PACKAGE, "comments.proto", is_formatted=True)
    return importlib.import_module(f"{PACKAGE}.messages.comments")


def expected(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


@pytest.mark.parametrize("index", range(len(TEXTS)), ids=list(TEXTS))
def test_docstrings_give_the_text_back(index: int, messages: Any) -> None:
    text = expected(list(TEXTS.values())[index])
    message, enum = getattr(messages, f"M{index}"), getattr(messages, f"E{index}")
    for documented in (message, message.a, message.b, enum):
        assert inspect.getdoc(documented) == text


def test_the_texts_of_values_stand_below_them(folder: Path, messages: Any) -> None:
    tree = ast.parse(Path(messages.__file__).read_text(encoding="utf-8"))
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    enums = [classes[f"E{index}"] for index in range(len(TEXTS))]
    for enum, text in zip(enums, TEXTS.values(), strict=True):
        value = enum.body[-1]
        assert isinstance(value, ast.Expr) and isinstance(value.value, ast.Constant)
        assert isinstance(value.value.value, str)
        assert inspect.cleandoc(value.value.value) == expected(text)


def test_importing_prints_nothing_and_warns_of_nothing(folder: Path, messages: Any) -> None:
    command = [sys.executable, "-W", "error", "-B", "-c", f"import {PACKAGE}"]
    done = subprocess.run(command, cwd=folder / "out", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_type_checkers_are_not_told_to_look_away(folder: Path, messages: Any) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--warn-unused-ignores"]
    done = subprocess.run(
        [*command, "-p", PACKAGE], cwd=folder / "out", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_code_is_formatted_all_the_same(messages: Any) -> None:
    # A comment that switched the formatter off would show in everything after it.
    command = [sys.executable, "-m", "black", "--check", "--quiet", "--line-length=100"]
    done = subprocess.run([*command, messages.__file__], check=False)
    assert done.returncode == 0
