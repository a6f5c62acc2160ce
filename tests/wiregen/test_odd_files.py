"""Files with odd starts, ends, names and options: descriptors and places as protoc's, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from oracles.descriptor_sets import assert_same
from oracles.protoc import run_protoc
from wiregen.descriptors.file_set import descriptor_set
from wiregen.source.diagnostics import Faults, SchemaError
from wiregen.source.roots import ImportRoots
from wiregen.validation.reading import read

MARK = b"\xef\xbb\xbf"
MESSAGE_SET = b"""
syntax = "proto2";
package pkg;
import "google/protobuf/descriptor.proto";
message Set {
  option message_set_wire_format = true;
  extensions 4 to max;
}
message Item {
  extend Set { optional Item it = 1000; }
  extend Set { optional Item other = 5; }
  optional string s = 1;
}
message Opt { optional Set set = 1; }
extend google.protobuf.FileOptions { optional Opt opt = 50000; }
option (opt) = { set { [pkg.Item.it] { s: "x" } [pkg.Item.other] {} } };
"""
FILES = {
    "no JSON name": b'syntax = "proto3"; message M { int32 some_name = 1 [json_name = ""]; }',
    "a JSON name that is no text": (
        b'syntax = "proto2"; message M { optional int32 b = 2 [json_name = "\\xff"]; }'
    ),
    "a byte order mark": MARK + b'syntax = "proto3"; message M { int32 a = 1; }\nmessage N {}',
    "a byte order mark alone": MARK,
    "comments alone": b"// Only.\n\n/* this */\n",
    "nothing": b"",
    "blanks": b"  \n\t\n",
    "tabs": b'syntax = "proto3";\n\tmessage M {\n\t  int32\ta = 1;\t}\n',
    "line ends of Windows": b'syntax = "proto3";\r\nmessage M {\r\n  int32 a = 1; // x\r\n}\r\n',
    "line ends of old": b'syntax = "proto3";\rmessage M {}\r',
    "form feeds": b'syntax = "proto3";\f\vmessage M {}\n',
    "a negative reserved number": b'syntax = "proto2"; enum E { A = 1; reserved -5, -9 to -7; }',
    "items of message sets in options": MESSAGE_SET,
    "a package of 101 parts": b'syntax = "proto3"; package ' + b".".join([b"a"] * 101) + b";",
}


@pytest.mark.parametrize("named", FILES)
def test_odd_files_give_the_descriptors_of_protoc(tmp_path: Path, named: str) -> None:
    (tmp_path / "a.proto").write_bytes(FILES[named])
    theirs = run_protoc(tmp_path, "a.proto").files
    assert theirs is not None
    reading = read(["a.proto"], ImportRoots((tmp_path,), tmp_path), Faults())
    data = descriptor_set(reading, ["a.proto"], with_source_info=True)
    assert_same(FileDescriptorSet.FromString(data).file[0], theirs.file[-1])


def test_a_package_has_as_many_parts_as_for_protoc(tmp_path: Path) -> None:
    text = f'syntax = "proto3"; package {".".join(["a"] * 102)};'
    (tmp_path / "a.proto").write_text(text)
    (fault,) = run_protoc(tmp_path, "a.proto").faults
    assert fault.sentence == "Exceeds Maximum Package Depth"
    with pytest.raises(SchemaError, match="a package has up to 101 parts"):
        read(["a.proto"], ImportRoots((tmp_path,), tmp_path), Faults())
