"""Protobuf's own files, which come with wiregen: equal to the originals, and there to import."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2

from support.commands import output_of, output_of_code, run_wiregen
from wiregen.source.roots import well_known_folder

NAMES = sorted(
    path.relative_to(well_known_folder()).as_posix()
    for path in well_known_folder().rglob("*.proto")
)


def without_json_names(message: descriptor_pb2.DescriptorProto) -> None:
    """Forget what protoc adds and the descriptors inside the package leave out."""
    for field in message.field:
        field.ClearField("json_name")
    for nested in message.nested_type:
        without_json_names(nested)


@pytest.mark.parametrize("name", NAMES)
def test_declarations_equal_those_of_the_protobuf_package(name: str, tmp_path: Path) -> None:
    out = tmp_path / "set.binpb"
    output_of(
        *(sys.executable, "-m", "grpc_tools.protoc", f"-I{well_known_folder()}", f"-o{out}", name)
    )
    ours = descriptor_pb2.FileDescriptorSet.FromString(out.read_bytes()).file[0]
    theirs = descriptor_pb2.FileDescriptorProto()
    module = importlib.import_module(name.removesuffix(".proto").replace("/", ".") + "_pb2")
    module.DESCRIPTOR.CopyToProto(theirs)
    for file in (ours, theirs):
        for message in file.message_type:
            without_json_names(message)
    assert ours == theirs


def test_a_schema_that_imports_them_needs_no_other_package(tmp_path: Path) -> None:
    (tmp_path / "event.proto").write_text("""
        syntax = "proto3";
        import "google/protobuf/timestamp.proto";
        import "google/protobuf/struct.proto";
        import "google/protobuf/descriptor.proto";
        extend google.protobuf.FieldOptions { string note = 50000; }
        message Event {
          google.protobuf.Timestamp at = 1 [(note) = "when it began"];
          google.protobuf.Struct more = 2;
        }
        """)
    words = ("event.proto", "--package", "events", "--out", ".")
    assert run_wiregen("generate", *words, cwd=tmp_path).returncode == 0
    use = (
        "import events; from google.protobuf import struct_pb2, timestamp_pb2;"
        "e = events.Event(at={'seconds': -3});"
        "e.more.fields['a'].list_value.values.add(number_value=0.5);"
        "s = struct_pb2.Struct.FromString(e.more.SerializeToString());"
        "assert s['a'][0] == 0.5 and s.SerializeToString() == e.more.SerializeToString();"
        "t = timestamp_pb2.Timestamp.FromString(e.at.SerializeToString());"
        "assert t.seconds == -3; assert events.Event.FromString(e.SerializeToString()) == e"
    )
    output_of_code(use, cwd=tmp_path)
    # What only declares options makes no code.
    assert not list(tmp_path.rglob("google_protobuf_descriptor.py"))
