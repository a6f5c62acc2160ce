"""`onnxwire tensors`: what is in a file, where it lies, and what it comes to."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy
import onnx
import pytest
from onnx import helper, numpy_helper

from onnxwire._cli.command_line import main
from oracles.external_models import (
    STEPS_BY_NAME,
    model_of,
    nested_model,
    refer,
    tensor,
    values_of,
    write_external,
)


def table(text: str) -> list[list[str]]:
    """The cells of a printed table, which two spaces part."""
    return [[cell.strip() for cell in line.split("  ") if cell] for line in text.splitlines()]


def write(folder: Path, *tensors: onnx.TensorProto) -> str:
    path = folder / "m.onnx"
    path.write_bytes(model_of(*tensors).SerializeToString())
    return str(path)


def test_all_tensors_are_listed_and_no_other_file_is_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_external(tmp_path, nested_model())
    (tmp_path / "model.onnx.bin").unlink()
    assert main(["tensors", str(path)]) == 0
    rows = table(capsys.readouterr().out)
    assert rows[0] == ["name", "type", "shape", "bytes", "where"]
    assert rows[-1] == ["17 tensors, 24,000 bytes, 16,800 of them in other files"]
    names = {steps.partition(".")[2] + f" {name!r}" for name, steps in STEPS_BY_NAME.items()}
    names = names - {"graph.initializer[0] 'init'"} | {"init"}
    assert {row[0] for row in rows[1:-1] if not row[0].endswith("indices")} == names
    assert ["init", "FLOAT", "[300]", "1200", "'model.onnx.bin' from 9600"] in rows
    sparse = "graph.sparse_initializer[0].indices"
    assert [sparse, "INT64", "[300]", "2400", "raw_data"] in rows


def test_odd_tensors_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts: Any = [b"abc", b"d"]
    strings = helper.make_tensor("s\x1b[31m", onnx.TensorProto.STRING, [2], texts)
    no_number = refer(tensor("n"), "w.bin", offset="x")
    path = write(
        tmp_path,
        strings,
        onnx.TensorProto(name="no type"),
        onnx.TensorProto(name="new", data_type=99, dims=[2]),
        refer(tensor("out"), "../\x1bx"),
        no_number,
        refer(tensor("key"), "w.bin", key="x"),
    )
    assert main(["tensors", path]) == 0
    printed = capsys.readouterr()
    rows = table(printed.out)
    assert ["s\\u001b[31m", "STRING", "[2]", "4", "string_data"] in rows
    assert ["no type", "UNDEFINED", "[]", "0", "-"] in rows
    assert ["new", "<data type 99>", "[2]", "0", "-"] in rows
    assert ["out", "FLOAT", "[300]", "1200", "'../\\x1bx' from 0"] in rows
    assert any(row[0] == "n" and row[4].startswith("in another file: offset 'x'") for row in rows)
    assert "warning: ModelProto.graph.initializer[5] 'key': unknown keys" in printed.err
    assert "\x1b" not in printed.out + printed.err


def numbers(row: list[str]) -> list[Any]:
    return [None if cell == "-" else complex(cell) for cell in row[-4:]]


def test_statistics_are_those_of_numpy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    random = numpy.random.default_rng(1)
    text: Any = [b"a"]
    arrays: dict[str, Any] = {
        "float32": random.normal(size=(30, 40)).astype(numpy.float32),
        "float16": random.normal(size=100).astype(numpy.float16),
        "float64": random.normal(size=7) * 1e300,
        "int8": random.integers(-128, 128, 50, numpy.int8),
        "uint64": random.integers(0, 1 << 64, 50, numpy.uint64),
        "int64": random.integers(-(1 << 63), 1 << 63, 50, numpy.int64),
        "bool": random.integers(0, 2, 50) > 0,
        "bfloat16": random.normal(size=33).astype(ml_dtypes.bfloat16),
        "float8": random.normal(size=33).astype(ml_dtypes.float8_e4m3fn),
        "int4": random.integers(-8, 8, 51).astype(ml_dtypes.int4),
        "scalar": numpy.array(3.5),
    }
    tensors = [numpy_helper.from_array(array, name) for name, array in arrays.items()]
    tensors[0] = refer(tensors[0], "w.bin")
    (tmp_path / "w.bin").write_bytes(arrays["float32"].tobytes())
    tensors += [
        helper.make_tensor("typed", onnx.TensorProto.FLOAT, [3], [1, 2, 6]),
        numpy_helper.from_array(numpy.array([1, numpy.nan, 3, numpy.nan, -numpy.inf]), "nan"),
        numpy_helper.from_array(numpy.full(3, numpy.nan), "all nan"),
        numpy_helper.from_array(numpy.zeros((0, 3)), "empty"),
        numpy_helper.from_array(numpy.array([1 + 2j, 3 - 1j]), "complex"),
        helper.make_tensor("s", onnx.TensorProto.STRING, [1], text),
    ]
    assert main(["tensors", write(tmp_path, *tensors), "--stats"]) == 0
    rows = {row[0]: row for row in table(capsys.readouterr().out)}
    for name, array in arrays.items():
        wide = array.astype(numpy.float64)
        expected = [wide.min(), wide.max(), wide.mean(), 0]
        assert numbers(rows[name]) == pytest.approx(expected, rel=1e-5), name
    assert rows["uint64"][5] == str(arrays["uint64"].min())
    assert numbers(rows["typed"]) == [1, 6, 3, 0]
    assert rows["nan"][-4:] == ["-inf", "3", "-inf", "2"]
    assert rows["all nan"][-4:] == ["-", "-", "-", "3"]
    assert rows["empty"][-4:] == ["-", "-", "-", "0"]
    assert numbers(rows["complex"]) == [None, None, 2 + 0.5j, 0]
    assert rows["s"][-4:] == ["-"] * 4


def test_statistics_of_large_tensors_are_put_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("onnxwire._cli.tensor_statistics._PART", 8)
    for array in (
        numpy.arange(-50, 51, dtype=numpy.float32),
        numpy.array([-8, 7, 3] * 17).astype(ml_dtypes.int4),
    ):
        path = write(tmp_path, numpy_helper.from_array(array, "w"))
        assert main(["tensors", path, "--stats"]) == 0
        row = table(capsys.readouterr().out)[1]
        wide = array.astype(numpy.float64)
        assert numbers(row) == pytest.approx([wide.min(), wide.max(), wide.mean(), 0], rel=1e-5)


def test_what_cannot_be_read_is_told_and_the_others_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "w.bin").write_bytes(values_of("w").tobytes())
    good = refer(tensor("w"), "w.bin", checksum="0" * 40)
    path = write(tmp_path, refer(tensor("out"), "../x"), good, tensor("in"))
    assert main(["tensors", path, "--stats"]) == 2
    printed = capsys.readouterr()
    assert "'out': external data '../x': the location leads out" in printed.err
    rows = table(printed.out)
    assert rows[1][-4:] == ["?"] * 4 and rows[2][-4] == "1119" and rows[3][-4] == "2105"
    assert main(["tensors", path, "--verify"]) == 2
    printed = capsys.readouterr()
    assert printed.err.count("error: ") == 2 and "its checksum says 000" in printed.err
    assert printed.out.endswith("external data: 0 of 2 are right, 0 by digest\n")
    # Nothing is written after a failure, whichever tensor it is about.
    assert main(["tensors", path, "--verify", "--save", "in", str(tmp_path / "in.npy")]) == 2
    assert not (tmp_path / "in.npy").exists()


def test_tensors_are_saved_as_numpy_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = str(write_external(tmp_path, nested_model()))
    steps = STEPS_BY_NAME["deep"].partition(".")[2]
    assert main(["tensors", path, "--save", "init", "a.npy", "--save", steps, "b.npy"]) == 0
    assert numpy.load("a.npy").tolist() == values_of("init").tolist()
    assert numpy.load("b.npy").tolist() == values_of("deep").tolist()
    assert "init: float32[300] in a.npy" in capsys.readouterr().out
    for array, expected in (
        (numpy.array(2.5), numpy.array(2.5)),
        (numpy.zeros((0, 3), numpy.int8), numpy.zeros((0, 3), numpy.int8)),
        (numpy.array([[True], [False]]), numpy.array([[True], [False]])),
        (numpy.array(["a", "bcü", ""], object), numpy.array(["a", "bcü", ""])),
        (numpy.array([""], object), numpy.array([""])),
        (numpy.ones(3, ml_dtypes.bfloat16), numpy.ones(3, numpy.float32)),
        (numpy.array([-8, 7, 0]).astype(ml_dtypes.int4), numpy.array([-8, 7, 0], numpy.int8)),
    ):
        path = write(tmp_path, numpy_helper.from_array(array, "w"))
        assert main(["tensors", path, "--save", "w", "w.npy"]) == 0
        found = numpy.load("w.npy")
        assert found.dtype == expected.dtype and found.shape == expected.shape
        assert found.tolist() == expected.tolist()


def test_a_name_that_means_no_tensor_or_several_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, tensor("w"), tensor("w"))
    assert main(["tensors", path, "--save", "v", str(tmp_path / "v.npy")]) == 2
    assert "there is no tensor 'v'" in capsys.readouterr().err
    assert main(["tensors", path, "--save", "w", str(tmp_path / "w.npy")]) == 2
    assert "say which one: graph.initializer[0], graph.initializer[1]" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.npy"))


def test_a_file_of_one_tensor_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "input_0.pb"
    path.write_bytes(tensor("x").SerializeToString())
    assert main(["tensors", str(path)]) == 2
    assert "got bytes that can be a TensorProto" in capsys.readouterr().err
    assert main(["tensors", str(path), "--type", "TensorProto"]) == 0
    assert table(capsys.readouterr().out)[1][0] == "TensorProto 'x'"


def test_without_numpy_tensors_are_listed_and_statistics_an_error(tmp_path: Path) -> None:
    path = write(tmp_path, tensor("w"))
    code = "import sys; sys.modules['numpy'] = None; from onnxwire._cli.command_line import main;"
    code += "sys.exit(main(sys.argv[1:]))"
    for options, status in (([], 0), (["--stats"], 2), (["--save", "w", "w.npy"], 2)):
        command = [sys.executable, "-c", code, "tensors", path, *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == status
        assert ("pip install numpy" in done.stderr) == (
            status == 2
        ) and "Traceback" not in done.stderr
