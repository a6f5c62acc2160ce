# Copied by wiregen from templates/onnx/_external/data_file_names.py; do not edit.
"""Names of data files that are safe everywhere and are not used for other content."""

from __future__ import annotations

import re

from .error import ExternalDataError

# What file systems allow, less what a name gets while it is written.
_LONGEST_NAME = 200
_DIGITS = 16
_ENDING = re.compile(rf"\.[0-9a-f]{{{_DIGITS}}}\.data\Z")
_UNSAFE = re.compile(r"[^\w.\-]+", re.ASCII)


def require_file_name(name: str, model_name: str) -> None:
    """Raise ExternalDataError for what is not the name of a file beside a model.

    `save` writes into the model's folder alone: in others, links could lead it anywhere.
    """
    reason = ""
    if not name or name in (".", "..") or re.search(r"[/\\:\0]", name):
        reason = "expected the name of a file beside the model, without a folder"
    elif len(name.encode("utf-8", "surrogateescape")) > _LONGEST_NAME:
        reason = f"a name of more than {_LONGEST_NAME} bytes"
    elif name.casefold() == model_name.casefold():
        reason = "the name of the model's own file"
    if reason:
        raise ExternalDataError(reason, location=name)


def content_name(model_name: str, tensor_name: str, digest: str) -> str:
    """Return the name for a data file of some content: equal content has equal names.

    `digest` is the content's SHA-256 digest. Data of a single tensor has its name in it, as far
    as that is safe.
    """
    name = model_name
    if tensor_name:
        name = f"{model_name}.{_UNSAFE.sub('_', tensor_name)[:100]}"
    ending = f".{digest[:_DIGITS]}.data"
    whole = name.encode("utf-8", "surrogateescape")
    room = _LONGEST_NAME - len(ending)
    if len(whole) > room:
        name = whole[:room].decode("utf-8", "ignore")
    return f"{name}{ending}"


def is_content_name(name: str) -> bool:
    """True if a name is one that `content_name` makes."""
    return _ENDING.search(name) is not None


def content_ending(name: str) -> str:
    """Return the end of a content name, which differs for other content, and is plain ASCII."""
    return name[-_DIGITS - len(".") - len(".data") :]
