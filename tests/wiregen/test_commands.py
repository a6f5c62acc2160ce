"""The commands of wiregen, as somebody at a shell sees them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.commands import output_of_code, run_wiregen

SCHEMA = 'syntax = "proto2";\nmessage Note {\n  // What it says.\n  optional string text = 1;\n}\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of its own with one schema and the settings for it."""
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "note.proto").write_text(SCHEMA)
    (tmp_path / "pyproject.toml").write_text(
        "[[tool.wiregen.packages]]\n"
        'name = "notes"\nout = "src"\nroot = "schemas"\nschemas = ["note.proto"]\n'
    )
    return tmp_path


def test_generating_twice_writes_once(project: Path) -> None:
    first = run_wiregen("generate", cwd=project)
    assert "wrote src/notes/messages/note.py" in first.stdout
    files = [path for path in (project / "src").rglob("*") if path.is_file()]
    stamps = {path: path.stat().st_mtime_ns for path in files}
    second = run_wiregen("generate", cwd=project)
    # All but the lock file.
    count = len(stamps) - 1
    assert second.stdout == f"notes: {count} files, {count} unchanged\n"
    assert stamps == {path: path.stat().st_mtime_ns for path in stamps}


def test_check_names_what_is_missing_stale_and_extra(project: Path) -> None:
    (project / "schemas" / "old.proto").write_text('syntax = "proto2";\nmessage Old {}\n')
    settings = (project / "pyproject.toml").read_text()
    with_both = settings.replace('"note.proto"', '"note.proto", "old.proto"')
    (project / "pyproject.toml").write_text(with_both)
    run_wiregen("generate", cwd=project)
    (project / "pyproject.toml").write_text(settings)
    (project / "schemas" / "note.proto").write_text(SCHEMA.replace("it says.", "it said."))
    folder = project / "src" / "notes"
    (folder / "descriptor.py").unlink()
    (folder / "mine.py").write_text("# somebody's own\n")

    done = run_wiregen("check", cwd=project)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert "missing: src/notes/descriptor.py" in lines
    assert "stale: src/notes/messages/note.py" in lines
    assert "extra: src/notes/messages/old.py" in lines
    assert not any("mine.py" in line for line in lines)
    assert '-        """What it says."""' in lines
    assert '+        """What it said."""' in lines
    assert lines[-1] == "to fix it: wiregen generate"

    fixed = run_wiregen("generate", cwd=project).stdout.splitlines()
    assert "wrote src/notes/descriptor.py" in fixed
    assert "rewrote src/notes/messages/note.py" in fixed
    assert "removed src/notes/messages/old.py" in fixed
    assert (folder / "mine.py").exists()
    assert run_wiregen("check", cwd=project).returncode == 0


def test_a_schema_named_on_the_command_line_needs_no_settings(tmp_path: Path) -> None:
    (tmp_path / "note.proto").write_text(SCHEMA)
    words = ("note.proto", "--package", "my.notes", "--out", "out")
    assert run_wiregen("generate", *words, cwd=tmp_path).returncode == 0
    assert run_wiregen("check", *words, cwd=tmp_path).returncode == 0
    code = "from my.notes import Note; print(Note(text='a').SerializeToString())"
    assert output_of_code(code, cwd=tmp_path / "out") == "b'\\n\\x01a'\n"


def test_what_wiregen_understands_as_text_and_as_json(tmp_path: Path) -> None:
    (tmp_path / "note.proto").write_text(SCHEMA)
    text = run_wiregen("ir", "note.proto", cwd=tmp_path).stdout
    assert text.splitlines() == [
        "file note.proto (proto2, package none)",
        "  message Note",
        "    optional string text = 1  -- LEN, explicit presence",
    ]
    schema = json.loads(run_wiregen("ir", "note.proto", "--json", cwd=tmp_path).stdout)
    field = schema["message_by_name"]["Note"]["fields"][0]
    assert (field["name"], field["number"], field["comments"]["leading"]) == (
        "text",
        1,
        " What it says.\n",
    )


def test_a_wrong_schema_is_shown_with_its_places_and_exit_code_1(tmp_path: Path) -> None:
    (tmp_path / "note.proto").write_text(
        'syntax = "proto3";\nmessage Note {\n  Text text = 1;\n  int32 size = 1;\n}\n'
    )
    done = run_wiregen("ir", "note.proto", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "note.proto:3:3: error: no message or enum 'Text' is visible in 'Note'\n"
        "      Text text = 1;\n"
        "      ^^^^\n"
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("ir", "missing.proto"), "no file 'missing.proto'"),
        (("generate",), "no pyproject.toml with [tool.wiregen]"),
        (("generate", "note.proto"), "both --package NAME and --out DIR"),
        (("generate", "--package", "p"), "go with SCHEMAS"),
        (
            ("generate", "note.proto", "--package", "a-b", "--out", "o"),
            "expected a name for a Python",
        ),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(
    words: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "note.proto").write_text(SCHEMA)
    done = run_wiregen(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1
