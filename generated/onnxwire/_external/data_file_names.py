# Copied by wiregen from templates/onnx/_external/data_file_names.py; do not edit, run `wiregen generate`.
"""The names of files with external data: models and tensors in, names that are safe anywhere out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .._tensors.places import TensorPlace
from .error import ExternalDataError

_SUFFIX = ".data"
# What file systems allow, less what a name gets while it is written.
_LONGEST_NAME = 200
_UNSAFE = re.compile(r"[^\w.\-]+", re.ASCII)


def require_file_name(name: str, model_name: str) -> None:
    """Raise ExternalDataError for what is no name of a file beside a model.

    `save` writes into the model's folder alone: in others, links could lead it anywhere.
    """
    reason = ""
    if not name or name in (".", "..") or re.search(r"[/\\:\0]", name):
        reason = "the name of a file beside the model is wanted, without a folder"
    elif len(name.encode("utf-8", "surrogateescape")) > _LONGEST_NAME:
        reason = f"a name of more than {_LONGEST_NAME} bytes"
    elif name.casefold() == model_name.casefold():
        reason = "the name of the model's own file"
    if reason:
        raise ExternalDataError(reason, location=name)


def shortened(name: str, suffix: str) -> str:
    """A name and a suffix; a name that is too long ends in a digest of it."""
    whole = name.encode("utf-8", "surrogateescape")
    room = _LONGEST_NAME - len(suffix)
    if len(whole) <= room:
        return f"{name}{suffix}"
    kept = whole[: room - 9].decode("utf-8", "ignore")
    return f"{kept}-{_digest(name)}{suffix}"


def names_of_tensors(places: Sequence[TensorPlace], model_name: str) -> Iterator[str]:
    """A name for each tensor, the same at each time: no two differ in case alone."""
    taken = {model_name.casefold()}
    for place in places:
        called = place.tensor.name or place.steps
        safe = _UNSAFE.sub("_", called)
        name = shortened(f"{model_name}.{safe}", _SUFFIX)
        if safe != called or name.casefold() in taken:
            name = shortened(f"{model_name}.{safe[:100]}-{_digest(place.path)}", _SUFFIX)
        taken.add(name.casefold())
        yield name


def _digest(text: str) -> str:
    # Imported here: it takes long, and few need it.
    import hashlib

    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:8]
