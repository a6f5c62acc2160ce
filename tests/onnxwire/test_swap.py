"""`install_as_onnx_pb2`: the onnx package works with our classes, with google's package or without."""

from __future__ import annotations

import subprocess
import sys

import pytest

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
onnxwire.install_as_onnx_pb2()
import onnx
from google.protobuf import json_format, message, text_format
for cause, kinds in (
    (lambda: onnx.ModelProto.FromString(b"\\xff"), (DecodeError, message.DecodeError)),
    (lambda: text_format.Parse("x", onnx.ModelProto()), (ValueError, text_format.ParseError)),
    (lambda: json_format.Parse("{", onnx.ModelProto()), (ValueError, json_format.ParseError)),
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


def test_it_comes_before_the_import_of_onnx() -> None:
    use = "import onnx, onnxwire; onnxwire.install_as_onnx_pb2()"
    done = subprocess.run([sys.executable, "-c", use], check=False, capture_output=True, text=True)
    assert "RuntimeError: onnx is imported already" in done.stderr
