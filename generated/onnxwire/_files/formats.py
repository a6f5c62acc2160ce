# Copied by wiregen from templates/onnx/_files/formats.py; do not edit.
"""File formats of messages, and the file names that imply them.

Names and endings are those of `onnx.serialization`.
"""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Callable
from typing import Any, Literal

from .._runtime.errors import DecodeError, EncodeError
from .._runtime.message import Message
from .unknown_fields import first_unknown_field

Format = Literal["protobuf", "json", "textproto"]
FORMATS: tuple[Format, ...] = ("protobuf", "json", "textproto")

_ENDINGS_BY_FORMAT: dict[Format, tuple[str, ...]] = {
    "protobuf": (".onnx", ".pb", ".binpb"),
    "json": (".json", ".onnxjson"),
    "textproto": (".txtpb", ".textproto", ".prototxt", ".pbtxt"),
}
_NAMES: dict[Format, str] = {
    "protobuf": "protobuf's binary format",
    "json": "JSON",
    "textproto": "protobuf's text format",
}
# The `onnx` package warns that this syntax is experimental, and what it prints lacks some fields.
_ONNX_SYNTAX = "the syntax of onnx.parser and onnx.printer, which onnxwire does not read or write"
_ONNX_SYNTAX_ENDINGS = (".onnxtxt", ".onnxtext")


def format_of_name(name: str) -> Format | None:
    """Return the format that the ending of a file's name means; None if it means none.

    ValueError for the endings of onnx's own syntax.
    """
    ending = os.path.splitext(name)[1].lower()
    if ending in _ONNX_SYNTAX_ENDINGS:
        advice = f"convert it with the onnx package, or give a format: {_choices()}"
        raise ValueError(f"{name}: a name in {ending} means {_ONNX_SYNTAX}; {advice}")
    return next((format for format, known in _ENDINGS_BY_FORMAT.items() if ending in known), None)


def chosen_format(format: str | None, name: str) -> Format:
    """Return the given format, or else that of a file's name, or else protobuf's."""
    if format is None:
        return format_of_name(name) or "protobuf"
    for known in FORMATS:
        if format == known:
            return known
    if format == "onnxtxt":
        raise ValueError(f"format 'onnxtxt' is {_ONNX_SYNTAX}; expected {_choices()}")
    raise ValueError(f"format: expected {_choices()}, got {format!r}")


def parse_text(text: bytes, format: Format, message: Message, name: str) -> None:
    """Fill a message with what a text in one of the formats holds; DecodeError if it is wrong."""
    # Imported here: most files are in protobuf's format.
    from .. import json_format, text_format
    from .resemblance import resemblance

    # Editors on Windows write a byte order mark.
    content = text.removeprefix(BOM_UTF8)
    try:
        if format == "json":
            json_format.Parse(content, message)
        else:
            text_format.Parse(content, message)
    except ValueError as error:
        seems = resemblance(text, type(message), format)
        reason = f"expected {_NAMES[format]}, got {seems}" if seems else str(error)
        raise DecodeError(reason, source=name) from None


def encoder_of(format: Format) -> Callable[[Any], list[bytes]]:
    """Return the function that writes messages in a format, as pieces of bytes.

    It raises EncodeError for a message with fields that the format cannot hold.
    """
    return _ENCODERS[format]


def _choices() -> str:
    return " or ".join(map(repr, FORMATS))


def _json_pieces(message: Message) -> list[bytes]:
    from .. import json_format

    _require_known(message, "json")
    text = json_format.MessageToJson(message, preserving_proto_field_name=True)
    return [text.encode(), b"\n"]


def _text_pieces(message: Message) -> list[bytes]:
    from .. import text_format

    _require_known(message, "textproto")
    return [text_format.MessageToBytes(message)]


def _require_known(message: Message, format: Format) -> None:
    found = first_unknown_field(message)
    if found is not None:
        path, number = found
        reason = f"{_NAMES[format]} cannot hold unknown fields, such as field {number} here"
        raise EncodeError(f"{reason}; DiscardUnknownFields() or --drop-unknown drops them", path)


_ENCODERS: dict[Format, Callable[[Any], list[bytes]]] = {
    "protobuf": Message._complete_pieces,
    "json": _json_pieces,
    "textproto": _text_pieces,
}
