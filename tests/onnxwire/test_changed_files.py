"""Files that change after they were loaded: the old content, or an error that says what changed."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import onnx
import pytest

import onnxwire
import onnxwire.json_format
from onnxwire import DecodeError, ExternalDataError, ModelProto, external_buffer
from onnxwire._external import portions
from oracles.saved_models import random_array, weights

SIZE = 5000


def model_of(seed: int) -> ModelProto:
    """A model whose parts all show its seed; two of them are equally long."""
    model = weights(w=random_array(SIZE) + seed, v=random_array(SIZE) - seed)
    model.producer_name = str(seed)
    # A large graph: its nodes are decoded one by one.
    model.graph.doc_string = str(seed) * (1 << 17)
    for _ in range(100):
        model.graph.node.add(op_type=str(seed), doc_string=str(seed) * 100)
    return model


def data_of(seed: int) -> bytes:
    return bytes((random_array(SIZE) + seed).tobytes())


def save_with_onnx(folder: Path, seed: int, location: str) -> None:
    """Save a model as `onnx` does, over whatever is there."""
    theirs = onnx.ModelProto.FromString(model_of(seed).SerializeToString())
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


# --- the model's own file ----------------------------------------------------------------

USES = {
    "serialize": "model.SerializeToString()",
    "size and bytes": "model.ByteSize(); model.SerializeToString()",
    "save": "onnxwire.save(model, 'other.onnx')",
    "save over it": "onnxwire.save(model, path)",
    "save to an open file": "onnxwire.save(model, io.BytesIO())",
    "touch": "model.graph.name",
    "count": "[node.op_type for node in nodes]",
    "look": "nodes[50].op_type",
    "name": "nodes[-1].doc_string",
    "weights": "weights.raw_data",
    "view": "weights.ViewField('raw_data')",
    "array": "onnxwire.to_numpy(weights)",
    "numbers": "list(packed.float_data)",
    "view of numbers": "packed.ViewField('float_data')",
    "array of numbers": "onnxwire.to_numpy(packed)",
    "compare": "assert weights == other",
    "compare numbers": "assert packed == other",
    "copy and compare": "assert copy.deepcopy(model) != other and model == model2",
    "pickle": "pickle.dumps(model)",
    "text": "str(weights)",
    "JSON": "onnxwire.json_format.MessageToJson(model)",
    "merge": "other.MergeFrom(packed); list(other.float_data)",
    # Reported as a finding.
    "check": "raise onnxwire.DecodeError(onnxwire.check(model)[0].sentence, source=path)",
    "places": "[place.tensor.raw_data for place in onnxwire.tensor_places(model)]",
    "embed": "onnxwire.save(model, 'other.onnx', external_data=True)",
}

USE = """
import copy, io, os, pickle, sys
import onnxwire, onnxwire.json_format
path = sys.argv[1]
content = open(path, "rb").read()
for line in sys.argv[3:]:
    with open(path, "wb") as file:
        file.write(content)
    model, model2 = onnxwire.load(path), onnxwire.load(path)
    nodes, (weights, packed) = model2.graph.node, onnxwire.load(path).graph.initializer
    assert (weights.name, packed.name) == ("w", "p")
    other = onnxwire.TensorProto()
    exec(sys.argv[2])
    try:
        exec(line)
    except onnxwire.DecodeError as error:
        print(error)
    else:
        print("no error")
"""

CUTS = {
    "emptied": ('open(path, "wb")', "it had .* bytes and has 0 now"),
    "emptied elsewhere": (
        'os.rename(path, path + "2"); open(path + "2", "wb")',
        "it had .* bytes and has 0 now",
    ),
    "emptied and deleted": ("os.truncate(path, 5000); os.unlink(path)", "and has 5000 now"),
    "written": ('file = open(path, "r+b"); file.write(b"x"); file.flush()', "been written to"),
}


@pytest.mark.parametrize("cut", CUTS)
def test_a_model_file_that_changes_is_an_error_and_no_crash(tmp_path: Path, cut: str) -> None:
    path = tmp_path / "m.onnx"
    model = model_of(1)
    del model.graph.initializer[1]
    packed = model.graph.initializer.add(name="p", data_type=1, dims=[SIZE])
    packed.float_data = random_array(SIZE).tolist()
    onnxwire.save(model, path)
    act, reason = CUTS[cut]
    command = [sys.executable, "-c", USE, str(path), act, *USES.values()]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == len(USES)
    for name, line in zip(USES, lines, strict=True):
        assert line.startswith(f"{path}: the file was changed after it was loaded: "), (name, line)
        assert re.search(reason, line), (name, line)


def test_the_error_for_an_emptied_file_names_the_safe_way(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    onnxwire.save(model_of(1), path)
    model = onnxwire.load(path)
    with open(path, "wb") as file, pytest.raises(DecodeError, match=r"save\(message, path\)"):
        onnxwire.save(model, file)
    with pytest.raises(DecodeError, match=r"save\(message, path\)"):
        onnxwire.save(model, path)


def overwrite_after_encoding(model: ModelProto, path: Path) -> None:
    data = model.SerializeToString()
    with open(path, "wb") as file:
        file.write(data)


def overwrite_while_encoding(model: ModelProto, path: Path) -> None:
    with open(path, "wb") as file:
        file.write(model.SerializeToString())


def save_into_the_open_file(model: ModelProto, path: Path) -> None:
    with open(path, "wb") as file:
        onnxwire.save(model, file)


@pytest.mark.parametrize(
    ("overwrite", "is_safe_if_mapped"),
    [
        (lambda model, path: onnxwire.save(model, path), True),
        (overwrite_after_encoding, True),
        (overwrite_while_encoding, False),
        (save_into_the_open_file, False),
    ],
)
@pytest.mark.parametrize("is_mapped", [True, False])
def test_ways_to_overwrite_the_file_of_a_model(
    tmp_path: Path, overwrite: Callable[[Any, Path], None], is_safe_if_mapped: bool, is_mapped: bool
) -> None:
    path = tmp_path / "m.onnx"
    onnxwire.save(model_of(1), path)
    model = onnxwire.load(path, mmap=is_mapped)
    model.producer_name = "me"
    expected = model.SerializeToString()
    if is_safe_if_mapped or not is_mapped:
        overwrite(model, path)
        assert path.read_bytes() == expected
        if is_mapped and overwrite is overwrite_after_encoding:
            with pytest.raises(DecodeError, match="was changed after it was loaded"):
                model.SerializeToString()
        else:
            assert model.SerializeToString() == expected
        return
    with pytest.raises(DecodeError, match=r"save\(message, path\)"):
        overwrite(model, path)
    assert path.read_bytes() == b""


@pytest.mark.parametrize("change", [replace, replace_folder], ids=lambda change: change.__name__)
def test_a_model_file_that_is_replaced_keeps_its_content(
    folders: tuple[Path, Path], change: Callable[[Path, Path], None]
) -> None:
    target, source = folders
    model, expected = onnxwire.load(target / "m.onnx"), (target / "m.onnx").read_bytes()
    change(source, target)
    assert model.SerializeToString() == expected
    assert {node.op_type for node in model.graph.node} == {"1"}


def test_a_file_that_changes_while_it_is_written_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever portion it changes in, also in the last one."""
    path, target = tmp_path / "m.onnx", tmp_path / "n.onnx"
    onnxwire.save(model_of(1), path)
    monkeypatch.setattr(portions, "_PORTION", 4096)

    class Writer(io.BytesIO):
        left = 0

        def write(self, data: Any) -> int:
            if self.left == 0:
                with open(path, "r+b") as file:
                    file.write(b"\x08")
            self.left -= 1
            return super().write(data)

    count = Writer()
    count.left = 1 << 30
    onnxwire.save(onnxwire.load(path), count)
    total = (1 << 30) - count.left
    assert total > 10
    for portion in range(total):
        os.utime(path, (1, 1))
        model, writer = onnxwire.load(path), Writer()
        writer.left = portion
        with pytest.raises(DecodeError, match="it has been written to"):
            onnxwire.save(model, writer)
    assert not target.exists()
