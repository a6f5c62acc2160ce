"""The committed history of ONNX's schemas, against the schemas, `onnx`, and protoc."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import onnx
import pytest
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)
from onnx import onnx_data_pb2, onnx_ml_pb2, onnx_operators_ml_pb2

from oracles.descriptor_sets import by_protoc, root_of
from wiregen.evolution.facts import Aspect, Element, declared_in
from wiregen.history.model import Form, History, Release
from wiregen.history.storage import read_history
from wiregen.pipeline import read_schema, told_history
from wiregen.project import Package, read_configuration

CHECKOUT = Path(__file__).parents[2]
FETCHED = sorted((CHECKOUT / "build" / "schemas").glob("onnx-*"))
# What descriptors say of a symbol: its kind, number and type.
Symbol = tuple[Element, "int | None", str]

needs_all_releases = pytest.mark.skipif(
    len(FETCHED) < 44, reason="`make history` fetches the schemas of all ONNX releases"
)


@pytest.fixture(scope="module")
def package() -> Package:
    return read_configuration(CHECKOUT)[0]


@pytest.fixture(scope="module")
def history(package: Package) -> History:
    assert package.history is not None
    return read_history(package.history.file)


def symbols_in(history: History, release: Release) -> dict[str, Symbol]:
    place = {item.name: number for number, item in enumerate(history.releases)}

    def holds(form: Form) -> bool:
        end = place[form.until.name] if form.until is not None else len(place)
        return place[form.since.name] <= place[release.name] < end

    return {
        name: (form.element, form.number, form.type)
        for name, symbol in history.symbols.items()
        for form in symbol.forms
        if holds(form)
    }


def symbols_of(files: Iterable[FileDescriptorProto]) -> dict[str, Symbol]:
    """The same out of descriptors."""
    found: dict[str, Symbol] = {}
    for file in files:
        for message in file.message_type:
            found.update(_of_message(message, file.package))
        for enum in file.enum_type:
            found.update(_of_enum(enum, file.package))
    return found


def _of_message(message: DescriptorProto, scope: str) -> Iterator[tuple[str, Symbol]]:
    name = f"{scope}.{message.name}"
    yield name, (Element.MESSAGE, None, "")
    for field in message.field:
        scalar = FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
        type_name = field.type_name.removeprefix(".") or scalar
        yield f"{name}.{field.name}", (Element.FIELD, field.number, type_name)
    for oneof in message.oneof_decl:
        yield f"{name}.{oneof.name}", (Element.ONEOF, None, "")
    for nested in message.nested_type:
        yield from _of_message(nested, name)
    for enum in message.enum_type:
        yield from _of_enum(enum, name)


def _of_enum(enum: EnumDescriptorProto, scope: str) -> Iterator[tuple[str, Symbol]]:
    yield f"{scope}.{enum.name}", (Element.ENUM, None, "")
    for value in enum.value:
        yield f"{scope}.{value.name}", (Element.VALUE, value.number, "")


def test_the_newest_release_is_the_installed_one_and_has_its_symbols(history: History) -> None:
    newest = history.releases[-1]
    assert (newest.name, newest.version) == (onnx.__version__, onnx.IR_VERSION)
    files = []
    for module in (onnx_ml_pb2, onnx_data_pb2, onnx_operators_ml_pb2):
        files.append(FileDescriptorProto())
        module.DESCRIPTOR.CopyToProto(files[-1])
    assert symbols_in(history, newest) == symbols_of(files)


def test_the_committed_schemas_declare_what_the_newest_form_says(
    history: History, package: Package
) -> None:
    schema = read_schema(package.schemas, package.import_roots)
    declared = {
        item.name: {aspect: text for aspect, text in item.facts.items() if aspect != Aspect.FILE}
        for item in declared_in(schema, package.schemas)
        if item.element is not Element.FILE
    }
    present = {n: dict(s.newest.facts) for n, s in history.symbols.items() if s.removed is None}
    assert declared == present


def test_versions_of_releases_are_those_that_onnx_lists(history: History) -> None:
    releases = {item.name: item for item in history.releases}
    assert len(onnx.helper.VERSION_TABLE) > 30
    for name, version, *_ in onnx.helper.VERSION_TABLE:
        # The table has releases by their first two numbers, too: the first of these is meant.
        first = next(r for r in history.releases if f"{r.name}.".startswith(f"{name}."))
        assert releases.get(name, first).version == version, name


def test_types_that_became_int32_did_with_1_4(history: History) -> None:
    for name in ("TensorProto.data_type", "TypeProto.Tensor.elem_type", "TypeProto.Map.key_type"):
        old, new = history.symbols[f"onnx.{name}"].forms
        assert (old.type, new.type) == ("onnx.TensorProto.DataType", "int32")
        assert (new.since.name, new.since.version) == ("1.4.0", 4)


def test_what_left_function_proto_left_with_1_10(history: History) -> None:
    gone = {
        name: (symbol.declaration, symbol.removed.name, symbol.removed.version)
        for name, symbol in history.symbols.items()
        if name.startswith("onnx.FunctionProto.") and symbol.removed is not None
    }
    assert gone == {
        "onnx.FunctionProto.since_version": ("optional int64 since_version = 2", "1.10.0", 8),
        "onnx.FunctionProto.status": ("optional onnx.OperatorStatus status = 3", "1.10.0", 8),
    }


def test_the_ir_version_of_operator_sets_became_int64_with_1_6(history: History) -> None:
    old, new = history.symbols["onnx.OperatorSetProto.ir_version"].forms
    assert (old.type, new.type, new.since.name) == ("int32", "int64", "1.6.0")


def test_fields_say_with_which_release_and_version_they_came(history: History) -> None:
    since = {
        name: (
            history.symbols[f"onnx.{name}"].since.short_name,
            history.symbols[f"onnx.{name}"].since.version,
        )
        for name in (
            *("TensorProto.raw_data", "GraphProto.sparse_initializer", "ModelProto.functions"),
            *("FunctionProto.overload", "TensorProto.FLOAT8E8M0", "SequenceProto"),
            *("SparseTensorProto", "TrainingInfoProto", "TensorProto.FLOAT6E2M3"),
        )
    }
    assert since == {
        "TensorProto.raw_data": ("0.1", 1),
        "GraphProto.sparse_initializer": ("1.6", 6),
        "TrainingInfoProto": ("1.7", 7),
        "SequenceProto": ("1.8", 7),
        "ModelProto.functions": ("1.10", 8),
        "FunctionProto.overload": ("1.16", 10),
        "TensorProto.FLOAT8E8M0": ("1.19", 12),
        "TensorProto.FLOAT6E2M3": ("1.23", 14),
        # It was there before 1.0 with other numbers, and then it was not.
        "SparseTensorProto": ("1.6", 6),
    }


def test_types_came_to_the_other_variant_one_by_one(history: History) -> None:
    until = {
        difference.symbol.removeprefix("onnx.TypeProto."): (
            difference.until and difference.until.short_name,
            difference.until and difference.until.version,
        )
        for difference in history.differences
        if difference.element is Element.FIELD
        and difference.symbol.endswith("_type")
        and difference.symbol.count(".") == 2
    }
    assert until == {
        "sequence_type": ("1.6", 6),
        "map_type": ("1.6", 6),
        "sparse_tensor_type": ("1.10", 8),
        "opaque_type": ("1.23", 14),
    }
    assert all(difference.until is not None for difference in history.differences)


def test_reserved_numbers_of_graphs_say_what_they_were(history: History) -> None:
    former = {
        number: [symbol.name.rpartition(".")[2] for symbol, _ in fields]
        for number in range(1, 20)
        if (fields := history.former_fields("onnx.GraphProto", number))
    }
    assert former == {
        3: ["input"],
        4: ["output"],
        6: ["ir_version"],
        7: ["producer_version"],
        8: ["producer_tag"],
        9: ["domain"],
    }


@pytest.mark.wheels
@needs_all_releases
def test_all_releases_together_tell_the_committed_history(package: Package) -> None:
    assert package.history is not None
    committed = package.history.file.read_text(encoding="utf-8")
    assert told_history(FETCHED, package.history) == committed


@pytest.mark.wheels
@needs_all_releases
def test_every_release_has_the_symbols_that_protoc_finds_in_it(history: History) -> None:
    for release in history.releases:
        folder = CHECKOUT / "build" / "schemas" / f"onnx-{release.name}" / "onnx"
        files: dict[str, FileDescriptorProto] = {}
        for name in release.files:
            root = root_of(folder / name)
            made = by_protoc(root, [(folder / name).relative_to(root).as_posix()])
            files |= {file.name.removeprefix("onnx/"): file for file in made}
        assert symbols_in(history, release) == symbols_of(files.values()), release.name
