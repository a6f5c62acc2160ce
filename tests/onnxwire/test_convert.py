"""`onnxwire convert`: the same message in all forms, with its data where it was asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import onnx
import pytest
from google.protobuf import json_format, text_format

from onnxwire._cli import progress
from onnxwire._cli.command_line import main
from oracles.external_models import all_tensors, nested_model, values_of, write_external
from oracles.real_files import RealFile, real_files
from oracles.saved_models import names

NAMES = ("m.onnx", "m.pb", "m.json", "m.onnxjson", "m.txtpb", "m.textproto", "m.pbtxt")


def read(path: Path, message: Any) -> Any:
    """What google's functions read in a file."""
    if path.suffix in (".onnx", ".pb"):
        message.ParseFromString(path.read_bytes())
    elif "json" in path.suffix:
        json_format.Parse(path.read_text(), message)
    else:
        text_format.Parse(path.read_text(), message)
    return message


@pytest.mark.parametrize("file", real_files()[::40], ids=str)
def test_real_files_go_through_all_forms(tmp_path: Path, file: RealFile) -> None:
    source, type_name = str(file.path), file.message_type.name
    for name in NAMES:
        target = str(tmp_path / name)
        assert main(["convert", source, target, "--type", type_name]) == 0
        theirs = file.message_type.theirs
        assert read(tmp_path / name, theirs()) == theirs.FromString(file.data)
        source = target
    assert main(["convert", source, str(tmp_path / "m.pb"), "--type", type_name]) == 0
    theirs = file.message_type.theirs.FromString(file.data)
    assert (tmp_path / "m.pb").read_bytes() == theirs.SerializeToString()


@pytest.mark.parametrize("name", ["m.onnx", "m.json", "m.txtpb"])
def test_data_goes_into_other_files_and_back(tmp_path: Path, name: str) -> None:
    source = tmp_path / "source.onnx"
    source.write_bytes(nested_model().SerializeToString())
    target, back = str(tmp_path / name), str(tmp_path / "back.onnx")
    for options, files in (
        (["--external"], [f"{name}.#.data"]),
        (["--external", "w.bin", "--alignment", "65536", "--checksum"], ["w.bin"]),
    ):
        assert main(["convert", str(source), target, *options]) == 0
        others = {name, "back.onnx", "source.onnx"}
        assert [found for found in names(tmp_path) if found not in others] == files
        assert main(["convert", target, back, "--embed", "--verify"]) == 0
        assert onnx.load(back, load_external_data=False) == nested_model()
    assert main(["convert", str(source), target, "--external-each"]) == 0
    found = all_tensors(read(tmp_path / name, onnx.ModelProto()))
    for tensor_name, tensor in found.items():
        array = onnx.numpy_helper.to_array(tensor, str(tmp_path))
        assert tensor.data_location and array.tolist() == values_of(tensor_name).tolist()
    assert main(["convert", str(source), target, "--external", "--threshold", "1201"]) == 0
    assert read(tmp_path / name, onnx.ModelProto()) == nested_model()


def test_data_comes_along_into_another_folder(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    path = write_external(tmp_path, nested_model())
    middle, target = tmp_path / "middle.json", tmp_path / "new" / "m.onnx"
    assert main(["convert", str(path), str(middle)]) == 0
    assert main(["convert", str(middle), str(target)]) == 0
    os.unlink(tmp_path / "model.onnx.bin")
    assert names(tmp_path / "new") == ["m.onnx", "m.onnx.#.data"]
    for name, tensor in all_tensors(onnx.load(target, load_external_data=False)).items():
        array = onnx.numpy_helper.to_array(tensor, str(tmp_path / "new"))
        assert array.tolist() == values_of(name).tolist()


def test_a_file_is_converted_in_place(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(nested_model().SerializeToString())
    for option in ("--external", "--embed", "--external-each", "--embed"):
        assert main(["convert", str(path), str(path), option]) == 0
    assert onnx.load(path, load_external_data=False) == nested_model()


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["missing.onnx", "m.onnx"], "error: missing.onnx: No such file or directory"),
        (["m", "m.onnx"], "error: m: the name does not tell the format of the file; --from does"),
        (["m.onnx", "m"], "error: m: the name does not tell the format of the file; --to does"),
        (
            ["empty.onnx", "m.onnx"],
            "error: empty.onnx: expected the bytes of ModelProto, got an empty file",
        ),
        (["bad.json", "m.onnx"], "error: "),
        (["bad.txtpb", "m.onnx"], "error: "),
        (["ext.onnx", "m.onnx", "--embed"], "'model.onnx.bin': there is no such file"),
        (
            ["ext.onnx", "m.onnx", "--external", "../x"],
            "'../x': expected the name of a file beside",
        ),
        (["ext.onnx", "m.onnx", "--external", "--alignment", "5"], "alignment 5: a power of two"),
        (["ext.onnx", "no folder/m.onnx"], "No such file or directory"),
    ],
)
def test_what_goes_wrong_is_a_sentence_and_exit_code_2(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    error: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    write_external(tmp_path, nested_model())
    os.rename("model.onnx", "ext.onnx")
    if "--embed" in words:
        os.unlink("model.onnx.bin")
    Path("empty.onnx").touch()
    Path("bad.json").write_text("{")
    Path("bad.txtpb").write_text("graph {")
    before = sorted(os.listdir())
    assert main(["convert", *words]) == 2
    printed = capsys.readouterr()
    assert error in printed.err and printed.err.count("\n") == 1 and not printed.out
    assert sorted(os.listdir()) == before


def test_one_wish_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["convert", "a.onnx", "b.onnx", "--embed", "--external"])
    assert caught.value.code == 2 and "not allowed with" in capsys.readouterr().err


def test_what_takes_long_is_shown_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_PAUSE", 0.001)
    for is_terminal in (True, False):
        for patience in (0.0, 60.0):
            monkeypatch.setattr(progress, "_PATIENCE", patience)
            monkeypatch.setattr(sys.stderr, "isatty", lambda value=is_terminal: value)
            with progress.Progress("writing") as work:
                work.tell(5_000_000)
                while is_terminal and not patience and "5 MB" not in _shown(capsys, _seen):
                    pass
            shown = _shown(capsys, _seen)
            assert (shown.endswith("\r\x1b[K") and "writing: 0 s, 5 MB" in shown) == (
                is_terminal and not patience
            )
            _seen.clear()


_seen: list[str] = []


def _shown(capsys: pytest.CaptureFixture[str], seen: list[str]) -> str:
    seen.append(capsys.readouterr().err)
    return "".join(seen)


def test_the_command_is_loaded_when_it_is_needed_only() -> None:
    code = "import onnxwire, sys; sys.exit('onnxwire._cli.convert' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
