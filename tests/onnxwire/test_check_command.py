"""`onnxwire check`: what it prints, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from onnxwire import ModelProto, OptionalProto, TensorProto, save
from onnxwire._cli.command_line import main
from onnxwire._rules.newer import newer_features


@pytest.fixture(name="model")
def model_() -> ModelProto:
    model = ModelProto(ir_version=10, opset_import=[{"version": 21}])
    model.graph.name = "g"
    model.graph.node.add(op_type="Abs", output=["y"])
    return model


@pytest.fixture(name="path")
def path_(model: ModelProto, tmp_path: Path) -> str:
    save(model, tmp_path / "m.onnx")
    return str(tmp_path / "m.onnx")


def test_a_sound_model(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", path]) == 0
    assert capsys.readouterr().out == f"{path}: ModelProto\n  no rule is broken\n"


def test_what_is_broken_is_told_with_path_sentence_and_link(
    model: ModelProto, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    model.graph.node[0].input.append("z")
    save(model, path)
    assert main(["check", path]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith(
        "  error: ModelProto.graph.node[0].input[0]: input[0] 'z', no value of this name before it:"
    )
    assert lines[2:] == ["    messages/onnx.NodeProto.md#rule.NodeProto.input.1", "  1 error"]


def test_the_exit_code_is_that_of_the_worst_file(
    model: ModelProto, path: str, tmp_path: Path
) -> None:
    model.graph.node[0].input.append("z")
    broken, damaged, missing = (str(tmp_path / name) for name in ("b.onnx", "d.onnx", "n.onnx"))
    save(model, broken)
    Path(damaged).write_bytes(Path(path).read_bytes()[:-1])
    for files, code in (
        ((path, broken, path), 1),
        ((broken, missing, broken), 2),
        ((missing, damaged, path), 3),
        ((path, path), 0),
    ):
        for form in ("text", "json"):
            assert main(["check", *files, "--format", form]) == code, (files, form)


def test_many_findings_of_a_rule_are_cut(
    model: ModelProto, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for index in range(30):
        model.graph.node.add(op_type="", output=[f"o{index}"])
    save(model, path)
    assert main(["check", path, "--most", "3"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + 3 * 2 + 2
    assert lines[-2:] == ["  27 more like these: NodeProto.op_type.1", "  30 errors"]
    main(["check", path, "--most", "0"])
    assert capsys.readouterr().out.count("op_type missing") == 30


def test_warnings_are_for_those_who_ask(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", path, "--all"]) == 0
    assert "producer_name missing" in capsys.readouterr().out


def test_json_has_the_findings(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", path, "--all", "--format", "json"]) == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert (report["file"], report["reading"]) == (path, "ModelProto")
    assert report["findings"][0].keys() == {
        *("level", "code", "rule", "offset", "path", "sentence", "link")
    }


def test_a_value_is_checked_as_what_it_can_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The bytes are a sequence too, whose rules they break.
    save(OptionalProto(name="optional_input", elem_type=0), tmp_path / "o.pb")
    assert main(["check", str(tmp_path / "o.pb")]) == 0
    assert ": OptionalProto\n" in capsys.readouterr().out
    assert main(["check", str(tmp_path / "o.pb"), "--as", "SequenceProto"]) == 1
    assert "elem_type 0 (UNDEFINED): the kind" in capsys.readouterr().out


def test_files_that_cannot_be_read(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err
    (tmp_path / "png").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert main(["check", path, str(tmp_path / "png")]) == 3
    assert "PNG picture" in capsys.readouterr().err
    with pytest.raises(SystemExit) as stopped:
        main(["check", path, "--as", "Nothing"])
    assert stopped.value.code == 2
    assert "invalid choice: 'Nothing'" in capsys.readouterr().err


def test_damage_inside_is_told_and_the_rest_is_checked(
    model: ModelProto, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    model.graph.node[0].doc_string = "x" * 2000
    model.graph.node.add(op_type="", output=["z"])
    data = bytearray(model.SerializeToString())
    # The length of the node's text says that there is more of it than of the node.
    place = data.index(b"x" * 2000) - 2
    data[place : place + 2] = b"\xff\x0f"
    Path(path).write_bytes(data)
    assert main(["check", path]) == 3
    out = capsys.readouterr().out
    assert "ModelProto.graph.node[0].doc_string: " in out and "left" in out


def test_data_in_other_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tensor = TensorProto(dims=[2], data_type=TensorProto.FLOAT, data_location="EXTERNAL")
    (tmp_path / "w").write_bytes(bytes(8))
    (tmp_path / "in").mkdir()
    (tmp_path / "in/v").write_bytes(bytes(8))
    (tmp_path / "link").symlink_to(tmp_path / "w")
    (tmp_path / "out").symlink_to("/")
    codes = {}
    for location, length in (
        *(("w", "8"), ("in/v", "8"), ("w", "9"), ("none", "8"), ("link", "8"), ("in", "8")),
        *(("../w", "8"), ("/etc/passwd", "8"), ("out/etc/passwd", "8"), ("c:\\w", "8")),
    ):
        del tensor.external_data[:]
        tensor.external_data.add(key="location", value=location)
        tensor.external_data.add(key="length", value=length)
        (tmp_path / "t.pb").write_bytes(tensor.SerializeToString())
        main(["check", str(tmp_path / "t.pb"), "--format", "json"])
        (report,) = json.loads(capsys.readouterr().out)
        codes[location, length] = [finding["code"] for finding in report["findings"]]
    assert codes == {
        ("w", "8"): [],
        ("in/v", "8"): [],
        ("w", "9"): ["external-range"],
        ("none", "8"): ["external-file"],
        ("link", "8"): ["external-file"],
        ("in", "8"): ["external-file"],
        ("../w", "8"): ["external-path"],
        ("/etc/passwd", "8"): ["external-path"],
        ("out/etc/passwd", "8"): ["external-file"],
        ("c:\\w", "8"): ["external-path"],
    }


def test_what_older_readers_do_not_know(
    model: ModelProto, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for node in (model.graph.node[0], model.graph.node.add(op_type="A", output=["z"])):
        node.metadata_props.add(key="k")
        # Inside of a field that is skipped, nothing is told.
        node.device_configurations.add(configuration_id="c")
    model.graph.initializer.add(name="w", dims=[0], data_type=TensorProto.BFLOAT16)
    told = {finding.path: finding.sentence for finding in newer_features(model, 3)}
    assert told == {
        "ir_version": "ir_version 10 (IR_VERSION_2024_3_25): came with IR 10 (ONNX 1.16 to 1.17);"
        " readers of IR 3 do not know it",
        "graph.node[0].metadata_props": "metadata_props, in 2 places: came with IR 10"
        " (ONNX 1.16 to 1.17); readers of IR 3 do not know it",
        "graph.node[0].device_configurations": "device_configurations, in 2 places: came with"
        " IR 11 (ONNX 1.18); readers of IR 3 do not know it",
        "graph.initializer[0].data_type": "data_type 16 (BFLOAT16): came with IR 4"
        " (ONNX 1.4 to 1.4.1); readers of IR 3 do not know it",
    }
    assert [f.path for f in newer_features(model, 10)] == ["graph.node[0].device_configurations"]
    assert newer_features(model, 11) == []
    save(model, path)
    assert main(["check", path, "--ir", "4"]) == 1
    assert "readers of IR 4 do not know it" in capsys.readouterr().out
