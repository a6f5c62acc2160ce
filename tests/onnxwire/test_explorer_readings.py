"""What bytes can be: verdicts on made files and real ones, and which message is shown."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest

from onnxwire._explorer.exploration import Exploration, Wishes
from onnxwire._explorer.package_lens import package_lens
from onnxwire._explorer.reading import Reading, Verdict, readings
from oracles.explorer_samples import EIGHTEEN, SIX, samples, sequence, tensor
from oracles.message_types import BY_NAME
from oracles.real_files import RealFile, fits, real_files

LENS = package_lens()


def verdicts(data: bytes) -> dict[str, str]:
    return {reading.name: reading.verdict.words for reading in readings(data, LENS)}


def reading_of(data: bytes, name: str) -> Reading:
    return next(reading for reading in readings(data, LENS) if reading.name == name)


def shown(name: str, data: bytes, message: str = "") -> tuple[str, str]:
    choice = Exploration(data, name, LENS, Wishes(message=message)).choice
    assert choice.reading is not None
    return choice.reading.name, choice.reason


def test_an_empty_optional_value_has_five_readings_of_which_one_breaks_no_rule() -> None:
    found = verdicts(EIGHTEEN)
    clean = {name: words for name, words in found.items() if words not in ("forced", "no")}
    assert clean == {
        "OptionalProto": "exact",
        "SequenceProto": "breaks a rule",
        "MapProto": "breaks a rule",
        "TensorProto": "breaks a rule",
        "OperatorSetProto": "breaks a rule",
    }
    assert shown("x.pb", EIGHTEEN) == ("OptionalProto", "")
    assert "14 letters of 'optional_input'" in reading_of(EIGHTEEN, "TensorProto").reasons[0]
    assert reading_of(EIGHTEEN, "OptionalProto").description == (
        "empty optional value 'optional_input'"
    )


def test_six_bytes_are_three_messages_and_a_tensor_that_the_checker_takes() -> None:
    found = verdicts(SIX)
    exact = {name for name, words in found.items() if words == "exact"}
    assert exact == {"SequenceProto", "OptionalProto", "MapProto"}
    assert found["TensorProto"] == "breaks a rule"
    onnx.checker.check_tensor(onnx.TensorProto.FromString(SIX))
    (reason,) = reading_of(SIX, "TensorProto").reasons
    assert "TensorProto.3" in reason and "asks for enough and takes more" in reason
    assert shown("x.pb", SIX) == ("SequenceProto", "the bytes do not tell which")


def test_a_sequence_of_one_is_an_optional_value_too() -> None:
    data = sequence(tensor(b"x"))
    found = verdicts(data)
    assert (found["SequenceProto"], found["OptionalProto"]) == ("exact", "exact")
    assert shown("x.pb", data) == ("SequenceProto", "the bytes do not tell which")


def test_a_sequence_of_two_is_an_optional_value_whose_elements_are_merged() -> None:
    data = sequence(tensor(b"x"), tensor(b"y"))
    found = verdicts(data)
    assert (found["SequenceProto"], found["OptionalProto"]) == ("exact", "lossy")
    optional = reading_of(data, "OptionalProto")
    merged = onnx.OptionalProto.FromString(data).tensor_value
    assert list(merged.dims) == [2, 2] and len(merged.float_data) == 4
    assert "holds FLOAT[2, 2]" in optional.description
    assert "merge both" in optional.reasons[0]


def test_no_bytes_are_every_message() -> None:
    found = readings(b"", LENS)
    assert len(found) == 13
    assert all(reading.verdict.is_clean for reading in found)
    assert shown("x.pb", b"") == ("ModelProto", "no bytes are any message")


def test_random_bytes_and_pictures_are_none() -> None:
    for name in ("random.pb", "picture.onnx"):
        exploration = Exploration(samples()[name], name, LENS)
        assert exploration.choice.reading is None
        assert exploration.exit_code == 4
        assert exploration.accounting.total == len(samples()[name])
        assert list(exploration.rows()) == []


def test_a_length_before_the_message_is_seen() -> None:
    exploration = Exploration(samples()["prefixed.pb"], "x.pb", LENS)
    assert exploration.choice.reading is not None
    assert (exploration.choice.reading.name, exploration.start) == ("TensorProto", 4)
    assert exploration.accounting.undecoded == 4
    assert any("length of the rest" in remark for remark in exploration.remarks)


def test_what_is_damaged_is_shown_as_what_explains_most_of_it() -> None:
    assert shown("x.pb", samples()["cut.pb"])[0] == "TensorProto"
    for name in ("cut_model.onnx", "damaged_model.onnx"):
        message, reason = shown(name, samples()[name])
        assert message == "ModelProto" and reason.startswith("it explains ")


def test_a_graph_of_2017_is_a_graph_by_its_removed_fields() -> None:
    exploration = Exploration(samples()["graph_of_2017.pb"], "x.pb", LENS)
    assert exploration.reading is not None and exploration.reading.name == "GraphProto"
    sentences = [finding.sentence for finding in exploration.findings]
    assert any("`repeated string input = 3` until ONNX 0.1" in text for text in sentences)


def test_a_graph_read_as_a_model_is_told_what_it_looks_like() -> None:
    graph = b"".join((b"\x12\x01g", b"\x62\x03\x0a\x01y", b"\x5a\x03\x0a\x01x", b"\x52\x01d"))
    exploration = Exploration(graph, "x", LENS, Wishes(message="ModelProto"))
    sentences = [finding.sentence for finding in exploration.findings]
    assert any("looks like GraphProto" in text for text in sentences)


@pytest.mark.parametrize("file", real_files(), ids=str)
def test_real_files_have_the_reading_that_google_takes(file: RealFile) -> None:
    found = readings(file.data, LENS)
    clean = [reading.name for reading in found if reading.verdict.is_clean]
    assert clean == [file.message_type.name]
    for reading in found:
        theirs = BY_NAME[reading.name].theirs
        if reading.audit.is_complete:
            assert reading.verdict.is_clean == fits(theirs, file.data), reading.name


MESSAGES = {
    "tensor_type": "TensorProto",
    "sequence_type": "SequenceProto",
    "optional_type": "OptionalProto",
    "map_type": "MapProto",
    "sparse_tensor_type": "SparseTensorProto",
}


def test_all_test_data_is_shown_as_its_model_declares_it() -> None:
    files = [file for file in real_files() if file.path.suffix == ".pb"]
    for file in files:
        *own, side, number = file.path.stem.split("_")
        model_path = file.path.parent.parent / "model.onnx"
        if own:
            model_path = file.path.with_name(f"{'_'.join(own)}.onnx")
        graph = onnx.load(model_path, load_external_data=False).graph
        declared = (graph.input if side == "input" else graph.output)[int(number)].type
        kind = declared.WhichOneof("value")
        assert shown(str(file.path), file.data)[0] == MESSAGES[kind]
        by = f"{side} {number} of {model_path.name}"
        assert LENS.declared_message(str(file.path), "") == (f"onnx.{MESSAGES[kind]}", by)
    assert len(files) == 327


@pytest.mark.parametrize("kind", ["sequence", "optional", "map"])
def test_the_model_beside_a_file_decides_where_the_bytes_do_not(tmp_path: Path, kind: str) -> None:
    names = {"sequence": "SequenceProto", "optional": "OptionalProto", "map": "MapProto"}
    value = onnx.ValueInfoProto(name="x")
    if kind == "map":
        value.type.map_type.key_type = onnx.TensorProto.INT8
    else:
        inner = getattr(value.type, f"{kind}_type").elem_type
        inner.sequence_type.elem_type.tensor_type.elem_type = onnx.TensorProto.FLOAT
    model = onnx.ModelProto(ir_version=8)
    model.graph.input.append(value)
    folder = tmp_path / "test_data_set_0"
    folder.mkdir()
    (tmp_path / "model.onnx").write_bytes(model.SerializeToString())
    name, reason = shown(str(folder / "input_0.pb"), SIX)
    assert name == names[kind]
    assert reason == "the bytes do not tell; input 0 of model.onnx declares it"
    elsewhere = Wishes(model=str(tmp_path / "model.onnx"))
    named = Exploration(SIX, "input_0.pb", LENS, elsewhere).choice.reading
    assert named is not None and named.name == names[kind]


def test_a_message_can_be_asked_for() -> None:
    assert shown("x.pb", SIX, "TensorProto") == ("TensorProto", "as asked")
    assert shown("x.pb", SIX, "onnx.TypeProto.Tensor")[0] == "TypeProto.Tensor"


def test_exact_means_that_a_parser_writes_the_same_bytes() -> None:
    exact = others = 0
    for name, data in samples().items():
        for reading in readings(data, LENS):
            theirs = BY_NAME[reading.name].theirs
            if reading.verdict is not Verdict.EXACT:
                others += 1
            else:
                exact += 1
                assert theirs.FromString(data).SerializeToString() == data, name
    assert exact > 5 and others > 5
