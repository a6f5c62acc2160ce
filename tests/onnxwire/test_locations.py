"""Which files the location of external data may mean: those in the model's data_folder, and no others."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import pytest

import onnxwire
from onnxwire import ExternalDataError, external_buffer
from oracles.external_models import EIGHT, floats, load_one, model_of, refer

REFUSED = {
    "../secret.bin": "leads out of",
    "sub/../../secret.bin": "leads out of",
    "no folder/../../secret.bin": "leads out of",
    "../models/w.bin": "leads out of",
    "..\\secret.bin": "leads out of",
    "sub\\..\\..\\secret.bin": "leads out of",
    "..": "leads out of",
    "/etc/hostname": "not relative",
    "/dev/zero": "not relative",
    "//host/share/w.bin": "not relative",
    "\\\\host\\share\\w.bin": "not relative",
    "C:\\secret.bin": "not relative",
    "C:w.bin": "not relative",
    "w.bin\0": "a NUL character",
    "w.bin\0.png": "a NUL character",
    "\0": "a NUL character",
    "": "missing or empty",
    ".": "the model's folder itself",
    "./": "the model's folder itself",
    "sub/..": "the model's folder itself",
    "sub": "not a regular file",
    "w.bin/": "no such file",
    "nowhere.bin": "no such file in .*models",
    "n" * 1000: "no such file",
}


@pytest.mark.parametrize("location", REFUSED, ids=lambda text: ascii(text)[:30])
def test_locations_outside_and_odd_ones_are_refused(data_folder: Path, location: str) -> None:
    found = load_one(data_folder, refer(floats(), location))
    with pytest.raises(ExternalDataError, match=f"'w': .*{REFUSED[location]}") as caught:
        external_buffer(found)
    assert caught.value.location == location and str(caught.value).isascii()
    assert str(caught.value).isprintable() and len(str(caught.value)) < 500
    # What does not open the file is none of it refused.
    assert onnxwire.load(data_folder / "model.onnx").SerializeToString()


def test_a_missing_location_is_refused(data_folder: Path) -> None:
    with pytest.raises(ExternalDataError, match="missing or empty"):
        external_buffer(load_one(data_folder, refer(floats(), None, offset="0")))


@pytest.mark.parametrize(
    "location",
    ["w.bin", "./w.bin", "sub/w.bin", "sub/../w.bin", ".//w.bin", "with space.bin", "ü.bin"]
    + ["..bin", "sub/./../sub/w.bin"],
)
def test_locations_inside_are_read(data_folder: Path, location: str) -> None:
    assert external_buffer(load_one(data_folder, refer(floats(8), location))) == EIGHT


def test_a_location_that_is_no_utf_8_is_a_file_name(data_folder: Path) -> None:
    name = b"\xff.bin"
    try:
        (data_folder / os.fsdecode(name)).write_bytes(EIGHT)
    except OSError:
        pytest.skip("the file system takes UTF-8 names only")
    data = model_of(refer(floats(8), "#.bin")).SerializeToString().replace(b"#.bin", name)
    (data_folder / "model.onnx").write_bytes(data)
    assert external_buffer(onnxwire.load(data_folder / "model.onnx").graph.initializer[0]) == EIGHT


def test_links_may_lead_to_places_inside_only(data_folder: Path) -> None:
    outside = data_folder.parent / "secret.bin"
    (data_folder / "in.bin").symlink_to("sub/w.bin")
    (data_folder / "chain.bin").symlink_to(data_folder / "in.bin")
    (data_folder / "in").symlink_to("sub")
    for location in ("in.bin", "chain.bin", "in/w.bin"):
        assert external_buffer(load_one(data_folder, refer(floats(8), location))) == EIGHT
    (data_folder / "out.bin").symlink_to(outside)
    (data_folder / "out chain.bin").symlink_to("out.bin")
    (data_folder / "out").symlink_to(data_folder.parent)
    (data_folder / "sub" / "up").symlink_to("../..")
    (data_folder / "loop").symlink_to("loop")
    (data_folder / "broken.bin").symlink_to("nothing.bin")
    for location, reason in {
        "out.bin": "a link leads out of the model's folder",
        "out chain.bin": "a link leads out",
        "out/secret.bin": "a link leads out",
        "sub/up/secret.bin": "a link leads out",
        # Not where `..` leads by its letters.
        "out/../w.bin": "no such file",
        "loop": "cannot be opened",
        "broken.bin": "cannot be opened",
    }.items():
        with pytest.raises(ExternalDataError, match=reason):
            external_buffer(load_one(data_folder, refer(floats(8), location)))


def test_a_store_of_links_is_one_folder_with_what_they_lead_to(tmp_path: Path) -> None:
    blobs, snapshot = tmp_path / "blobs", tmp_path / "snapshots" / "1"
    blobs.mkdir()
    snapshot.mkdir(parents=True)
    (blobs / "aa").write_bytes(model_of(refer(floats(8), "w.bin")).SerializeToString())
    (blobs / "bb").write_bytes(EIGHT)
    (snapshot / "model.onnx").symlink_to("../../blobs/aa")
    (snapshot / "w.bin").symlink_to("../../blobs/bb")
    found = onnxwire.load(snapshot / "model.onnx").graph.initializer[0]
    assert external_buffer(found) == EIGHT
    with pytest.raises(ExternalDataError, match="no such file"):
        external_buffer(onnxwire.load(blobs / "aa").graph.initializer[0])
    (snapshot / "w.bin").unlink()
    (tmp_path / "secret.bin").write_bytes(EIGHT)
    (snapshot / "w.bin").symlink_to("../../secret.bin")
    with pytest.raises(ExternalDataError, match="a link leads out"):
        external_buffer(onnxwire.load(snapshot / "model.onnx").graph.initializer[0])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_pipes_and_sockets_are_refused_at_once(data_folder: Path) -> None:
    os.mkfifo(data_folder / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(data_folder / "socket"))
        for location in ("pipe", "socket"):
            with pytest.raises(ExternalDataError, match="regular file|cannot be opened"):
                external_buffer(load_one(data_folder, refer(floats(), location)))


@pytest.mark.skipif(os.open not in os.supports_dir_fd, reason="paths are opened as a whole")
def test_a_link_that_is_put_there_in_between_is_not_followed(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = data_folder.parent / "secret.bin"
    open_ = os.open

    def replaced_before(name: str, link: Path, target: Path) -> Any:
        def open_after(path: Any, *args: Any, **options: Any) -> int:
            if path == name and options:
                os.rename(link, f"{link}.old")
                link.symlink_to(target)
            return open_(path, *args, **options)

        return open_after

    for location, link, target in (
        ("w.bin", data_folder / "w.bin", secret),
        ("sub/w.bin", data_folder / "sub", data_folder.parent),
    ):
        found = load_one(data_folder, refer(floats(), location))
        with monkeypatch.context() as patch:
            patch.setattr(os, "open", replaced_before(link.name, link, target))
            with pytest.raises(ExternalDataError, match="cannot be opened"):
                external_buffer(found)


def test_a_file_that_may_not_be_read_is_an_error(data_folder: Path) -> None:
    (data_folder / "w.bin").chmod(0)
    if os.access(data_folder / "w.bin", os.R_OK):
        pytest.skip("this user may read everything")
    with pytest.raises(ExternalDataError, match="cannot be opened: Permission denied"):
        external_buffer(load_one(data_folder, refer(floats(), "w.bin")))
