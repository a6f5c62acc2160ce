"""Descriptors answer as google's do, attribute by attribute and table by table."""

from __future__ import annotations

import ast
import importlib
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest
from google.protobuf import descriptor_pb2

import onnxwire
from oracles.any_schema import their_classes
from oracles.protoc import run_protoc
from support.kitchen import NAMES, SCHEMAS, Kitchen

# What compares other things than descriptors do, each with the reason.
SKIPPED = {
    "file": "compared by name",
    "pool": "google's registry, which these classes have no part in",
    "services_by_name": "services have no classes here",
    "extensions": "extensions are unknown fields here",
    "extensions_by_name": "extensions are unknown fields here",
    "message_class": "ours",
}
# What a descriptor is compared by where another one gives it.
KINDS = {
    "Descriptor": "full_name",
    "FieldDescriptor": "full_name",
    "EnumDescriptor": "full_name",
    "EnumValueDescriptor": "name",
    "OneofDescriptor": "full_name",
    "FileDescriptor": "name",
}


def public(descriptor: Any) -> list[str]:
    return [n for n in dir(descriptor) if n[0] != "_" and not n.isupper() and n not in SKIPPED]


def plain(value: Any) -> Any:
    """A value in which descriptors are names, to be compared."""
    kind = type(value).__name__.replace("MapEntry", "")
    if kind in KINDS:
        return kind, getattr(value, KINDS[kind])
    if hasattr(value, "items"):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (str, bytes, int, float, type(None))):
        return repr(value)
    return [plain(item) for item in value]


def pairs(ours: Any, google: Any) -> Iterator[tuple[Any, Any]]:
    """A message's descriptor and all that belongs to it, on both sides."""
    yield ours, google
    for name in ("fields", "oneofs", "enum_types"):
        yield from zip(getattr(ours, name), getattr(google, name), strict=True)
    for our_enum, their_enum in zip(ours.enum_types, google.enum_types, strict=True):
        yield from zip(our_enum.values, their_enum.values, strict=True)
    for our_type, their_type in zip(ours.nested_types, google.nested_types, strict=True):
        yield from pairs(our_type, their_type)


def comparable(message: Any) -> Any:
    """A descriptor without JSON names, and with the defaults of floats in one form.

    Google's has all JSON names if it was made of a descriptor set, and prints floats anew.
    """
    for field, value in message.ListFields():
        for item in value if field.message_type is not None and field.is_repeated else ():
            comparable(item)
    if message.DESCRIPTOR.name == "FieldDescriptorProto":
        message.ClearField("json_name")
        if message.default_value and message.type == message.TYPE_FLOAT:
            message.default_value = str(numpy.float32(message.default_value))
        if message.default_value and message.type == message.TYPE_DOUBLE:
            message.default_value = str(float(message.default_value))
    return message


def require_same(ours: Any, google: Any, seen: Counter[str]) -> None:
    for name in public(google):
        expected = getattr(google, name)
        found = getattr(ours, name)
        seen[f"{type(google).__name__}.{name}"] += 1
        if name == "GetOptions":
            assert found() == expected(), google
        elif name == "CopyToProto":
            kind = type(google).__name__
            copies = [getattr(descriptor_pb2, f"{kind}Proto")() for _ in range(2)]
            found(copies[0])
            expected(copies[1])
            assert comparable(copies[0]) == comparable(copies[1]), google
        elif name == "EnumValueName":
            for enum in google.enum_types:
                for value in enum.values:
                    args = enum.name, value.number
                    assert found(*args) == expected(*args)
        elif name in ("dependencies", "public_dependencies", "extension_ranges"):
            assert plain(list(found)) == plain(list(expected)), (google, name)
        elif name != "serialized_pb":
            assert plain(found) == plain(expected), (google, name)
    if getattr(google, "file", None) is not None:
        assert ours.file.name == google.file.name or google.file.package == "onnx"


@pytest.fixture(name="theirs", scope="module")
def theirs_(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Google's classes of the kitchen, with the names in JSON that the schemas give."""
    folder = tmp_path_factory.mktemp("theirs")
    shutil.copytree(SCHEMAS, folder, dirs_exist_ok=True)
    return their_classes(folder, *NAMES, keeps_json_names=True)


def test_descriptors_of_the_kitchen(kitchen: Kitchen, theirs: dict[str, Any]) -> None:
    seen: Counter[str] = Counter()
    for name, google in theirs.items():
        for ours, their in pairs(kitchen.ours[name].DESCRIPTOR, google.DESCRIPTOR):
            require_same(ours, their, seen)
    for name in ("kitchen.Scalars", "kitchen.old.Groups"):
        file = kitchen.ours[name].DESCRIPTOR.file
        their_file = theirs[name].DESCRIPTOR.file
        require_same(file, their_file, seen)
    print(seen)
    assert len(seen) > 60 and min(seen.values()) > 0


def embedded_by_protoc(folder: Path, name: str) -> bytes:
    """The serialized file in the module that protoc makes of a schema."""
    run_protoc(folder, name, f"--python_out={folder}")
    tree = ast.parse((folder / name.replace(".proto", "_pb2.py")).read_text(encoding="utf-8"))
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    (data,) = (
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == "AddSerializedFile"
        if isinstance(call.args[0], ast.Constant)
    )
    assert isinstance(data, bytes)
    return data


@pytest.mark.parametrize("name", NAMES)
def test_files_are_embedded_as_by_protoc(kitchen: Kitchen, tmp_path: Path, name: str) -> None:
    shutil.copytree(SCHEMAS, tmp_path, dirs_exist_ok=True)
    (file,) = {
        cls.DESCRIPTOR.file for cls in kitchen.ours.values() if cls.DESCRIPTOR.file.name == name
    }
    assert file.serialized_pb == embedded_by_protoc(tmp_path, name)


def test_descriptors_of_onnx() -> None:
    seen: Counter[str] = Counter()
    for named in ("onnx_ml_pb2", "onnx_data_pb2", "onnx_operators_ml_pb2"):
        module: Any = importlib.import_module(f"onnx.{named}")
        for name, google in module.DESCRIPTOR.message_types_by_name.items():
            ours = getattr(onnxwire, name).DESCRIPTOR
            for our, their in pairs(ours, google):
                require_same(our, their, seen)
    assert sum(seen.values()) > 4500


def test_tables_cannot_be_changed() -> None:
    descriptor: Any = onnxwire.TensorProto.DESCRIPTOR
    tables = [n for n in dir(descriptor) if "s_by_" in n and n[0] != "_"]
    assert len(tables) >= 7
    for owner, name in [(descriptor, name) for name in tables] + [
        (descriptor.file, "message_types_by_name"),
        (descriptor.enum_types[0], "values_by_name"),
        (descriptor.enum_types[0], "values_by_number"),
    ]:
        table = getattr(owner, name)
        for act in ("pop", "clear", "update", "setdefault", "__setitem__", "__delitem__"):
            assert not hasattr(table, act), (name, act)


def test_own_oneofs_of_optional_fields(kitchen: Kitchen) -> None:
    for classes in (kitchen.ours, kitchen.theirs):
        message = classes["kitchen.Optionals"]()
        assert not message.HasField("_an_int32") and message.WhichOneof("_an_int32") is None
        message.an_int32 = 0
        assert message.HasField("_an_int32")
        assert message.WhichOneof("_an_int32") == "an_int32"
        message.ClearField("_an_int32")
        assert not message.HasField("an_int32")


WITHOUT_GOOGLE = """
import sys
import onnxwire
assert not any(name.startswith("google") for name in sys.modules)
dims = onnxwire.TensorProto.DESCRIPTOR.fields_by_name["dims"]
options = dims.GetOptions()
assert (options.packed, options.deprecated, options.ctype) == (False, False, 0)
data = onnxwire.TensorProto.DESCRIPTOR.fields_by_name["float_data"].GetOptions()
assert data.packed and data.HasField("packed") and not data.HasField("deprecated")
assert data.SerializeToString() == b"\\x10\\x01" and repr(data) == "Options(packed=True)"
assert onnxwire.TensorProto.DESCRIPTOR.file.GetOptions().cc_enable_arenas is True
assert not any(name.startswith("google") for name in sys.modules)
"""


def test_options_are_there_without_google() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_GOOGLE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_descriptor_is_copied_only_to_its_own_message() -> None:
    descriptor = onnxwire.TensorProto.DESCRIPTOR
    for wrong in (descriptor_pb2.EnumDescriptorProto(), onnxwire.NodeProto(), None):
        with pytest.raises(TypeError, match="google.protobuf.DescriptorProto is wanted, not "):
            descriptor.CopyToProto(wrong)
