"""The format of a file: as its name says to `onnx`, or as it is given."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, get_args

import onnx
import pytest
from onnx import serialization

import onnxwire
from onnxwire import DecodeError, EncodeError, FunctionProto, GraphProto, ModelProto, NodeProto
from onnxwire._files.formats import FORMATS, Format
from oracles.external_models import nested_model
from oracles.wire_tree import record

FORMAT_BY_ENDING: dict[str, Any] = serialization.registry._extension_to_format
SYNTAX = sorted(ending for ending, name in FORMAT_BY_ENDING.items() if name == "onnxtxt")
ENDINGS = sorted({*FORMAT_BY_ENDING, ".bin", ""} - {*SYNTAX})
THEIRS = nested_model()
OURS = ModelProto.FromString(THEIRS.SerializeToString())


def test_all_formats_of_onnx_are_known() -> None:
    assert {*FORMAT_BY_ENDING.values()} == {*FORMATS, "onnxtxt"} and get_args(Format) == FORMATS
    assert SYNTAX and len(ENDINGS) == 10


@pytest.mark.parametrize("ending", ENDINGS)
def test_names_mean_to_us_what_they_mean_to_onnx(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"m{ending}"
    onnx.save(THEIRS, path)
    theirs = path.read_bytes()
    assert onnxwire.load(path) == OURS
    with path.open("rb") as file:
        assert onnxwire.load(file) == OURS
    onnxwire.save(OURS, path)
    ours = path.read_bytes()
    assert onnx.load(path) == THEIRS
    with path.open("wb") as file:
        onnxwire.save(OURS, file)
    assert path.read_bytes() == ours
    # Where onnx writes JSON, ours ends with the end of a line.
    assert ours == theirs + b"\n" * ("json" in ending)
    with pytest.raises(DecodeError, match="the bytes of ModelProto, got an empty file"):
        path.write_bytes(b"")
        onnxwire.load(path)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("ending", [".onnx", ".json", ".txtpb", ""])
def test_a_given_format_overrides_the_name(tmp_path: Path, ending: str, format: Format) -> None:
    path = tmp_path / f"m{ending}"
    onnxwire.save(OURS, path, format=format)
    assert onnx.load(path, format=format) == THEIRS
    assert onnxwire.load(path, format=format) == onnxwire.load(str(path), format=format) == OURS
    file = io.BytesIO()
    onnxwire.save(OURS, file, format=format)
    assert file.getvalue() == path.read_bytes()
    assert onnxwire.load(io.BytesIO(file.getvalue()), format=format) == OURS
    meant = FORMAT_BY_ENDING.get(ending, "protobuf")
    if format != meant:
        expected = {
            "protobuf": "a ModelProto",
            "json": "JSON",
            "textproto": "protobuf's text format",
        }
        found = {"protobuf": "a binary ModelProto", "json": "JSON", "textproto": "protobuf's text"}
        with pytest.raises(DecodeError) as caught:
            onnxwire.load(path)
        assert f"{path}: expected {expected[meant]}, got {found[format]}" in str(caught.value)
        assert str(caught.value).endswith(f"its format is {format!r}")


@pytest.mark.parametrize("ending", SYNTAX)
def test_the_syntax_of_onnx_is_refused_by_name(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"m{ending}"
    path.write_text("<ir_version: 10>")
    for call in (onnxwire.load, lambda path: onnxwire.save(OURS, path)):
        with pytest.raises(ValueError, match=f"a name in {ending} means the syntax of onnx.parser"):
            call(path)
    assert path.read_text() == "<ir_version: 10>"
    onnxwire.save(OURS, path, format="json")
    assert onnxwire.load(path, format="json") == OURS


def test_unknown_formats_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    wrong: list[Any] = ["onnxtxt", "JSON", 3]
    texts = ("'onnxtxt' is the syntax of", "got 'JSON'", "got 3")
    for format, text in zip(wrong, texts, strict=True):
        for call in (onnxwire.load, lambda *args, **kw: onnxwire.save(OURS, *args, **kw)):
            with pytest.raises(ValueError, match=text) as caught:
                call(path, format=format)
            assert "'protobuf' or 'json' or 'textproto'" in str(caught.value)
    assert not path.exists()


@pytest.mark.parametrize("name", ["m.json", "m.txtpb"])
def test_texts_that_are_wrong_are_named_with_their_place(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    bad = {
        '{"nope": 1}': "ModelProto has no field 'nope'|expected",
        '{"irVersion": "x"}': "ModelProto.irVersion|expected",
        '{"irVersion": 8': "the text is no JSON|expected",
        "nope: 8": "the text is no JSON|no field",
        "graph {": "expected JSON, got protobuf's text format|",
        "<html>": "got an HTML page; download it again",
    }
    for text, sentence in bad.items():
        path.write_text(text)
        with pytest.raises(DecodeError, match=sentence) as caught:
            onnxwire.load(path)
        assert caught.value.source == str(path) and str(path) in str(caught.value)
    path.write_bytes(b"PK\x03\x04" + bytes(40))
    with pytest.raises(DecodeError, match="expected (JSON|protobuf's text format), got a zip"):
        onnxwire.load(path)
    path.write_text(str(THEIRS) if name == "m.txtpb" else '{"irVersion": 8}', encoding="utf-16")
    with pytest.raises(DecodeError, match="in UTF-16; save it as UTF-8"):
        onnxwire.load(path)


@pytest.mark.parametrize("name", ["m.json", "m.txtpb"])
def test_a_byte_order_mark_is_passed_over(tmp_path: Path, name: str) -> None:
    onnxwire.save(OURS, tmp_path / name)
    text = (tmp_path / name).read_text()
    (tmp_path / name).write_text(text, encoding="utf-8-sig")
    assert onnxwire.load(tmp_path / name) == OURS


def odd_model() -> ModelProto:
    """A model with a field that its schema does not know, in a node of a subgraph."""
    node = NodeProto.FromString(record(500, b"new") + NodeProto(op_type="Abs").SerializeToString())
    graph = GraphProto(node=[NodeProto(attribute=[{"name": "then", "g": {"node": [node]}}])])
    return ModelProto(ir_version=8, graph=graph)


@pytest.mark.parametrize("format", ["json", "textproto"])
def test_unknown_fields_are_not_dropped(tmp_path: Path, format: Format) -> None:
    model, place = odd_model(), r"^ModelProto.graph.node\[0\].attribute\[0\].g.node\[0\]: "
    onnxwire.save(model, tmp_path / "m.onnx")
    for odd in (model, onnxwire.load(tmp_path / "m.onnx")):
        with pytest.raises(EncodeError, match=place + ".*cannot hold .*field 500"):
            onnxwire.save(odd, tmp_path / "m", format=format)
    assert not (tmp_path / "m").exists()
    model.DiscardUnknownFields()
    onnxwire.save(model, tmp_path / "m", format=format)
    assert onnxwire.load(tmp_path / "m", format=format) == model


WITHOUT_GRAPH = {
    "a version alone": ModelProto(ir_version=8),
    "a producer": ModelProto(producer_name="p"),
    "a comment alone": ModelProto(doc_string="a comment, and nothing else in it" * 9),
    "functions": ModelProto(ir_version=8, functions=[FunctionProto(name="f", domain="d")]),
    "operator sets": ModelProto(opset_import=[{"version": 21}]),
    "properties": ModelProto(ir_version=8, metadata_props=[{"key": "a", "value": "b"}]),
    "an empty graph": ModelProto(graph=GraphProto()),
    "functions and news": ModelProto.FromString(
        ModelProto(functions=[FunctionProto(name="f")]).SerializeToString() + record(500, b"new")
    ),
}


@pytest.mark.parametrize("kind", WITHOUT_GRAPH)
@pytest.mark.parametrize("way", [{}, {"eager": True}, {"mmap": False}], ids=str)
def test_models_without_a_graph_are_saved_and_loaded(tmp_path: Path, kind: str, way: Any) -> None:
    model = WITHOUT_GRAPH[kind]
    onnxwire.save(model, tmp_path / "m.onnx")
    assert onnxwire.load(tmp_path / "m.onnx", **way) == model


def test_an_empty_message_is_loaded_where_its_file_has_a_sign_of_it(tmp_path: Path) -> None:
    onnxwire.save(ModelProto(), tmp_path / "m.json")
    assert (tmp_path / "m.json").read_text() == "{}\n"
    assert onnxwire.load(tmp_path / "m.json") == ModelProto()


def test_where_we_differ_from_onnx(tmp_path: Path) -> None:
    onnx.save(THEIRS, tmp_path / "M.JSON")
    with pytest.raises(DecodeError, match="expected JSON, got a binary ModelProto"):
        onnxwire.load(tmp_path / "M.JSON")
    (tmp_path / "m.onnx").touch()
    assert onnx.load(tmp_path / "m.onnx") == onnx.ModelProto()
    with pytest.raises(DecodeError, match="empty file"):
        onnxwire.load(tmp_path / "m.onnx")
    theirs = onnx.ModelProto.FromString(odd_model().SerializeToString())
    onnx.save(theirs, tmp_path / "m.json")
    assert onnx.load(tmp_path / "m.json") != theirs
