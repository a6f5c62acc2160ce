"""What a call costs on our messages and on google's: both in one process, a table out."""

from __future__ import annotations

import os
import platform
import timeit
from typing import Any

import onnx

import onnxwire

NUMBER, REPEATS = 100_000, 7
# By name, a statement on a node, a tensor, a model and a dimension.
STATEMENTS = {
    "read a string": "node.op_type",
    "read an integer": "tensor.data_type",
    "read bytes": "tensor.raw_data",
    "read an enum": "attribute.type",
    "read a message": "model.graph",
    "read a list": "node.input",
    "read an absent string": "node.name",
    "read an item of a list": "node.input[0]",
    "go through a list of two": "for name in node.input: pass",
    "set a string": "node.op_type = 'Relu'",
    "set an integer": "tensor.data_type = 1",
    "HasField": "node.HasField('op_type')",
    "WhichOneof": "dimension.WhichOneof('value')",
    "make a message": "NodeProto()",
}


def main() -> None:
    """Time every statement on both and print nanoseconds."""
    ours, theirs = names_of(onnxwire), names_of(onnx)
    print(f"CPython {platform.python_version()}, {os.cpu_count()} cores, best of {REPEATS}\n")
    print("| | google, ns | ours, ns | ratio |\n| --- | ---: | ---: | ---: |")
    for name, statement in STATEMENTS.items():
        if " " not in statement:
            assert plain(eval(statement, ours)) == plain(eval(statement, theirs)), statement
        their_time, our_time = nanoseconds(statement, theirs), nanoseconds(statement, ours)
        print(f"| {name} | {their_time:.0f} | {our_time:.0f} | {our_time / their_time:.2f} |")


def names_of(package: Any) -> dict[str, Any]:
    """The same messages, made of one package's classes."""
    model = package.ModelProto(graph=package.GraphProto(name="g"))
    return {
        "NodeProto": package.NodeProto,
        "node": package.NodeProto(op_type="Relu", input=["a", "b"]),
        "tensor": package.TensorProto(data_type=1, dims=[1, 2, 3], raw_data=b"x"),
        "attribute": package.AttributeProto(type=1, f=0.5),
        "dimension": package.TensorShapeProto.Dimension(dim_value=1),
        "model": model,
    }


def plain(value: Any) -> Any:
    """A result that can be compared across both packages."""
    if hasattr(value, "SerializeToString"):
        return value.SerializeToString()
    return list(value) if type(value).__name__.startswith("Repeated") else value


def nanoseconds(statement: str, names: dict[str, Any]) -> float:
    return (
        min(timeit.repeat(statement, globals=names, number=NUMBER, repeat=REPEATS)) / NUMBER * 1e9
    )


if __name__ == "__main__":
    main()
