"""Code is formatted once; whatever becomes of the cache, the output is the same."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from wiregen.output import formatting
from wiregen.output.formatting import formatted

CODE, FORMATTED = "x = {  'a':1 }", 'x = {"a": 1}\n'
OTHER_CODE, OTHER_FORMATTED = "y=( 2 )", "y = 2\n"


@pytest.fixture(name="calls")
def calls_(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An empty cache, and the codes that are really formatted."""
    monkeypatch.setenv("WIREGEN_CACHE", str(tmp_path / "cache"))
    calls: list[str] = []
    format_all = formatting._all_formatted

    def noted(codes: Sequence[str]) -> list[str]:
        calls.extend(codes)
        return format_all(codes)

    monkeypatch.setattr(formatting, "_all_formatted", noted)
    return calls


def entries(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache" / "formatted").iterdir())


def test_code_that_was_formatted_before_is_not_formatted_again(calls: list[str]) -> None:
    assert formatted([CODE, OTHER_CODE]) == [FORMATTED, OTHER_FORMATTED]
    assert formatted([OTHER_CODE, CODE, CODE]) == [OTHER_FORMATTED, FORMATTED, FORMATTED]
    assert calls == [CODE, OTHER_CODE]


def test_another_version_of_the_formatter_formats_again(
    calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    formatted([CODE])
    monkeypatch.setattr(formatting, "version", lambda name: "99.1.0")
    formatted([CODE])
    assert calls == [CODE, CODE]


@pytest.mark.parametrize(
    "damage", [b"", b"x", b"\xff\xfe", b"0" * 64 + b"\nimport os", b"0" * 64 + b"\n"]
)
def test_a_damaged_entry_is_formatted_again(
    calls: list[str], tmp_path: Path, damage: bytes
) -> None:
    formatted([CODE])
    (entry,) = entries(tmp_path)
    whole = entry.read_bytes()
    entry.write_bytes(damage)
    assert formatted([CODE]) == [FORMATTED]
    assert calls == [CODE, CODE] and entry.read_bytes() == whole
    entry.write_bytes(whole[:-2])
    assert formatted([CODE]) == [FORMATTED]


def test_without_a_cache_code_is_formatted_each_time(
    calls: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WIREGEN_CACHE", "")
    monkeypatch.chdir(tmp_path)
    assert formatted([CODE]) == formatted([CODE]) == [FORMATTED]
    assert calls == [CODE, CODE] and os.listdir(tmp_path) == []


def test_a_cache_that_cannot_be_written_is_no_error(calls: list[str], tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    assert formatted([CODE]) == formatted([CODE]) == [FORMATTED]
    assert calls == [CODE, CODE]


def test_entries_that_nobody_used_for_a_month_go(calls: list[str], tmp_path: Path) -> None:
    formatted([CODE])
    (old,) = entries(tmp_path)
    os.utime(old, (1, 1))
    formatted([OTHER_CODE])
    (new,) = entries(tmp_path)
    assert new != old
    # One that is used stays.
    formatted([CODE])
    used = old.stat().st_mtime - 25 * 24 * 3600
    os.utime(old, (used, used))
    formatted([CODE])
    formatted(["z = 3"])
    assert old in entries(tmp_path)
    assert calls == [CODE, OTHER_CODE, CODE, "z = 3"]
