"""Protobuf's own files, which come with wiregen: equal to the originals, and there to import."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import grpc_tools
import pytest
from google.protobuf import descriptor_pb2

from oracles.descriptor_sets import assert_same
from oracles.protoc import run_protoc
from support.commands import output_of, output_of_code, run_wiregen
from wiregen.descriptors.file_set import descriptor_set
from wiregen.source.diagnostics import Faults
from wiregen.source.roots import ImportRoots, well_known_folder
from wiregen.validation.reading import read

NAMES = sorted(
    path.relative_to(well_known_folder()).as_posix()
    for path in well_known_folder().rglob("*.proto")
)


def without_json_names(message: descriptor_pb2.DescriptorProto) -> None:
    """Forget what protoc adds, and sentences, which are our own."""
    for field in message.field:
        field.ClearField("json_name")
        field.options.feature_support.ClearField("deprecation_warning")
        if not field.options.feature_support.ByteSize():
            field.options.ClearField("feature_support")
        if not field.options.ByteSize():
            field.ClearField("options")
    for nested in message.nested_type:
        without_json_names(nested)


@pytest.mark.parametrize("name", NAMES)
def test_declarations_equal_those_of_the_protobuf_package(name: str, tmp_path: Path) -> None:
    out = tmp_path / "set.binpb"
    output_of(
        *(sys.executable, "-m", "grpc_tools.protoc", f"-I{well_known_folder()}", f"-o{out}", name)
    )
    ours = descriptor_pb2.FileDescriptorSet.FromString(out.read_bytes()).file[0]
    theirs = descriptor_of_google(name, tmp_path)
    for file in (ours, theirs):
        for message in file.message_type:
            without_json_names(message)
        for extension in file.extension:
            extension.ClearField("json_name")
    assert ours == theirs


def descriptor_of_google(name: str, folder: Path) -> descriptor_pb2.FileDescriptorProto:
    """The file in the protobuf package, or for want of it in protoc's."""
    theirs = descriptor_pb2.FileDescriptorProto()
    try:
        module = importlib.import_module(name.removesuffix(".proto").replace("/", ".") + "_pb2")
    except ModuleNotFoundError:
        included = Path(grpc_tools.__file__).parent / "_proto"
        out = folder / "theirs.binpb"
        output_of(sys.executable, "-m", "grpc_tools.protoc", f"-I{included}", f"-o{out}", name)
        theirs = descriptor_pb2.FileDescriptorSet.FromString(out.read_bytes()).file[0]
    else:
        module.DESCRIPTOR.CopyToProto(theirs)
    return theirs


def test_all_files_of_protoc_are_there() -> None:
    included = Path(grpc_tools.__file__).parent / "_proto"
    names = {path.relative_to(included).as_posix() for path in included.rglob("*.proto")}
    assert len(names) == 15 and names <= {*NAMES}


FEATURES = """
edition = "2023";
import "google/protobuf/cpp_features.proto";
import "google/protobuf/java_features.proto";
import "google/protobuf/go_features.proto";
option features.(pb.cpp).string_type = VIEW;
option features.(pb.java).utf8_validation = VERIFY;
message M {
  string a = 1 [features.(pb.cpp) = { string_type: CORD }];
  enum E {
    option features.(pb.go).legacy_unmarshal_json_enum = false;
    NONE = 0;
  }
}
"""


def test_features_of_other_languages_are_set_as_by_protoc(tmp_path: Path) -> None:
    (tmp_path / "a.proto").write_text(FEATURES)
    theirs = run_protoc(tmp_path, "a.proto").files
    assert theirs is not None
    reading = read(["a.proto"], ImportRoots((tmp_path,), tmp_path), Faults())
    data = descriptor_set(reading, ["a.proto"], with_source_info=True)
    assert_same(descriptor_pb2.FileDescriptorSet.FromString(data).file[0], theirs.file[-1])


def test_the_protocol_of_plugins_is_a_schema_like_others(tmp_path: Path) -> None:
    use = (
        "import plugins; from google.protobuf.compiler import plugin_pb2;"
        "r = plugins.CodeGeneratorResponse(supported_features=3, file=[{'name': 'a', 'content': 'b'}]);"
        "t = plugin_pb2.CodeGeneratorResponse.FromString(r.SerializeToString());"
        "assert t.file[0].content == 'b' and t.SerializeToString() == r.SerializeToString()"
    )
    words = ("google/protobuf/compiler/plugin.proto", "-I", well_known_folder())
    options = ("--package", "plugins", "--out", ".")
    assert run_wiregen("generate", *map(str, words), *options, cwd=tmp_path).returncode == 0
    output_of_code(use, cwd=tmp_path)


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


@pytest.mark.parametrize(
    "words",
    [
        ("-I", "root"),
        ("-Iroot",),
        ("--root", "root"),
        ("--proto_path", "root"),
        ("--proto_path=root",),
    ],
)
def test_roots_are_named_as_for_protoc(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "root" / "pkg").mkdir(parents=True)
    (tmp_path / "root" / "pkg" / "a.proto").write_text('syntax = "proto3"; import "b.proto";')
    (tmp_path / "root" / "b.proto").write_text('syntax = "proto3"; message B {}')
    done = run_wiregen("ir", *words, "pkg/a.proto", cwd=tmp_path)
    assert done.returncode == 0 and "file pkg/a.proto" in done.stdout
