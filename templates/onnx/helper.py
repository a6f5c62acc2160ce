"""Message builders named as in `onnx.helper`.

They save the nesting that constructors need, and copy what they are given. numpy is needed by
`make_tensor` alone, for arrays and the types that Python has no numbers for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ._runtime.message import Message
from ._tensors.layout import data_field, layout_of, path_of
from ._values.attributes import make_attribute, make_attribute_ref
from ._values.tensors import from_numpy
from ._values.typed_data import entries_of
from .messages.onnx import (
    AttributeProto,
    FunctionProto,
    GraphProto,
    ModelProto,
    NodeProto,
    OperatorSetIdProto,
    SparseTensorProto,
    StringStringEntryProto,
    TensorProto,
    TensorShapeProto,
    TrainingInfoProto,
    TypeProto,
    ValueInfoProto,
    Version,
)
from .messages.onnx_data import MapProto, OptionalProto, SequenceProto

__all__ = [
    "NEWEST_OPSET",
    "Shape",
    "make_attribute",
    "make_attribute_ref",
    "make_empty_tensor_value_info",
    "make_function",
    "make_graph",
    "make_map",
    "make_map_type_proto",
    "make_model",
    "make_node",
    "make_operatorsetid",
    "make_opsetid",
    "make_optional",
    "make_optional_type_proto",
    "make_sequence",
    "make_sequence_type_proto",
    "make_sparse_tensor",
    "make_sparse_tensor_type_proto",
    "make_sparse_tensor_value_info",
    "make_tensor",
    "make_tensor_sequence_value_info",
    "make_tensor_type_proto",
    "make_tensor_value_info",
    "make_training_info",
    "make_value_info",
    "set_metadata_props",
    "set_model_props",
]

# The newest version of the operators of ai.onnx in ONNX 1.23, whose schemas these are.
NEWEST_OPSET = 28

# The size along each axis: a number, the name of one, or None if unknown; None for the whole
# where not even the number of axes is known.
Shape = Sequence[int | str | None] | None


# --- nodes, graphs, models -------------------------------------------------------------


def make_node(
    op_type: str,
    inputs: Iterable[str],
    outputs: Iterable[str],
    name: str | None = None,
    doc_string: str | None = None,
    domain: str | None = None,
    overload: str | None = None,
    **attributes: Any,
) -> NodeProto:
    """A node; further keywords are its attributes (see `make_attribute`), None for an absent one."""
    pairs = sorted(attributes.items())
    return NodeProto(
        op_type=op_type,
        input=inputs,
        output=outputs,
        name=name or None,
        doc_string=doc_string or None,
        domain=domain,
        overload=overload,
        attribute=[make_attribute(key, value) for key, value in pairs if value is not None],
    )


def make_graph(
    nodes: Iterable[NodeProto],
    name: str,
    inputs: Iterable[ValueInfoProto],
    outputs: Iterable[ValueInfoProto],
    initializer: Iterable[TensorProto] | None = None,
    doc_string: str | None = None,
    value_info: Iterable[ValueInfoProto] | None = None,
    sparse_initializer: Iterable[SparseTensorProto] | None = None,
) -> GraphProto:
    """A graph of nodes, in the order of their execution."""
    return GraphProto(
        node=nodes,
        name=name,
        input=inputs,
        output=outputs,
        initializer=initializer,
        doc_string=doc_string or None,
        value_info=value_info,
        sparse_initializer=sparse_initializer,
    )


def make_function(
    domain: str,
    fname: str,
    inputs: Iterable[str],
    outputs: Iterable[str],
    nodes: Iterable[NodeProto],
    opset_imports: Iterable[OperatorSetIdProto],
    attributes: Iterable[str] | None = None,
    attribute_protos: Iterable[AttributeProto] | None = None,
    doc_string: str | None = None,
    overload: str | None = None,
    value_info: Iterable[ValueInfoProto] | None = None,
) -> FunctionProto:
    """A function: `attributes` have no default, `attribute_protos` are their own defaults."""
    return FunctionProto(
        domain=domain,
        name=fname,
        input=inputs,
        output=outputs,
        node=nodes,
        opset_import=opset_imports,
        attribute=attributes,
        attribute_proto=attribute_protos,
        doc_string=doc_string or None,
        overload=overload,
        value_info=value_info,
    )


def make_model(
    graph: GraphProto,
    *,
    opset_imports: Iterable[OperatorSetIdProto] | None = None,
    ir_version: int = Version.IR_VERSION,
    **fields: Any,
) -> ModelProto:
    """A model of a graph; further keywords are fields of ModelProto, such as `functions`.

    The versions are by default the newest, of the IR and of the operators of ai.onnx.
    """
    imports = opset_imports
    if imports is None:
        imports = [OperatorSetIdProto(version=NEWEST_OPSET)]
    return ModelProto(ir_version=ir_version, graph=graph, opset_import=imports, **fields)


def make_opsetid(domain: str, version: int) -> OperatorSetIdProto:
    """A version of the operators of a domain; the empty one is ai.onnx."""
    return OperatorSetIdProto(domain=domain, version=version)


def make_operatorsetid(domain: str, version: int) -> OperatorSetIdProto:
    """As `make_opsetid`: `onnx.helper` has both names."""
    return make_opsetid(domain, version)


def make_training_info(
    algorithm: GraphProto,
    algorithm_bindings: Iterable[tuple[str, str]],
    initialization: GraphProto | None,
    initialization_bindings: Iterable[tuple[str, str]] | None,
) -> TrainingInfoProto:
    """How a model is trained; a binding is the name of an initializer and of its new value."""
    return TrainingInfoProto(
        algorithm=algorithm,
        update_binding=_entries(algorithm_bindings),
        initialization=initialization,
        initialization_binding=_entries(initialization_bindings or ()),
    )


def set_metadata_props(message: Any, properties: Mapping[str, str]) -> None:
    """Replace the `metadata_props` of a message that has them."""
    message.metadata_props = _entries(properties.items())


def set_model_props(model: ModelProto, properties: Mapping[str, str]) -> None:
    """As `set_metadata_props`, of a model."""
    set_metadata_props(model, properties)


def _entries(pairs: Iterable[tuple[str, str]]) -> list[StringStringEntryProto]:
    return [StringStringEntryProto(key=key, value=value) for key, value in pairs]


# --- tensors and values ----------------------------------------------------------------


def make_tensor(
    name: str, data_type: int, dims: Iterable[int], vals: Any, raw: bool = False
) -> TensorProto:
    """A tensor of some values, in the typed field, or of its bytes, in `raw_data`.

    `vals` are numbers or strings, nested or not, or an array; with `raw` the bytes, or an
    array. Numbers are rounded to floating-point types as `from_numpy` says. TensorError if
    they are not as many as `dims` says, or do not fit the type.
    """
    tensor = TensorProto(name=name, data_type=data_type, dims=dims)
    path = path_of(tensor)
    layout = layout_of(tensor)
    if not raw:
        setattr(tensor, layout.element_type.field, entries_of(vals, layout.element_type, path))
    elif isinstance(vals, (bytes, bytearray, memoryview)):
        tensor.raw_data = bytes(vals)
    else:
        tensor.raw_data = from_numpy(vals, data_type=data_type).raw_data
    data_field(tensor, layout)
    return tensor


def make_sparse_tensor(
    values: TensorProto, indices: TensorProto, dims: Iterable[int]
) -> SparseTensorProto:
    """A sparse tensor of the shape `dims`; `onnxwire.from_sparse` makes one of arrays."""
    return SparseTensorProto(values=values, indices=indices, dims=dims)


def make_sequence(name: str, elem_type: int, values: Iterable[Message]) -> SequenceProto:
    """A sequence of messages; `onnxwire.from_list` makes one of Python's values.

    TypeError for messages without a type that they could have.
    """
    values = list(values)
    field = _value_field(elem_type, has_value=bool(values))
    lists: dict[str, Any] = {f"{field}s": values} if field else {}
    return SequenceProto(name=name, elem_type=elem_type, **lists)


def make_optional(name: str, elem_type: int, value: Message | None) -> OptionalProto:
    """An optional with a message or, for None, without; see also `onnxwire.from_optional`.

    TypeError for a message without a type that it could have.
    """
    field = _value_field(elem_type, has_value=value is not None)
    fields: dict[str, Any] = {field: value} if field else {}
    return OptionalProto(name=name, elem_type=elem_type, **fields)


def make_map(name: str, key_type: int, keys: Iterable[Any], values: SequenceProto) -> MapProto:
    """A map of keys to the elements of a sequence; `onnxwire.from_dict` makes one of a dict."""
    is_text = key_type == TensorProto.STRING
    lists: dict[str, Any] = {"string_keys" if is_text else "keys": keys}
    return MapProto(name=name, key_type=key_type, values=values, **lists)


def _value_field(elem_type: int, *, has_value: bool) -> str | None:
    field = _VALUE_FIELD_BY_TYPE.get(elem_type)
    if field is None and (has_value or elem_type != SequenceProto.UNDEFINED):
        raise TypeError(f"elem_type is {elem_type}, which is no kind of value")
    return field


_VALUE_FIELD_BY_TYPE: dict[int, str] = {
    SequenceProto.TENSOR: "tensor_value",
    SequenceProto.SPARSE_TENSOR: "sparse_tensor_value",
    SequenceProto.SEQUENCE: "sequence_value",
    SequenceProto.MAP: "map_value",
    SequenceProto.OPTIONAL: "optional_value",
}


# --- types -----------------------------------------------------------------------------


def make_tensor_type_proto(
    elem_type: int, shape: Shape, shape_denotation: Sequence[str] | None = None
) -> TypeProto:
    """The type of a tensor; the denotation says what an axis is for, such as DATA_BATCH."""
    made = TypeProto.Tensor(elem_type=elem_type, shape=_shape(shape, shape_denotation))
    return TypeProto(tensor_type=made)


def make_sparse_tensor_type_proto(
    elem_type: int, shape: Shape, shape_denotation: Sequence[str] | None = None
) -> TypeProto:
    """The type of a sparse tensor."""
    made = TypeProto.SparseTensor(elem_type=elem_type, shape=_shape(shape, shape_denotation))
    return TypeProto(sparse_tensor_type=made)


def make_sequence_type_proto(inner_type_proto: TypeProto) -> TypeProto:
    """The type of a sequence of values of a type."""
    return TypeProto(sequence_type={"elem_type": inner_type_proto})


def make_optional_type_proto(inner_type_proto: TypeProto) -> TypeProto:
    """The type of a value of a type that may be absent."""
    return TypeProto(optional_type={"elem_type": inner_type_proto})


def make_map_type_proto(key_type: int, value_type: TypeProto) -> TypeProto:
    """The type of a map; `key_type` is an element type of tensors."""
    return TypeProto(map_type={"key_type": key_type, "value_type": value_type})


def make_value_info(name: str, type_proto: TypeProto, doc_string: str = "") -> ValueInfoProto:
    """The name of a value and its type: an input or output of a graph, or a value inside."""
    return ValueInfoProto(name=name, type=type_proto, doc_string=doc_string or None)


def make_tensor_value_info(
    name: str,
    elem_type: int,
    shape: Shape,
    doc_string: str = "",
    shape_denotation: Sequence[str] | None = None,
) -> ValueInfoProto:
    """The name of a value that is a tensor, its element type and shape."""
    made = make_tensor_type_proto(elem_type, shape, shape_denotation)
    return make_value_info(name, made, doc_string)


def make_sparse_tensor_value_info(
    name: str,
    elem_type: int,
    shape: Shape,
    doc_string: str = "",
    shape_denotation: Sequence[str] | None = None,
) -> ValueInfoProto:
    """The name of a value that is a sparse tensor, its element type and shape."""
    made = make_sparse_tensor_type_proto(elem_type, shape, shape_denotation)
    return make_value_info(name, made, doc_string)


def make_tensor_sequence_value_info(
    name: str,
    elem_type: int,
    shape: Shape,
    doc_string: str = "",
    elem_shape_denotation: Sequence[str] | None = None,
) -> ValueInfoProto:
    """The name of a value that is a sequence of tensors, with the type of one."""
    inner = make_tensor_type_proto(elem_type, shape, elem_shape_denotation)
    return make_value_info(name, make_sequence_type_proto(inner), doc_string)


def make_empty_tensor_value_info(name: str) -> ValueInfoProto:
    """The name of a value of unknown type."""
    return ValueInfoProto(name=name)


def _shape(shape: Shape, denotations: Sequence[str] | None) -> TensorShapeProto | None:
    if shape is None:
        return None
    if denotations and len(denotations) != len(shape):
        raise ValueError(f"{len(denotations)} denotations for {len(shape)} axes")
    names: Sequence[str | None] = denotations or [None] * len(shape)
    return TensorShapeProto(dim=map(_dimension, shape, names))


def _dimension(size: int | str | None, denotation: str | None) -> TensorShapeProto.Dimension:
    if size is None:
        return TensorShapeProto.Dimension(denotation=denotation)
    if isinstance(size, str):
        return TensorShapeProto.Dimension(dim_param=size, denotation=denotation)
    return TensorShapeProto.Dimension(dim_value=size, denotation=denotation)
