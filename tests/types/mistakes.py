"""Mistakes that an editor must see: every marked line is an error to mypy and to pyright."""

from onnxwire import ModelProto, NodeProto, TensorProto, TensorShapeProto, load


def mistakes(model: ModelProto, node: NodeProto, dimension: TensorShapeProto.Dimension) -> None:
    print(node.op_typ)  # error
    node.op_typ = "Relu"  # error
    node.op_type = 3  # error
    node.input = [1, 2]  # error
    model.graph = node  # error
    model.graph = None  # error
    NodeProto(op_typ="Relu")  # error
    NodeProto("Relu")  # error
    model.graph.node.add(op_typ="Relu")  # error
    node.HasField("op_typ")  # error
    node.HasField("input")  # error
    node.ClearField("inputs")  # error
    dimension.WhichOneof("values")  # error
    node.WhichOneof("value")  # error
    print(TensorProto.FLOAT33)  # error
    load("t.pb", str)  # error
