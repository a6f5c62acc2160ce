"""The forms that a message can have in a file, binary, JSON or text: a path in, a message out, and back."""

from __future__ import annotations

import os
from typing import Any

from .. import json_format, text_format
from .._external.data_folder import DataFolder
from .files import load
from .._runtime.message import Message
from .saving import Tell, Wish, save_to_file
from .._tensors.places import tensor_places

BINARY, JSON, TEXT = FORMS = ("binary", "json", "text")

# The endings that people and the `onnx` package give to files of each form.
_ENDINGS_BY_FORM = {
    BINARY: (".onnx", ".pb", ".binpb"),
    JSON: (".json", ".onnxjson"),
    TEXT: (".txtpb", ".textproto", ".prototxt", ".pbtxt"),
}


def form_of(path: str) -> str | None:
    """The form that the name of a file suggests; None if it suggests none."""
    ending = os.path.splitext(path)[1].lower()
    return next((form for form, endings in _ENDINGS_BY_FORM.items() if ending in endings), None)


def read_message(path: str, form: str, message_type: type[Message]) -> Any:
    """The message in a file of some form; ValueError for what is wrong in it."""
    if form == BINARY:
        return load(path, message_type)
    with open(path, "rb") as file:
        text = file.read()
    message = message_type()
    (json_format if form == JSON else text_format).Parse(text, message)
    folder = DataFolder(path)
    for place in tensor_places(message):
        place.tensor._origin = folder
    return message


def write_message(message: Message, path: str, form: str, wish: Wish, tell: Tell) -> None:
    """Write a message to a file in some form, as `save` does."""
    save_to_file(message, os.path.realpath(path), wish, _ENCODE_BY_FORM[form], tell)


def _json_pieces(message: Message) -> list[bytes]:
    return [json_format.MessageToJson(message).encode(), b"\n"]


def _text_pieces(message: Message) -> list[bytes]:
    return [text_format.MessageToBytes(message)]


_ENCODE_BY_FORM = {BINARY: Message._complete_pieces, JSON: _json_pieces, TEXT: _text_pieces}
