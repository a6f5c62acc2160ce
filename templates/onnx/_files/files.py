"""Opens and saves files of ONNX messages: a path or an open file in, a message out, and back."""

from __future__ import annotations

import os
from contextlib import suppress
from mmap import ACCESS_READ
from typing import IO, Any, TypeVar, Union, overload

from .._external.data_files import ExternalData
from .._external.data_folder import DataFolder
from .._runtime.decoding import NESTING_LIMIT, decode_into
from .._runtime.errors import DecodeError
from .._runtime.message import Message
from ..messages.onnx import ModelProto
from .._runtime.origin import origin_of_bytes
from .._external.portions import write_pieces
from .saving import save_to_file
from .._runtime.untouched import Map, WholeMap

MessageType = TypeVar("MessageType", bound=Message)
Path = Union[str, os.PathLike[str]]


@overload
def load(source: Path | IO[bytes], *, mmap: bool = True, eager: bool = False) -> ModelProto: ...
@overload
def load(
    source: Path | IO[bytes],
    message_type: type[MessageType],
    *,
    mmap: bool = True,
    eager: bool = False,
) -> MessageType: ...
def load(
    source: Path | IO[bytes],
    message_type: type[Any] = ModelProto,
    *,
    mmap: bool = True,
    eager: bool = False,
) -> Any:
    """The message in a file; `message_type` says which, if it is not a model.

    The file of a path is mapped, and its larger messages are decoded when they are first
    touched; what is damaged in them is a DecodeError then. `eager` decodes them all at once.
    Weights are not copied until they are asked for as bytes (`ViewField` gives them without),
    and take no memory before.

    A file that is deleted or replaced keeps its old content for those who have it mapped.
    One that somebody writes into or cuts short in place does not: then the message changes,
    and reading beyond the end kills the process. Windows lets nobody replace a mapped file,
    `save` neither. `mmap=False` reads the file instead.

    Raises DecodeError if the file is empty, damaged, or holds something else: bytes that
    set no field of the message that was asked for, or fit another one better. (`FromString`
    takes such bytes, as protobuf does.)

    Tensors whose data lies in other files remember the folder of this one, in copies too;
    `external_buffer` finds their data there when it is asked for.
    """
    origin = _origin(source, is_mapped=mmap)
    data, name = _read(source, message_type, origin, is_mapped=mmap, is_eager=eager)
    wanted = message_type.__qualname__
    if not data:
        raise DecodeError(f"0 bytes: the file is empty, a {wanted} was expected", source=name)
    try:
        message = _decoded(message_type, data, origin)
    except DecodeError as error:
        reason = error.reason + _resemblance(data, message_type)
        raise DecodeError(reason, error.path, error.offset, name) from None
    if not message._slots_in_use():
        reason = f"no field of {wanted} found{_resemblance(data, message_type)}"
        raise DecodeError(reason, source=name)
    # Newer fields are unknown too, but make nothing else of a message.
    seems = _resemblance(data, message_type) if message._unknown is not None else ""
    if seems:
        raise DecodeError(f"fields found that {wanted} does not have{seems}", source=name)
    if message_type is ModelProto and not message.HasField("graph"):
        seems = _resemblance(data, message_type)
        reason = f"no graph: this is no model, or it was cut short{seems}"
        raise DecodeError(reason, "ModelProto", len(data), name)
    return message


def save(
    message: Message,
    target: Path | IO[bytes],
    *,
    external_data: ExternalData | str | bool | None = None,
) -> None:
    """Write a message to a file.

    With a path, the bytes go into a new file beside it, which takes the path's place when
    all is written: whatever fails, the old file stays as it was, and it is given up only
    when the new one is on the disk. What was not touched of a mapped file is written as it
    stands there, in portions: no copy of it is made in memory. It may be the same file.

    `external_data` says where the data of tensors goes (ONNX's docs/ExternalData.md):

    - None leaves it where it is. Saved into another folder than it was loaded from, a message
      takes its external data with it, in one file.
    - False makes all of it part of the message.
    - True puts the larger part of it into one file, named after the message's file and
      `.data`; a string is the name of that file. An `ExternalData` says more.

    The message in memory stays as it is, and its tensors go on finding their data, also when
    `save` replaces the file that has it. Data files lie in the folder of the message's file,
    and are replaced if they are there; links are not followed. At each moment, the message's
    file has its own data beside it, the old one or the new one. Who is killed at a bad moment
    leaves a file `.onnxwire-*.part`, or one of data with 8 more digits in its name. Files that
    share a file of data, as one that was saved under a second name in its folder does with the
    first, share what it is replaced by.

    Into an open file, a message is written as it stands.

    Raises EncodeError for a message that cannot be written, ExternalDataError for data that
    cannot be found or have the name that was asked for, before anything is, and OSError for
    what the disk says. A tensor that knows no folder, and whose data is not there, is a warning.
    """
    # The file that a link points to is replaced, not the link.
    path = os.path.realpath(target) if isinstance(target, (str, os.PathLike)) else ""
    if path and (not os.path.exists(path) or os.path.isfile(path)):
        save_to_file(message, path, external_data)
        return
    if external_data is not None:
        raise ValueError(f"external data lies beside a file, not beside {target!r}")
    pieces = message._complete_pieces()
    if path:
        # A pipe or a device is written to.
        with open(path, "wb") as file:
            write_pieces(pieces, file)
    elif not isinstance(target, (str, os.PathLike)):
        write_pieces(pieces, target)


def _resemblance(data: Any, message_type: type[Message]) -> str:
    # Imported here: only errors need it.
    from .resemblance import resemblance

    return resemblance(data, message_type)


def _read(
    source: Path | IO[bytes],
    message_type: type[Message],
    origin: DataFolder | None,
    *,
    is_mapped: bool,
    is_eager: bool,
) -> tuple[Any, str]:
    """The bytes of a file, or its mapping, and the name to call it by."""
    if isinstance(source, (str, os.PathLike)):
        name = os.fspath(source)
        with open(source, "rb") as file:
            # What has no size, such as a pipe, cannot be mapped.
            if is_mapped and os.fstat(file.fileno()).st_size:
                # Not every file system maps its files.
                with suppress(OSError):
                    kind = WholeMap if is_eager else Map
                    data = kind(file.fileno(), 0, access=ACCESS_READ)
                    data.root, data.file_name, data.origin = message_type, name, origin
                    return data, name
            return file.read(), name
    if not hasattr(source, "read"):
        found = type(source).__qualname__
        raise TypeError(f"a path or an open file is wanted, not {found}; FromString takes bytes")
    content = source.read()
    if not isinstance(content, bytes):
        raise TypeError(f"a file opened for reading bytes is wanted, not {source!r}")
    return content, str(getattr(source, "name", "the file"))


def _origin(source: Path | IO[bytes], *, is_mapped: bool) -> DataFolder | None:
    """The folder in which the external data of what is read lies; None if that is not known."""
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
    else:
        # Open files of some kinds have names of other kinds.
        name = getattr(source, "name", None)
        path = name if isinstance(name, str) else ""
    return DataFolder(path, is_mapped=is_mapped) if os.path.isfile(path) else None


def _decoded(message_type: type[Message], data: Any, origin: DataFolder | None) -> Message:
    """As FromString, without a copy of what is mapped; messages keep the origin."""
    message = message_type.__new__(message_type)
    token = origin_of_bytes.set(origin)
    try:
        decode_into(message, data, NESTING_LIMIT)
    finally:
        origin_of_bytes.reset(token)
    return message
