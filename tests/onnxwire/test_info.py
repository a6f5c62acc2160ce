"""`onnxwire info`: what it says of a model, and how it fails."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
from onnx import helper

import onnxwire
from onnxwire._cli.command_line import main
from onnxwire._files.info import (
    tensor_bytes,
    type_text,
    version_text,
)
from onnxwire._tensors.element_types import ELEMENT_TYPE_BY_NUMBER


def branching_model() -> bytes:
    """A model with a subgraph, a function, weights of several kinds and an odd name."""
    half = helper.make_tensor("half", onnx.TensorProto.FLOAT16, [3], [1, 2, 3])
    branch = helper.make_graph(
        [helper.make_node("Constant", [], ["b"], value=half)], "branch", [], []
    )
    value = helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, ["batch", 3, None])
    sequence = helper.make_tensor_sequence_value_info("s", onnx.TensorProto.INT64, None)
    graph = helper.make_graph(
        [
            helper.make_node("If", ["c"], ["y"], then_branch=branch, else_branch=branch),
            helper.make_node("Twice", ["y"], ["z"], domain="local"),
        ],
        "main\x1b[31m",
        [value, helper.make_tensor_value_info("w", onnx.TensorProto.FLOAT, [2])],
        [sequence],
        [
            helper.make_tensor("w", onnx.TensorProto.FLOAT, [2], [1, 2]),
            helper.make_tensor("h", onnx.TensorProto.UINT4, [3], [1, 2, 3]),
        ],
    )
    function = helper.make_function(
        "local", "Twice", ["a"], ["b"], [helper.make_node("Add", ["a", "a"], ["b"])], []
    )
    model = helper.make_model(graph, functions=[function], producer_name="maker", ir_version=9)
    model.model_version = 0x0001000200000003
    return model.SerializeToString()


def test_a_model_in_a_few_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(branching_model())
    assert main(["info", str(path)]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == str(path)
    expected = {
        "producer": "maker",
        "IR version": "9 (ONNX 1.14 to 1.15)",
        "model version": "281483566645251 (1.2.3)",
        "graph": "main\\u001b[31m",
        "inputs": "x: FLOAT[batch, 3, ?]",
        "outputs": "s: Sequence(INT64 of unknown shape)",
        "nodes": "4",
        "initializers": "2",
        "weights": "22 bytes in initializers and constants",
        "functions": "1",
        "nodes in functions": "1",
    }
    found = {line.split("  ")[0]: line.split("  ")[-1].strip() for line in lines[1:]}
    assert expected.items() <= found.items()
    assert "(1 more, whose values are initializers)" in lines
    assert [line for line in lines if line.endswith((" If", " Constant", " local.Twice"))] == [
        "2 Constant",
        "1 If",
        "1 local.Twice",
    ]


def test_fields_that_came_after_the_ir_version_of_a_model_are_named() -> None:
    model = onnxwire.ModelProto(ir_version=7, functions=[{"name": "f"}], graph={"name": "g"})
    lines = [line.strip() for line in onnxwire.model_info(model).splitlines()]
    assert any(
        line.endswith("ModelProto.functions: field added in ONNX 1.10 (IR 8)") for line in lines
    )
    model.ir_version = 8
    assert "newer than that" not in onnxwire.model_info(model)


@pytest.mark.parametrize(
    ("version", "text"),
    [
        (0, "0"),
        (7, "7"),
        (0x00000000FFFFFFFF, "4294967295"),
        (0x0000000100000000, "4294967296 (0.1.0)"),
        (0x0001000200000159, "281483566645593 (1.2.345)"),
        (-(1 << 48), "-281474976710656 (65535.0.0)"),
    ],
)
def test_model_versions_are_numbers_and_where_so_meant_semantic(version: int, text: str) -> None:
    assert version_text(version) == text


def test_every_element_type_has_its_width() -> None:
    for data_type, element_type in ELEMENT_TYPE_BY_NUMBER.items():
        bits = element_type.bits
        if data_type == onnx.TensorProto.STRING:
            assert bits == 0
            continue
        raw = helper.make_tensor("t", data_type, [8], bytes(bits), raw=True)
        ours = onnxwire.TensorProto.FromString(raw.SerializeToString())
        assert tensor_bytes(ours) == bits
        ours.ClearField("raw_data")
        assert tensor_bytes(ours) == bits
        itemsize = helper.tensor_dtype_to_np_dtype(data_type).itemsize
        assert (bits + 7) // 8 == itemsize


def test_types_in_words() -> None:
    for theirs, text in (
        (helper.make_tensor_type_proto(1, []), "FLOAT[]"),
        (helper.make_sparse_tensor_type_proto(7, [2]), "Sparse(INT64[2])"),
        (helper.make_optional_type_proto(helper.make_tensor_type_proto(9, None)), None),
        (helper.make_map_type_proto(8, helper.make_tensor_type_proto(1, [1])), None),
        (onnx.TypeProto(), "type not given"),
    ):
        ours = onnxwire.TypeProto.FromString(theirs.SerializeToString())
        expected = (
            text
            or {
                "optional_type": "Optional(BOOL of unknown shape)",
                "map_type": "Map(STRING, FLOAT[1])",
            }[str(theirs.WhichOneof("value"))]
        )
        assert type_text(ours) == expected


def test_files_that_cannot_be_shown_are_sentences_and_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty\x1b.onnx"
    empty.touch()
    good = tmp_path / "good.onnx"
    good.write_bytes(branching_model())
    assert main(["info", str(tmp_path / "missing.onnx"), str(empty), str(good)]) == 2
    printed = capsys.readouterr()
    assert "No such file" in printed.err
    assert "0 bytes" in printed.err
    assert "\x1b" not in printed.err
    assert "Twice" in printed.out
