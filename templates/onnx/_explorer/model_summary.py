"""Summarizes a file of any size.

Only the header and the lists of the graph are walked through.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from .._rules.since import RELEASES
from .._runtime.descriptor import Descriptor
from .._text.terminal import quoted, size_text
from ..messages.onnx import ModelProto, OperatorSetIdProto, TensorProto
from .descriptions import description, plural
from .layout import layout_of
from .records import Record
from .tensor_bytes import tensor_header
from .value_notes import varints
from .walk import Walk

Lines = list[tuple[str, str]]
_SMALL = 1 << 20
_MOST_OPSETS = 20


def summary(descriptor: Descriptor, data: Any, start: int, end: int) -> Lines:
    """The lines for a message of any type."""
    if descriptor is ModelProto.DESCRIPTOR:
        return _model(data, start, end)
    if descriptor is TensorProto.DESCRIPTOR:
        return _tensor(data, start, end)
    return []


def ir_version_text(version: int) -> str:
    """The releases that write an IR version."""
    releases = RELEASES.get(version)
    return f"ONNX {releases}" if releases else "no release known"


def model_version_text(version: int) -> str:
    """A model's version as a number and as MAJOR.MINOR.PATCH, the valid reading first."""
    bits = version & 0xFFFFFFFFFFFFFFFF
    parts = f"{bits >> 48}.{bits >> 32 & 0xFFFF}.{bits & 0xFFFFFFFF}"
    if bits >> 32:
        return f"{parts} in parts ({bits:#018x}; as one number {version})"
    return f"{version} as one number ({bits:#018x}; in parts it would be {parts})"


def _model(data: Any, start: int, end: int) -> Lines:
    texts: dict[str, str] = {}
    opsets: list[str] = []
    counts: Counter[str] = Counter()
    walk = Walk(data, layout_of(ModelProto.DESCRIPTOR), start, end)
    for record in walk:
        name = record.name
        if record.opened is not None and name != "graph":
            walk.skip()
        if record.frame.depth == 1 or name == "functions":
            counts[name] += 1
        elif name in ("producer_name", "producer_version"):
            texts[name] = _text(record, data)
        elif name in ("ir_version", "model_version"):
            for value in varints(data, record.body, record.stop):
                texts[name] = _number(name, value)
        elif name == "opset_import" and record.stop - record.body < _SMALL:
            opsets += _opset(record, data)
    producer = " ".join(filter(None, (texts.get("producer_name"), texts.get("producer_version"))))
    lines = [("IR version", texts.get("ir_version", "not stated")), ("opsets", ", ".join(opsets))]
    lines += [("producer", producer), ("model version", texts.get("model_version", ""))]
    wanted = ("node", "initializer", "sparse_initializer", "input", "output", "functions")
    nouns = ("node", "initializer", "sparse initializer", "input", "output", "function")
    shown = [
        plural(counts[name], noun) for name, noun in zip(wanted, nouns, strict=True) if counts[name]
    ]
    return [(label, text) for label, text in (*lines, ("graph", ", ".join(shown))) if text]


def _text(record: Record, data: Any) -> str:
    return quoted(
        bytes(data[record.body : record.stop][:200]).decode("utf-8", "backslashreplace"), 60
    )


def _number(name: str, value: int) -> str:
    number = value - (1 << 64) if value >> 63 else value
    if name == "ir_version":
        return f"{number} ({ir_version_text(number)})"
    return model_version_text(number)


def _opset(record: Record, data: Any) -> list[str]:
    try:
        opset = OperatorSetIdProto.FromString(bytes(data[record.body : record.stop]))
    except ValueError:
        return []
    return [description(opset)]


def _tensor(data: Any, start: int, end: int) -> Lines:
    header = tensor_header(data, start, end)
    stored = [name for name in header.stored if name.endswith("_data")]
    lines = [("tensor", header.type_text), ("elements", f"{header.element_count:,}")]
    for name in stored:
        size = header.stored[name]
        wanted = header.byte_count
        is_short = name == "raw_data" and wanted is not None and size != wanted
        needed = f"; {size_text(wanted)} needed" if is_short and wanted is not None else ""
        lines.append(("stored in", f"{name}, {size_text(size)}{needed}"))
    if not stored:
        lines.append(("stored in", "another file" if header.is_external else "no field"))
    return lines
