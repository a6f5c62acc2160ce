"""Builds a model with constructors alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from recipe import NodeRecipe, Value

Build = Callable[[Iterable[NodeRecipe]], Any]


def builder(package: Any, kinds: Any) -> Build:
    """The function for one package; `kinds` are the names of the types of attributes."""
    node_class, attribute_class = package.NodeProto, package.AttributeProto

    def build(recipes: Iterable[NodeRecipe]) -> Any:
        opsets = [
            package.OperatorSetIdProto(domain="ai.onnx", version=21),
            package.OperatorSetIdProto(domain="ai.onnx.ml", version=4),
        ]
        graph = package.GraphProto(name="graph", node=[node(recipe) for recipe in recipes])
        return package.ModelProto(
            ir_version=10, producer_name="recipe", opset_import=opsets, graph=graph
        )

    def node(recipe: NodeRecipe) -> Any:
        return node_class(
            op_type=recipe.op_type,
            input=recipe.inputs,
            output=recipe.outputs,
            name=recipe.name,
            attribute=[attribute(name, value) for name, value in recipe.attributes.items()],
        )

    def attribute(name: str, value: Value) -> Any:
        if isinstance(value, int):
            return attribute_class(name=name, type=kinds.INT, i=value)
        if isinstance(value, float):
            return attribute_class(name=name, type=kinds.FLOAT, f=value)
        if isinstance(value, str):
            return attribute_class(name=name, type=kinds.STRING, s=value.encode())
        if isinstance(value[0], int):
            return attribute_class(name=name, type=kinds.INTS, ints=value)
        if isinstance(value[0], float):
            return attribute_class(name=name, type=kinds.FLOATS, floats=value)
        strings = [text.encode() for text in value]
        return attribute_class(name=name, type=kinds.STRINGS, strings=strings)

    return build
