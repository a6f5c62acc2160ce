"""The `explore` command: options, exit codes, and which rows are shown."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from onnxwire._cli.command_line import main
from oracles.explorer_samples import model, raw_tensor, samples
from oracles.real_files import RealFile, real_files
from oracles.wire_tree import record


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, data in samples().items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main(["explore", *map(str, words)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def rows(capsys: pytest.CaptureFixture[str], *words: object) -> list[dict[str, Any]]:
    _, out, _ = run(capsys, *words, "--format", "json")
    found: list[dict[str, Any]] = json.loads(out)["rows"]
    return found


def test_the_exit_code_says_how_well_a_file_was_read(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, files / "eighteen.pb")[0] == 0
    assert run(capsys, files / "eighteen.pb", "--check")[0] == 0
    assert run(capsys, files / "eighteen.pb", "--as", "SequenceProto")[0] == 0
    assert run(capsys, files / "eighteen.pb", "--as", "SequenceProto", "--check")[0] == 1
    assert run(capsys, files / "cut.pb")[0] == 3
    assert run(capsys, files / "cut.pb", "--check")[0] == 3
    assert run(capsys, files / "random.pb")[0] == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--as", "Tensor"], "there is no message Tensor; there are "),
        (["--path", "graph..node"], "'graph..node' is no path"),
        (["--at", "99999"], "offset 99999 is outside"),
        (["--find", "nowhere"], "'nowhere' is not in the file"),
        (["--find", "hex:0g"], "expected hexadecimal digits after hex:"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(
    words: list[str], sentence: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, files / "model.onnx", *words)
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and sentence in err and err.count("\n") == 1


def test_a_file_that_is_not_there_is_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, tmp_path / "no\x1bfile")
    assert code == 2 and "No such file" in err and "\x1b" not in err
    assert run(capsys, tmp_path)[0] == 2


def test_standard_input_is_read(files: Path) -> None:
    command = [sys.executable, "-m", "onnxwire", "explore", "-", "--format", "json"]
    done = subprocess.run(command, input=samples()["six.pb"], capture_output=True, check=False)
    assert done.returncode == 0
    assert json.loads(done.stdout)["reading"] == "SequenceProto"


def test_a_part_is_shown_by_its_path(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = rows(capsys, files / "model.onnx", "--path", "graph.node[0].input[1]")
    assert [row["path"] for row in found] == ["graph", "graph.node[0]", "graph.node[0].input[1]"]
    deep = rows(capsys, files / "model.onnx", "--path", "graph.input")
    assert {"graph.input[0].type.tensor_type.elem_type"} <= {row["path"] for row in deep}
    assert not any(row["path"].startswith("graph.node") for row in deep)


def test_the_records_around_a_byte_are_shown(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = model().index("值".encode())
    found = rows(capsys, files / "model.onnx", "--at", hex(at))
    assert [row["path"] for row in found] == ["graph", "graph.node[0]", "graph.node[0].input[1]"]


def test_text_and_bytes_are_found(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    by_text = rows(capsys, files / "model.onnx", "--find", "节点")
    by_hex = rows(capsys, files / "model.onnx", "--find", f"hex:{'节点'.encode().hex()}")
    assert by_text == by_hex and by_text[-1]["path"] == "graph.node[0].name"
    many = rows(capsys, files / "model.onnx", "--find", "x")
    assert {"graph.node[0].input[0]", "graph.initializer[0].name"} <= {row["path"] for row in many}


def test_depth_and_rows_limit_what_is_shown(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flat = rows(capsys, files / "model.onnx", "--depth", "0")
    assert {row["depth"] for row in flat} == {0}
    assert len(rows(capsys, files / "model.onnx", "--rows", "3")) < len(
        rows(capsys, files / "model.onnx", "--all")
    )


def test_offsets_can_be_decimal(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, files / "cut.pb", "--offsets", "dec", "--width", "100")
    assert "\n11      ! 4A" in out


def test_long_lists_are_folded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "many.onnx"
    path.write_bytes(b"\x08\x08" + record(7, record(1, record(4, b"Relu")) * 3000))
    found = rows(capsys, path)
    (folded,) = [row for row in found if row["kind"] == "more"]
    assert folded["name"] == "node[20] … node[2999]"
    assert "--path graph.node[20]" in folded["value"]
    assert sum(folded["val"]) == path.stat().st_size
    last = rows(capsys, path, "--path", "graph.node[2999]")
    assert [row["path"] for row in last][1:] == ["graph.node[2999]", "graph.node[2999].op_type"]


def test_a_list_of_numbers_is_one_group(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = rows(capsys, files / "prefixed.pb")
    assert (found[0]["kind"], found[0]["value"]) == ("group", "3: 2, 3, 4")
    assert [row["path"] for row in found[1:4]] == ["dims[0]", "dims[1]", "dims[2]"]


def test_rules_are_marked_at_the_byte(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = files / "wrong.onnx"
    path.write_bytes(model().replace(b"\x08\x02\x10\x01\x22", b"\x08\x03\x10\x01\x22"))
    _, out, _ = run(capsys, path, "--format", "json")
    report = json.loads(out)
    (finding,) = [item for item in report["findings"] if item["rule"] == "TensorProto.3"]
    (row,) = [row for row in report["rows"] if row["path"] == finding["path"]]
    assert finding["path"].startswith("graph.initializer[0]")
    assert finding["offset"] == row["o"] and row["marks"] == ["!"]
    assert finding["link"] == "messages/onnx.TensorProto.md#rule.TensorProto.3"


def test_a_time_limit_stops_the_walk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long.onnx"
    path.write_bytes(b"\x08\x08" + record(7, record(1, record(4, b"Relu")) * 20_000))
    code, out, _ = run(capsys, path, "--seconds", "0")
    assert code == 0 and "time is up" in out
    assert "time is up" not in run(capsys, path)[1]


def test_not_a_number_and_infinity_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = raw_tensor()[:13] + bytes.fromhex("0000c07f0000807f000080ff") + bytes(84)
    path = tmp_path / "odd.pb"
    path.write_bytes(data)
    assert "1 NaN, 2 infinite" in rows(capsys, path, "--sizes")[-1]["value"]
    assert "NaN" not in rows(capsys, path)[-1]["value"]


@pytest.mark.parametrize("file", real_files()[::40], ids=str)
def test_rows_are_the_records_that_protoc_decodes(
    file: RealFile, capsys: pytest.CaptureFixture[str]
) -> None:
    if len(file.data) > 200_000:
        pytest.skip("protoc would take long to print it")
    done = subprocess.run(
        [sys.executable, "-m", "grpc_tools.protoc", "--decode_raw"],
        input=file.data,
        capture_output=True,
        check=True,
    )
    top = [
        line.split(b":")[0].split(b" ")[0]
        for line in done.stdout.splitlines()
        if line[:1].isdigit()
    ]
    found = rows(capsys, file.path, "--all", "--depth", "0")
    numbers = [str(row["n"]).encode() for row in found if row["kind"] == "record"]
    assert numbers == top


def test_importing_the_package_imports_nothing_of_the_explorer() -> None:
    code = (
        "import sys, onnxwire; print(sorted(name for name in sys.modules if name in"
        " ('onnxwire._rules.facts', 'onnxwire._rules.rules', 'onnxwire._rules.schema_index', 'argparse')"
        " or name.startswith('onnxwire._explorer')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
