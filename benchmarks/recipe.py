"""The graph that is measured, as plain values: a number in, its nodes out, always the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

SEED = 5
OPERATORS = ("Add", "AveragePool", "Conv", "Gather", "Gemm", "LSTM", "MatMul", "Relu", "Softmax")
# Sorted, as `onnx.helper.make_node` sorts them.
ATTRIBUTES = ("activation", "alpha", "axis", "kernel_shape", "scales")

Value = Any  # an int, a float, a str, or a list of one of them


@dataclass(frozen=True)
class NodeRecipe:
    """What one node is made of."""

    op_type: str
    name: str
    inputs: list[str]
    outputs: list[str]
    attributes: dict[str, Value]


def nodes(count: int) -> Iterator[NodeRecipe]:
    """A chain of nodes with five attributes each, made while they are asked for."""
    variants = _variants()
    for number in range(count):
        op_type, attributes = variants[number * 31 % len(variants)]
        name = f"/layer.{number // 16}/{op_type}_{number}"
        inputs = [f"value_{number}", f"layer.{number // 16}.weight_{number}"]
        yield NodeRecipe(op_type, name, inputs, [f"value_{number + 1}"], attributes)


def _variants() -> list[tuple[str, dict[str, Value]]]:
    """Operators with attributes: a prime number of them, so that a chain repeats late."""
    choice = random.Random(SEED)
    return [
        (OPERATORS[number % len(OPERATORS)], {name: _value(choice) for name in ATTRIBUTES})
        for number in range(61)
    ]


def _value(choice: random.Random) -> Value:
    """A value of one of the kinds that attributes of real models have.

    No default is among them: not all sides tell a field set to it from one that is absent.
    """
    length = choice.randint(1, 6)
    kinds: tuple[Value, ...] = (
        choice.randint(1, 300),
        choice.random(),
        choice.choice(("NOTSET", "SAME_UPPER", "tanh")),
        [choice.randint(0, 300) for _ in range(length)],
        [choice.random() for _ in range(length)],
        [f"name_{choice.randint(0, 99)}" for _ in range(length)],
    )
    return choice.choice(kinds)
