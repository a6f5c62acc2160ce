"""`install_as_onnx_pb2`: the onnx package works with our classes, with google's package or without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import onnx
import pytest
from grpc_tools import protoc

HIDE_GOOGLE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "google":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hidden())
"""
USE = """
import sys, onnxwire
onnxwire.install_as_onnx_pb2()
onnxwire.install_as_onnx_pb2()
import onnx, onnx.checker, onnx.helper, onnx.shape_inference, tempfile
from pathlib import Path

assert onnx.ModelProto is onnxwire.ModelProto and onnx.SequenceProto is onnxwire.SequenceProto
path = Path(onnx.__file__).parent / "backend/test/data/light/light_squeezenet.onnx"
model = onnx.load(path)
assert type(model) is onnxwire.ModelProto
onnx.checker.check_model(model, full_check=True)
inferred = onnx.shape_inference.infer_shapes(model)
assert type(inferred) is onnxwire.ModelProto and inferred.graph.node == model.graph.node
node = onnx.helper.make_node("Relu", ["x"], ["y"], alpha=0.1)
assert onnx.helper.get_node_attr_value(node, "alpha") == node.attribute[0].f
with tempfile.TemporaryDirectory() as folder:
    for suffix in ("onnx", "textproto", "json"):
        onnx.save(model, f"{folder}/model.{suffix}")
        assert onnx.load(f"{folder}/model.{suffix}") == model, suffix
"""


@pytest.mark.parametrize("before", ["", HIDE_GOOGLE], ids=["beside google", "without google"])
def test_onnx_works_with_our_classes(before: str) -> None:
    subprocess.run([sys.executable, "-W", "ignore", "-c", before + USE], check=True)


def test_googles_functions_still_take_googles_messages() -> None:
    use = """
import onnxwire
onnxwire.install_as_onnx_pb2()
from google.protobuf import json_format, struct_pb2, text_format
message = text_format.Parse('fields { key: "a" value { number_value: 1 } }', struct_pb2.Struct())
assert json_format.MessageToDict(message) == {"a": 1.0}
"""
    subprocess.run([sys.executable, "-c", use], check=True)


def test_errors_are_googles_as_well() -> None:
    use = """
import onnxwire
from onnxwire import DecodeError
from onnxwire import json_format as ours_json
onnxwire.install_as_onnx_pb2()
import onnx
from google.protobuf import json_format, message, text_format
for cause, kinds in (
    (lambda: onnx.ModelProto.FromString(b"\\xff"), (DecodeError, message.DecodeError)),
    (lambda: text_format.Parse("x", onnx.ModelProto()), (ValueError, text_format.ParseError)),
    (lambda: json_format.Parse("{", onnx.ModelProto()), (ValueError, json_format.ParseError)),
    (
        lambda: json_format.Parse('{"dataLocation": "NOWHERE"}', onnx.TensorProto()),
        (ours_json.ParseError, json_format.EnumStringValueParseError),
    ),
):
    try:
        cause()
    except Exception as error:
        assert all(isinstance(error, kind) for kind in kinds), type(error).__mro__
        assert len(str(error)) > 10
    else:
        raise AssertionError("no error")
"""
    subprocess.run([sys.executable, "-c", use], check=True)


def test_messages_are_instances_of_googles_class_as_well() -> None:
    use = """
import onnxwire
model = onnxwire.ModelProto(doc_string="d", graph={"doc_string": "g"})
onnxwire.install_as_onnx_pb2()
import copy, pickle
import google.protobuf.message, onnx.helper
assert isinstance(model, google.protobuf.message.Message)
assert isinstance(onnxwire.load(onnx.__path__[0] + "/backend/test/data/light/light_vgg19.onnx").graph,
                  google.protobuf.message.Message)
assert not isinstance(model.graph.node, google.protobuf.message.Message)
onnx.helper.strip_doc_string(model)
assert not model.HasField("doc_string") and not model.graph.HasField("doc_string")
assert copy.deepcopy(model) == pickle.loads(pickle.dumps(model)) == model != 3
assert issubclass(onnxwire.DecodeError, google.protobuf.message.DecodeError)
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", use], check=True)


SERVICE = """
syntax = "proto3";
package serving;
option optimize_for = LITE_RUNTIME;
import "onnx/onnx-ml.proto";
import "onnx/onnx-data.proto";
message Request {
  onnx.ModelProto model = 1;
  repeated onnx.SequenceProto inputs = 2;
}
service Runner { rpc Run(Request) returns (Request); }
"""


@pytest.mark.parametrize("before", ["", "import google.protobuf.message, serving_pb2"])
def test_modules_that_import_onnxs_files_are_loaded_beside(tmp_path: Path, before: str) -> None:
    """What protoc makes of a service needs ONNX's files in google's registry."""
    (tmp_path / "serving.proto").write_text(SERVICE)
    installed = Path(onnx.__file__).parents[1]
    arguments = ("protoc", f"-I{tmp_path}", f"-I{installed}", f"--python_out={tmp_path}")
    assert protoc.main([*arguments, "serving.proto"]) == 0
    use = f"""
import onnxwire
onnxwire.install_as_onnx_pb2()
{before}
import onnx
import serving_pb2
data = onnx.ModelProto(ir_version=3).SerializeToString()
assert isinstance(onnx.ModelProto(), onnxwire.Message)
request = serving_pb2.Request()
request.model.ParseFromString(data)
assert request.model.ir_version == 3 and request.model.SerializeToString() == data
assert onnx.ModelProto.FromString(request.model.SerializeToString()).ir_version == 3
"""
    command = [sys.executable, "-W", "ignore", "-c", use]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": str(tmp_path)})


def test_it_comes_before_the_import_of_onnx() -> None:
    use = "import onnx, onnxwire; onnxwire.install_as_onnx_pb2()"
    done = subprocess.run([sys.executable, "-c", use], check=False, capture_output=True, text=True)
    assert "RuntimeError: onnx is imported already" in done.stderr
