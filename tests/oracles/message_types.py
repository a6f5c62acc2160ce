"""Every message type of ONNX twice: the class of onnxwire and the class that google makes."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor
from google.protobuf.internal import api_implementation
from onnx import onnx_data_pb2, onnx_ml_pb2, onnx_operators_ml_pb2

import onnxwire
from onnxwire import Message

# The implementation in C is what ONNX's users have; the one in Python differs from it.
assert api_implementation.Type() == "upb"


@dataclass(frozen=True)
class MessageType:
    """A message type, named as in the schema but without the package: "TypeProto.Tensor"."""

    name: str
    ours: type[Message]
    theirs: type[Any]

    def __str__(self) -> str:
        return self.name


def _found(descriptor: Descriptor) -> list[MessageType]:
    name = descriptor.full_name.removeprefix("onnx.")
    theirs = message_factory.GetMessageClass(descriptor)
    found = [MessageType(name, attrgetter(name)(onnxwire), theirs)]
    for nested in descriptor.nested_types:
        found += _found(nested)
    return found


MESSAGE_TYPES = tuple(
    message_type
    for module in (onnx_ml_pb2, onnx_data_pb2, onnx_operators_ml_pb2)
    for descriptor in module.DESCRIPTOR.message_types_by_name.values()
    for message_type in _found(descriptor)
)
BY_NAME = {message_type.name: message_type for message_type in MESSAGE_TYPES}
