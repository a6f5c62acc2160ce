"""Small messages that break one rule each, in text format, for what the ONNX checker lets pass.

`oracles/checker_cases.py` has those that it refuses.
"""

from __future__ import annotations

_TYPE = "type { tensor_type { elem_type: 1 shape { dim { dim_value: 2 } } } }"
_GRAPH = f'name: "g" input {{ name: "x" {_TYPE} }} output {{ name: "x" {_TYPE} }}'
_FUNCTION = 'name: "f" domain: "d" opset_import { version: 21 }'


def _model(text: str = "", graph: str = "") -> tuple[str, str]:
    """A sound model with something more in it and in its graph."""
    sound = f"ir_version: 14 opset_import {{ version: 21 }} graph {{ {_GRAPH} {graph} }}"
    return "ModelProto", f"{sound} {text}"


def _node(text: str) -> tuple[str, str]:
    return _model(graph=f'node {{ op_type: "Abs" input: "x" output: "y" {text} }}')


def _function(text: str) -> tuple[str, str]:
    return _model(f"functions {{ {_FUNCTION} {text} }}")


def _training(text: str) -> tuple[str, str]:
    return _model(f"training_info {{ {text} }}")


def _small(data_type: int, *numbers: int) -> tuple[str, str]:
    """A tensor whose entries are too large for its type."""
    entries = " ".join(f"int32_data: {number}" for number in numbers)
    return "TensorProto", f"data_type: {data_type} dims: {len(numbers)} {entries}"


def _external(*pairs: tuple[str, str]) -> tuple[str, str]:
    entries = " ".join(f'external_data {{ key: "{key}" value: "{text}" }}' for key, text in pairs)
    return "TensorProto", f"data_type: 1 dims: 1 data_location: EXTERNAL {entries}"


_TWICE = 'metadata_props { key: "k" } metadata_props { key: "k" }'
_DEVICES = "device_configurations"

# By rule, the type of a message and its text.
BROKEN: dict[str, tuple[str, str]] = {
    "AttributeProto.2": ("AttributeProto", 'name: "a" type: TENSOR'),
    "AttributeProto.ref_attr_name.1": _node('attribute { name: "a" type: INT ref_attr_name: "p" }'),
    "AttributeProto.ref_attr_name.3": _function(
        'node { op_type: "Abs" output: "y" attribute { name: "a" type: INT ref_attr_name: "p" } }'
    ),
    "AttributeProto.doc_string.1": ("AttributeProto", 'name: "a" type: INT i: 1'),
    "AttributeProto.s.1": ("AttributeProto", r'name: "a" type: STRING s: "\xff"'),
    "AttributeProto.strings.1": (
        "AttributeProto",
        r'name: "a" type: STRINGS strings: "a" strings: "\xc3"',
    ),
    "ValueInfoProto.metadata_props.1": ("ValueInfoProto", f'name: "x" {_TWICE}'),
    "NodeProto.overload.1": _node('overload: "o"'),
    "NodeProto.metadata_props.1": _node(_TWICE),
    "NodeDeviceConfigurationProto.configuration_id.1": _node(f"{_DEVICES} {{ }}"),
    "NodeDeviceConfigurationProto.configuration_id.2": _node(
        f'{_DEVICES} {{ configuration_id: "c" }}'
    ),
    "ShardingSpecProto.tensor_name.1": _node(f"{_DEVICES} {{ sharding_spec {{ }} }}"),
    "ShardingSpecProto.tensor_name.2": _node(
        f'{_DEVICES} {{ sharding_spec {{ tensor_name: "z" }} }}'
    ),
    "ShardingSpecProto.index_to_device_group_map.1": (
        "ShardingSpecProto",
        'tensor_name: "x" index_to_device_group_map { key: 1 } index_to_device_group_map { key: 1 }',
    ),
    "ShardedDimProto.axis.1": ("ShardedDimProto", ""),
    "SimpleShardedDimProto.num_shards.1": ("SimpleShardedDimProto", "dim_value: 1"),
    "TrainingInfoProto.initialization.1": _training('initialization_binding { key: "x" }'),
    "TrainingInfoProto.initialization.2": _training("initialization { input { } }"),
    "TrainingInfoProto.algorithm.1": _training('algorithm { input { name: "x" } }'),
    "TrainingInfoProto.initialization_binding.1": _training('initialization_binding { key: "z" }'),
    "TrainingInfoProto.initialization_binding.2": _training(
        'initialization_binding { value: "z" }'
    ),
    "TrainingInfoProto.initialization_binding.3": _training(
        'initialization_binding { key: "x" } initialization_binding { key: "x" }'
    ),
    "TrainingInfoProto.update_binding.1": _training('update_binding { key: "z" }'),
    "TrainingInfoProto.update_binding.2": _training('update_binding { value: "z" }'),
    "ModelProto.ir_version.3": ("ModelProto", "ir_version: 4294967296"),
    "ModelProto.opset_import.3": _model("opset_import { version: 20 }"),
    "ModelProto.producer_name.1": _model(),
    "ModelProto.producer_version.1": _model(),
    "ModelProto.domain.1": _model(),
    "ModelProto.domain.2": _model('domain: "my models"'),
    "ModelProto.training_info.1": _model(
        'training_info { update_binding { key: "x" } } training_info { update_binding { key: "x" } }'
    ),
    "DeviceConfigurationProto.name.1": _model('configuration { name: "" num_devices: 1 }'),
    "DeviceConfigurationProto.num_devices.1": _model('configuration { name: "c" }'),
    "DeviceConfigurationProto.device.1": _model(
        'configuration { name: "c" num_devices: 2 device: "d" }'
    ),
    "TensorAnnotation.quant_parameter_tensor_names.1": (
        "TensorAnnotation",
        'quant_parameter_tensor_names { key: "SCALE" }',
    ),
    "TensorAnnotation.quant_parameter_tensor_names.2": (
        "TensorAnnotation",
        'quant_parameter_tensor_names { key: "a" } quant_parameter_tensor_names { key: "a" }',
    ),
    "TensorAnnotation.quant_parameter_tensor_names.3": _model(
        graph="quantization_annotation { quant_parameter_tensor_names"
        ' { key: "SCALE_TENSOR" value: "z" } }'
    ),
    "GraphProto.node.2": _model(
        graph='node { name: "n" op_type: "Abs" input: "x" output: "y" }'
        ' node { name: "n" op_type: "Abs" input: "x" output: "z" }'
    ),
    "GraphProto.initializer.5": (
        "AttributeProto",
        'name: "a" type: GRAPH g { name: "g" input { name: "w" } initializer { name: "w" } }',
    ),
    "GraphProto.doc_string.1": _model(),
    "GraphProto.value_info.1": _model(graph='value_info { name: "v" } value_info { name: "v" }'),
    "GraphProto.metadata_props.1": _model(graph=_TWICE),
    "TensorProto.int32_data.1": _small(10, 1, 65536),
    "TensorProto.int32_data.2": _small(17, 1, 256),
    "TensorProto.int32_data.3": _small(22, 256),
    "TensorProto.int32_data.4": _small(25, -1),
    "TensorProto.int32_data.6": _small(27, 1),
    "TensorProto.int32_data.8": _small(3, 128),
    "TensorProto.int32_data.9": _small(2, 256),
    "TensorProto.int32_data.10": _small(5, -32769),
    "TensorProto.int32_data.11": _small(4, 65536),
    "TensorProto.int32_data.12": _small(9, 2),
    "TensorProto.string_data.2": ("TensorProto", r'data_type: 8 dims: 1 string_data: "\xff"'),
    "TensorProto.string_data.3": ("TensorProto", r'data_type: 8 dims: 1 string_data: "a\0"'),
    "TensorProto.raw_data.4": ("TensorProto", r'data_type: 9 dims: 2 raw_data: "\1\2"'),
    "TensorProto.external_data.1": _external(("location", "w"), ("offset", "1")),
    "TensorProto.external_data.5": _external(("location", "w"), ("offset", "-1")),
    "TensorProto.external_data.6": _external(("location", "w"), ("location", "w")),
    "TensorProto.data_location.3": (
        "TensorProto",
        'data_type: 8 dims: 1 data_location: EXTERNAL external_data { key: "location" value: "w" }',
    ),
    "TensorProto.metadata_props.1": ("TensorProto", _TWICE),
    "TensorShapeProto.Dimension.dim_param.1": (
        "TensorShapeProto",
        'dim { dim_param: "batch * 2" }',
    ),
    "TypeProto.Tensor.elem_type.2": ("TypeProto", "tensor_type { elem_type: 99 }"),
    "TypeProto.Tensor.elem_type.3": ("TypeProto", "tensor_type { elem_type: 0 }"),
    "TypeProto.Map.key_type.2": ("TypeProto", "map_type { key_type: 1 }"),
    "TypeProto.Map.key_type.3": ("TypeProto", "map_type { key_type: 99 }"),
    "TypeProto.SparseTensor.elem_type.2": ("TypeProto", "sparse_tensor_type { elem_type: 99 }"),
    "TypeProto.SparseTensor.elem_type.3": ("TypeProto", "sparse_tensor_type { elem_type: 0 }"),
    "OperatorSetIdProto.domain.2": ("OperatorSetIdProto", 'domain: "my operators" version: 1'),
    "OperatorSetIdProto.version.1": ("OperatorSetIdProto", 'domain: "d"'),
    "OperatorSetIdProto.version.2": ("OperatorSetIdProto", "version: -1"),
    "FunctionProto.attribute_proto.1": _function('attribute: "p" attribute_proto { name: "p" }'),
    "FunctionProto.opset_import.2": _function("opset_import { version: 20 }"),
    "FunctionProto.value_info.1": _function('value_info { name: "v" } value_info { name: "v" }'),
    "FunctionProto.value_info.2": _function('value_info { name: "v" }'),
    "FunctionProto.metadata_props.1": _function(_TWICE),
    "SequenceProto.1": (
        "SequenceProto",
        "elem_type: 1 tensor_values { data_type: 1 } tensor_values { data_type: 7 }",
    ),
    "SequenceProto.2": ("SequenceProto", "elem_type: 1 map_values { }"),
    "SequenceProto.elem_type.1": ("SequenceProto", "elem_type: 6"),
    "SequenceProto.elem_type.2": ("SequenceProto", ""),
    "SequenceProto.elem_type.3": ("SequenceProto", "elem_type: 0"),
    "SequenceProto.tensor_values.1": ("SequenceProto", "elem_type: 2 tensor_values { }"),
    "SequenceProto.sparse_tensor_values.1": (
        "SequenceProto",
        "elem_type: 1 sparse_tensor_values { }",
    ),
    "SequenceProto.sequence_values.1": ("SequenceProto", "elem_type: 1 sequence_values { }"),
    "SequenceProto.map_values.1": ("SequenceProto", "elem_type: 1 map_values { }"),
    "SequenceProto.optional_values.1": ("SequenceProto", "elem_type: 1 optional_values { }"),
    "MapProto.1": ("MapProto", "key_type: 7 keys: 1 values { elem_type: 1 }"),
    "MapProto.2": ("MapProto", 'key_type: 7 keys: 1 string_keys: "a"'),
    "MapProto.key_type.1": ("MapProto", "key_type: 1"),
    "MapProto.key_type.2": ("MapProto", "keys: 1"),
    "MapProto.key_type.3": ("MapProto", "key_type: 8 keys: 1"),
    "MapProto.values.1": ("MapProto", "key_type: 7 values { elem_type: 5 }"),
    "MapProto.values.2": ("MapProto", "key_type: 7"),
    "OptionalProto.1": ("OptionalProto", "elem_type: 1 tensor_value { } map_value { }"),
    "OptionalProto.elem_type.1": ("OptionalProto", "elem_type: 6"),
    "OptionalProto.elem_type.2": ("OptionalProto", "elem_type: 0 tensor_value { }"),
    "OptionalProto.elem_type.3": ("OptionalProto", 'name: "o"'),
    "OptionalProto.tensor_value.1": ("OptionalProto", "elem_type: 2 tensor_value { }"),
    "OptionalProto.sparse_tensor_value.1": (
        "OptionalProto",
        "elem_type: 1 sparse_tensor_value { }",
    ),
    "OptionalProto.sequence_value.1": ("OptionalProto", "elem_type: 1 sequence_value { }"),
    "OptionalProto.map_value.1": ("OptionalProto", "elem_type: 1 map_value { }"),
    "OptionalProto.optional_value.1": ("OptionalProto", "elem_type: 1 optional_value { }"),
    "OperatorProto.op_type.1": ("OperatorProto", "since_version: 1"),
    "OperatorProto.since_version.1": ("OperatorProto", 'op_type: "Abs"'),
    "OperatorSetProto.magic.1": ("OperatorSetProto", "ir_version: 3"),
    "OperatorSetProto.magic.2": ("OperatorSetProto", 'magic: "ONNX" ir_version: 3'),
    "OperatorSetProto.ir_version.1": ("OperatorSetProto", 'magic: "ONNXOPSET"'),
    "OperatorSetProto.ir_version.2": ("OperatorSetProto", "ir_version: 99"),
    "OperatorSetProto.domain.2": ("OperatorSetProto", 'domain: "my operators"'),
    "OperatorSetProto.opset_version.1": (
        "OperatorSetProto",
        "opset_version: 2 operator { since_version: 3 }",
    ),
    "OperatorSetProto.operator.1": (
        "OperatorSetProto",
        'operator { op_type: "Abs" since_version: 1 } operator { op_type: "Abs" since_version: 1 }',
    ),
    "OperatorSetProto.functions.1": (
        "OperatorSetProto",
        'operator { op_type: "Abs" } functions { name: "Abs" }',
    ),
}

# What no message can break: of a oneof, one field is kept, of a closed enum, no other number.
KEPT_BY_THE_SCHEMA = {
    "SimpleShardedDimProto.dim.1",
    "TensorShapeProto.Dimension.value.2",
    "TypeProto.value.4",
    "TensorProto.data_location.1",
}
