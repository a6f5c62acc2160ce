"""Small messages that break one rule each, with what the ONNX checker says of them.

All are made of sound ones: a model, a tensor, a sparse tensor, an attribute, with one thing
changed. Further down, what breaks a rule and the checker accepts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from onnx import (
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
    TypeProto,
    ValueInfoProto,
)

INT, FLOAT = AttributeProto.INT, AttributeProto.FLOAT
Entry, Import = StringStringEntryProto, OperatorSetIdProto
Made = TypeVar("Made")


def pair() -> TypeProto:
    """The type of two floats."""
    shape = TensorShapeProto(dim=[TensorShapeProto.Dimension(dim_value=2)])
    return TypeProto(tensor_type=TypeProto.Tensor(elem_type=TensorProto.FLOAT, shape=shape))


def value(name: str, kind: TypeProto | None = None) -> ValueInfoProto:
    """A value of two floats, or of another type."""
    return ValueInfoProto(name=name, type=kind or pair())


def node(**changes: Any) -> NodeProto:
    """A node that computes y of x."""
    return _made(NodeProto, {"op_type": "Abs", "input": ["x"], "output": ["y"]}, changes)


def graph(**changes: Any) -> GraphProto:
    """A graph of that node; None leaves a field out."""
    fields = {"name": "g", "node": [node()], "input": [value("x")], "output": [value("y")]}
    return _made(GraphProto, fields, changes)


def model(**changes: Any) -> ModelProto:
    """A model of that graph."""
    fields = {"ir_version": 10, "opset_import": [Import(version=21)], "graph": graph()}
    return _made(ModelProto, fields, changes)


def of_graph(**changes: Any) -> ModelProto:
    """A model with another graph."""
    return model(graph=graph(**changes))


def of_nodes(*nodes: NodeProto) -> ModelProto:
    """A model with other nodes."""
    return of_graph(node=list(nodes))


def with_input(kind: TypeProto) -> ModelProto:
    """A model with one more input, of some type."""
    return of_graph(input=[value("x"), value("more", kind)])


def tensor(**changes: Any) -> TensorProto:
    """A tensor of two floats."""
    fields = {"name": "w", "dims": [2], "data_type": TensorProto.FLOAT, "float_data": [1, 2]}
    return _made(TensorProto, fields, changes)


def external(**keys: str) -> TensorProto:
    """A tensor whose data is in another file."""
    pairs = [Entry(key=key, value=text) for key, text in keys.items()]
    return tensor(float_data=None, data_location=TensorProto.EXTERNAL, external_data=pairs)


def positions(*numbers: int, **changes: Any) -> TensorProto:
    """The positions in a sparse tensor."""
    fields = {"data_type": TensorProto.INT64, "dims": [len(numbers)], "int64_data": list(numbers)}
    return _made(TensorProto, fields, changes)


def sparse(**changes: Any) -> SparseTensorProto:
    """A sparse tensor of two floats out of three."""
    fields = {"values": tensor(), "indices": positions(0, 2), "dims": [3]}
    return _made(SparseTensorProto, fields, changes)


def attribute(**changes: Any) -> AttributeProto:
    """An attribute that holds a number."""
    return _made(AttributeProto, {"name": "a", "type": INT, "i": 1}, changes)


def nested(**changes: Any) -> AttributeProto:
    """An attribute that holds a graph."""
    fields: dict[str, Any] = {"name": "s", "node": [node(op_type="Constant", input=[])]}
    constant = attribute(name="value_int")
    fields["node"][0].attribute.append(constant)
    return AttributeProto(name="a", type="GRAPH", g=_made(GraphProto, fields, changes))


def function(**changes: Any) -> FunctionProto:
    """A function that computes b of a."""
    fields = {
        **{"name": "f", "domain": "d", "input": ["a"], "output": ["b"]},
        **{"opset_import": [Import(version=21)], "node": [node(input=["a"], output=["b"])]},
    }
    return _made(FunctionProto, fields, changes)


def of_function(**changes: Any) -> ModelProto:
    """A model that brings a function along."""
    return model(functions=[function(**changes)])


def _made(kind: Callable[..., Made], fields: dict[str, Any], changes: dict[str, Any]) -> Made:
    wanted = {**fields, **changes}
    return kind(**{name: value for name, value in wanted.items() if value is not None})


SOUND = (model(), tensor(), sparse(), attribute(), nested(), of_function())

_KIND = TypeProto
_SHAPE = TensorShapeProto()
_calls_itself = function(
    opset_import=[Import(version=21), Import(domain="d", version=1)],
    node=[node(op_type="f", domain="d", input=["a"], output=["b"])],
)
_SHORT, _MISSING, _EMPTY = "is too small", "is required but missing", "required to be non-empty"
_SORTED, _SSA, _FIELD = "topologically sorted", "single static assignment", "stored in field"
_REFERENCE = attribute(name="value_int", ref_attr_name="r")

# By the id of a rule, a message that breaks it, and a part of what the checker says.
REFUSED: dict[str, tuple[Any, str]] = {
    "AttributeProto.1": (
        model(
            ir_version=1,
            opset_import=None,
            graph=graph(node=[node(attribute=[attribute(type=None, f=1)])]),
        ),
        "more than one value field",
    ),
    "AttributeProto.name.1": (attribute(name=None), _EMPTY),
    "AttributeProto.ref_attr_name.2": (
        nested(node=[node(op_type="Constant", input=[], attribute=[_REFERENCE])]),
        "should refer to attribute in parent node",
    ),
    "AttributeProto.type.1": (attribute(type=None), _MISSING),
    "AttributeProto.type.2": (attribute(type=FLOAT), "mismatch"),
    "ValueInfoProto.name.1": (of_graph(input=[value("x"), value("")]), _EMPTY),
    "ValueInfoProto.type.1": (of_graph(input=[value("x"), ValueInfoProto(name="z")]), _MISSING),
    "NodeProto.1": (of_nodes(node(), node(input=None, output=None)), "zero input and zero output"),
    "NodeProto.2": (of_nodes(node(input=["x", "x"])), "not in range [min=1, max=1]"),
    "NodeProto.3": (of_nodes(node(op_type="NoSuch")), "No Op registered"),
    "NodeProto.input.1": (of_nodes(node(input=["z"])), _SORTED),
    "NodeProto.output.1": (of_nodes(node(), node()), _SSA),
    "NodeProto.op_type.1": (of_nodes(node(op_type=None)), _EMPTY),
    "NodeProto.domain.1": (of_nodes(node(domain="d")), "No opset import for domain 'd'"),
    "NodeProto.attribute.1": (
        of_nodes(node(attribute=[attribute(), attribute()])),
        "appeared multiple times",
    ),
    "ModelProto.ir_version.1": (model(ir_version=None), "ir_version"),
    "ModelProto.ir_version.2": (model(ir_version=15), "higher than the checker's"),
    "ModelProto.opset_import.1": (model(opset_import=None), "must specify opset_import"),
    "ModelProto.opset_import.2": (model(ir_version=2), "cannot have opset_import"),
    "ModelProto.graph.1": (model(graph=None), _EMPTY),
    "ModelProto.metadata_props.1": (
        model(metadata_props=[Entry(key="k"), Entry(key="k")]),
        "duplicate keys",
    ),
    "ModelProto.functions.1": (model(functions=[function(), function()]), "multiple local func"),
    "ModelProto.functions.2": (model(functions=[_calls_itself]), "must not be recursive"),
    "ModelProto.functions.3": (of_function(opset_import=[Import(version=1)]), "not compatible"),
    "GraphProto.1": (
        of_nodes(node(input=["z"]), node(input=["y"], output=["z"])),
        _SORTED,
    ),
    "GraphProto.node.1": (of_nodes(node(input=["z"]), node(output=["z"])), _SORTED),
    "GraphProto.name.1": (of_graph(name=None), _EMPTY),
    "GraphProto.initializer.1": (of_graph(initializer=[tensor(name="")]), "non-empty name"),
    "GraphProto.initializer.2": (of_graph(initializer=[tensor(), tensor()]), "not unique"),
    "GraphProto.initializer.6": (
        model(ir_version=3, graph=graph(initializer=[tensor()])),
        "in initializer but not in graph input",
    ),
    "GraphProto.sparse_initializer.1": (
        of_graph(sparse_initializer=[sparse(values=tensor(name=""))]),
        "non-empty name",
    ),
    "GraphProto.input.1": (of_graph(input=[value("x"), ValueInfoProto(name="z")]), _MISSING),
    "GraphProto.input.2": (of_graph(input=[value("x"), value("x")]), _SSA),
    "GraphProto.input.3": (nested(input=[ValueInfoProto()]), _EMPTY),
    "GraphProto.output.1": (of_graph(output=[ValueInfoProto(name="y")]), _MISSING),
    "GraphProto.output.2": (of_graph(output=[value("z")]), "not an output of any node"),
    "TensorProto.2": (tensor(int32_data=[1, 2]), "one and only one value field"),
    "TensorProto.3": (tensor(dims=[3]), _SHORT),
    "TensorProto.4": (tensor(data_type=TensorProto.INT32), _FIELD),
    "TensorProto.dims.1": (tensor(dims=[-2]), "Negative dimension"),
    "TensorProto.data_type.1": (tensor(data_type=99), "Unrecognized data_type"),
    "TensorProto.data_type.2": (tensor(data_type=None), _MISSING),
    "TensorProto.data_type.3": (tensor(data_type=0), "UNDEFINED is not allowed"),
    "TensorProto.float_data.1": (tensor(data_type=TensorProto.DOUBLE), _FIELD),
    "TensorProto.int32_data.5": (
        tensor(data_type=TensorProto.FLOAT6E2M3, float_data=None, int32_data=[0, 64]),
        "only bits 0-5",
    ),
    "TensorProto.int32_data.7": (tensor(float_data=None, int32_data=[1, 2]), _FIELD),
    "TensorProto.string_data.1": (tensor(float_data=None, string_data=[b"a", b"b"]), _FIELD),
    "TensorProto.int64_data.1": (tensor(float_data=None, int64_data=[1, 2]), _FIELD),
    "TensorProto.double_data.1": (tensor(float_data=None, double_data=[1, 2]), _FIELD),
    "TensorProto.uint64_data.1": (tensor(float_data=None, uint64_data=[1, 2]), _FIELD),
    "TensorProto.raw_data.2": (
        tensor(data_type=TensorProto.STRING, float_data=None, raw_data=b"ab"),
        "should not be stored in raw_data",
    ),
    "TensorProto.raw_data.5": (
        tensor(data_type=TensorProto.FLOAT6E2M3, float_data=None, raw_data=b"\0\x10"),
        "non-zero padding bits",
    ),
    "TensorProto.external_data.2": (external(offset="0"), "doesn't have a location"),
    "TensorProto.external_data.3": (external(location="../w"), "points outside the directory"),
    "TensorProto.external_data.4": (external(location="no-such-file"), "not regular file"),
    "TensorProto.data_location.2": (
        tensor(data_location=TensorProto.EXTERNAL, external_data=[Entry(key="location")]),
        "should not have data field",
    ),
    "SparseTensorProto.values.1": (sparse(values=None), _MISSING),
    "SparseTensorProto.values.2": (sparse(values=tensor(dims=[2, 1])), "must have rank 1"),
    "SparseTensorProto.indices.1": (sparse(indices=positions(2, 0)), "not in sorted order"),
    "SparseTensorProto.indices.2": (
        sparse(indices=positions(data_type=TensorProto.INT32, dims=[2], int32_data=[0, 2])),
        "must have INT64 type",
    ),
    "SparseTensorProto.indices.3": (sparse(indices=positions(0, 3)), "out of range"),
    "SparseTensorProto.indices.4": (
        sparse(indices=positions(0, 2, dims=[2, 1, 1])),
        "must have rank 1 or 2",
    ),
    "SparseTensorProto.indices.5": (sparse(indices=positions(0)), "but NNZ is 2"),
    "SparseTensorProto.indices.6": (
        sparse(indices=positions(0, 0, 0, 2, dims=[2, 2])),
        "does not match rank",
    ),
    "SparseTensorProto.dims.1": (sparse(dims=None), "dense-rank > 0"),
    "SparseTensorProto.dims.2": (sparse(dims=[0]), "not positive"),
    "TypeProto.value.3": (with_input(_KIND(denotation="IMAGE")), "Unrecognized type value case"),
    "TypeProto.Tensor.elem_type.1": (
        with_input(_KIND(tensor_type=_KIND.Tensor(shape=_SHAPE))),
        _MISSING,
    ),
    "TypeProto.Tensor.shape.1": (
        with_input(_KIND(tensor_type=_KIND.Tensor(elem_type=1))),
        _MISSING,
    ),
    "TypeProto.Sequence.elem_type.1": (
        with_input(_KIND(sequence_type=_KIND.Sequence())),
        _MISSING,
    ),
    "TypeProto.Map.key_type.1": (
        with_input(_KIND(map_type=_KIND.Map(value_type=pair()))),
        _MISSING,
    ),
    "TypeProto.Map.value_type.1": (with_input(_KIND(map_type=_KIND.Map(key_type=7))), _MISSING),
    "TypeProto.Optional.elem_type.1": (
        with_input(_KIND(optional_type=_KIND.Optional())),
        _MISSING,
    ),
    "TypeProto.SparseTensor.elem_type.1": (
        with_input(_KIND(sparse_tensor_type=_KIND.SparseTensor(shape=_SHAPE))),
        _MISSING,
    ),
    "TypeProto.SparseTensor.shape.1": (
        with_input(_KIND(sparse_tensor_type=_KIND.SparseTensor(elem_type=1))),
        _MISSING,
    ),
    "TypeProto.Opaque.name.1": (with_input(_KIND(opaque_type=_KIND.Opaque())), _EMPTY),
    "FunctionProto.name.1": (of_function(name=None), _EMPTY),
    "FunctionProto.input.1": (of_function(input=["a", "a"]), _SSA),
    "FunctionProto.output.1": (of_function(output=["b", "b"]), "duplicate outputs"),
    "FunctionProto.attribute.1": (of_function(attribute=["p", "p"]), "duplicate attributes"),
    "FunctionProto.node.1": (of_function(node=[node(input=["x"], output=["b"])]), _SORTED),
    "FunctionProto.opset_import.1": (of_function(opset_import=None), "No Opset registered"),
    "FunctionProto.domain.1": (of_function(domain=None), _MISSING),
}

_eight_in_one = tensor(data_type=TensorProto.INT4, dims=[8], float_data=None, int32_data=[1])
_two_names = of_nodes(node(name="n"), node(name="n", output=["z"]))

# By the id of a contradiction, what breaks one side of it and is accepted all the same.
ACCEPTED: dict[str, tuple[Any, ...]] = {
    "implicit-import": (model(ir_version=2, opset_import=None),),
    "default-domain": (model(opset_import=[Import(domain="ai.onnx", version=21)]),),
    "map-key-types": tuple(
        with_input(_KIND(map_type=_KIND.Map(key_type=kind, value_type=pair()))) for kind in (0, 1)
    ),
    "surplus-elements": (
        tensor(dims=[1]),
        tensor(dims=[1], float_data=None, raw_data=b"12345678"),
        TensorProto.FromString(bytes.fromhex("10032a021001")),
    ),
    "small-types-in-entries": (_eight_in_one,),
    "unknown-data-type": (
        tensor(data_type=99, float_data=None, raw_data=b"12345678"),
        *(
            with_input(_KIND(tensor_type=_KIND.Tensor(elem_type=kind, shape=_SHAPE)))
            for kind in (0, 99)
        ),
    ),
    "attribute-without-value": (attribute(i=None), attribute(i=None, type="UNDEFINED")),
    "attribute-references": (
        of_nodes(
            node(
                op_type="Selu",
                attribute=[attribute(name="alpha", type=FLOAT, i=None, ref_attr_name="r")],
            )
        ),
        of_function(
            node=[
                node(
                    op_type="Selu",
                    input=["a"],
                    output=["b"],
                    attribute=[attribute(name="alpha", type=FLOAT, i=None, f=1, ref_attr_name="r")],
                )
            ]
        ),
    ),
    "deprecated-neighbour": (attribute(type="TYPE_PROTO", i=None, tp=pair()),),
    "model-domain": (model(domain=None),),
    "names": (of_graph(node=[node(input=["x/0:1"])], input=[value("x/0:1")]), _two_names),
    "node-outputs": (
        model(
            opset_import=[Import(version=21), Import(domain="d", version=1)],
            graph=graph(node=[node(), node(domain="d", output=None)]),
        ),
    ),
    "nested-initializers": (nested(input=[ValueInfoProto(name="w")], initializer=[tensor()]),),
    "function-parameters": (of_function(attribute=["a"], attribute_proto=[attribute()]),),
    "negative-ir-version": (model(ir_version=-1, opset_import=None),),
}
