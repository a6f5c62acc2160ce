"""Files that change after they were loaded: the old content, or an error that says what changed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import onnx
import pytest

import onnxwire
import onnxwire.json_format
from onnxwire import DecodeError, ExternalDataError, ModelProto, external_buffer
from oracles.saved_models import model_with_seed, random_array


def data_of(seed: int) -> bytes:
    return bytes((random_array() + seed).tobytes())


def save_with_onnx(folder: Path, seed: int, location: str) -> None:
    """Save a model as `onnx` does, over whatever is there."""
    theirs = onnx.ModelProto.FromString(model_with_seed(seed).SerializeToString())
    (folder / location).unlink(missing_ok=True)
    options: dict[str, Any] = {"location": location, "size_threshold": 0}
    onnx.save(theirs, folder / "m.onnx", save_as_external_data=True, **options)


def copy(source: Path, target: Path) -> None:
    """Write into the files of a folder, as `cp` does: they stay the same files."""
    for file in source.iterdir():
        with open(target / file.name, "r+b") as opened:
            opened.write(file.read_bytes())
            opened.truncate()


def copy_backwards(source: Path, target: Path) -> None:
    """Write the data file first."""
    for file in sorted(source.iterdir(), reverse=True):
        (target / file.name).write_bytes(file.read_bytes())


def copy_with_times(source: Path, target: Path) -> None:
    """As `cp -p`."""
    for file in source.iterdir():
        shutil.copy2(file, target / file.name)


def replace(source: Path, target: Path) -> None:
    """As `rsync` and `mv`: other files take the places."""
    for file in source.iterdir():
        shutil.copy2(file, target / "part")
        os.replace(target / "part", target / file.name)


def replace_folder(source: Path, target: Path) -> None:
    os.rename(target, target.with_name("old"))
    shutil.copytree(source, target)


def replace_data(source: Path, target: Path) -> None:
    shutil.copy(source / "w.bin", target / "part")
    os.replace(target / "part", target / "w.bin")


def overwrite_data(source: Path, target: Path) -> None:
    (target / "w.bin").write_bytes((source / "w.bin").read_bytes())


def remove_and_create_data(source: Path, target: Path) -> None:
    (target / "w.bin").unlink()
    overwrite_data(source, target)


def save_again_with_onnx(source: Path, target: Path) -> None:
    save_with_onnx(target, 2, "w.bin")


def append_with_onnx(source: Path, target: Path) -> None:
    """What `onnx` did before version 1.20 to a data file that was there."""
    with open(target / "w.bin", "ab") as file:
        file.write((source / "w.bin").read_bytes())


CHANGES: tuple[Callable[[Path, Path], None], ...] = (
    *(copy, copy_backwards, copy_with_times, replace, replace_folder, replace_data),
    *(overwrite_data, remove_and_create_data, save_again_with_onnx, append_with_onnx),
)


@pytest.fixture(name="folders")
def folders_(tmp_path: Path) -> tuple[Path, Path]:
    """Two folders with a model each, in files of the same names and sizes."""
    for seed in (1, 2):
        folder = tmp_path / str(seed)
        folder.mkdir()
        save_with_onnx(folder, seed, "w.bin")
        # Later, and not in the same tick of the clock.
        os.utime(folder / "w.bin", (seed, seed))
        os.utime(folder / "m.onnx", (seed, seed))
    return tmp_path / "1", tmp_path / "2"


@pytest.mark.parametrize("way", [{}, {"eager": True}, {"mmap": False}], ids=str)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_data_is_the_old_one_or_an_error(
    folders: tuple[Path, Path], change: Callable[[Path, Path], None], way: Any
) -> None:
    target, source = folders
    models = [onnxwire.load(target / "m.onnx", **way) for _ in range(3)]
    touched, viewed, _ = models
    assert touched.graph.initializer[0].name == "w"
    view = external_buffer(viewed.graph.initializer[0])
    array = onnxwire.to_numpy(viewed.graph.initializer[0], copy=True)
    change(source, target)
    for model in models:
        reads: tuple[Callable[[], bytes], ...] = (
            lambda: bytes(external_buffer(model.graph.initializer[0])),
            lambda: onnxwire.to_numpy(model.graph.initializer[0]).tobytes(),
            lambda: saved(model, external_data=False),
            lambda: saved(model, external_data=True),
            lambda: saved(model),
        )
        for read in reads:
            try:
                found = read()
            except (ExternalDataError, DecodeError) as error:
                assert "was changed after" in str(error), error
            else:
                assert found == data_of(1)
    assert array.tobytes() == data_of(1)
    # Only what keeps the file itself keeps the view.
    if change not in (copy, copy_backwards, copy_with_times, overwrite_data):
        assert bytes(view) == data_of(1)


def saved(model: ModelProto, **options: Any) -> bytes:
    """The data of the first tensor, after the model was saved to another folder."""
    folder = Path(os.environ["PYTEST_FOLDER"])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    onnxwire.save(model, folder / "m.onnx", **options)
    found = onnxwire.load(folder / "m.onnx").graph.initializer[0]
    return bytes(external_buffer(found)) if found.data_location else found.raw_data


@pytest.fixture(autouse=True)
def elsewhere_(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_FOLDER", str(tmp_path / "elsewhere"))


def test_errors_say_what_changed(folders: tuple[Path, Path]) -> None:
    target, source = folders
    for change, reason in {
        overwrite_data: "it has been written to",
        append_with_onnx: "it had 40000 bytes and has 80000 now",
        replace_data: "another file has taken its place",
        remove_and_create_data: ".*",
    }.items():
        model = onnxwire.load(target / "m.onnx")
        change(source, target)
        with pytest.raises(
            ExternalDataError,
            match=r"initializer\[0\] 'w': external data 'w.bin': the file was changed after the"
            f" model was loaded: {reason}; load the model again",
        ):
            onnxwire.embed_external_data(model)
    model = onnxwire.load(target / "m.onnx")
    (target / "w.bin").unlink()
    with pytest.raises(ExternalDataError, match="it was removed; load the model again"):
        onnxwire.embed_external_data(model)
    model = onnxwire.load(target / "m.onnx")
    overwrite_data(source, target)
    with pytest.raises(ExternalDataError, match="it was not there; load the model again"):
        onnxwire.embed_external_data(model)
    onnxwire.embed_external_data(onnxwire.load(target / "m.onnx"))


def test_a_model_in_its_own_folder_does_not_take_over_changed_data(
    folders: tuple[Path, Path],
) -> None:
    target, source = folders
    model = onnxwire.load(target / "m.onnx")
    overwrite_data(source, target)
    before = (target / "m.onnx").read_bytes()
    for path in (target / "m.onnx", target / "n.onnx"):
        with pytest.raises(ExternalDataError, match="was changed after the model was loaded"):
            onnxwire.save(model, path)
    assert (target / "m.onnx").read_bytes() == before and not (target / "n.onnx").exists()


def test_references_that_were_made_later_are_compared_from_their_first_use(
    folders: tuple[Path, Path],
) -> None:
    target, source = folders
    model = onnxwire.load(target / "m.onnx")
    shutil.copy(source / "w.bin", target / "late.bin")
    (tensor,) = [t for t in model.graph.initializer if t.name == "w"]
    tensor.external_data[0].value = "late.bin"
    assert external_buffer(tensor) == data_of(2)
    (target / "late.bin").write_bytes((target / "w.bin").read_bytes())
    with pytest.raises(ExternalDataError, match="it has been written to"):
        external_buffer(tensor)


@pytest.mark.parametrize("form", ["json", "textproto"])
def test_models_in_text_note_their_files_too(folders: tuple[Path, Path], form: str) -> None:
    target, source = folders
    model = onnxwire.load(target / "m.onnx")
    text = onnxwire.json_format.MessageToJson(model) if form == "json" else str(model)
    path = target / f"m.{form}"
    path.write_text(text, encoding="utf-8")
    model = onnxwire.load(path)
    overwrite_data(source, target)
    with pytest.raises(ExternalDataError, match="was changed after the model was loaded"):
        external_buffer(model.graph.initializer[0])


@pytest.mark.parametrize("change", [replace, replace_folder], ids=lambda change: change.__name__)
def test_a_model_file_that_is_replaced_keeps_its_content(
    folders: tuple[Path, Path], change: Callable[[Path, Path], None]
) -> None:
    target, source = folders
    model, expected = onnxwire.load(target / "m.onnx"), (target / "m.onnx").read_bytes()
    change(source, target)
    assert model.SerializeToString() == expected
    assert {node.op_type for node in model.graph.node} == {"1"}
