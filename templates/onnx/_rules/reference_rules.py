"""Rules for references: operator sets, functions, parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .cycles import on_cycles
from .types import Mark, Violation, Visit

_NODE, _FUNCTION, _MODEL = "onnx.NodeProto", "onnx.FunctionProto", "onnx.ModelProto"
# Before this IR version, models import ONNX's own operators without saying so.
_FIRST_WITH_IMPORTS = 3


def references_stand_in_functions(visit: Visit) -> Iterator[Violation]:
    """An attribute outside of functions refers to no parameter."""
    name = visit.message.ref_attr_name
    if name and visit.enclosing(_FUNCTION) is None:
        # A node or an attribute alone may belong into a function.
        if visit.start.descriptor.full_name not in (_NODE, "onnx.AttributeProto"):
            yield Violation("ref_attr_name", f"ref_attr_name {ascii(name)}")


def domains_are_imported(visit: Visit) -> Iterator[Violation]:
    """The domain of a node is imported: by its function, or by the model; told once for each."""
    if visit.descriptor.full_name == _FUNCTION:
        yield from _domains_of_function(visit)
        return
    model = visit.enclosing(_MODEL)
    if model is None or visit.enclosing(_FUNCTION) is not None:
        return
    imported = _imported_by_model(model)
    domain = _shown_domain(visit.message.domain)
    told: set[str] = model.memory.setdefault("domains", set())
    # A model that imports nothing at all breaks a rule of its own.
    if imported and domain not in imported and domain not in told:
        told.add(domain)
        yield _domain_violation("", domain)


def _domains_of_function(visit: Visit) -> Iterator[Violation]:
    imported = {_shown_domain(item.domain) for item in visit.message.opset_import}
    for path, node in nodes_inside(visit.message):
        domain = _shown_domain(node.domain)
        if domain not in imported:
            imported.add(domain)
            yield _domain_violation(path, domain)


def _domain_violation(path: str, domain: str) -> Violation:
    what = f"domain {ascii(domain)} not imported"
    return Violation(path, what, (Mark(path, "domain", "import"),))


def _imported_by_model(model: Visit) -> frozenset[str]:
    memory = model.memory
    if "imported" not in memory:
        found = {_shown_domain(item.domain) for item in model.message.opset_import}
        if model.message.ir_version < _FIRST_WITH_IMPORTS:
            found.add("ai.onnx")
        memory["imported"] = frozenset(found)
    imported: frozenset[str] = memory["imported"]
    return imported


def _shown_domain(domain: str) -> str:
    """ONNX's own domain has two names, one of which is empty."""
    return domain or "ai.onnx"


def overloads_exist(visit: Visit) -> Iterator[Violation]:
    """A node with an overload calls a function that the model has."""
    overload, model = visit.message.overload, visit.enclosing(_MODEL)
    if overload and model is not None:
        memory = model.memory
        if "functions" not in memory:
            memory["functions"] = set(map(_function_key, model.message.functions))
        if _called(visit.message) not in memory["functions"]:
            yield Violation("overload", f"overload {ascii(overload)}")


def functions_do_not_recur(visit: Visit) -> Iterator[Violation]:
    """No function of a model leads back to itself through what its nodes call."""
    functions = list(visit.message.functions)
    known = set(map(_function_key, functions))
    calls = {
        _function_key(function): [
            called for _, node in nodes_inside(function) if (called := _called(node)) in known
        ]
        for function in functions
    }
    cyclic = on_cycles(calls)
    for index, function in enumerate(functions):
        if _function_key(function) in cyclic:
            yield Violation(f"functions[{index}]", f"function {ascii(function.name)} calls itself")


def _function_key(function: Any) -> tuple[str, str, str]:
    return _shown_domain(function.domain), function.name, function.overload


def _called(node: Any) -> tuple[str, str, str]:
    return _shown_domain(node.domain), node.op_type, node.overload


def parameters_are_listed_once(visit: Visit) -> Iterator[Violation]:
    """No parameter of a function has two entries: without default, with one, or both."""
    names = set(visit.message.attribute)
    for index, attribute in enumerate(visit.message.attribute_proto):
        if attribute.name in names:
            place = f"attribute_proto[{index}]"
            yield Violation(f"{place}.name", f"{place}.name {ascii(attribute.name)} again")
        names.add(attribute.name)


def operators_and_functions_differ(visit: Visit) -> Iterator[Violation]:
    """No function of an operator set has the name of an operator or of another function."""
    operators = {item.op_type for item in visit.message.operator}
    seen: set[tuple[str, str]] = set()
    for index, function in enumerate(visit.message.functions):
        key = function.name, function.overload
        if key in seen or function.name in operators:
            yield Violation(f"functions[{index}].name", f"name {ascii(function.name)} again")
        seen.add(key)


def nodes_inside(function: Any) -> Iterator[tuple[str, Any]]:
    """All nodes of a function or graph with their paths, those of nested graphs too."""
    pending = [("", function)]
    while pending:
        path, holder = pending.pop()
        for index, node in enumerate(holder.node):
            place = f"{path}node[{index}]"
            yield place, node
            for number, attribute in enumerate(node.attribute):
                inner = f"{place}.attribute[{number}]"
                if attribute.HasField("g"):
                    pending.append((f"{inner}.g.", attribute.g))
                graphs = enumerate(attribute.graphs)
                pending += ((f"{inner}.graphs[{which}].", graph) for which, graph in graphs)
