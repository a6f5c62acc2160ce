"""Generates code that reads every field of a model.

Each module has a function per message that reads all its fields as plain attributes, by
name, and hands them on in one tuple; all sides run the same code but for how they tell a
message that is absent. Descriptors are asked, so that no field is forgotten.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# How a side tells whether a field that holds a message is set.
PRESENCE = {"has_field": 'message.HasField("{0}")', "not_none": "message.{0} is not None"}
# Every field of every message; or of an attribute only the one that its type names.
SCOPES = ("all", "typed")
# By the type of an attribute, the field that holds its value.
FIELD_BY_TYPE = {
    "FLOAT": "f",
    "INT": "i",
    "STRING": "s",
    "TENSOR": "t",
    "GRAPH": "g",
    "FLOATS": "floats",
    "INTS": "ints",
    "STRINGS": "strings",
    "TENSORS": "tensors",
    "GRAPHS": "graphs",
    "SPARSE_TENSOR": "sparse_tensor",
    "SPARSE_TENSORS": "sparse_tensors",
    "TYPE_PROTO": "tp",
    "TYPE_PROTOS": "type_protos",
}


def module_name(scope: str, presence: str) -> str:
    """The name of a module that `make` writes."""
    return f"visit_{scope}_{presence}"


def make(folder: Path) -> None:
    """Write a module for each scope and each way to tell presence."""
    import onnx

    messages = list(_reachable(onnx.ModelProto.DESCRIPTOR))
    for scope in SCOPES:
        for presence, condition in PRESENCE.items():
            lines = [f'"""Made by {Path(__file__).name}."""']
            for message in messages:
                is_typed = scope == "typed" and message.name == "AttributeProto"
                lines += _typed_attribute(message) if is_typed else _function(message, condition)
            path = folder / f"{module_name(scope, presence)}.py"
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _reachable(message: Any, known: set[str] | None = None) -> Iterator[Any]:
    """A message's type and the types of all that can be in it."""
    known = set() if known is None else known
    if message.full_name in known:
        return
    known.add(message.full_name)
    yield message
    for field in message.fields:
        if field.message_type is not None:
            yield from _reachable(field.message_type, known)


def _function(message: Any, condition: str) -> Iterator[str]:
    yield from _head(message)
    scalars = [field for field in message.fields if field.message_type is None]
    yield f"    see(({' '.join(_read(field) + ',' for field in scalars)}))"
    for field in message.fields:
        if field.message_type is not None:
            yield from _descent(field, condition.format(field.name))


def _typed_attribute(message: Any) -> Iterator[str]:
    yield from _head(message)
    yield "    kind = message.type"
    yield "    see((message.name, message.ref_attr_name, message.doc_string, kind))"
    numbers = message.enum_types_by_name["AttributeType"].values_by_name
    for keyword, (kind, name) in zip(["if"] + ["elif"] * 13, FIELD_BY_TYPE.items(), strict=True):
        yield f"    {keyword} kind == {numbers[kind].number}:"
        field = message.fields_by_name[name]
        if field.message_type is None:
            yield f"        see(({_read(field)},))"
        else:
            yield from ("    " + line for line in _descent(field, "True"))


def _head(message: Any) -> Iterator[str]:
    yield from ("", "", f"def {_name(message)}(message, see):")


def _read(field: Any) -> str:
    return f"[*message.{field.name}]" if field.is_repeated else f"message.{field.name}"


def _descent(field: Any, condition: str) -> Iterator[str]:
    if field.is_repeated:
        yield f"    for part in message.{field.name}:"
        yield f"        {_name(field.message_type)}(part, see)"
    else:
        yield f"    if {condition}:"
        yield f"        {_name(field.message_type)}(message.{field.name}, see)"


def _name(message: Any) -> str:
    """The name of the function that visits messages of a type."""
    return "visit_" + message.full_name.removeprefix("onnx.").replace(".", "_")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
