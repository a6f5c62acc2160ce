"""Rules for the values of graphs and functions: definition before use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import inf
from typing import Any

from .cycles import on_cycles
from .types import Mark, Violation, Visit

# What defines values, and what tells nothing of the values around it when it stands alone.
_SCOPES = ("onnx.GraphProto", "onnx.FunctionProto")
_PARTS = ("onnx.NodeProto", "onnx.AttributeProto")


def values_are_defined_before_use(visit: Visit) -> Iterator[Violation]:
    """What a node reads is defined before it, or around it; what comes later is out of order."""
    scopes = list(_scopes(visit))
    if not scopes or visit.start.descriptor.full_name in _PARTS:
        return
    own = scopes[0][0]
    for index, name in enumerate(visit.message.input):
        if name and not _is_visible(name, scopes) and name not in own:
            yield _input_violation("", index, name, "no value of this name before it")


def nodes_are_in_order(visit: Visit) -> Iterator[Violation]:
    """No node reads a value that a later node computes; those of a function none from outside."""
    is_function = visit.descriptor.full_name == "onnx.FunctionProto"
    cyclic = frozenset() if is_function else _cyclic(visit)
    for reader, index, name, writer in _out_of_order(visit):
        if not (reader in cyclic and writer in cyclic):
            what = f"computed by node[{writer}]"
            yield _input_violation(f"node[{reader}]", index, name, what)

    if is_function:
        known = _definitions(visit)
        for reader, node in enumerate(visit.message.node):
            for index, name in enumerate(node.input):
                if name and name not in known:
                    what = "no value of the function"
                    yield _input_violation(f"node[{reader}]", index, name, what)


def graphs_have_no_cycles(visit: Visit) -> Iterator[Violation]:
    """No node of a graph reads what is computed from its own output."""
    cyclic = _cyclic(visit)
    for reader, index, name, writer in _out_of_order(visit):
        if reader in cyclic and writer in cyclic:
            what = f"computed by node[{writer}], on a cycle"
            yield _input_violation(f"node[{reader}]", index, name, what)


def values_are_defined_once(visit: Visit) -> Iterator[Violation]:
    """No output of a node has the name of a value that is visible to the node."""
    scopes = list(_scopes(visit))
    own: set[str] = set()
    for index, name in enumerate(visit.message.output):
        if name and (name in own or _is_visible(name, scopes)):
            place = f"output[{index}]"
            what = f"{place} {ascii(name)}, defined before"
            yield Violation(place, what, (Mark("", place, "definition"),))
        own.add(name)


def training_graph_is_sound(visit: Visit) -> Iterator[Violation]:
    """The algorithm of a training defines no value that the model's graph defines."""
    model = visit.parent
    if model is None or not model.message.HasField("graph"):
        return
    known = _definitions_of_model(model)
    algorithm = visit.message.algorithm
    places = [(f"input[{i}].name", item.name) for i, item in enumerate(algorithm.input)]
    places += [(f"initializer[{i}].name", t.name) for i, t in enumerate(algorithm.initializer)]
    places += [
        (f"node[{i}].output[{k}]", name)
        for i, node in enumerate(algorithm.node)
        for k, name in enumerate(node.output)
    ]
    for place, name in places:
        if name in known and name:
            yield Violation(
                f"algorithm.{place}", f"{place} {ascii(name)}, defined by the model too"
            )


def _input_violation(holder: str, index: int, name: str, what: str) -> Violation:
    place = f"input[{index}]"
    path = f"{holder}.{place}" if holder else place
    return Violation(path, f"{path} {ascii(name)}, {what}", (Mark(holder, place, "definition"),))


def _is_visible(name: str, scopes: Iterable[tuple[dict[str, int], float]]) -> bool:
    return any(definitions.get(name, inf) < index for definitions, index in scopes)


def _scopes(visit: Visit) -> Iterator[tuple[dict[str, int], float]]:
    """The graphs or the function around a message, the nearest first: what each defines, and
    the index of the node there that the message stands in."""
    index = inf
    for one in visit.outwards():
        name = one.descriptor.full_name
        if name == "onnx.NodeProto":
            index = one.index
        elif name in _SCOPES:
            yield _definitions(one), index
            index = inf
            if (
                one.field == "algorithm"
                and one.parent is not None
                and one.parent.parent is not None
            ):
                # A training step works on the values of the model's graph.
                yield _definitions_of_model(one.parent.parent), inf


def _definitions(visit: Visit) -> dict[str, int]:
    """By the values of a graph or function, the node that defines each first; -1 if none does."""
    memory = visit.memory
    if "definitions" not in memory:
        memory["definitions"] = _defined_by(visit.message)
    found: dict[str, int] = memory["definitions"]
    return found


def _definitions_of_model(model: Visit) -> dict[str, int]:
    memory = model.memory
    if "definitions" not in memory:
        memory["definitions"] = _defined_by(model.message.graph)
    found: dict[str, int] = memory["definitions"]
    return found


def _defined_by(message: Any) -> dict[str, int]:
    if message.DESCRIPTOR.full_name == "onnx.FunctionProto":
        found = dict.fromkeys(message.input, -1)
    else:
        found = {value.name: -1 for value in message.input}
        found |= {tensor.name: -1 for tensor in message.initializer}
        found |= {sparse.values.name: -1 for sparse in message.sparse_initializer}
    for index, node in enumerate(message.node):
        for name in node.output:
            found.setdefault(name, index)
    return found


def _out_of_order(visit: Visit) -> list[tuple[int, int, str, int]]:
    """Each input that a node reads before it is computed: the reader, which input, its name, and
    the node that computes it."""
    memory = visit.memory
    if "out of order" not in memory:
        definitions = _definitions(visit)
        around = list(_scopes(visit))[1:]
        memory["out of order"] = [
            (reader, index, name, definitions[name])
            for reader, node in enumerate(visit.message.node)
            for index, name in enumerate(node.input)
            if name and definitions.get(name, -1) >= reader and not _is_visible(name, around)
        ]
    found: list[tuple[int, int, str, int]] = memory["out of order"]
    return found


def _cyclic(visit: Visit) -> frozenset[int]:
    """The nodes of a graph that stand on a cycle."""
    memory = visit.memory
    if "cyclic" not in memory:
        memory["cyclic"] = frozenset(_on_cycles(visit)) if _out_of_order(visit) else frozenset()
    found: frozenset[int] = memory["cyclic"]
    return found


def _on_cycles(visit: Visit) -> set[int]:
    definitions = _definitions(visit)
    readers: dict[int, list[int]] = defaultdict(list)
    for reader, node in enumerate(visit.message.node):
        for name in node.input:
            writer = definitions.get(name, -1)
            if name and writer >= 0:
                readers[writer].append(reader)
    return on_cycles(readers)
