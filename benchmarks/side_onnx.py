"""How the `onnx` package does what the jobs ask for: its functions, as its documentation uses them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import onnx
from onnx import helper
from recipe import NodeRecipe
from side_classes import CORE, PRESENCE, add_metadata, array, encode

__all__ = ["CORE", "PRESENCE", "add_metadata", "array", "build", "encode", "load", "save"]

save = onnx.save


def load(path: Path, message_type: str = "ModelProto") -> Any:
    """Opened by the function that `onnx` has for it."""
    return onnx.load(path) if message_type == "ModelProto" else onnx.load_tensor(path)


def build(recipes: Iterable[NodeRecipe]) -> Any:
    """A model by the functions of `onnx.helper`."""
    made = [
        helper.make_node(node.op_type, node.inputs, node.outputs, node.name, **node.attributes)
        for node in recipes
    ]
    opsets = [helper.make_opsetid("ai.onnx", 21), helper.make_opsetid("ai.onnx.ml", 4)]
    graph = helper.make_graph(made, "graph", [], [])
    return helper.make_model(graph, opset_imports=opsets, ir_version=10, producer_name="recipe")
