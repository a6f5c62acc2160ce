"""Message types of test data, according to the model beside it."""

from __future__ import annotations

import re
from pathlib import Path

from .._files.files import load
from .._runtime.errors import DecodeError

_DATA_FILE = re.compile(r"(?:(?P<model>.+)_)?(?P<side>input|output)_(?P<number>\d+)\.pb")
_MESSAGE_BY_TYPE = {
    "tensor_type": "onnx.TensorProto",
    "sparse_tensor_type": "onnx.SparseTensorProto",
    "sequence_type": "onnx.SequenceProto",
    "optional_type": "onnx.OptionalProto",
    "map_type": "onnx.MapProto",
}


def declared_message(path: str, model: str) -> tuple[str, str]:
    """The full name of the message that a file holds, and who says so; empty if nobody does.

    That is the model that is named, or else `../model.onnx` beside `test_data_set_0` and the
    like, or `name.onnx` beside `name_input_0.pb`, by the type of the input or output whose
    number is in the file's name.
    """
    file = Path(path).absolute()
    found = _DATA_FILE.fullmatch(file.name)
    declaring = _declaring_model(file, found["model"] or "", model) if found is not None else None
    if found is None or declaring is None:
        return "", ""
    try:
        graph = load(declaring).graph
        values = graph.input if found["side"] == "input" else graph.output
        number = int(found["number"])
        kind = values[number].type.WhichOneof("value") if number < len(values) else None
    except (DecodeError, OSError):
        return "", ""
    by = f"{found['side']} {number} of {declaring.name}"
    return (_MESSAGE_BY_TYPE[kind], by) if kind in _MESSAGE_BY_TYPE else ("", "")


def _declaring_model(file: Path, own: str, named: str) -> Path | None:
    if named:
        return Path(named)
    if own:
        beside = file.with_name(f"{own}.onnx")
    elif file.parent.name.startswith("test_data_set_"):
        beside = file.parent.parent / "model.onnx"
    else:
        return None
    return beside if beside.is_file() else None
