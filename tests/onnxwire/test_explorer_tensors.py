"""Data of tensors in the explorer: elements of every type as numpy has them, and other files."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from onnxwire._cli.command_line import main
from onnxwire._explorer.elements import entry_elements, raw_elements
from onnxwire._rules.facts import ENCODINGS

FORMATS = ENCODINGS["onnx.TensorProto"].format_by_number
TYPES = [number for number, form in FORMATS.items() if form.bits is not None]
NAMES = {number: TensorProto.DataType.Name(number) for number in TYPES}


def numbers(texts: list[str]) -> list[complex]:
    words = {"true": "1", "false": "0"}
    return [
        complex(words.get(text, text).replace("i", "j").replace("jnf", "inf")) for text in texts
    ]


# Numbers of 32 bits are written in as few digits as tell them apart.
SINGLE = ("FLOAT", "COMPLEX64", "BFLOAT16")


def assert_alike(found: list[str], expected: Any, data_type: int) -> None:
    kind = np.float32 if NAMES[data_type] in SINGLE else np.float64
    wanted = [complex(value) for value in np.asarray(expected).astype(np.complex128).ravel()]
    for text, ours, theirs in zip(found, numbers(found), wanted, strict=True):
        for one, other in ((ours.real, theirs.real), (ours.imag, theirs.imag)):
            assert kind(one) == kind(other) or (math.isnan(one) and math.isnan(other)), text


def all_bits(bits: int, count: int) -> bytes:
    """Bytes that hold every pattern of few bits, or many of more."""
    if bits > 16:
        return np.random.default_rng(bits).integers(0, 100, count * bits // 8, np.uint8).tobytes()
    patterns = range(min(1 << bits, count))
    whole = sum(pattern << bits * index for index, pattern in enumerate(patterns))
    return whole.to_bytes(len(patterns) * bits // 8, "little")


@pytest.mark.parametrize("data_type", TYPES, ids=NAMES.get)
def test_raw_elements_are_those_of_numpy(data_type: int) -> None:
    bits = FORMATS[data_type].bits
    assert bits is not None
    raw = all_bits(bits, 2048)
    if NAMES[data_type] == "BOOL":
        raw = bytes((0, 1, 1, 0))
    count = len(raw) * 8 // bits
    tensor = TensorProto(data_type=data_type, dims=[count], raw_data=raw)
    found = list(raw_elements(data_type, bits, raw))
    assert_alike(found, numpy_helper.to_array(tensor), data_type)


@pytest.mark.parametrize("data_type", TYPES, ids=NAMES.get)
def test_entries_are_elements_as_numpy_has_them(data_type: int) -> None:
    form = FORMATS[data_type]
    field = form.field
    count = 8 * form.elements_per_entry
    tensor = TensorProto(data_type=data_type, dims=[count])
    limit = 1 << min(form.bits or 0, 8) * (form.elements_per_entry if form.bits in (2, 4) else 1)
    entries = [index * 31 % limit for index in range(8 * form.entries_per_element)]
    if NAMES[data_type] == "BOOL":
        entries = [0, 1] * 4
    elif NAMES[data_type] == "INT8":
        entries = [value - 128 for value in entries]
    getattr(tensor, field).extend(entries)
    found = list(entry_elements(data_type, form.bits or 0, list(getattr(tensor, field))))
    assert_alike(found, numpy_helper.to_array(tensor), data_type)


def report(capsys: pytest.CaptureFixture[str], path: Path, *words: str) -> Any:
    main(["explore", str(path), "--format", "json", *words])
    return json.loads(capsys.readouterr().out)


def model_with(*tensors: TensorProto) -> bytes:
    graph = helper.make_graph([], "g", [], [], initializer=tensors)
    whole = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)])
    data: bytes = whole.SerializeToString()
    return data


def external(name: str, **keys: str) -> TensorProto:
    tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=[1024])
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in keys.items():
        tensor.external_data.add(key=key, value=value)
    return tensor


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "model"
    inside.mkdir()
    (inside / "w.bin").write_bytes(bytes(16384))
    (tmp_path / "secret.bin").write_bytes(bytes(99))
    return inside


def codes(found: Any) -> list[tuple[str, str]]:
    return [
        (item["path"], item["code"]) for item in found["findings"] if "external" in item["code"]
    ]


def test_data_in_other_files_is_checked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = [
        (external("fits", location="w.bin", offset="0", length="4096"), ""),
        (external("odd", location="w.bin", offset="4100", length="4096"), "external-alignment"),
        (external("short", location="w.bin", offset="12288", length="8"), "external-range"),
        (external("far", location="w.bin", offset="16384", length="4096"), "external-range"),
        (external("none", location="no.bin", offset="0", length="4096"), "external-file"),
        (external("up", location="../secret.bin"), "external-path"),
        (external("root", location="/etc/hostname"), "external-path"),
        (external("drive", location="C:\\x"), "external-path"),
        (external("words", location="w.bin", offset="x", length="y"), "external-range"),
        (external("nowhere", offset="0"), "external-location"),
    ]
    path = folder / "m.onnx"
    path.write_bytes(model_with(*(tensor for tensor, _ in cases)))
    found = report(capsys, path, "--external")
    expected = [
        (f"graph.initializer[{index}]", code) for index, (_, code) in enumerate(cases) if code
    ]
    assert codes(found) == expected
    (table,) = found["tables"]
    head, *lines = table["lines"]
    assert len(head) == 5 and [line[0] for line in lines[: len(cases)]] == [
        tensor.name for tensor, _ in cases
    ]
    # What the model alone tells is told in any case; no file is looked up.
    assert "external-file" not in {code for _, code in codes(report(capsys, path))}


def test_nothing_outside_of_the_folder_is_looked_at(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "link.bin").symlink_to(folder.parent / "secret.bin")
    tensors = [
        external(str(i), location=text) for i, text in enumerate(("../secret.bin", "link.bin"))
    ]
    path = folder / "m.onnx"
    path.write_bytes(model_with(*tensors))
    asked: list[str] = []
    for name in ("getsize", "isfile"):
        original = getattr(os.path, name)

        def noted(target: Any, call: Any = original) -> Any:
            asked.append(str(target))
            return call(target)

        monkeypatch.setattr(os.path, name, noted)
    found = report(capsys, path, "--external")
    assert [code for _, code in codes(found)] == ["external-path", "external-path"]
    assert not any("secret" in text or "link" in text for text in asked)


def test_overlaps_and_gaps_are_found_in_the_order_of_the_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "m.onnx"
    path.write_bytes(
        model_with(
            external("late", location="w.bin", offset="8192", length="4096"),
            external("early", location="w.bin", offset="4096", length="4100"),
        )
    )
    found = report(capsys, path, "--external")
    overlaps = [item for item in found["findings"] if item["code"] == "external-overlap"]
    assert [item["path"] for item in overlaps] == ["graph.initializer[1]"]
    assert "graph.initializer[0] at byte 8192" in overlaps[0]["sentence"]
    gaps = [line for line in found["tables"][0]["lines"] if line[0] == "(none)"]
    assert [(line[2], line[3]) for line in gaps] == [("0", "4096"), ("12288", "4096")]


def test_raw_data_of_the_wrong_size_is_told_in_its_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tensor = TensorProto(data_type=TensorProto.FLOAT16, dims=[3], raw_data=bytes(4), name="x")
    path = tmp_path / "x.pb"
    path.write_bytes(tensor.SerializeToString())
    found = report(capsys, path)
    (row,) = [row for row in found["rows"] if row["name"] == "raw_data"]
    assert row["value"] == "FLOAT16[3] 2: 0.0, 0.0; 4 bytes where 6 are needed"
    assert [item["rule"] for item in found["findings"]] == ["TensorProto.3"]
