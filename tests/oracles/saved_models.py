"""Models that are saved with external data and looked at again, by `onnx` and by us."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy
import onnx
from onnx import numpy_helper

import onnxwire
from onnxwire import ModelProto, TensorProto, external_buffer, tensor_places

from .external_models import STEPS_BY_NAME, all_tensors, model_of, nested_model, values_of


def nested() -> ModelProto:
    return ModelProto.FromString(nested_model().SerializeToString())


def weights(**values: Any) -> ModelProto:
    """A model whose initializers have these values."""
    tensors = [numpy_helper.from_array(numpy.asarray(array), n) for n, array in values.items()]
    return ModelProto.FromString(model_of(*tensors).SerializeToString())


SIZE = 5000


def random_array(size: int = SIZE) -> Any:
    return numpy.random.default_rng(size).random(size, numpy.float32)


def model_with_seed(seed: int) -> ModelProto:
    """A model whose parts all show its seed; two of them are equally long."""
    model = weights(w=random_array() + seed, v=random_array() - seed)
    model.producer_name = str(seed)
    # A large graph: its nodes are decoded one by one.
    model.graph.doc_string = str(seed) * (1 << 17)
    for _ in range(100):
        model.graph.node.add(op_type=str(seed), doc_string=str(seed) * 100)
    return model


def check_nested(path: Path) -> dict[str, TensorProto]:
    """All tensors of a nested model, which have their values, as `onnx` reads them too."""
    ours = {
        place.tensor.name: place.tensor
        for place in tensor_places(onnxwire.load(path))
        if place.tensor.name
    }
    assert set(ours) == set(STEPS_BY_NAME)
    theirs = all_tensors(onnx.load(path, load_external_data=False))
    for name, found in theirs.items():
        array = numpy_helper.to_array(found, str(path.parent))
        assert array.tolist() == values_of(name).tolist()
        is_external = ours[name].data_location == TensorProto.EXTERNAL
        view = external_buffer(ours[name]) if is_external else ours[name].ViewField("raw_data")
        assert view == values_of(name).tobytes()
    return ours


def said(tensor: TensorProto) -> dict[str, str]:
    """What a tensor says of its external data."""
    return {entry.key: entry.value for entry in tensor.external_data}


def names(folder: Path) -> list[str]:
    """The names of files in a folder, with # in place of what follows from their content."""
    found = (path.name for path in folder.iterdir() if path.is_file())
    return sorted(re.sub(r"\.[0-9a-f]{16}\.data$", ".#.data", name) for name in found)


def data_file(folder: Path) -> Path:
    """The only data file in a folder whose name follows from its content."""
    (found,) = (path for path in folder.iterdir() if re.search(r"\.[0-9a-f]{16}\.data$", path.name))
    return found


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
