# Copied by wiregen from templates/onnx/_explorer/onnx_lens.py; do not edit.
"""Knowledge of ONNX's messages beyond their schema, for the explorer."""

from __future__ import annotations

import os
from typing import Any

from .._rules.findings import Finding
from .._rules.since import RELEASES
from .._runtime.descriptor import Descriptor
from .._runtime.errors import DecodeError
from .._runtime.wire import read_uint64
from .._text.terminal import size_text
from . import declared_types, external_files, model_summary
from .descriptions import description
from .lens import Lens
from .records import Record
from .tensor_bytes import LAYOUT, data_text, special_numbers, tensor_header
from .values import text_value, value_text

# Fields of bytes that hold text.
_TEXTS = frozenset(
    f"onnx.{name}"
    for name in (
        *("TensorProto.string_data", "AttributeProto.s", "AttributeProto.strings"),
        "MapProto.string_keys",
    )
)
_VERSIONS = ("onnx.ModelProto.ir_version", "onnx.OperatorSetProto.ir_version")
# Larger messages are not decoded for a few words.
_SMALL = 1 << 16


class OnnxLens(Lens):
    """Words about the messages of ONNX."""

    external_rules = "TensorProto.external_data."
    newest = f"IR version {max(RELEASES)}"

    def value_text(self, record: Record, data: Any) -> str:
        """What a record holds: versions with their releases, data of tensors as elements."""
        place = record.place
        assert place is not None
        name = place.field.full_name
        if name in _VERSIONS:
            number = read_uint64(data, record.body)[0]
            return f"{value_text(record, data)}, {model_summary.ir_version_text(number)}"
        if name == "onnx.ModelProto.model_version":
            number = read_uint64(data, record.body)[0]
            return model_summary.model_version_text(number - (number >> 63 << 64))
        if record.frame.layout is LAYOUT and name.endswith("_data") and name not in _TEXTS:
            if place.layout is None:
                return data_text(record, data) or super().value_text(record, data)
        if place.layout is not None:
            return self._message_text(record, data)
        return super().value_text(record, data)

    def _message_text(self, record: Record, data: Any) -> str:
        size = record.stop - record.body
        if record.opened is not None and record.opened.layout is LAYOUT:
            header = tensor_header(data, record.body, record.stop)
            return f"{size_text(size)}  {header.type_text}"
        words = ""
        if size <= _SMALL and record.place is not None and record.place.field.message_type:
            words = self.describe(
                record.place.field.message_type, bytes(data[record.body : record.stop]), ""
            )
        return f"{size_text(size)}  {words}".rstrip()

    def bytes_text(self, record: Record, data: Any) -> str:
        """Bytes that are text as text, if they are UTF-8, and said to be bytes."""
        assert record.place is not None
        if record.place.field.full_name in _TEXTS and record.stop - record.body <= _SMALL:
            try:
                bytes(data[record.body : record.stop]).decode()
            except UnicodeDecodeError:
                return super().bytes_text(record, data)
            return f"{text_value(data, record.body, record.stop)} bytes"
        return super().bytes_text(record, data)

    def describe(self, descriptor: Descriptor, data: bytes, otherwise: str | None = None) -> str:
        """What some bytes are if they are a message: a few words."""
        try:
            words = description(descriptor.message_class.FromString(data))
        except DecodeError:
            return ""
        if words or otherwise is not None:
            return words
        return super().describe(descriptor, data)

    def numbers_text(self, record: Record, data: Any) -> str:
        """How many numbers of a record are no ordinary ones."""
        if record.frame.layout is LAYOUT and record.name == "raw_data":
            return special_numbers(record, data)
        return ""

    def summary(
        self, descriptor: Descriptor, data: Any, start: int, end: int
    ) -> list[tuple[str, str]]:
        """What is in a model or a tensor."""
        lines = model_summary.summary(descriptor, data, start, end)
        if lines or end - start > _SMALL:
            return lines
        words = self.describe(descriptor, bytes(data[start:end]), "")
        return [("content", words)] if words else []

    def declared_message(self, path: str, model: str) -> tuple[str, str]:
        """What a model says of one of its inputs or outputs."""
        return declared_types.declared_message(path, model)

    def findings(
        self, descriptor: Descriptor, data: Any, start: int, end: int, path: str
    ) -> list[Finding]:
        """What is wrong with references to other files."""
        found = list(external_files.references(descriptor, data, start, end))
        return list(external_files.findings_of(found, _folder(path)))

    def tables(
        self, descriptor: Descriptor, data: Any, start: int, end: int, path: str
    ) -> list[tuple[str, list[tuple[str, ...]]]]:
        """The references to other files."""
        found = list(external_files.references(descriptor, data, start, end))
        if not found:
            return []
        return [("data in other files", external_files.table_of(found, _folder(path)))]


def _folder(path: str) -> str:
    return os.path.dirname(os.path.abspath(path))
