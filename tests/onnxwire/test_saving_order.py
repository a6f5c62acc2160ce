"""The order in which `save` does what a crash of the system, or somebody else, may come between."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import onnxwire
from onnxwire._external import data_files, portions
from onnxwire._files import saving
from oracles.saving_steps import WISHES, model

fcntl = pytest.importorskip("fcntl", reason="the system has no locks of folders")

Event = tuple[str, Any]


@pytest.fixture(name="events")
def events_(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """Calls that change files, in their order: of a flush, the inode and the size at that time."""
    events: list[Event] = []
    fsync, unlink = os.fsync, os.unlink

    def flush(descriptor: int) -> None:
        status = os.fstat(descriptor)
        is_folder = stat.S_ISDIR(status.st_mode)
        events.append(("flush", "folder" if is_folder else (status.st_ino, status.st_size)))
        fsync(descriptor)

    def remove(path: str) -> None:
        events.append(("remove", os.path.basename(path)))
        unlink(path)

    def moving(name: str) -> Any:
        call = getattr(os, name)

        def move(source: str, target: str) -> None:
            status = os.stat(source)
            events.append(("name", (os.path.basename(target), status.st_ino, status.st_size)))
            call(source, target)

        return move

    monkeypatch.setattr(os, "fsync", flush)
    monkeypatch.setattr(os, "unlink", remove)
    for name in ("link", "rename", "replace"):
        monkeypatch.setattr(os, name, moving(name))
    return events


def names_given(events: list[Event]) -> Iterator[tuple[int, str, tuple[int, int]]]:
    """Where files got their names, the names, and what a flush of each would say."""
    for place, (call, what) in enumerate(events):
        if call == "name":
            yield place, what[0], what[1:]


@pytest.mark.parametrize("wish", ["one file", "one per tensor"])
def test_each_step_is_on_the_disk_before_what_depends_on_it(
    tmp_path: Path, wish: str, events: list[Event]
) -> None:
    path = tmp_path / "m.onnx"
    onnxwire.save(model(1), path, external_data=WISHES[wish])
    old_data = {file.name for file in tmp_path.iterdir()} - {"m.onnx"}
    events.clear()
    onnxwire.save(model(2), path, external_data=WISHES[wish])
    named = {name: (place, written) for place, name, written in names_given(events)}
    new_data = named.keys() - {"m.onnx"}
    assert len(new_data) == (1 if wish == "one file" else 3)
    # What gets a name was flushed as a whole.
    for place, written in named.values():
        assert ("flush", written) in events[:place], events
    folder_flushes = [place for place, event in enumerate(events) if event == ("flush", "folder")]
    model_place = named["m.onnx"][0]
    last_data = max(named[name][0] for name in new_data)
    assert last_data < model_place
    # The names of data files are flushed before the model that mentions them gets its name.
    assert any(last_data < place < model_place for place in folder_flushes), events
    # So is the name of the model before the data is removed that the old one mentioned.
    removed = [
        place for place, (call, what) in enumerate(events) if call == "remove" and what in old_data
    ]
    assert len(removed) == len(new_data)
    assert any(model_place < place < removed[0] for place in folder_flushes), events


def test_a_model_that_replaces_another_is_flushed_before(
    tmp_path: Path, events: list[Event]
) -> None:
    path = tmp_path / "m.onnx"
    for seed in (1, 2):
        events.clear()
        onnxwire.save(model(seed), path)
    ((place, name, written),) = names_given(events)
    assert name == "m.onnx" and ("flush", written) in events[:place]


@pytest.mark.parametrize("wish", WISHES)
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444 | 0o200])
def test_what_stands_beside_a_private_file_is_private_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wish: str, mode: int
) -> None:
    path = tmp_path / "m.onnx"
    path.touch()
    path.chmod(mode)
    written = portions.portions
    seen: list[int] = []

    def look_at_portions(pieces: Any) -> Iterator[Any]:
        for portion in written(pieces):
            seen.extend(stat.S_IMODE(part.stat().st_mode) for part in tmp_path.glob("*.part"))
            yield portion

    monkeypatch.setattr(portions, "_PORTION", 1000)
    monkeypatch.setattr(saving, "portions", look_at_portions)
    monkeypatch.setattr(data_files, "portions", look_at_portions)
    before = os.umask(0)
    try:
        onnxwire.save(model(1), path, external_data=WISHES[wish])
    finally:
        os.umask(before)
    # Data files are complete, and have the mode of the model, while the model is written.
    allowed = {0o600} if wish == "embedded" else {0o600, mode}
    assert len(seen) > 10 and 0o600 in seen and set(seen) <= allowed
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {mode}
