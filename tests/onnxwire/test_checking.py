"""What `check` reports: every rule that a message alone can break, each fault once, and where."""

from __future__ import annotations

import subprocess
import sys
from mmap import mmap
from pathlib import Path
from typing import Any

import pytest

import onnxwire
from onnxwire import OptionalProto, check, text_format
from onnxwire._rules import walk as rule_walk
from onnxwire._rules.checking import broken_rules
from onnxwire._rules.findings import Finding
from onnxwire._rules.rules import RULES
from onnxwire._runtime.packed import Packed
from oracles.checker_cases import ACCEPTED, REFUSED, SOUND
from oracles.message_types import BY_NAME
from oracles.real_files import RealFile, real_files
from support.broken_messages import BROKEN, KEPT_BY_THE_SCHEMA
from wiregen.annotations.rule_checks import Unchecked
from wiregen.pipeline import annotations_of, read_schema
from wiregen.project import read_configuration

CHECKOUT = Path(__file__).parents[2]
RULE_BY_ID = {rule.id: rule for rule in RULES}
# The checker knows the operators, whose definitions are in no file.
OF_OPERATORS = {"NodeProto.2", "NodeProto.3", "ModelProto.functions.3"}
# Of a model that is too large there is a test of its own.
TOO_LARGE = "ModelProto.1"


def ours(message: Any) -> Any:
    """A message of google's classes as one of ours."""
    return BY_NAME[message.DESCRIPTOR.name].ours.FromString(message.SerializeToString())


def broken(rule: str) -> Any:
    """A message that breaks a rule."""
    if rule in REFUSED:
        return ours(REFUSED[rule][0])
    if rule == "onnx.3":
        return onnxwire.NodeProto.FromString(b"\x1a\x01\xff")
    name, text = BROKEN[rule]
    made = text_format.Parse(text, BY_NAME[name].ours())
    return BY_NAME[name].ours.FromString(made.SerializeToString())


def test_every_rule_of_the_annotations_has_its_check() -> None:
    package = read_configuration(CHECKOUT)[0]
    schema = read_schema(package.schemas, package.import_roots)
    rules = annotations_of(package, schema).rules
    assert {rule.id: rule.check is not None for rule in RULES} == {
        rule.id: not isinstance(rule.check, Unchecked) for rule in rules
    }


CHECKED = [rule.id for rule in RULES if rule.check is not None]


@pytest.mark.parametrize(
    "name", [id for id in CHECKED if id not in KEPT_BY_THE_SCHEMA and id != TOO_LARGE]
)
def test_each_check_finds_what_breaks_its_rule(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Alone: several rules may tell of one fault, which is reported once.
    monkeypatch.setattr(rule_walk, "RULES", (RULE_BY_ID[name],))
    findings = check(broken(name), warnings=True, folder=CHECKOUT)
    assert findings and {finding.rule for finding in findings} == {name}
    for finding in findings:
        assert finding.sentence and finding.offset is None
        assert finding.link.endswith(f"#rule.{name}")
        page, _, id = finding.link.partition("#")
        reference = (CHECKOUT / "generated/reference" / page).read_text(encoding="utf-8")
        assert f'id="{id}"' in reference


def test_what_is_sound_breaks_no_rule() -> None:
    assert [check(ours(message)) for message in SOUND] == [[]] * len(SOUND)


@pytest.mark.parametrize("name", [id for id in REFUSED if id not in OF_OPERATORS])
def test_what_the_onnx_checker_refuses_is_one_finding_for_each_fault(name: str) -> None:
    findings = check(ours(REFUSED[name][0]), warnings=True, folder=CHECKOUT)
    errors = [f for f in findings if f.level == "error"]
    if RULE_BY_ID[name].strength == "SHOULD":
        assert errors == [] and name in {finding.rule for finding in findings}
        return
    # Another rule may have told of the fault.
    codes = {RULE_BY_ID[name].code or "rule"}
    assert codes <= {finding.code for finding in errors}
    assert len(errors) == (2 if name == "TensorProto.data_location.2" else 1)


@pytest.mark.parametrize("name", sorted(ACCEPTED))
def test_of_what_sources_disagree_about_a_rule_is_named_or_all_is_well(name: str) -> None:
    well = {
        *("implicit-import", "default-domain", "attribute-without-value"),
        *("deprecated-neighbour", "model-domain", "names", "node-outputs"),
    }
    assert ACCEPTED[name]
    for message in ACCEPTED[name]:
        assert bool(check(ours(message))) is (name not in well)


@pytest.mark.parametrize("file", real_files(), ids=str)
def test_the_files_of_the_onnx_package_break_no_rule(file: RealFile) -> None:
    assert check(file.message_type.ours.FromString(file.data), folder=file.path.parent) == []


def test_a_finding_says_where_what_and_which_rule() -> None:
    model = onnxwire.ModelProto(ir_version=10, opset_import=[{"version": 21}])
    model.graph.name = "g"
    node = model.graph.node.add(op_type="Loop", output=["y"])
    body = node.attribute.add(name="body", type="GRAPH").g
    body.node.add(op_type="Abs", input=["y"], output=["z"])
    body.name = "b"
    assert check(onnxwire.ModelProto.FromString(model.SerializeToString())) == [
        Finding(
            "error",
            "undefined-value",
            "NodeProto.input.1",
            None,
            "graph.node[0].attribute[0].g.node[0].input[0]",
            "input[0] 'y', no value of this name before it: a value that a node reads is defined"
            " before the node, in its graph or function or in a graph around it (refused by ONNX"
            " checker)",
            "messages/onnx.NodeProto.md#rule.NodeProto.input.1",
        )
    ]


def test_warnings_come_only_where_they_are_asked_for() -> None:
    model = ours(SOUND[0])
    found = check(model, warnings=True)
    assert check(model) == [] and {finding.level for finding in found} == {"warning"}
    assert {"ModelProto.domain.1", "ModelProto.producer_name.1"} <= {f.rule for f in found}


def test_one_fault_is_reported_once() -> None:
    # Two rules ask for the field of the type, one that one field at most is in use.
    tensor = onnxwire.TensorProto(dims=[1], data_type=onnxwire.TensorProto.FLOAT)
    tensor.int64_data.append(1)
    assert [finding.rule for finding in check(tensor)] == ["TensorProto.4"]
    tensor.float_data.append(1)
    assert [finding.rule for finding in check(tensor)] == ["TensorProto.2"]
    missing = onnxwire.ModelProto(ir_version=10)
    missing.graph.node.add(op_type="A", output=["a"])
    missing.graph.node.add(op_type="A", output=["b"])
    missing.graph.name = "g"
    assert [finding.rule for finding in check(missing)] == ["ModelProto.opset_import.1"]


def test_cycles_and_wrong_order_are_told_apart() -> None:
    graph = onnxwire.GraphProto(name="g")
    graph.node.add(op_type="A", input=["late", "b"], output=["a"])
    graph.node.add(op_type="A", input=["a", "own"], output=["b", "own"])
    graph.node.add(op_type="A", output=["late"])
    found = {finding.path: finding.rule for finding in check(graph)}
    assert found == {
        "node[0].input[0]": "GraphProto.node.1",
        "node[0].input[1]": "GraphProto.1",
        "node[1].input[1]": "GraphProto.1",
    }


def test_nests_of_any_depth_are_checked() -> None:
    value = onnxwire.OptionalProto(elem_type=9)
    for _ in range(3000):
        outer = onnxwire.OptionalProto(elem_type=5)
        # Not copied: copying recurs.
        outer._optional_value = value
        value = outer
    (finding,) = broken_rules(value)
    assert finding.path.count("optional_value") == 3000
    inner: OptionalProto | None = value
    while inner is not None:
        inner._optional_value, inner = None, inner._optional_value


def test_hostile_sizes_and_texts_end_soon() -> None:
    tensor = onnxwire.TensorProto(data_type=1, dims=[2**62] * 50_000)
    (finding,) = check(tensor)
    assert "more than any file holds wanted" in finding.sentence
    assert check(onnxwire.TensorProto(data_type=1, dims=[2**62, 0])) == []
    (finding,) = check(onnxwire.TensorProto(data_type=8, dims=[1], string_data=[b"\xff" * 10**6]))
    assert len(finding.sentence) < 500


def test_nothing_is_changed_by_a_check() -> None:
    message = ours(REFUSED["GraphProto.1"][0])
    before = message.SerializeToString()
    check(message, warnings=True)
    assert message.SerializeToString() == before


def test_a_model_of_two_gibibytes_is_too_large() -> None:
    model = ours(SOUND[0])
    for size in (1 << 30, 1 << 30):
        tensor = model.graph.initializer.add(name=f"w{size}", data_type=2, dims=[size])
        # Pages that nobody writes to take no memory.
        tensor._raw_data = memoryview(mmap(-1, size))
    assert {finding.rule for finding in check(model)} == {
        "ModelProto.1",
        "GraphProto.initializer.2",
    }


def test_numbers_of_long_records_are_not_kept() -> None:
    numbers = [0, 65535, 300] * 50_000
    tensor = onnxwire.TensorProto(dims=[len(numbers)], data_type=10, int32_data=numbers)
    floats = onnxwire.TensorProto(dims=[10**5], data_type=1, float_data=[0.5] * 10**5)
    for message, slot in ((tensor, "_int32_data"), (floats, "_float_data")):
        read = onnxwire.TensorProto.FromString(message.SerializeToString())
        assert check(read) == []
        assert type(getattr(read, slot)) is Packed
    tensor.int32_data[120_000] = 65536
    tensor.dims[0] += 1
    read = onnxwire.TensorProto.FromString(tensor.SerializeToString())
    found = [(finding.path, finding.sentence.partition(":")[0]) for finding in check(read)]
    assert found == [
        ("int32_data", "150000 entries in int32_data, 150001 wanted"),
        ("int32_data[120000]", "int32_data[120000] 65536"),
    ]


def test_the_package_can_be_imported_without_the_rules() -> None:
    code = "import sys, onnxwire; assert not {'onnxwire._rules.rules', 'dataclasses'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
