"""Whatever a model or an argument holds, commands print lines that no terminal obeys."""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
import pytest

from onnxwire import (
    AttributeProto,
    FunctionProto,
    GraphProto,
    ModelProto,
    NodeProto,
    OperatorSetIdProto,
    StringStringEntryProto,
    TensorProto,
    TensorShapeProto,
    TypeProto,
    ValueInfoProto,
    from_numpy,
    make_attribute,
)
from onnxwire._cli.command_line import main

# Escape sequences (7 and 8 bits), line ends of all kinds, marks of direction, a bell.
HOSTILE = "a\x1b[31mred\x9b0m\x07\r\nb\x85c\u2028d\u202ee\u2066f\u200fg\ufeff\t\x7f'\"\\"
HOSTILE_NAME = "model\x1b[31m\nx\u202e.onnx"


def model_of(text: str) -> ModelProto:
    """A model that has a text in every place for text that commands show."""
    tensor = from_numpy(np.arange(3, dtype=np.float32))
    tensor.name = tensor.doc_string = text
    outside = TensorProto(name=f"{text}2", dims=[3], data_type=1, data_location=1)
    for key in ("location", text):
        outside.external_data.append(StringStringEntryProto(key=key, value=text))
    attributes: list[AttributeProto] = [make_attribute(text, 1), make_attribute(f"{text}2", text)]
    node = NodeProto(
        op_type=text,
        name=text,
        domain=text,
        doc_string=text,
        input=[text],
        output=[f"{text}2"],
        attribute=attributes,
    )
    dimension = TensorShapeProto.Dimension(dim_param=text)
    shape = TensorShapeProto(dim=[dimension])
    kind = TypeProto(denotation=text, tensor_type=TypeProto.Tensor(elem_type=1, shape=shape))
    value = ValueInfoProto(name=text, doc_string=text, type=kind)
    graph = GraphProto(
        name=text,
        doc_string=text,
        node=[node],
        initializer=[tensor, outside],
        input=[value],
        output=[value],
    )
    return ModelProto(
        ir_version=8,
        producer_name=text,
        producer_version=text,
        domain=text,
        doc_string=text,
        graph=graph,
        opset_import=[OperatorSetIdProto(domain=text, version=1)],
        metadata_props=[StringStringEntryProto(key=text, value=text)],
        functions=[FunctionProto(name=text, domain=text, node=[node], input=[text])],
    )


@pytest.fixture(scope="module", name="files")
def files_(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("terminal")
    data = model_of(HOSTILE).SerializeToString()
    paths = [folder / "model.onnx", folder / HOSTILE_NAME]
    for path in paths:
        path.write_bytes(data)
    return [*map(str, paths), str(folder / f"missing{HOSTILE_NAME}")]


@pytest.mark.parametrize(
    "words",
    [
        ("info",),
        ("tensors",),
        ("tensors", "--verify"),
        ("tensors", "--stats"),
        ("check",),
        ("check", "--all"),
        ("check", "--json"),
        ("explore",),
        ("explore", "--full"),
        ("explore", "--external"),
        ("explore", "--json"),
        ("explore", "--path", "graph.node[0]"),
        ("explore", "--path", HOSTILE),
        ("explore", "--as", HOSTILE),
    ],
    ids=" ".join,
)
def test_reports_hold_printable_characters_alone(
    words: tuple[str, ...], files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for file in files:
        with contextlib.suppress(SystemExit):
            main([*words, file])
        printed = capsys.readouterr()
        text = printed.out + printed.err
        assert text
        assert not {letter for letter in text if not letter.isprintable()} - {"\n"}


def test_the_text_of_a_model_starts_no_line(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = tmp_path / "model.onnx"
    plain.write_bytes(model_of("plain").SerializeToString())
    counts = []
    for file in (str(plain), files[0]):
        main(["info", file])
        counts.append(capsys.readouterr().out.count("\n"))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    "words",
    [
        (HOSTILE,),
        ("info", f"--{HOSTILE}", "model.onnx"),
        ("explore", "model.onnx", "--width", HOSTILE),
        ("tensors", "model.onnx", "--save", HOSTILE, HOSTILE),
        ("convert", "model.onnx", f"no folder/{HOSTILE}"),
    ],
    ids=["command", "option", "number", "names", "output"],
)
def test_errors_show_arguments_without_what_drives_terminals(
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.onnx").write_bytes(model_of("plain").SerializeToString())
    try:
        code = main(words)
    except SystemExit as stopped:
        assert isinstance(stopped.code, int)
        code = stopped.code
    error = capsys.readouterr().err
    assert code == 2
    assert "error: " in error
    assert not {letter for letter in error if not letter.isprintable()} - {"\n"}
