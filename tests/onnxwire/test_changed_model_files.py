"""A loaded model whose file changes: an error and no crash, and ways to write it safely."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import onnxwire
from onnxwire import DecodeError, ModelProto
from onnxwire._external import portions
from oracles.saved_models import SIZE, model_with_seed, random_array

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
    model = model_with_seed(1)
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
    onnxwire.save(model_with_seed(1), path)
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
    onnxwire.save(model_with_seed(1), path)
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


def test_a_file_that_changes_while_it_is_written_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever portion it changes in, also in the last one."""
    path, target = tmp_path / "m.onnx", tmp_path / "n.onnx"
    onnxwire.save(model_with_seed(1), path)
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
