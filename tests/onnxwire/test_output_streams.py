"""Every command with output in any encoding, closed, full or unread: never a traceback."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import onnx
import pytest

from onnxwire._cli.command_line import main
from support.streams import ENCODINGS, REDIRECTIONS, Done, run_all

MODULE = "onnxwire._cli.command_line"
ODD = "名字 é │ 😀 \u202e"
COMMANDS: list[list[str]] = [
    ["--help"],
    ["--version"],
    ["info", "m.onnx"],
    ["info", "m.onnx", "m.onnx"],
    ["tensors", "m.onnx"],
    ["tensors", "m.onnx", "--stats", "--verify"],
    ["tensors", "m.onnx", "--save", ODD, "-"],
    ["check", "m.onnx", "--all"],
    ["check", "m.onnx", "--format", "json"],
    ["convert", "m.onnx", "-"],
    ["convert", "m.onnx", "-", "--to", "json"],
    ["convert", "m.onnx", "-", "--to", "textproto"],
    ["explore", "m.onnx"],
    ["explore", "m.onnx", "--format", "json"],
    ["explore", "m.onnx", "--format", "html"],
    ["explore", "m.onnx", "--format", "protoscope"],
    ["explore", "--help"],
]
FAULTS: list[list[str]] = [
    ["info", "名字.onnx"],
    ["check", "名字.onnx"],
    ["explore", "名字.onnx"],
    ["tensors", "m.onnx", "--save", "名字", "x.npy"],
    ["nonsense 名字"],
    [],
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a model full of odd text, of which one rule is broken."""
    path = tmp_path_factory.mktemp("streams")
    tensor = onnx.helper.make_tensor(ODD, onnx.TensorProto.FLOAT, [1], [1.5])
    node = onnx.helper.make_node(ODD, ["x"], [ODD], name=ODD)
    graph = onnx.helper.make_graph([node], ODD, [], [], [tensor], doc_string=ODD)
    onnx.save(onnx.helper.make_model(graph, producer_name=ODD), path / "m.onnx")
    return path


def run(folder: Path, kind: str) -> tuple[list[Done], list[Done]]:
    """How the commands end, and those with something wrong."""
    done, _ = run_all(MODULE, COMMANDS + FAULTS, folder, kind)
    return done[: len(COMMANDS)], done[len(COMMANDS) :]


@pytest.fixture(scope="module")
def codes(folder: Path) -> list[int]:
    """The exit codes with streams that take everything."""
    done, faults = run(folder, "")
    assert not any(item.errors for item in done)
    assert {item.code for item in faults} == {2}
    return [item.code for item in done]


def require_sentences(faults: list[Done]) -> None:
    assert {item.code for item in faults} == {2}
    # Of an encoding of two bytes for a letter, one is 0.
    texts = [item.errors.replace("\0", "") for item in faults]
    assert all("error: " in text and "Traceback" not in text for text in texts)


def test_the_exit_codes_of_commands(codes: list[int]) -> None:
    found = {words[0]: code for words, code in zip(COMMANDS, codes, strict=True) if code}
    assert found == {"check": 1}


@pytest.mark.parametrize("kind", ENCODINGS)
def test_output_in_any_encoding(folder: Path, codes: list[int], kind: str) -> None:
    done, faults = run(folder, kind)
    assert done == [Done(code, "") for code in codes]
    require_sentences(faults)


@pytest.mark.parametrize("kind", [kind for kind in REDIRECTIONS if "full" in kind])
def test_output_to_a_full_device_is_an_error(folder: Path, kind: str) -> None:
    done, faults = run(folder, kind)
    assert {*done} == {Done(2, "error: standard output: No space left on device\n")}
    require_sentences(faults)


@pytest.mark.parametrize("kind", [kind for kind in REDIRECTIONS if "reader" in kind])
def test_output_that_is_not_read_ends_the_command(folder: Path, kind: str) -> None:
    done, faults = run(folder, kind)
    assert {*done} == {Done(141, "")}
    require_sentences(faults)


@pytest.mark.parametrize("kind", [kind for kind in REDIRECTIONS if "closed" in kind])
def test_reports_to_closed_streams_are_lost_and_files_are_not(
    folder: Path, codes: list[int], kind: str
) -> None:
    done, faults = run(folder, kind)
    is_told = kind == "closed output"
    for item, words, code in zip(done, COMMANDS, codes, strict=True):
        if "-" in words and kind != "closed errors":
            error = "error: standard output is closed\n" if is_told else ""
            assert item == Done(2, error)
        else:
            assert item == Done(code, "")
    assert [bool(item.errors) for item in faults] == [is_told] * len(faults)
    assert {item.code for item in faults} == {2}


def test_letters_that_an_encoding_lacks_are_escaped(folder: Path) -> None:
    for kind, shown in (
        ("ascii", b"\\u540d\\u5b57 \\u00e9 |"),
        ("cp1252", b"\\u540d\\u5b57 \xe9 |"),
    ):
        _, output = run_all(MODULE, [["info", "m.onnx"]], folder, kind)
        assert b"producer       " + shown in output
    _, output = run_all(MODULE, [["explore", "m.onnx"]], folder, "ascii")
    assert b" ...\n" in output and b" | " in output and b"\\u2026" not in output


def test_a_page_is_in_the_encoding_that_it_names(folder: Path) -> None:
    _, output = run_all(MODULE, [["explore", "m.onnx", "--format", "html"]], folder, "cp1252")
    assert b'charset="utf-8"' in output.lower() and "名字 é".encode() in output


def test_an_interrupt_is_no_traceback(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("onnxwire._cli.command_line.model_info", interrupt)
    assert main(["info", str(folder / "m.onnx")]) == 130
    assert capsys.readouterr().err == ""


# --- standard input and output as files ---------------------------------------------------


class Input(io.TextIOWrapper):
    def __init__(self, content: bytes) -> None:
        super().__init__(io.BytesIO(content))


@pytest.mark.parametrize(
    "words",
    [
        ["info", "-"],
        ["tensors", "-"],
        ["check", "-"],
        ["check", "-", "--as", "ModelProto"],
        ["check", "-", "--format", "json"],
        ["explore", "-"],
        ["convert", "-", "-", "--to", "json"],
        ["convert", "-", "out.onnx"],
    ],
    ids=" ".join,
)
def test_a_dash_is_standard_input(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
) -> None:
    monkeypatch.chdir(folder)
    code = main(["m.onnx" if word == "-" and nth == 1 else word for nth, word in enumerate(words)])
    by_name = capsys.readouterr()
    content = Path("m.onnx").read_bytes()
    monkeypatch.setattr(sys, "stdin", Input(content))
    assert main(words) == code
    piped = capsys.readouterr()
    assert piped.err == by_name.err == ""
    name = "-" if words[0] == "explore" else "standard input"
    assert piped.out == by_name.out.replace("m.onnx", name)
    if words[-1] == "out.onnx":
        assert Path("out.onnx").read_bytes() == content and not Path("-").exists()


def test_a_dash_is_standard_output(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(folder)
    assert main(["convert", "m.onnx", "-"]) == 0
    assert capfdbinary.readouterr() == (Path("m.onnx").read_bytes(), b"")
    assert main(["convert", "m.onnx", "-", "--to", "json"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["producer_name"] == ODD
    assert not Path("-").exists()
    assert main(["convert", "m.onnx", "-", "--external"]) == 2
    assert b"error: external data lies beside a file, not beside " in capfdbinary.readouterr().err


def test_what_is_wrong_with_standard_input_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("info", "tensors", "check", "convert"):
        target = ["out.onnx"] if command == "convert" else []
        monkeypatch.setattr(sys, "stdin", Input(b"PK\x03\x04"))
        assert main([command, "-", *target]) == (3 if command == "check" else 2)
        assert "error: standard input: expected a ModelProto, got a zip" in capsys.readouterr().err
        monkeypatch.setattr(sys, "stdin", None)
        assert main([command, "-", *target]) == 2
        assert capsys.readouterr().err == "error: standard input is closed\n"
    assert main(["explore", "-"]) == 2
    assert capsys.readouterr().err == "error: standard input is closed\n"
