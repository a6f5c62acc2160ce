# Copied by wiregen from templates/onnx/_values/attributes.py; do not edit.
"""Converts AttributeProto from and to Python values."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

from .._runtime.message import Message
from ..messages.onnx import (
    AttributeProto,
    GraphProto,
    SparseTensorProto,
    TensorProto,
    TypeProto,
)

_TYPE = AttributeProto.AttributeType

AttributeValue = (
    float
    | int
    | bytes
    | TensorProto
    | GraphProto
    | SparseTensorProto
    | TypeProto
    | list[float]
    | list[int]
    | list[bytes]
    | list[TensorProto]
    | list[GraphProto]
    | list[SparseTensorProto]
    | list[TypeProto]
)

# The field of each type of attribute (the comments of AttributeProto).
_FIELD_BY_TYPE: dict[int, str] = {
    _TYPE.FLOAT: "f",
    _TYPE.INT: "i",
    _TYPE.STRING: "s",
    _TYPE.TENSOR: "t",
    _TYPE.GRAPH: "g",
    _TYPE.SPARSE_TENSOR: "sparse_tensor",
    _TYPE.TYPE_PROTO: "tp",
    _TYPE.FLOATS: "floats",
    _TYPE.INTS: "ints",
    _TYPE.STRINGS: "strings",
    _TYPE.TENSORS: "tensors",
    _TYPE.GRAPHS: "graphs",
    _TYPE.SPARSE_TENSORS: "sparse_tensors",
    _TYPE.TYPE_PROTOS: "type_protos",
}
# The class of an element and its types, alone and in a list; an integer is a Real too.
_TYPES_BY_CLASS: tuple[tuple[Any, int, int], ...] = (
    (Integral, _TYPE.INT, _TYPE.INTS),
    (Real, _TYPE.FLOAT, _TYPE.FLOATS),
    ((str, bytes), _TYPE.STRING, _TYPE.STRINGS),
    (TensorProto, _TYPE.TENSOR, _TYPE.TENSORS),
    (GraphProto, _TYPE.GRAPH, _TYPE.GRAPHS),
    (SparseTensorProto, _TYPE.SPARSE_TENSOR, _TYPE.SPARSE_TENSORS),
    (TypeProto, _TYPE.TYPE_PROTO, _TYPE.TYPE_PROTOS),
)
_LIST_TYPES = frozenset(list_type for _, _, list_type in _TYPES_BY_CLASS)


def attribute_value(attribute: AttributeProto) -> AttributeValue:
    """The value of an attribute, by its `type`: a number, `bytes`, a message, or a list of these.

    Strings are `bytes`, since nobody promises that they are text. A value that is absent is
    the default of its field: 0, empty, an empty message. An attribute without `type` is of
    IR version 1, and has the value of the one field that is set.

    ValueError for a reference to an attribute of the function around it, which has no value
    of its own, for an unknown type, and if the value is in a field of another type.
    """
    name = attribute.name
    if attribute.ref_attr_name:
        reference = f"it stands for '{attribute.ref_attr_name}' of the function around it"
        raise ValueError(f"attribute '{name}' has no value: {reference}")
    used = [field for field in _FIELD_BY_TYPE.values() if _is_set(attribute, field)]
    if attribute.type == _TYPE.UNDEFINED:
        if len(used) != 1:
            found = " and ".join(used) or "no value"
            raise ValueError(f"attribute '{name}' has no type, and {found}")
        field = used[0]
    else:
        field = _FIELD_BY_TYPE[attribute.type]
        wrong = [other for other in used if other != field]
        if wrong:
            said = f"is of type {_TYPE.Name(attribute.type)}, but {wrong[0]} is set"
            raise ValueError(f"attribute '{name}' {said}")
    value: AttributeValue = getattr(attribute, field)
    return list(value) if isinstance(value, list) else value  # type: ignore[return-value]


def make_attribute(
    name: str, value: Any, doc_string: str | None = None, attr_type: int | None = None
) -> AttributeProto:
    """The attribute of a value, whose type follows from the value.

    Integers (bools too) make INT, other real numbers FLOAT, `str` and `bytes` STRING, messages
    the type of theirs; iterables of these make lists, and integers and floats together
    FLOATS. numpy's numbers and arrays will do. `attr_type` says the type of an empty list, and
    that integers are meant as floats.

    TypeError for a value that is of no type or not of the one given, ValueError for an empty
    list without a type and for elements of several types.
    """
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, Message)):
        elements = list(value)
        found = _list_type(name, elements, attr_type)
        content: Any = [_stored(element) for element in elements]
    else:
        found, content = _single_type(name, value), _stored(value)
    if attr_type is not None and found != attr_type:
        if (found, attr_type) not in ((_TYPE.INT, _TYPE.FLOAT), (_TYPE.INTS, _TYPE.FLOATS)):
            given, wanted = _TYPE.Name(found), _TYPE.Name(attr_type)
            raise TypeError(f"attribute '{name}': the value is of type {given}, not {wanted}")
        found = attr_type
    made = AttributeProto(name=name, type=found, doc_string=doc_string or None)
    setattr(made, _FIELD_BY_TYPE[found], content)
    return made


def make_attribute_ref(
    name: str,
    attr_type: int,
    doc_string: str | None = None,
    *,
    ref_attr_name: str | None = None,
) -> AttributeProto:
    """The attribute, in a function, that stands for an attribute of the function.

    `ref_attr_name` is the name that it has there, if not `name`.
    """
    return AttributeProto(
        name=name,
        type=attr_type,
        doc_string=doc_string or None,
        ref_attr_name=ref_attr_name or name,
    )


def _is_set(attribute: AttributeProto, field: Any) -> bool:
    if attribute.DESCRIPTOR.fields_by_name[field].is_repeated:
        return bool(getattr(attribute, field))
    return attribute.HasField(field)


def _stored(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape")
    if isinstance(value, Integral):
        return int(value)
    return float(value) if isinstance(value, Real) else value


def _single_type(name: str, value: Any) -> int:
    for accepted, single, _ in _TYPES_BY_CLASS:
        if isinstance(value, accepted):
            return single
    kind = type(value).__qualname__
    raise TypeError(f"attribute '{name}': a value of type {kind} is no attribute's")


def _list_type(name: str, elements: list[Any], attr_type: int | None) -> int:
    if not elements:
        if attr_type is None:
            raise ValueError(f"attribute '{name}': an empty list does not tell its type")
        if attr_type not in _LIST_TYPES:
            raise TypeError(f"attribute '{name}': {_TYPE.Name(attr_type)} is no type of a list")
        return attr_type
    for accepted, _, list_type in _TYPES_BY_CLASS:
        if all(isinstance(element, accepted) for element in elements):
            return list_type
    kinds = ", ".join(sorted({type(element).__qualname__ for element in elements}))
    raise ValueError(f"attribute '{name}': elements of types that are no list: {kinds}")
